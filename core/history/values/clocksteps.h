// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Detects that the wall clock is set while a recording is made. Values; a ClockWatch is used by one thread.

#include "core/history/values/hold.h"

class QSqlQuery;

namespace lockscope
{

// A jump of the wall clock: the same moment before and after it.
struct ClockStep {
    WallTime before{};
    WallTime after{};
    milliseconds by() const { return std::chrono::duration_cast<milliseconds>(after - before); }
};

// Compares the wall clock with the monotonic clock. The latter stops while a computer is suspended, which
// looks like a jump of the wall clock too.
class ClockWatch
{
public:
    // Smaller jumps are ignored: events within a second of each other may be in any order anyway.
    static constexpr milliseconds Least{1'100};

    void begin(WallTime wall, Instant at);
    std::optional<ClockStep> look(WallTime wall, Instant at); // the jump since the last look
    std::optional<ClockStep> look();
    // Shortly after a jump: the delta with its events dated by the new time. Of what was read before the
    // beginning: dated by that. nullopt: neither.
    std::optional<LockDelta> redated(const LockDelta &delta) const;

private:
    WallTime m_wall{};
    Instant m_at{};
    std::optional<Instant> m_stepSeenAt{};
    WallTime m_begun{};
};

// Time ranges recorded twice because the clock was set back. marks: in the order in which they were written.
std::vector<HistoryRange> timesSetBack(const std::vector<Mark> &marks);
// Adds the ranges that overlap `range` to answer.setBack and answer.unseen.
void addSetBack(HoldsAnswer &answer, const std::vector<HistoryRange> &setBack, const HistoryRange &range);

// SQL for the same.
namespace setbackrows
{
// Of the minutes of a time of watching that opened then, after the clock was set back: the end of the last.
// Others with later times are from before; its own follow one another.
QString findMinutes(WallTime opened);
WallTime lastMinute(QSqlQuery &rows, WallTime opened);
QString deleteMinutesAfter(const Tally &minute);         // those that begin within a minute of its end
QString times(const std::vector<HistoryRange> &setBack); // of their marks, comma-separated
} // namespace setbackrows

} // namespace lockscope
