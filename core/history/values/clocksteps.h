// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A wall clock that is set while a recording is made. Values; any one thread.

#include "core/history/values/hold.h"

class QSqlQuery;

namespace lockscope
{

// One moment, by the wall clock as it was and as it is since.
struct ClockStep {
    WallTime before{};
    WallTime after{};
    milliseconds by() const { return std::chrono::duration_cast<milliseconds>(after - before); }
};

// Notices that the wall clock does not go on as the monotonic one does. The latter also stops while a
// computer is suspended.
class ClockWatch
{
public:
    // Events within a second of one another may be in any order anyway.
    static constexpr milliseconds Least{1'100};

    void begin(WallTime wall, Instant at);
    std::optional<ClockStep> look(WallTime wall, Instant at); // since the last look
    std::optional<ClockStep> look();
    // The delta, if some of its events are dated by the clock as it was before a step that was just seen.
    std::optional<LockDelta> redated(const LockDelta &delta) const;

private:
    WallTime m_wall{};
    Instant m_at{};
    std::optional<Instant> m_stepSeenAt{};
};

// The parts of time that a recording may have twice, as its clock was set back: from where it went on to
// where it was. marks: in the order in which they were written.
std::vector<HistoryRange> timesSetBack(const std::vector<Mark> &marks);
// The mark ends or begins what was recorded because of that, not because watching stopped.
bool isOfSetBack(const Mark &mark, const std::vector<HistoryRange> &setBack);
// Nothing is known for certain of those times.
void addSetBack(HoldsAnswer &answer, const std::vector<HistoryRange> &setBack, const HistoryRange &range);

// The rows of marks from which that is found.
namespace setbackrows
{
QString find();
std::vector<HistoryRange> read(QSqlQuery &rows);         // executed
QString times(const std::vector<HistoryRange> &setBack); // of those marks, as a list
} // namespace setbackrows

} // namespace lockscope
