// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One family of locks: how to recognise it, what its keys mean, and the exact steps of each act.
// Pure: no I/O, no clock of its own; values in, values out, any thread. One file a family; the registry lists
// them. Facts and sources: the comment on top of each family's file.

#include "core/values/act.h"
#include "core/values/lock.h"

#include <QByteArrayView>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lockscope
{

// What one page of a scan knows of a key before its value is read.
struct KeySight {
    QByteArrayView key;
    ValueType type = ValueType::None;
    std::optional<milliseconds> ttl{}; // nothing: no expiry
};

// What was read of a key. Nothing more is read than Format::reads() asked for.
struct KeyReading {
    LockName key{};
    ValueType type = ValueType::None;
    std::optional<milliseconds> ttl{};                       // nothing: no expiry
    qint64 size = 0;                                         // STRLEN, HLEN, …
    QByteArray string{};                                     // String, if it was small enough
    std::vector<std::pair<QByteArray, QByteArray>> fields{}; // Hash, if it was small enough
    Instant readAt{};                                        // middle of the round trip that read the TTL
    // The same moment on the wall clock, against which times inside tokens are judged; 1970: not known.
    WallTime wallAt = wallNow();
};

// How much of a value is worth reading. A lock is small: what is larger is no lock, and is never fetched.
inline constexpr qint64 MaxLockStringBytes = 512;
inline constexpr qint64 MaxLockHashFields = 64;

struct Decoded {
    LockKind kind{};
    const std::vector<std::string_view> *libraries = nullptr;
    Confidence confidence = Confidence::Guess;
    QVarLengthArray<Holder, 1> holders{};
};

class Format
{
public:
    virtual ~Format() = default;

    virtual LockKind kind() const = 0;
    virtual const std::vector<std::string_view> &libraries() const = 0;
    virtual std::vector<QByteArray> patterns() const = 0; // SCAN globs that find it by name
    virtual milliseconds defaultLease() const = 0;        // 0: the family sets no expiry
    virtual std::optional<milliseconds> watchdogPeriod(milliseconds lease) const = 0; // nothing: no watchdog
    virtual bool reentrant() const = 0;
    virtual OwnerId makeOwner() const = 0; // a fresh owner id in the family's shape

    // Cheapest test, before anything of the value is read.
    virtual bool mayBe(const KeySight &sight) const = 0;
    // The lock, or nothing when it is none of this family. Most likely family first: see Registry.
    virtual std::optional<Decoded> decode(const KeyReading &reading) const = 0;
    // Why, in sentences for the detail pane.
    virtual QStringList explain(const KeyReading &reading) const = 0;
    // The channel its waiters subscribe to; nothing: they poll.
    virtual std::optional<QByteArray> wakeChannel(const LockName &key) const = 0;
    virtual QByteArray wakeMessage() const { return QByteArrayLiteral("0"); }

    // The exact step, or Unsupported / BadInput. seen: the lock as last read, where there is one.
    // All scripts answer the array of scriptreply.h.
    virtual Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const = 0;
};

class Registry
{
public:
    // The built-in families, most specific first. Made once, never changed, lives for ever.
    static const Registry &builtIn();
    explicit Registry(std::vector<std::unique_ptr<Format>> formats);

    const Format *find(QByteArrayView kind) const; // by the kind's name; null: no such
    std::vector<LockKind> kinds() const;
    std::vector<QByteArray> defaultPatterns() const;
    // Whether any family wants the value read; noise and companion keys are dropped here.
    bool mayBeLock(const KeySight &sight) const;
    // True if the name is a companion key or library noise, never listed by itself.
    static bool isCompanion(QByteArrayView key);
    // The first family that decodes it, and that family.
    std::pair<const Format *, std::optional<Decoded>> decode(const KeyReading &reading) const;

private:
    std::vector<std::unique_ptr<Format>> m_formats;
};

} // namespace lockscope
