// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdicttimes.h"

#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "core/engine/verdicts/verdictcase.h"

#include <QSet>

#include <set>

namespace lockscope
{

namespace
{

// In which every lock that looks deadlocked is read again (deadlockwatch.h).
constexpr milliseconds SecondLook = std::chrono::seconds(2);

// The first of the moments that are to come.
struct Next {
    Instant after;
    std::optional<Instant> first{};
    void consider(std::optional<Instant> moment)
    {
        if (moment && *moment > after && (!first || *moment < *first))
            first = moment;
    }
};

// Masters whose every replica lags, or has not said how far it is.
QSet<NodeId> mastersAhead(const std::vector<NodeStatus> &nodes, const VerdictThresholds &thresholds)
{
    QSet<NodeId> ahead;
    QSet<NodeId> followed;
    for (const NodeStatus &node : nodes) {
        if (!node.replica)
            continue;
        const Replication &replica = *node.replica;
        const bool isUpToDate =
            replica.linked && replica.lagBytes &&
            (*replica.lagBytes == 0 || !replica.lag || *replica.lag <= thresholds.replicaLag);
        (isUpToDate ? followed : ahead).insert(replica.master);
    }
    return ahead.subtract(followed);
}

// The verdict needs to know when it was taken, or last renewed.
bool mayBeUnreplicated(const Lock &lock)
{
    return lock.held() && lock.heldIsLowerBound && !lock.renewals.lastAt &&
           lock.verdict.code != "replica-behind";
}

} // namespace

// What only a reading can show has its time in nextReading().
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds,
                                     const Surroundings &around)
{
    if (lock.stale)
        return {};
    const VerdictCase it{lock, at, thresholds, around};
    Next next{at};
    next.consider(lock.heldSince + thresholds.longHeld);
    next.consider(afterGrace(it, around.oddSince));
    next.consider(headDeadSince(it));
    next.consider(afterGrace(it, headDeadSince(it)));
    if (!lock.held()) {
        next.consider(afterGrace(it, stuckSince(it)));
        next.consider(lock.expiresAt);
        return next.first;
    }
    for (const Holder &holder : lock.holders)
        next.consider(holder.expiresAt);
    next.consider(allLateAt(it));
    return next.first;
}

std::optional<Instant> nextReading(const Lock &lock, const VerdictThresholds &thresholds,
                                   const Surroundings &around)
{
    if (lock.stale)
        return {};
    const VerdictCase it{lock, lock.readAt, thresholds, around};
    Next next{lock.readAt};
    next.consider(afterGrace(it, around.oddSince));
    next.consider(afterGrace(it, around.oversoldSince));
    if (!lock.held())
        return next.first;
    next.consider(allLateAt(it));
    if (!endsByItself(lock))
        next.consider(lock.heldSince + thresholds.grace);
    forEachShare(lock, [&](const HolderShare &share) {
        next.consider(lowAt(share, lock));
        const std::optional<Instant> late = lateAt(share, 1, thresholds);
        if (!late)
            return;
        next.consider(late);
        next.consider(lateAt(share, 2, thresholds));
        // Past the deadline the count of missed renewals says no more.
        const Instant due =
            renewalMissedAt(*share.renewals, missedRenewals(*share.renewals, lock.readAt) + 1);
        if (due <= *share.expiresAt)
            next.consider(due);
    });
    return next.first;
}

// Clients that are gone must have been seen first. A watchdog is known after three renewals, and late half a
// period after the next was due. The rest waits for a grace, where there is something that lasts.
std::vector<std::string_view> codesNotMade(const std::vector<LockPtr> &locks, milliseconds watched,
                                           const VerdictThresholds &thresholds,
                                           const std::vector<NodeStatus> &nodes)
{
    const QSet<NodeId> ahead = mastersAhead(nodes, thresholds);
    std::set<std::string_view> codes;
    bool isHeld = false;
    bool mayRenew = false;
    bool stuck = false;
    qint64 queues = 0;
    for (const LockPtr &lock : locks) { // a million of them, so each question is asked until one says yes
        isHeld = isHeld || lock->held();
        const bool ends = lock->held() && (lock->expiresAt || lock->holders.front().expiresAt);
        mayRenew = mayRenew || (ends && !hasRhythm(*lock) && (!lock->lease || *lock->lease * 2 > watched));
        if (!ahead.isEmpty() && mayBeUnreplicated(*lock) && ahead.contains(lock->node))
            codes.insert("replica-behind");
        queues += lock->held() && !lock->waiters.queued.empty() ? 1 : 0;
        if (watched > thresholds.grace)
            continue;
        stuck = stuck || isStuck(*lock);
        if (shortfallOf(*lock) == Shortfall::Majority)
            codes.insert("quorum-lost");
        if ((looksOdd(*lock) || permitsOversold(*lock) > 0) && lock->verdict.level == VerdictLevel::Info)
            codes.insert(lock->verdict.code);
    }
    if (queues > 1 && watched < SecondLook)
        codes.insert("deadlock");
    if (isHeld)
        codes.insert({"client-gone", "renewed-by-nobody"});
    if (mayRenew)
        codes.insert({"client-silent", "renewal-overdue", "about-to-expire"});
    if (stuck)
        codes.insert({"expired-with-waiters", "free-but-waited-for"});
    return {codes.begin(), codes.end()};
}

} // namespace lockscope
