// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Connections of a fleet as a watch reports them, at a fixed time.

#include "core/fleet/fleetmember.h"
#include "tests/ui/uisamples.h"

namespace lockscope::test
{

using namespace std::chrono_literals;

inline const WallTime Today{1'795'000'000'000ms};
inline const Instant Now{1h};

inline FleetMember member(const char *name, FleetState state,
                          const LockTotals &totals = {.locks = 7, .held = 5})
{
    FleetMember member{.name = QLatin1String(name), .state = state, .since = Today - 5min};
    member.reason.text.clear();
    member.scanFailure.text.clear();
    if (isLive(state)) {
        member.totals = totals;
        member.nodes = member.nodesReady = 1;
    }
    return member;
}

inline FleetMember troubled(const char *name, VerdictLevel level)
{
    LockTotals totals{.locks = 1281, .held = 900, .waiters = 12};
    totals.levels[size_t(level)] = 2;
    FleetMember troubled = member(name, FleetState::Connected, totals);
    Lock lock = samples::stuck(Now);
    lock.verdict.level = level;
    troubled.worst = samples::shared(lock);
    return troubled;
}

inline FleetMember lost(const char *name)
{
    FleetMember lost = troubled(name, VerdictLevel::Critical);
    lost.state = FleetState::Unreachable;
    lost.asOf = Today - 2min;
    lost.stale = lost.totals->locks;
    lost.nodesReady = 0;
    lost.retryAt = Now + 3s;
    lost.reason = {.kind = ErrorKind::Refused,
                   .text = QStringLiteral("connection refused"),
                   .node = NodeId{"10.0.0.1:6379"}};
    return lost;
}

} // namespace lockscope::test
