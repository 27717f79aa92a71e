// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock to be judged, and the moments at which its verdict depends on the time. Pure; shared by the rules
// (verdict.cpp) and by what foresees them (verdicttimes.cpp).

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
    // The same, and a reading since then shows that nothing has happened.
    bool passed(std::optional<Instant> moment) const { return reached(moment) && lock.readAt >= *moment; }
    bool passedWaiting(std::optional<Instant> moment) const
    {
        return reached(moment) && around.waitersKnownAt.value_or(at) >= *moment;
    }
};

bool endsByItself(const Lock &lock);
bool hasDeadHead(const Lock &lock);
// When the last of its client's locks counts as late; nothing: it is the only one, or none was seen to be
// renewed.
std::optional<Instant> allLateAt(const VerdictCase &it);
std::optional<Instant> afterGrace(const VerdictCase &it, std::optional<Instant> since);
Instant stuckSince(const VerdictCase &it);
std::optional<Instant> headDeadSince(const VerdictCase &it);

} // namespace lockscope
