// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of a tally that are drawn as curves: their plots, and their values as number, text and CSV.
// Pure; texts on the GUI thread only.

#include "core/history/values/hold.h"

#include <QString>

#include <deque>
#include <map>
#include <span>

namespace lockscope
{

enum class Curve {
    Held,
    Acquired,
    Released,
    OtherwiseEnded,
    Waiters,
    HoldMedian,
    HoldNinety,
    HoldNinetyNine,
    Renewed,
    WaitEstimate
};
inline constexpr size_t CurveCount = size_t(Curve::WaitEstimate) + 1;

enum class CurveUnit { Locks, Rate, Time }; // A count, per second, seconds

// The plots from top to bottom, each with its curves.
std::span<const std::span<const Curve>> curvePanels();
QString panelTitle(size_t panel);
QString panelTitleOf(std::span<const Curve> curves); // The same, for one of these plots
CurveUnit unitOf(Curve curve);
QString curveTitle(Curve curve);
QString curveTitleOfLock(Curve curve); // In a plot of a single lock
QString curveHelp(Curve curve);
bool isOfWaiters(Curve curve); // Unknown if no lock shows its waiters (LockTotals::hideWaiters)
// Rates per second, times in seconds; NaN: no value in this interval.
double curveValue(Curve curve, const Tally &tally);
QString curveText(Curve curve, double value);

// The value at one of the tallies. A percentile of few holds covers up to this many tallies before it, too.
inline constexpr size_t MostBefore = 100;
double valueAt(Curve curve, const std::deque<Tally> &tallies, size_t at);
// The figure that every view shows of a range: times are of all of it, rates of the last half minute,
// anything else is the latest.
double valueOver(Curve curve, const std::deque<Tally> &tallies, const HistoryRange &range);

// Whether the value may be too low. The number held at the end of an interval is as exact as the last read.
bool isSampled(Curve curve, const Tally &tally);

// Exact, sampled, or not observed: a fixed English word for files, a translated text for the window.
const char *sightName(const Tally &tally);
QString sightText(const Tally &tally);
QString sampledMark(); // "≈ sampled"
QString whySampled();

Tally sumOf(const std::deque<Tally> &tallies, const HistoryRange &range);
// A header row, then one row for each tally; times in UTC. The wait is only estimated of single locks.
QByteArray curvesCsv(const std::deque<Tally> &tallies, const HistoryRange &range);
// The same of single locks, with the lock as the first column.
QByteArray lockCurvesCsv(const std::map<LockName, std::deque<Tally>> &locks, const HistoryRange &range);

} // namespace lockscope
