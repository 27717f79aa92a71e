// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verdict rules: pure functions of a lock, its surroundings and the time. The worst verdict wins; among
// equally bad ones, the cause goes before its effects. For a RedLock group, the verdicts on its majority go
// first. The texts are in verdicttext.h. Verdict::figure is the number in the text.
//
//   stale                info: its node is not reachable, so nothing else is known
//   quorum-lost          critical after a grace: in a RedLock group this owner had a majority, and lost it
//   no-quorum            info, warning after a grace: no owner can have a majority of the nodes
//   split-owners         info, warning after a grace: one owner has a majority, other nodes name other owners
//   quorum-unknown       info: nodes did not answer, or name ids that may be two clients', so that a majority
//                        or a second holder cannot be ruled out; critical: fewer nodes than a majority
//                        answered: after a grace, or at once if its owner was seen to have a majority
//   thin-quorum          info, warning after a grace: a majority that the loss of one more node ends; info
//                        while nodes did not answer
//   deadlock             critical: its holder waits for a lock whose holder, in the end, waits for this one
//                        (figure: how many locks)
//   no-expiry            warning, critical after a grace: held, and never expires
//   client-gone          warning, critical as renewal-overdue is: an owner's client is not connected, and its
//                        share was not renewed since (figure: how many owners)
//   client-silent        warning, critical as renewal-overdue is: all locks of the client, at least two, are
//                        overdue at once (figure: how many)
//   renewal-overdue      warning, critical a period later: a watchdog was seen and missed a renewal; info
//                        (assumed): its program renewed it, or seemed to, and may be in its last part of work
//                        (figure: which of several holders, from 1; 0: the only one)
//   about-to-expire      warning: a watchdog was seen and is late, and little time is left (lowAt()); info
//                        (assumed): renewed before, and nearly expired (figure: as of renewal-overdue)
//   permits-oversold     info, critical after a grace: more permits are held than the limit allows (figure:
//                        how many more)
//   permit-leaked        info, warning after a grace: expired permits were not given back; or warning:
//                        clients that are gone have held permits for longer than usual (figure: how many)
//   permits-understated  info, warning after a grace: permits are missing (figure: how many; 0: the count of
//                        free permits is missing)
//   dead-head            info, warning after a grace: the first in the queue is past its deadline or does not
//                        listen, so those behind it sleep even if the lock is free
//   replica-behind       warning: taken or renewed after the last write that the best replica has; lost if
//                        the master fails now (figure: up to when the replica has all, in ms of Instant)
//   renewed-by-nobody    warning: renewed since its owner's client was gone, by an unknown client
//   reads-expired        warning: the keys of all read holds have expired, but the lock's own key exists, so
//                        no client may write
//   lease-absurd         warning: the lease grew more than tenfold under one owner, to longer than usual
//                        (figure: the first lease, in ms); info (assumed): to less than that; info: it is
//                        longer than any work takes (figure: 0)
//   expired-with-waiters warning after a grace: expired, which wakes no waiter, and clients wait
//   free-but-waited-for  warning after a grace: free, yet clients wait: a wake-up was lost
//   count-grows          info: re-entered often and not released so far
//   long-held            info: alive, for longer than usual
//   past-its-time        info: the expiry in its value is past, but the key exists: any client can take it
//   companions-alone     info: only its companion keys exist, for longer than usual, and no client waits
//   waited-for           info: contended; no problem by itself
//   closed               info: no permit is free, or the latch is not open, and no client is seen to wait
//   free, healthy        ok

#include "core/values/lock.h"

namespace lockscope
{

struct VerdictThresholds {
    milliseconds longHeld{std::chrono::minutes(10)};
    double overdue = 1.5;                        // late after this many periods
    milliseconds grace{std::chrono::seconds(5)}; // between SETNX and EXPIRE, or DEL and PUBLISH
    qint64 manyHolds = 8;                        // by one owner, without a release
    milliseconds absurdLease{std::chrono::hours(24)};
    milliseconds replicaLag{std::chrono::seconds(2)}; // of the best replica of the lock's master
    // A lock recognised with less confidence gets at most "info": it may not be a lock.
    Confidence leastConfidence = Confidence::Likely;
    friend bool operator==(const VerdictThresholds &, const VerdictThresholds &) = default;
};

// What is known about a lock besides the lock itself.
struct Surroundings {
    // The client's regularly renewed locks, including this one: how many, and from when on all are late.
    qint64 renewing = 0;
    Instant allLateAt{};
    std::optional<Instant> oddSince{};        // since when looksOdd()
    std::optional<Instant> oversoldSince{};   // since when the present holders exceed the limit
    std::optional<Instant> stuckSince{};      // since when isStuck() without any change
    std::optional<Instant> waitersKnownAt{};  // when they were counted or read; nullopt: now
    std::optional<milliseconds> firstLease{}; // under this owner, the first that was seen in full
    std::optional<Instant> replicatedUntil{}; // no replica has later writes of its master
    bool hadMajority = false;                 // in a RedLock group: seen under this owner
    qint64 deadlocked = 0;                    // how many locks its deadlock has; 0: none is known
};

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {},
              const Surroundings &around = {});
// True for a problem that usually passes by itself and counts only after a grace period: the first waiter in
// the queue is gone, permits do not add up, a group has no majority.
bool looksOdd(const Lock &lock);
// How many of the missing permits may be in transit: removed from one key, not yet added to the next.
qint64 permitsOnTheirWay(const Lock &lock);
qint64 permitsOversold(const Lock &lock);
// What a RedLock group lacks. Margin: one more lost node ends the majority. Sight: nodes do not answer, or
// not clearly. Accord: other nodes name other owners. None: nothing, or a lock outside a group.
enum class Shortfall { None, Margin, Sight, Accord, Majority };
Shortfall shortfallOf(const Lock &lock);
// True if the lock could be acquired, but clients wait.
bool isStuck(const Lock &lock);
// True if the watchdog of its only holder was seen; Surroundings::renewing counts these locks.
bool hasRhythm(const Lock &lock);
// A latch above zero or a semaphore without free permits: not held, yet clients rightly wait.
bool isClosed(const Lock &lock);
// The client of a holder; null if unknown.
const ClientInfo *clientOf(const Lock &lock, const OwnerId &owner);

} // namespace lockscope
