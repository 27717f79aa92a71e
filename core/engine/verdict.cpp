// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdict.h"

#include "core/engine/rhythm.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr Verdict Healthy{VerdictLevel::Ok, "healthy"};

// A permit without a time of its own is how semaphores work; every other hold without one is for ever.
bool endsByItself(const Lock &lock)
{
    return lock.lasting || lock.expiresAt ||
           std::all_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
               return holder.expiresAt || holder.mode == HoldMode::Permit;
           });
}

bool beats(const Lock &lock)
{
    return lock.renewals.count >= 2 && lock.renewals.period && lock.renewals.lastAt && lock.expiresAt;
}

// A holder that renews before half its period is left is late when it is not only low, but past its beat too:
// some renew at the last moment.
std::optional<Instant> lowAt(const Lock &lock)
{
    const Renewals &renewals = lock.renewals;
    if (!lock.expiresAt || !renewals.lastAt || renewals.count < 1)
        return {};
    if (!renewals.period)
        return lock.lease ? std::optional(*lock.expiresAt - *lock.lease / 6) : std::nullopt;
    return std::max(*lock.expiresAt - *renewals.period / 2, beatMissedAt(renewals, 1, 1.0));
}

// A latch with counts to go, a semaphore without a free permit: nobody holds it, and yet waiting is right.
bool isClosed(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return (lock.extras && lock.extras->toGo.value_or(0) > 0) ||
           (permits && permits->available.value_or(1) <= 0);
}

Verdict judgeFree(const Lock &lock, Instant at, const VerdictThresholds &thresholds)
{
    if (lock.waiters.atLeast() > 0 && isClosed(lock))
        return {VerdictLevel::Info, "waited-for"};
    if (lock.waiters.atLeast() > 0 && at - lock.heldSince >= thresholds.grace)
        return {VerdictLevel::Warning, "free-but-waited-for"};
    return {VerdictLevel::Ok, "free"};
}

std::optional<Verdict> judgeLife(const Lock &lock, Instant at, const VerdictThresholds &thresholds)
{
    if (!endsByItself(lock)) {
        const bool passing = at - lock.heldSince < thresholds.grace;
        return Verdict{passing ? VerdictLevel::Warning : VerdictLevel::Critical, "no-expiry"};
    }
    if (beats(lock) && at >= beatMissedAt(lock.renewals, 1, thresholds.overdue)) {
        const bool twice = at >= beatMissedAt(lock.renewals, 2, thresholds.overdue);
        return Verdict{twice ? VerdictLevel::Critical : VerdictLevel::Warning, "renewal-overdue"};
    }
    if (const auto low = lowAt(lock); low && at >= *low)
        return Verdict{VerdictLevel::Warning, "about-to-expire"};
    return {};
}

// What the nodes of a group say goes before what any one of them shows.
std::optional<Verdict> judgeQuorum(const Lock &lock)
{
    const Quorum *quorum = lock.quorum();
    if (!quorum)
        return {};
    if (!quorum->reached())
        return Verdict{VerdictLevel::Warning, "no-quorum"};
    if (quorum->owners > 1)
        return Verdict{VerdictLevel::Warning, "split-owners"};
    if (quorum->margin() == 0 && quorum->nodes > 1)
        return Verdict{VerdictLevel::Warning, "thin-quorum"};
    return {};
}

} // namespace

Verdict judge(const Lock &lock, Instant at, const VerdictThresholds &thresholds)
{
    if (lock.stale)
        return {VerdictLevel::Info, "stale"};
    if (!lock.held())
        return judgeFree(lock, at, thresholds);
    if (const auto verdict = judgeQuorum(lock))
        return *verdict;
    if (const auto verdict = judgeLife(lock, at, thresholds))
        return *verdict;
    if (lock.count() >= thresholds.manyHolds && lock.count() == lock.maxCount)
        return {VerdictLevel::Info, "count-grows"};
    if (at - lock.heldSince >= thresholds.longHeld)
        return {VerdictLevel::Info, "long-held"};
    if (lock.waiters.atLeast() > 0)
        return {VerdictLevel::Info, "waited-for"};
    return Healthy;
}

std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds)
{
    if (lock.stale)
        return {};
    std::optional<Instant> next;
    const auto consider = [&](Instant candidate) {
        if (candidate > at && (!next || candidate < *next))
            next = candidate;
    };
    if (!lock.held() || !endsByItself(lock)) {
        consider(lock.heldSince + thresholds.grace);
        return next;
    }
    consider(lock.heldSince + thresholds.longHeld);
    if (const auto low = lowAt(lock))
        consider(*low);
    if (beats(lock)) {
        // Past the deadline the count of missed beats says no more.
        const Instant beat = beatMissedAt(lock.renewals, missedBeats(lock.renewals, at) + 1);
        if (beat <= *lock.expiresAt)
            consider(beat);
        consider(beatMissedAt(lock.renewals, 1, thresholds.overdue));
        consider(beatMissedAt(lock.renewals, 2, thresholds.overdue));
    }
    return next;
}

} // namespace lockscope
