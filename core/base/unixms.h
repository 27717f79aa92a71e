// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wall time in files and documents: milliseconds since 1970. Pure.

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope
{

inline qint64 unixMs(WallTime at)
{
    return std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count();
}

// A file may hold any number. Within 120 years of 1970, so that times can be compared and subtracted.
inline milliseconds storedTime(qint64 ms)
{
    constexpr milliseconds Furthest = std::chrono::years(120);
    return milliseconds(std::clamp<qint64>(ms, -Furthest.count(), Furthest.count()));
}
inline WallTime wallTimeOf(qint64 unixMs)
{
    return WallTime(std::max(storedTime(unixMs), milliseconds(0)));
}

} // namespace lockscope
