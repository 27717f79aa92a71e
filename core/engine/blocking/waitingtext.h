// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How many clients wait, as a clause in lower case without a full stop. Pure.

#include "core/engine/blocking/waitgraph.h"

#include <QString>

namespace lockscope
{

// "2 waiters for 1 lock, 1 of them identified", or "at least 2 …". Only for a graph with locks.
QString waitingText(const WaitGraph &graph);

} // namespace lockscope
