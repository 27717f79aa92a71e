// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A lock to judge, and the times at which its verdict can change. Pure; shared by the rules (verdict.cpp) and
// by the prediction of the next change (verdicttimes.cpp).

#include "core/engine/verdicts/verdict.h"

namespace lockscope
{

// Everything a rule may look at.
struct VerdictCase {
    const Lock &lock;
    Instant at;
    const VerdictThresholds &thresholds;
    const Surroundings &around;

    bool reached(std::optional<Instant> moment) const { return moment && at >= *moment; }
    // The same, and a later read shows that nothing has happened.
    bool passed(std::optional<Instant> moment) const { return reached(moment) && lock.readAt >= *moment; }
    // The same, and the waiters were counted later.
    bool passedWaiting(std::optional<Instant> moment) const
    {
        return reached(moment) && around.waitersKnownAt.value_or(at) >= *moment;
    }
};

bool endsByItself(const Lock &lock);
bool hasDeadHead(const Lock &lock);
// When the last of the client's locks counts as late; nullopt: this is its only one, or none was seen
// renewed.
std::optional<Instant> allLateAt(const VerdictCase &it);
std::optional<Instant> afterGrace(const VerdictCase &it, std::optional<Instant> since);
Instant stuckSince(const VerdictCase &it);
std::optional<Instant> headDeadSince(const VerdictCase &it);

} // namespace lockscope
