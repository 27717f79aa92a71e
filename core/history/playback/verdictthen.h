// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the answer for a moment says of locks held then. Pure.

#include "core/history/values/hold.h"

namespace lockscope
{

// Of a lock that these held. None: it was not judged then.
std::optional<VerdictStep> verdictThen(const HoldsAnswer &answer, const LockName &key,
                                       const std::vector<Hold> &holds, WallTime at);
// Nodes that could not be reached then.
std::vector<NodeId> nodesLost(const HoldsAnswer &answer, WallTime at);

} // namespace lockscope
