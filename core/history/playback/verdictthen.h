// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the answer for a moment says about the locks held then. Pure.

#include "core/history/values/hold.h"

namespace lockscope
{

// The verdict on the lock with these holds; nullopt: unknown then.
std::optional<VerdictStep> verdictThen(const HoldsAnswer &answer, const LockName &key,
                                       const std::vector<Hold> &holds, WallTime at);
// Nodes that were unreachable then.
std::vector<NodeId> nodesLost(const HoldsAnswer &answer, WallTime at);

} // namespace lockscope
