// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a verdict can next change by time alone. Pure; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/values/status.h"

namespace lockscope
{

// nullopt: not before the lock or its surroundings change.
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {},
                                     const Surroundings &around = {});
// When it must be read again because its verdict will state that something did not happen, such as a renewal
// or a release: no event shows that, and a connection without events may be dead. nullopt: no read is needed.
std::optional<Instant> nextReading(const Lock &lock, const VerdictThresholds &thresholds = {},
                                   const Surroundings &around = {});
// The verdicts that cannot be reached on these locks after observing them for this long. nodes: their
// servers.
std::vector<std::string_view> codesNotMade(const std::vector<LockPtr> &locks, milliseconds watched,
                                           const VerdictThresholds &thresholds = {},
                                           const std::vector<NodeStatus> &nodes = {});

} // namespace lockscope
