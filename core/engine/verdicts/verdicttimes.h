// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When a verdict can next change although nothing happens. Pure; any thread.

#include "core/engine/verdicts/verdict.h"
#include "core/values/status.h"

namespace lockscope
{

// When the verdict can next change by time alone; nothing: not before the lock, or what lies around it,
// changes.
std::optional<Instant> nextJudgement(const Lock &lock, Instant at, const VerdictThresholds &thresholds = {},
                                     const Surroundings &around = {});
// When it must be read again, because its verdict would then be that something did not happen: a renewal, a
// release. No event tells of that, and a connection that brings no events may be dead. Nothing: what is known
// is enough.
std::optional<Instant> nextReading(const Lock &lock, const VerdictThresholds &thresholds = {},
                                   const Surroundings &around = {});
// The verdicts that cannot be made on these locks after watching them for this long. nodes: their servers.
std::vector<std::string_view> codesNotMade(const std::vector<LockPtr> &locks, milliseconds watched,
                                           const VerdictThresholds &thresholds = {},
                                           const std::vector<NodeStatus> &nodes = {});

} // namespace lockscope
