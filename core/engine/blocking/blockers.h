// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The clients that hold contended locks, with the number of waiters behind each. Pure; any thread.

#include "core/engine/blocking/deadlocks.h"

namespace lockscope
{

// Sets WaitGraph::blockers and places from the locks.
void findBlockers(WaitGraph &graph);
// The holder and the waiter in each step of a deadlock become one client, as the deadlock takes them for one.
// Indexes of locks, holders and waits stay as they are.
void joinDeadlocked(WaitGraph &graph, const std::vector<Deadlock> &deadlocks);

} // namespace lockscope
