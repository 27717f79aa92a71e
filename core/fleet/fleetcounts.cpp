// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetcounts.h"

#include "core/fleet/fleettally.h"

namespace lockscope
{

VerdictLevel FleetCounts::level() const
{
    return criticals > 0 ? VerdictLevel::Critical : warnings > 0 ? VerdictLevel::Warning : VerdictLevel::Ok;
}

FleetCounts countFleet(const std::vector<FleetMember> &members)
{
    FleetCounts all{.connections = qint64(members.size())};
    for (const FleetMember &member : members) {
        const bool isUnknown = !isLive(member.state) || !member.totals;
        const bool isIncomplete = member.scanning || member.stale > 0 || !member.scanFailure.text.isEmpty() ||
                                  member.state != FleetState::Connected;
        const qint64 criticals = member.ofLevel(VerdictLevel::Critical);
        const qint64 warnings = member.ofLevel(VerdictLevel::Warning);
        all.unknown += isUnknown ? 1 : 0;
        all.incomplete += !isUnknown && isIncomplete ? 1 : 0;
        all.criticals += criticals;
        all.warnings += warnings;
        all.criticalsOld += isUnknown ? criticals : 0;
        all.warningsOld += isUnknown ? warnings : 0;
        if (!member.worst)
            continue;
        const auto level = [](const LockPtr &lock) { return lock->shownVerdict().level; };
        const bool isWorse = !all.worst ? true
                             : level(member.worst) != level(all.worst)
                                 ? level(member.worst) > level(all.worst)
                             : isUnknown != all.isWorstOld ? all.isWorstOld
                                                           : isWorseLock(*member.worst, *all.worst);
        if (!isWorse)
            continue;
        all.worst = member.worst;
        all.worstConnection = member.name;
        all.isWorstOld = isUnknown;
    }
    return all;
}

} // namespace lockscope
