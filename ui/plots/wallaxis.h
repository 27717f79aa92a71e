// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts between the monotonic clock and the axis of the plots (wall time in seconds since 1970). Valid for
// one frame, because either clock may be adjusted. Value; any thread.

#include "core/base/clock.h"

namespace lockscope
{

inline double seconds(milliseconds duration)
{
    return double(duration.count()) / 1000.0;
}

class WallAxis
{
public:
    WallAxis() : m_now(now()), m_wall(wallNow()) {}
    Instant moment() const { return m_now; }
    double at(Instant instant) const
    {
        const auto wall = m_wall + std::chrono::duration_cast<WallTime::duration>(instant - m_now);
        return seconds(std::chrono::duration_cast<milliseconds>(wall.time_since_epoch()));
    }
    Instant instant(double key) const
    {
        const auto apart = std::chrono::duration<double>(key - at(m_now));
        return m_now + std::chrono::duration_cast<Instant::duration>(apart);
    }
    WallTime wall(Instant instant) const
    {
        return m_wall + std::chrono::duration_cast<WallTime::duration>(instant - m_now);
    }

private:
    Instant m_now;
    WallTime m_wall;
};

} // namespace lockscope
