// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A lock: what its keys say, and what was observed over time. Immutable once shared as LockPtr; any thread.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/values/copy.h"

#include <QVarLengthArray>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockscope
{

// The kind's name as documented in locks.md ("rlock", "token-lock", …). Views a literal of its format.
struct LockKind {
    std::string_view name{};
    friend bool operator==(LockKind a, LockKind b) { return a.name == b.name; }
};

enum class ValueType { None, String, Hash, List, Set, SortedSet, Stream, Other };
enum class Confidence { Certain, Likely, Guess };
enum class HoldMode { Exclusive, Read, Write, Permit };
enum class VerdictLevel { Ok, Info, Warning, Critical };
// What a statement rests on: the server said it at that time; it follows from what was seen; or it is assumed
// from a shape, a name or a habit, and may be wrong. What is unknown is not stated.
enum class Basis { Seen, Concluded, Assumed };

// The client behind an owner id, as far as it is known.
struct ClientInfo {
    QByteArray address{};               // empty: unknown
    QByteArray name{};                  // of the connection, or the operator's alias
    QString learnt{};                   // source: "owner id", "alias", "CLIENT LIST", "MONITOR probe"
    std::optional<Instant> goneSince{}; // the time by which it was no longer connected
    friend bool operator==(const ClientInfo &, const ClientInfo &) = default;
};

struct Holder {
    OwnerId id{};
    qint64 count = 1; // reentrancy
    HoldMode mode = HoldMode::Exclusive;
    std::optional<Instant> expiresAt{}; // its own, if the format has one; else the lock's applies
    QByteArray part{};                  // of a lock with several parts (a value of a group)
    friend bool operator==(const Holder &, const Holder &) = default;
};

// As its program knows it: Redisson gives out the hex digits of the 16 bytes that it stores for a permit.
QByteArray shownId(const Holder &holder);
OwnerId shownOwnerId(const OwnerId &owner, LockKind kind); // the same, for an id alone
QString shownOwner(const OwnerId &owner, LockKind kind);   // as text

// The observed watchdog of one holder. lastAt is known after one renewal, period after two.
struct Renewals {
    qint64 count = 0;
    qint64 missed = 0;
    std::optional<milliseconds> period{};
    std::optional<Instant> lastAt{};
    friend bool operator==(const Renewals &, const Renewals &) = default;
};

struct QueuedWaiter {
    OwnerId id{};
    std::optional<Instant> deadline{}; // after which others remove it from the queue
    std::optional<bool> alive{};       // whether a client listens for it; nullopt: unknown
    HoldMode mode = HoldMode::Exclusive;
    std::optional<Instant> seenSince{}; // without interruption
    friend bool operator==(const QueuedWaiter &, const QueuedWaiter &) = default;
};

// How many clients wait for a lock, or for several.
struct WaiterCount {
    enum class Bound : quint8 { Unknown, Exact, AtLeast, AtMost };
    qint64 least = 0;             // that wait for this lock as far as is known
    std::optional<qint64> most{}; // nullopt: there may be more than are known
    Bound bound() const
    {
        if (most == least)
            return Bound::Exact;
        if (least > 0)
            return Bound::AtLeast;
        return most ? Bound::AtMost : Bound::Unknown;
    }
    bool isExact() const { return bound() == Bound::Exact; }
    bool isKnown() const { return bound() != Bound::Unknown; }
    qint64 figure() const { return least > 0 ? least : most.value_or(0); } // the number to show with bound()
    WaiterCount &operator+=(const WaiterCount &more)
    {
        least += more.least;
        most = most && more.most ? std::optional(*most + *more.most) : std::nullopt;
        return *this;
    }
    friend bool operator==(const WaiterCount &, const WaiterCount &) = default;
};

struct Waiters {
    std::optional<qint64> subscribed{}; // clients on the wake-up channel; nullopt: no channel, or not asked
    std::vector<QueuedWaiter> queued{}; // in order, if the format has a queue
    bool queueIsCut = false;            // the queue is longer; only its beginning was read
    bool areUnread = false;             // keys that show more of them could not be read
    // Channels are common to all databases of a server, so subscribers may wait for a lock of this name in
    // another database.
    bool mayBeElsewhere = false;
    // In a RedLock group: on the node where most wait. Other clients may wait on the other nodes.
    bool areOfOneNode = false;
    friend bool operator==(const Waiters &, const Waiters &) = default;
    bool isKnown() const { return subscribed || !queued.empty(); }
    // No client listens, and none is in the queue, as far as it is known.
    bool isEmpty() const { return subscribed.value_or(0) == 0 && queued.empty(); }
    bool isQueueCut() const { return queueIsCut || areUnread; }
    bool mayBeMore() const { return isQueueCut() || areOfOneNode; }
    // Without those in the queue whose client is gone. A client that listens is one waiter at least: its
    // threads may share the subscription. Whatever shows a number of waiters shows this one.
    WaiterCount count() const;
    // As an event says it; nullopt: they were not counted.
    std::optional<qint64> counted() const { return subscribed ? std::optional(count().least) : std::nullopt; }
};

// Of a semaphore. available: can be acquired now, including expired permits. nullopt: unknown.
struct Permits {
    std::optional<qint64> available{};
    std::optional<qint64> held{};
    std::optional<qint64> total{};
    qint64 overdue = 0; // expired, but not returned to the counter
    friend bool operator==(const Permits &, const Permits &) = default;
};

// Data of some kinds of locks only.
struct LockExtras {
    std::optional<Permits> permits{};
    std::optional<qint64> fencingToken{}; // the last one issued
    std::optional<qint64> toGo{};         // latch: counts until it opens
    std::vector<LockName> companions{};   // the companion keys that exist
    // Other kinds that this may be, never deleted. Null: none.
    const std::vector<LockKind> *alternatives = nullptr;
    // For a RedLock group: each node's copy, in the order of the members, and the result.
    std::vector<Copy> copies{};
    std::optional<Quorum> quorum{};
    friend bool operator==(const LockExtras &, const LockExtras &) = default;
};

using HolderClients = std::vector<std::pair<OwnerId, ClientInfo>>;
// In the order of the holders; nothing: it is not known whose renewals put that deadline off.
using HolderRenewals = std::vector<std::optional<Renewals>>;

// How the last hold of a free lock ended. NotSeen: it was free when first seen.
enum class Ending { NotSeen, Released, Expired, Forced };

// A library that a lock is of, and what speaks for that besides the shape of its value.
struct LibraryClaim {
    std::string_view library{};
    QString because{};
    bool ofServer = false; // of the server, not of this lock: other libraries may use it too
    friend bool operator==(const LibraryClaim &, const LibraryClaim &) = default;
};

struct Verdict {
    VerdictLevel level = VerdictLevel::Ok;
    std::string_view code = "healthy"; // a literal: "healthy", "no-expiry", "renewal-overdue", …
    qint64 figure = 0;                 // the number in its text, if any (verdict.h)
    Basis basis = Basis::Seen;
    bool isFree() const { return code == "free"; } // its level is Ok, but nothing works well or badly
    friend bool operator==(const Verdict &, const Verdict &) = default;
};

struct Lock {
    LockName key{};
    int db = 0;
    NodeId node{};
    std::optional<int> slot{};
    LockKind kind{};
    std::vector<std::string_view> const *libraries =
        nullptr; // of the format, most likely first; never deleted
    Confidence confidence = Confidence::Guess;
    ValueType type = ValueType::None;
    QVarLengthArray<Holder, 1> holders{};
    std::optional<Instant> expiresAt{}; // nullopt: no expiry
    // The longest TTL seen under this owner since its deadline was last moved nearer.
    std::optional<milliseconds> lease{};
    Instant heldSince{}; // under this owner: first seen, or the exact time of the acquisition
    bool heldIsLowerBound = true;
    // From then on it is surely one hold. Later than heldSince: before, the owner may have released it and
    // acquired it again between two reads.
    Instant oneHoldSince = Instant::min();
    qint64 maxCount = 1;            // the largest hold count seen under this owner
    Ending ended = Ending::NotSeen; // of the last hold, while it is free
    // Of its only holder. Of several: how many renewals were seen in all and when the last one, without a
    // period, because a rhythm belongs to one holder.
    Renewals renewals{};
    std::shared_ptr<const HolderRenewals> shareRenewals{}; // of several holders; null: of none
    Waiters waiters{};
    Verdict verdict{};
    std::shared_ptr<const Verdict> lastKnown{};     // while stale: the verdict before; null: none
    std::shared_ptr<const LockExtras> extras{};     // null: none
    std::shared_ptr<const HolderClients> clients{}; // of holders with a known client; null: none
    Instant readAt{};                               // when the server replied
    milliseconds uncertainty{0}; // its expiries are exact to this, and readAt at the time they were read
    bool lasting = false;        // permanent by design, so a missing expiry is normal
    bool stale = false;          // its node is unreachable

    bool held() const { return !holders.isEmpty(); }
    // In a RedLock group, by the owner that a majority of the nodes names; else the same as held().
    bool heldByMajority() const { return held() && (!quorum() || quorum()->reached()); }
    // In a RedLock group, no majority is seen to name one owner; what is there are copies.
    bool lacksMajority() const { return quorum() && !quorum()->reached() && !stale; }
    // In a RedLock group, nodes that do not answer decide whether a majority holds it.
    bool isUndecided() const { return quorum() && quorum()->isUndecided(); }
    OwnerId owner() const { return holders.isEmpty() ? OwnerId{} : holders.front().id; }
    // When the hold of that holder expires; nullopt: never.
    std::optional<Instant> expiryOf(const Holder &holder) const
    {
        return holder.expiresAt ? holder.expiresAt : expiresAt;
    }
    qint64 count() const { return holders.isEmpty() ? 0 : holders.front().count; }
    // Its holders were seen only on nodes that do not answer now: its node, or in a RedLock group some of
    // them while none of the others has it.
    bool isLastKnown() const { return stale || (held() && quorum() && quorum()->agreeing == 0); }
    // Until when it is known: if only last known, when it was last read. Its hold may have ended since.
    Instant knownUntil(Instant at) const { return isLastKnown() ? readAt : at; }
    bool isOneHold() const { return oneHoldSince <= heldSince; }
    // The beginning of this hold, at the latest. Exact: it was seen.
    Instant holdSince() const { return std::max(heldSince, oneHoldSince); }
    bool isHoldSinceExact() const { return !heldIsLowerBound && isOneHold(); }
    // What to show: while its node is unreachable, the last verdict known.
    const Verdict &shownVerdict() const { return stale && lastKnown ? *lastKnown : verdict; }
    void keepLastKnown(const Lock *before); // before: the same lock as it was; null: unknown
    const std::vector<LockName> &companions() const;
    const Renewals *renewalsOf(qsizetype holder) const; // null: it is not known which are its own
    const Quorum *quorum() const { return extras && extras->quorum ? &*extras->quorum : nullptr; }
    std::optional<Permits> permits() const { return extras ? extras->permits : std::nullopt; }
};

using LockPtr = std::shared_ptr<const Lock>;

// The holder's own time was over when it was read, and it stands there only because others hold the lock: a
// dead reader of Redisson's read-write lock. It excludes no client.
bool isOver(const Lock &lock, const Holder &holder);

qsizetype holdersInTime(const Lock &lock); // without those that are over
qint64 holdsInTime(const Lock &lock);
// False for a semaphore of which only the free permits are stored: how many are held is unknown.
bool recordsHolds(const Lock &lock);

// That there may be more in the queue than was read, and why: a clause; empty: it was read whole.
QString unreadQueueText(const Waiters &waiters);

const char *name(ValueType type);
const char *name(Confidence confidence);
const char *name(HoldMode mode);
const char *name(VerdictLevel level);
const char *name(Basis basis);

} // namespace lockscope
