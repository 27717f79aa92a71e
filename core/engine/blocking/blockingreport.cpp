// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/blockingreport.h"

#include "core/engine/blocking/blockers.h"

#include <algorithm>

namespace lockscope
{

BlockingReport shownBlocking(const Registry &registry, const std::vector<LockPtr> &locks, Instant at)
{
    BlockingReport report{.graph = waitGraph(registry, locks), .asleep = Asleep(), .at = at};
    for (const LockPtr &lock : locks)
        report.graph.unseen.count(registry, *lock, 1);
    report.deadlocks = findDeadlocks(report.graph);
    for (Deadlock &deadlock : report.deadlocks)
        deadlock.isSeen = false;
    countFreed(report.graph, report.deadlocks);
    joinDeadlocked(report.graph, report.deadlocks);
    return report;
}

} // namespace lockscope
