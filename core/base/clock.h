// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two clocks that are never mixed: Instant (monotonic; deadlines, expiries, ages) and WallTime (display and
// logs only). Pure functions take the current time as a parameter.

#include "core/base/outcome.h"

#include <QString>

#include <chrono>
#include <optional>

namespace lockscope
{

using std::chrono::milliseconds;
using Instant = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

inline Instant now()
{
    return std::chrono::steady_clock::now();
}
inline WallTime wallNow()
{
    return std::chrono::system_clock::now();
}
inline milliseconds millisecondsBetween(Instant from, Instant to)
{
    return std::chrono::duration_cast<milliseconds>(to - from);
}

// "250ms", "30s", "5m", "2h", "1d", "1.5s". Refuses a bare number; the failure says why.
Outcome<milliseconds> parseDuration(const QString &text);
// The shortest exact text that parseDuration() accepts: "250ms", "30s", "90s", "5m".
QString durationText(milliseconds duration);
// For display, with at most two units: "28.4 s", "3 min 20 s", "2 h 5 min", "41 d".
QString humanDuration(milliseconds duration);
QString humanAgo(milliseconds age); // "28.4 s ago"; below one second: "just now"

} // namespace lockscope
