// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last hour of one connection, by minute: how many locks were held, and how long the holds were that
// ended. Any one thread; time is a parameter, of the wall clock.

#include "core/fleet/fleetmember.h"
#include "core/history/memory/groupholds.h"
#include "core/history/values/hold.h"

#include <deque>

namespace lockscope
{

class FleetHour
{
public:
    static constexpr std::chrono::minutes Length{60};
    // No time to report anything for so long: the machine slept.
    static constexpr std::chrono::seconds LongestSilence{90};

    explicit FleetHour(bool isGroup) // a RedLock group, whose holds a majority decides on
    {
        if (isGroup)
            m_group.emplace();
    }

    void take(const LockDelta &delta, WallTime at);
    // How many locks are held from now on; nullopt: not known. Call after each change, and once a minute.
    void turn(std::optional<qint64> held, WallTime at);
    std::vector<FleetMinute> minutes() const; // oldest first; the last one is the present one
    HoldLengths holds() const;                // that were seen from start to end

private:
    void ensure(WallTime at);
    void goOnTo(WallTime at, bool isKnown);

    std::optional<GroupHolds> m_group{};
    std::deque<Tally> m_minutes{};
    WallTime m_turnedAt{};
};

} // namespace lockscope
