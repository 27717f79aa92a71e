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
        member.hasWaiters = true;
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

// So many minutes up to Today, with a gap of three minutes from that one on; 0: none.
inline std::vector<FleetMinute> hourOf(int minutes, qint64 most, int gap)
{
    std::vector<FleetMinute> hour;
    for (int i = 0; i < minutes; ++i) {
        const bool isGap = gap > 0 && i >= gap && i < gap + 3;
        const qint64 held = most - (most / 12) * ((i * 7 + i / 5) % 6);
        hour.push_back({.from = Today - std::chrono::minutes(minutes - 1 - i),
                        .held = isGap ? std::nullopt : std::optional(held)});
    }
    return hour;
}

} // namespace lockscope::test
