// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which figures of a tally are drawn as curves, in which plots, and what each says: as number, in words, as
// CSV. Pure, GUI thread for the words.

#include "core/history/hold.h"

#include <QString>

#include <deque>
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

enum class CurveUnit { Locks, Rate, Time }; // a count, a second, seconds

// The plots from the top, each with its curves.
std::span<const std::span<const Curve>> curvePanels();
CurveUnit unitOf(Curve curve);
QString curveTitle(Curve curve);
QString curveHelp(Curve curve);
// Rates by the second, times in seconds; NaN: there is no such figure in this time.
double curveValue(Curve curve, const Tally &tally);
QString curveText(Curve curve, double value);

// Whether the figure may be too low. How many there are at the end of a time is as exact as the last look.
bool isSampled(Curve curve, const Tally &tally);

// Exact, sampled, or nothing could be seen: one word of cli.md for files, one of the language for people.
const char *sightName(const Tally &tally);
QString sightText(const Tally &tally);
QString sampledMark(); // "≈ sampled"
QString whySampled();

// All that took place within the range, added up.
Tally sumOf(const std::deque<Tally> &tallies, const HistoryRange &range);
// A header row, then a row a tally: times in UTC.
QByteArray curvesCsv(const std::deque<Tally> &tallies, const HistoryRange &range);

} // namespace lockscope
