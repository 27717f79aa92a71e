// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/blockingreport.h"

#include <algorithm>

namespace lockscope
{

BlockingReport shownBlocking(const Registry &registry, const std::vector<LockPtr> &locks, bool withUncounted)
{
    BlockingReport report{.graph = waitGraph(registry, locks), .asleep = Asleep(), .at = now()};
    if (withUncounted)
        report.graph.uncounted = std::ranges::count_if(
            locks, [&registry](const LockPtr &lock) { return isUncounted(registry, *lock); });
    report.deadlocks = findDeadlocks(report.graph);
    for (Deadlock &deadlock : report.deadlocks)
        deadlock.isSeen = false;
    countFreed(report.graph, report.deadlocks);
    return report;
}

} // namespace lockscope
