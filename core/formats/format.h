// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One family of locks: how to recognise it, what its keys mean, and the exact steps of each act.
// Pure: no I/O, no clock of its own; values in, values out, any thread. One file a family, in strings/,
// redisson/ or families/; the registry finds them. Facts and sources: the comment on top of each family's
// file.

#include "core/values/act.h"
#include "core/values/lock.h"

#include <QByteArrayView>
#include <QList>

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
    std::optional<qint64> size{};      // STRLEN, HLEN, …; nothing: not asked so far, so any may be
};

// One element of a list, a set or a sorted set.
struct Member {
    QByteArray bytes{};
    double score = 0; // SortedSet only
    friend bool operator==(const Member &, const Member &) = default;
};

// A key the server would not show (NOPERM, MOVED): nothing is known of it, not even that it is there. Such a
// reading has type Other and this size; LockTable passes it over.
inline constexpr qint64 RefusedSize = -1;

// What was read of a key. Nothing more is read than the type and the size of the value allow (keyprobe.h).
struct KeyReading {
    LockName key{};
    ValueType type = ValueType::None;
    std::optional<milliseconds> ttl{};                       // nothing: no expiry
    qint64 size = 0;                                         // STRLEN, HLEN, …
    QByteArray string{};                                     // String, if it was small enough
    std::vector<std::pair<QByteArray, QByteArray>> fields{}; // Hash, if it was small enough
    std::vector<Member> members{}; // List in its order, Set, SortedSet by score: the first MaxLockMembers
    Instant readAt{};              // middle of the round trip that read the TTL
    // The same moment on the wall clock, against which times inside values are judged; 1970: not known.
    WallTime wallAt = wallNow();
    // The keys that Registry::companions() named, as read right after this one; a missing one has type None.
    std::vector<KeyReading> companions{};
    bool companionsRead = false; // all of them were asked for, not only the essential ones
    QByteArray listened{};       // a wake-up channel of this key that has subscribers; empty: none is known
    // A user's rule says that keys of this name are of that kind. Its family then asks no more of the name,
    // and no other evidence, only that the value can be such a lock at all. Empty: no rule speaks of it.
    LockKind ruled{};

    const KeyReading *companion(QByteArrayView name) const; // null: not read, or missing
    // A time on the wall clock as an instant: what an expiry inside a value means.
    Instant instantOf(milliseconds sinceEpoch) const;
    milliseconds wallMilliseconds() const; // wallAt since 1970
};

// How much of a value is worth reading. A lock is small: what is larger is no lock, and is never fetched.
inline constexpr qint64 MaxLockStringBytes = 512;
inline constexpr qint64 MaxLockHashFields = 256;
inline constexpr qint64 MaxLockMembers = 256;

struct Decoded {
    LockKind kind{};
    const std::vector<std::string_view> *libraries = nullptr; // lives for ever
    Confidence confidence = Confidence::Guess;
    QVarLengthArray<Holder, 1> holders{}; // empty: free, though its keys are there
    std::vector<QueuedWaiter> queue{};    // in order
    std::shared_ptr<const LockExtras> extras{};
    // The lock's own deadline, where it is not the main key's expiry (a time inside the value). With
    // ownDeadline set and no deadline the lock has none at all.
    bool ownDeadline = false;
    std::optional<Instant> deadline{};
    // The key stays by design: having no expiry is no fault (semaphores, latches).
    bool lasting = false;
};

// What a name alone says of a key.
struct NameRole {
    enum class Kind : quint8 {
        Open,
        Companion, // tells of its lock even if that lock's main key is missing
        Trace,     // a companion that says nothing by itself: it may stay for ever behind a lock that is gone
        Noise
    };
    Kind kind = Kind::Open;
    LockName subject{}; // Companion, Trace: the lock it belongs to
};

struct CompanionKey {
    LockName key{};
    bool essential = false; // the lock cannot be shown rightly without it: read it always
};

// The SHA1 of a script text that only this library sends: SCRIPT EXISTS tells that it ran on a server.
struct Fingerprint {
    std::string_view sha1{};
    std::string_view library{};
    std::string_view script{};   // "plain acquire"
    std::string_view releases{}; // "3.19.0-4.7.0"
};

// What kind of thing it is, for its icon and the order of lists.
enum class Nature : quint8 { Mutex, ReadWrite, Semaphore, Latch, Group, Workload, Bare };

// What an owner id tells by itself. Empty: it does not tell.
struct OwnerParts {
    QByteArray client{};  // what all owner ids of one client begin with or contain, and no other's: a uuid
    QByteArray thread{};  // within the client
    QByteArray host{};    // name or address
    QByteArray process{}; // its number
    QByteArray mac{};     // of the host, from a uuid of version 1: "aa:bb:cc:dd:ee:ff"
    std::optional<WallTime> madeAt{}; // the id, from a uuid of version 1 or 7
    friend bool operator==(const OwnerParts &, const OwnerParts &) = default;
};

class Format
{
public:
    virtual ~Format() = default;

    virtual LockKind kind() const = 0;
    virtual Nature nature() const { return Nature::Mutex; }
    virtual QString title() const = 0;  // "Fair lock (Redisson)": what a person calls it
    virtual QString legend() const = 0; // two sentences: how it works, and what goes wrong with it
    // The order in which families are asked: 10 for a shape that tells alone, 30 for a name and a shape, 50
    // for a name's word and a shape, 90 for what no other family explains. User rules come before all, at 0.
    virtual int rank() const = 0;
    virtual const std::vector<std::string_view> &libraries() const = 0;
    virtual std::vector<QByteArray> patterns() const = 0; // SCAN globs that find it by name
    virtual milliseconds defaultLease() const = 0;        // 0: the family sets no expiry
    virtual std::optional<milliseconds> watchdogPeriod(milliseconds lease) const = 0; // nothing: no watchdog
    virtual bool reentrant() const = 0;
    virtual OwnerId makeOwner() const = 0; // a fresh owner id in the family's shape
    virtual OwnerParts ownerParts(const OwnerId &) const { return {}; }
    virtual std::span<const Fingerprint> fingerprints() const { return {}; }

    // Companion keys and noise of this family, by name alone: they are never listed by themselves.
    virtual NameRole roleOf(QByteArrayView key) const;
    // A user's rule means this name: it is no companion and no noise, whatever other families say.
    virtual bool claims(QByteArrayView) const { return false; }
    // The globs that find the companions of the locks a glob finds.
    virtual std::vector<QByteArray> companionPatterns(QByteArrayView) const { return {}; }
    // Cheapest test, before anything of the value is read.
    virtual bool mayBe(const KeySight &sight) const = 0;
    // The further keys that tell of this lock, if the reading looks like one of this family. Asked also with
    // a main key that is missing (type None), for what is left of a lock or stands in several keys.
    virtual std::vector<CompanionKey> companions(const KeyReading &reading) const;
    // The lock, or nothing when it is none of this family. Must do without companions too: they are read in a
    // second trip, and only where there is reason to.
    virtual std::optional<Decoded> decode(const KeyReading &reading) const = 0;
    // The reading and its companions tell what no name does: the key is a part of a lock that stands under
    // another key, and no lock of any family.
    virtual bool isPartOfAnother(const KeyReading &) const { return false; }
    // Why, in sentences for the detail pane.
    virtual QStringList explain(const KeyReading &reading) const = 0;

    // The channel its waiters subscribe to; nothing: they poll.
    virtual std::optional<QByteArray> wakeChannel(const LockName &key) const = 0;
    virtual QByteArray wakeMessage() const { return QByteArrayLiteral("0"); }
    // The channel on which this waiter is told, where each has its own.
    virtual std::optional<QByteArray> waiterChannel(const LockName &key, const OwnerId &) const
    {
        return wakeChannel(key);
    }
    // Whether waiting leaves an entry in a queue, which must be taken back (RemoveShare) by who gives up.
    virtual bool queues() const { return false; }
    // PUBSUB CHANNELS glob that finds channels with waiters; empty: none. And the lock such a channel is of.
    virtual QByteArray channelPattern() const { return {}; }
    virtual std::optional<LockName> subjectOfChannel(QByteArrayView) const { return {}; }

    // The exact step, or Unsupported / BadInput. seen: the lock as last read, where there is one.
    // All scripts answer the array of scriptreply.h.
    virtual Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const = 0;
};

class Registry
{
public:
    // The built-in families, most specific first. Made once, never changed, lives for ever.
    static const Registry &builtIn();
    // The built-in families and more, such as those of a user's rules.
    static std::shared_ptr<const Registry> with(std::vector<std::unique_ptr<Format>> more);
    explicit Registry(std::vector<std::unique_ptr<Format>> formats);

    const Format *find(QByteArrayView kind) const; // by the kind's name; null: no such
    const std::vector<std::unique_ptr<Format>> &formats() const { return m_formats; } // by rank
    std::vector<LockKind> kinds() const;                                              // each once
    std::vector<QByteArray> defaultPatterns() const;
    // Those patterns, and the ones that find the companions of what they find.
    QList<QByteArray> withCompanions(const QList<QByteArray> &patterns) const;
    // What the name alone says, by the first family that says anything.
    NameRole roleOf(QByteArrayView key) const;
    // Whether any family wants the value read. Companions and noise are to be sorted out before, by roleOf().
    bool mayBeLock(const KeySight &sight) const;
    // Of all families that the reading may be of, each name once.
    std::vector<CompanionKey> companions(const KeyReading &reading) const;
    // The first family that decodes it, and that family.
    std::pair<const Format *, std::optional<Decoded>> decode(const KeyReading &reading) const;
    // What else it could be: the kinds the decoded lock names itself, and all other families that decode it.
    std::vector<LockKind> alternatives(const KeyReading &reading) const;

private:
    std::vector<std::unique_ptr<Format>> m_formats;
    QList<QByteArray> m_defaultPatterns;
};

// One factory for each family's file, listed by the build (core/CMakeLists.txt): redisson/fairlock.cpp
// defines family_fairlock().
std::vector<std::unique_ptr<Format>> makeFamilies();

} // namespace lockscope
