// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened to locks, and the change of the whole table. Values; any thread.

#include "core/values/lock.h"

#include <array>
#include <vector>

namespace lockscope
{

enum class EventKind { Acquired, Reentered, Renewed, Released, Expired, Forced, Changed, Waiters, Node };
enum class EventSource { Tracking, Keyspace, Poll, Scan, Act };

// Released ends one hold; the lock is still held if count > 0.
struct LockEvent {
    EventKind kind = EventKind::Changed;
    LockName key{};
    LockKind lockKind{};
    OwnerId owner{};
    qint64 count = 0;                  // holds after the event; for Waiters: number of waiters
    std::optional<milliseconds> ttl{}; // after the event; none: no expiry, or that of a renewal is not known
    // For the end of a hold: its duration, or a lower bound.
    std::optional<milliseconds> held{};
    bool heldIsLowerBound = false;
    // For the end of a hold: its owner had the lock before that time as well, and may have released it and
    // acquired it again between two reads.
    bool anotherBefore = false;
    // For the end of a hold: watching ended, not the hold. How and when it ended is not known.
    bool untilClosing = false;
    // From then on the server refuses to show the key, so nothing is known of it until its next event.
    bool unreadable = false;
    // For a lock that was held when first seen: its node could not be reached then, and `held` is the time
    // for which it was certainly held.
    bool asLastKnown = false;
    NodeId node{};
    EventSource source = EventSource::Poll;
    bool sampled = false; // from a source that merges fast changes: may stand for several
    Instant at{};
    WallTime wallAt{};

    // The end of a hold that was seen from start to end: only its length is known.
    bool endsWholeHold() const
    {
        return held && !heldIsLowerBound && !untilClosing && kind != EventKind::Changed &&
               kind != EventKind::Acquired;
    }
};

// Of a RedLock group. Reached: a majority surely names one owner. Lost: it did, and no majority can any more,
// though some node still names that owner. Ended: it did, and no node names it now. Unknown: whether it does
// is for nodes to say that do not answer, or whose id may be another client's. Split: other nodes name
// another owner besides. Node: the same majority, but a node answers otherwise than before.
enum class QuorumChange { Reached, Lost, Ended, Unknown, Split, Node };

struct QuorumEvent {
    QuorumChange change = QuorumChange::Node;
    LockName key{};
    OwnerId owner{};             // that most nodes name, or named before
    Quorum quorum{};             // after the change
    std::vector<Copy> changed{}; // what those nodes say now that said something else before
    Instant at{};
    WallTime wallAt{};
};

// One client acquired the second lock while it held the first. Certain (engine/blocking/ordertracker.h).
struct AcquireOrder {
    LockName first{};
    LockName second{};
    OwnerId owner{}; // of the second
    NodeId node{};
    int database = 0;
    WallTime at{}; // of the second acquisition
    friend bool operator==(const AcquireOrder &, const AcquireOrder &) = default;
};

// A lock that the server refuses to show from now on. Whether it is still held is unknown.
struct UnreadLock {
    LockName key{};
    OwnerId owner{}; // as last read; empty: none, or never read
    Failure why{};
    WallTime at{};
};

// From then on, the owner may have another hold: it may have released the lock and acquired it again, which
// was not observed.
struct HoldDoubt {
    LockName key{};
    LockKind lockKind{};
    OwnerId owner{};
    WallTime at{};
    friend bool operator==(const HoldDoubt &, const HoldDoubt &) = default;
};

struct LockTotals {
    qint64 locks = 0;
    qint64 held = 0;      // Lock::heldByMajority()
    qint64 waiters = 0;   // at least
    qint64 countable = 0; // locks whose waiters are known
    qint64 uncertain = 0; // held, or waited for, and more clients may wait than are counted
    qint64 undecided = 0; // of RedLock groups: nodes that do not answer decide whether they are held
    std::array<qint64, 4> levels{}; // by VerdictLevel
    void add(const Lock &lock, int sign = 1) { add(lock, sign, lock.verdict.level); }
    void add(const Lock &lock, int sign, VerdictLevel as);
    qint64 ofLevel(VerdictLevel level) const { return levels[size_t(level)]; }
    bool hideWaiters() const { return locks > 0 && countable == 0; }
    WaiterCount waiterCount() const
    {
        return {waiters, uncertain > 0 ? std::nullopt : std::optional(waiters)};
    }
    friend bool operator==(const LockTotals &, const LockTotals &) = default;
};

// A snapshot is the delta from an empty table. Each key occurs at most once in each list.
struct LockDelta {
    std::vector<LockPtr> upserted{}; // new or changed
    std::vector<LockName> removed{};
    std::vector<LockEvent> events{};    // in order
    std::vector<QuorumEvent> quorums{}; // of a RedLock group
    std::vector<AcquireOrder> orders{}; // not of a RedLock group
    std::vector<UnreadLock> refused{};  // each once, until it was read again
    std::vector<LockName> readAgain{};  // of the refused
    std::vector<HoldDoubt> doubts{};    // in order; not of a RedLock group
    LockTotals totals{};                // of all locks, after this change
    // Keys in events that were gone before they were read, so it is unknown whether they were locks.
    qint64 unread = 0;
    qint64 dropped = 0; // events left out because there were too many
    bool reset = false; // discard everything known before
    bool isEmpty() const
    {
        return upserted.empty() && removed.empty() && events.empty() && quorums.empty() && orders.empty() &&
               refused.empty() && readAgain.empty() && doubts.empty() && unread == 0 && dropped == 0 &&
               !reset;
    }
};

// How this keyspace event ends a lock; nullopt: it does not.
std::optional<EventKind> endingOf(const QByteArray &event);
const char *name(EventKind kind); // as in JSON: "acquired", …
const char *name(EventSource kind);
const char *name(QuorumChange change); // "reached", "lost", "ended", "unknown", "split", "node"

} // namespace lockscope
