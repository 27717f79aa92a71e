// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One family of locks: how to recognise it, what its keys mean, and the exact steps of each act. Pure and
// without a clock: values in, values out, any thread. Each family has one file in strings/, redisson/ or
// families/, with its facts and sources in the comment on top; the registry finds it.

#include "core/values/act.h"
#include "core/values/lock.h"

#include <QByteArrayView>
#include <QList>

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace lockscope
{

// What a page of a scan knows about a key before its value is read.
struct KeySight {
    QByteArrayView key;
    ValueType type = ValueType::None;
    std::optional<milliseconds> ttl{}; // none: no expiry
    std::optional<qint64> size{};      // STRLEN, HLEN, …; none: not read yet, so any size is possible
};

// One element of a list, a set or a sorted set.
struct Member {
    QByteArray bytes{};
    double score = 0; // SortedSet only
    friend bool operator==(const Member &, const Member &) = default;
};

// The size of a key that the server refused to show (NOPERM, MOVED). Nothing is known about it, not even
// whether it exists. Such a reading has type Other, and LockTable ignores it.
inline constexpr qint64 RefusedSize = -1;

// What was read of a key. Type and size decide how much is read (keyprobe.h).
struct KeyReading {
    LockName key{};
    ValueType type = ValueType::None;
    std::optional<milliseconds> ttl{};                       // none: no expiry
    qint64 size = 0;                                         // STRLEN, HLEN, …
    QByteArray string{};                                     // String, if it was small enough
    QByteArray refusal{};                                    // the server's answer, if size is RefusedSize
    std::vector<std::pair<QByteArray, QByteArray>> fields{}; // Hash, if it was small enough
    std::vector<Member> members{}; // List in its order, Set, SortedSet by score: the first MaxLockMembers
    Instant readAt{};              // middle of the round trip that read the TTL
    milliseconds uncertainty{0};   // half of that round trip: readAt is exact to this
    // The same moment by the wall clock, to compare with times inside values. 1970: unknown.
    WallTime wallAt = wallNow();
    // The keys that Registry::companions() named, read right after this one. A missing key has type None.
    std::vector<KeyReading> companions{};
    // The server was asked with ASKING: it imports the slot, and does not own it yet.
    bool isImported = false;
    bool companionsRead = false; // false: only the essential ones were read, if any
    bool essentialsRead = false; // false: by a pass, which reads no companions, or they could not be read
    bool isNameOpen = false;     // Registry::roleOf() was asked, and its name says nothing
    int changes = 0;             // how many changes of this key were told since it was read before
    QByteArray listened{};       // a wake-up channel of this key with subscribers; empty: none known
    // The kind that a user's rule assigns to this name. Its family then checks only that the value can be
    // such a lock, not the name or other evidence. Empty: no rule matches.
    LockKind ruled{};

    const KeyReading *companion(QByteArrayView name) const; // null: missing or not read
    // Converts an expiry inside a value, as ms since 1970, to an instant.
    Instant instantOf(milliseconds sinceEpoch) const;
    milliseconds wallMilliseconds() const; // wallAt since 1970
};

// Locks are small. A larger value is not a lock and is never fetched.
inline constexpr qint64 MaxLockStringBytes = 512;
inline constexpr qint64 MaxLockHashFields = 256;
inline constexpr qint64 MaxLockMembers = 256;

struct Decoded {
    LockKind kind{};
    const std::vector<std::string_view> *libraries = nullptr; // static lifetime
    Confidence confidence = Confidence::Guess;
    QVarLengthArray<Holder, 1> holders{}; // empty: free, though its keys exist
    std::vector<QueuedWaiter> queue{};    // in order
    bool queueIsCut = false;              // as in Waiters
    std::shared_ptr<const LockExtras> extras{};
    // Set if the deadline is inside the value instead of the main key's expiry. ownDeadline without a
    // deadline: the lock never expires.
    bool ownDeadline = false;
    std::optional<Instant> deadline{};
    // By design the key has no expiry, and that is no fault (semaphores, latches).
    bool lasting = false;
};

// What a key's name alone says about it.
struct NameRole {
    enum class Kind : quint8 {
        Open,      // the name says nothing: the value decides
        Companion, // part of a lock, even if that lock's main key is missing
        Trace,     // a companion that may outlive its lock forever, so it does not prove that there is one
        Noise      // a key of this library that is neither a lock nor a part of one
    };
    Kind kind = Kind::Open;
    LockName subject{}; // Companion, Trace: the lock it belongs to
};

struct CompanionKey {
    LockName key{};
    bool essential = false; // always read it: without it the lock would be shown wrongly
};

// The SHA1 of a script that only this library sends. If SCRIPT EXISTS finds it, the library has used the
// server.
struct Fingerprint {
    std::string_view sha1{};
    std::string_view library{};
    std::string_view script{};   // "plain acquire"
    std::string_view releases{}; // "3.19.0-4.7.0"
};

// The nature of a lock selects its icon and its place in lists.
enum class Nature : quint8 { Mutex, ReadWrite, Semaphore, Latch, Group, Workload, Bare };

// How clients of a kind wait, as far as a server can tell of it. Subscribe: on the wake-up channel. Sleep: in
// a blocking command; the server does not tell for which key. Track: told by the server that a key changed.
enum class WaitMode : quint8 { Subscribe, Poll, Sleep, Track, Nobody };

// Who renews a lock of a kind: its library in the background, as long as the lock is held; the program, when
// its code says so, and not for its last part of work; or either, where the library's pauses are
// watchdogPeriod().
enum class Renewer : quint8 { Program, Library, Either };

// The parts of an owner id. Empty: the id does not contain it.
struct OwnerParts {
    QByteArray client{};              // common to all owner ids of one client, and to no other's: a UUID
    QByteArray thread{};              // within the client
    QByteArray host{};                // name or address
    QByteArray process{};             // process id
    QByteArray mac{};                 // of the host, from a version 1 UUID: "aa:bb:cc:dd:ee:ff"
    std::optional<WallTime> madeAt{}; // when the id was made, from a version 1 or 7 UUID
    friend bool operator==(const OwnerParts &, const OwnerParts &) = default;
};

class Format
{
public:
    virtual ~Format() = default;

    virtual LockKind kind() const = 0;
    virtual Nature nature() const { return Nature::Mutex; }
    virtual QString title() const = 0;  // as users call it: "Fair lock (Redisson)"
    virtual QString legend() const = 0; // two sentences: how it works, and what can go wrong
    // Families are asked in this order: 10 if the shape alone is proof, 30 for name and shape, 50 for a word
    // in the name and shape, 90 for a fallback. User rules come first, at 0.
    virtual int rank() const = 0;
    virtual const std::vector<std::string_view> &libraries() const = 0;
    virtual std::vector<QByteArray> patterns() const = 0; // SCAN globs that find it by name
    virtual milliseconds defaultLease() const = 0;        // 0: the family sets no expiry
    virtual std::optional<milliseconds> watchdogPeriod(milliseconds lease) const = 0; // none: no watchdog
    virtual Renewer renewer() const { return Renewer::Program; }
    // Between two renewals of a client that lives, if its pauses vary; 0: they do not.
    virtual milliseconds longestPause(milliseconds /*lease*/) const { return milliseconds(0); }
    virtual bool reentrant() const = 0;
    virtual OwnerId makeOwner() const = 0; // a new owner id in the family's format
    virtual OwnerParts ownerParts(const OwnerId &) const { return {}; }
    virtual std::span<const Fingerprint> fingerprints() const { return {}; }

    // Classifies companions and noise of this family by name. Such keys are never listed as locks.
    virtual NameRole roleOf(QByteArrayView key) const;
    // True if a user's rule matches this name. It is then neither companion nor noise for any family.
    virtual bool claims(QByteArrayView) const { return false; }
    // Globs for the companions of the locks that match the given glob.
    virtual std::vector<QByteArray> companionPatterns(QByteArrayView) const { return {}; }
    // The cheapest test, run before the value is read.
    virtual bool mayBe(const KeySight &sight) const = 0;
    // The other keys of this lock, if the reading may be one of this family. Also called for a missing main
    // key (type None), because a lock's other keys may exist without it.
    virtual std::vector<CompanionKey> companions(const KeyReading &reading) const;
    // False: none of them is ever essential. Asked once, and spares most families the question for each key.
    virtual bool hasEssentialCompanions() const { return false; }
    // The lock, or none if the reading is not of this family. Companions may be missing: they are read in a
    // second trip, and only when needed.
    virtual std::optional<Decoded> decode(const KeyReading &reading) const = 0;
    // True if the reading and its companions show that the key is a part of another key's lock. Then it is a
    // lock of no family.
    virtual bool isPartOfAnother(const KeyReading &) const { return false; }
    // The reasons, as sentences for the detail pane.
    virtual QStringList explain(const KeyReading &reading) const = 0;

    // Its waiters may listen to a channel or pattern that many locks share, so they cannot be counted for
    // one.
    virtual bool mayShareChannel() const { return false; }
    virtual WaitMode waiting() const { return wakeChannel({}) ? WaitMode::Subscribe : WaitMode::Poll; }
    // The channel that waiters subscribe to; none: they poll.
    virtual std::optional<QByteArray> wakeChannel(const LockName &key) const = 0;
    virtual QByteArray wakeMessage() const { return QByteArrayLiteral("0"); }
    // The channel of one waiter, for families that give each waiter its own.
    virtual std::optional<QByteArray> waiterChannel(const LockName &key, const OwnerId &) const
    {
        return wakeChannel(key);
    }
    // A list in which a wake-up lies until a waiter that sleeps on it takes it; nothing: there is none.
    virtual std::optional<QByteArray> signalKey(const LockName &) const { return {}; }
    // True if a waiter has an entry in a queue. A waiter that gives up must remove it (RemoveShare).
    virtual bool queues() const { return false; }
    // PUBSUB CHANNELS glob for channels with waiters; empty: none. The second function maps such a channel to
    // its lock.
    virtual QByteArray channelPattern() const { return {}; }
    virtual std::optional<LockName> subjectOfChannel(QByteArrayView) const { return {}; }

    // The exact step, or Unsupported or BadInput. seen: the lock as last read, or null. All scripts reply
    // with the array of scriptreply.h.
    virtual Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const = 0;
};

class Registry
{
public:
    // The built-in families, most specific first. Constant, with static lifetime.
    static const Registry &builtIn();
    // The built-in families and further ones, such as those of a user's rules.
    static std::shared_ptr<const Registry> with(std::vector<std::unique_ptr<Format>> more);
    explicit Registry(std::vector<std::unique_ptr<Format>> formats);

    const Format *find(QByteArrayView kind) const; // null: no such kind
    bool sleeps(LockKind kind) const;              // WaitMode::Sleep; false: no such kind
    const std::vector<std::unique_ptr<Format>> &formats() const { return m_formats; } // by rank
    std::vector<LockKind> kinds() const;                                              // without duplicates
    std::vector<QByteArray> defaultPatterns() const;
    // The patterns, and those that find the companions of their matches.
    QList<QByteArray> withCompanions(const QList<QByteArray> &patterns) const;
    // The answer of the first family that recognises the name.
    NameRole roleOf(QByteArrayView key) const;
    // True if any family wants the value read. Use roleOf() first to skip companions and noise.
    bool mayBeLock(const KeySight &sight) const;
    // The companions for all families that the reading may be of, without duplicates.
    std::vector<CompanionKey> companions(const KeyReading &reading) const;
    // The essential ones among them.
    std::vector<LockName> essentialCompanions(const KeyReading &reading) const;
    // The first family that decodes the reading, and its result.
    std::pair<const Format *, std::optional<Decoded>> decode(const KeyReading &reading) const;
    // The other possible kinds: those the decoded lock names, and those of all other families that decode it.
    std::vector<LockKind> alternatives(const KeyReading &reading) const;

private:
    // Asked several times for each lock that is read.
    struct OfKind {
        const Format *format = nullptr;
        bool sleeps = false;
    };
    std::vector<std::unique_ptr<Format>> m_formats;
    std::vector<const Format *> m_withEssentials; // hasEssentialCompanions()
    std::unordered_map<std::string_view, OfKind> m_ofKind;
    QList<QByteArray> m_defaultPatterns;
};

// Calls the factory of each family's file, listed by core/CMakeLists.txt: redisson/fairlock.cpp defines
// family_fairlock().
std::vector<std::unique_ptr<Format>> makeFamilies();

} // namespace lockscope
