// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Verdict rules: pure functions of a lock, what lies around it, and the time. The text is translated where it
// is shown. The worst that is true is told, of equally bad ones the cause; of a RedLock group, what its
// nodes agree on goes first. A figure is what the sentence counts.
//
//   stale                info: its node is not reachable: nothing else can be said
//   quorum-lost          critical: of a RedLock group: this owner had a majority of its nodes, and has had
//   none
//                        for longer than a grace
//   no-quorum            info, warning after a grace: fewer than a majority of its nodes name one owner
//   split-owners         info, warning after a grace: a majority does, and others name somebody else
//   thin-quorum          info, warning after a grace: a majority does, and no node of it may be lost
//   no-expiry            warning, critical after a grace: held, and nothing will ever end it
//   client-gone          warning, critical as renewal-overdue is: the client of an owner is no longer
//                        connected, and has not renewed since (figure: of how many owners)
//   client-silent        warning, critical as renewal-overdue is: all locks of the client are overdue at
//                        once, two at least (figure: how many)
//   renewal-overdue      warning, critical a period later: a watchdog was seen, and missed its beat
//   about-to-expire      warning: renewed before, now late, and less than half a period left
//   permits-oversold     info, critical after a grace: more permits are held than the limit allows (figure:
//                        how many more)
//   permit-leaked        info, warning after a grace: permits past their time that nobody gave back; or
//                        warning, of clients that are gone, held for longer than usual (figure: how many)
//   permits-understated  info, warning after a grace: permits are missing (figure: how many; 0: the number of
//                        free ones is gone)
//   dead-head            info, warning after a grace: the first of the queue is past its deadline, or nobody
//                        listens for it: who comes behind sleeps, even if the lock is free
//   replica-behind       warning: taken or renewed since its master's best replica had all (figure: when
//                        that was, in ms of Instant): gone if that master is lost now
//   renewed-by-nobody    warning: renewed since its owner's client was gone: it is not seen who does it
//   lease-absurd         warning: the lease grew more than tenfold under one owner (figure: the first one,
//                        in ms); info: it is longer than any work takes (figure: 0)
//   expired-with-waiters warning after a grace: free since it expired, which wakes nobody, and clients wait
//   free-but-waited-for  warning after a grace: free, yet clients wait: a wake-up was lost
//   count-grows          info: re-entered often and never given back so far
//   long-held            info: alive, for longer than usual
//   past-its-time        info: the time in its value is over, and its key still there: free for anybody
//   companions-alone     info: its further keys without it, for longer than usual, and nobody waits
//   waited-for           info: others wait; no problem by itself
//   free, healthy        ok

#include "core/values/lock.h"

namespace lockscope
{

struct VerdictThresholds {
    milliseconds longHeld{std::chrono::minutes(10)};
    double overdue = 1.5;                        // renewal later than this many periods
    milliseconds grace{std::chrono::seconds(5)}; // SETNX and EXPIRE, or DEL and PUBLISH, are two steps
    qint64 manyHolds = 8;                        // of one owner, never given back
    milliseconds absurdLease{std::chrono::hours(24)};
    milliseconds replicaLag{std::chrono::seconds(2)}; // of the best replica of the lock's master
    // What is recognised with less than this is at most "info": it may be no lock at all.
    Confidence leastConfidence = Confidence::Likely;
    friend bool operator==(const VerdictThresholds &, const VerdictThresholds &) = default;
};

// What is known of a lock besides the lock itself.
struct Surroundings {
    // Of its client's locks that are renewed regularly, itself included: how many, and when the last of them
    // counts as late unless it is renewed before.
    qint64 beating = 0;
    Instant allLateAt{};
    std::optional<Instant> oddSince{};      // since when looksOdd()
    std::optional<Instant> oversoldSince{}; // since when more hold a permit, the same ones, than may
    std::optional<Instant> stuckSince{};    // since when isStuck(), and nothing moves
    std::optional<Instant> heardUntil{};    // that nobody renewed it is known no further; nothing: until now
    std::optional<milliseconds> firstLease{}; // the first one seen whole under this owner
    std::optional<Instant> replicatedUntil{}; // no replica has what its master wrote later
    bool hadMajority = false;                 // of a RedLock group: under this owner
};

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {},
              const Surroundings &around = {});
// When the verdict, or the number of missed beats, can next change by time alone; nothing: not before the
// lock, or what lies around it, changes.
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {},
                                     const Surroundings &around = {});

// Whether something is wrong with it that passes by itself as a rule, so that only its lasting counts: who is
// first in the queue is not there, permits do not add up, a group has no majority.
bool looksOdd(const Lock &lock);
// How many permits are missing that may yet be on their way: a token that a client has taken out of one key,
// and not put into the next one so far.
qint64 permitsOnTheirWay(const Lock &lock);
// How many more permits are held than there may be.
qint64 permitsOversold(const Lock &lock);
// What the nodes of a group lack to agree; of a group only.
enum class Shortfall { None, Margin, Accord, Majority };
Shortfall shortfallOf(const Lock &lock);
// Whether anybody could take it, and yet clients wait.
bool isStuck(const Lock &lock);
// Whether a watchdog was seen: Surroundings count these.
bool beats(const Lock &lock);
// Who is behind a holder; null: not known.
const ClientInfo *clientOf(const Lock &lock, const OwnerId &owner);

} // namespace lockscope
