// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdictcase.h"

#include <algorithm>

namespace lockscope
{

// A permit without a time of its own is how semaphores work; every other hold without one is for ever.
bool endsByItself(const Lock &lock)
{
    return lock.lasting || lock.expiresAt ||
           std::all_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
               return holder.expiresAt || holder.mode == HoldMode::Permit;
           });
}

std::optional<Instant> allLateAt(const VerdictCase &it)
{
    return it.around.renewing >= 2 && hasRhythm(it.lock) ? std::optional(it.around.allLateAt) : std::nullopt;
}

std::optional<Instant> afterGrace(const VerdictCase &it, std::optional<Instant> since)
{
    return since ? std::optional(*since + it.thresholds.grace) : std::nullopt;
}

bool hasDeadHead(const Lock &lock)
{
    return !lock.waiters.queued.empty() && !lock.waiters.queued.front().alive.value_or(true);
}

// Since when it is free and has waiters; a client that has just arrived may acquire it at once.
Instant stuckSince(const VerdictCase &it)
{
    return std::max(it.lock.heldSince, it.around.stuckSince.value_or(it.lock.heldSince));
}

std::optional<Instant> headDeadSince(const VerdictCase &it)
{
    const Lock &lock = it.lock;
    std::optional<Instant> dead = hasDeadHead(lock) ? it.around.oddSince : std::nullopt;
    if (!lock.waiters.queued.empty()) {
        if (const auto deadline = lock.waiters.queued.front().deadline;
            deadline && (!dead || deadline < dead))
            dead = deadline;
    }
    return dead;
}

} // namespace lockscope
