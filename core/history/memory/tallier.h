// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts events by second, and keeps the seconds of the last two hours and the minutes of the last week. Pure
// value; time is a parameter.

#include "core/history/values/hold.h"

#include <deque>
#include <utility>

namespace lockscope
{

class Tallier
{
public:
    static constexpr size_t SecondsKept = 2 * 3600;
    static constexpr size_t MinutesKept = 7 * 24 * 60;

    explicit Tallier(WallTime at) { clear(at); }
    void clear(WallTime at);
    void note(const LockEvent &event);
    void noteTotals(const LockTotals &totals, WallTime at);
    void setSampled(bool sampled); // from now on
    void setBlind(bool blind);
    void noteUnread(qint64 keys);
    void noteGap() { m_second.blind = true; }
    // Ends the current second and starts the next. minute: set to the minute that ended with it, if any.
    // Minutes are shorter where watching begins or ends.
    Tally turn(WallTime at, std::optional<Tally> *minute = nullptr);
    // Returns the unfinished minute up to now and starts another.
    std::optional<Tally> endMinute() { return std::exchange(m_minute, {}); }

    // In steps aligned to multiples of step, cut where watching begins or ends; oldest first. Without the
    // current second.
    std::vector<Tally> tallies(const HistoryRange &range, milliseconds step) const;

    std::optional<WallTime> since() const; // the start of the oldest data

    void begin(WallTime at); // starts a second after a jump of the wall clock

private:
    void weigh(WallTime at);

    Tally m_second;
    std::optional<Tally> m_minute; // the unfinished one
    WallTime m_weighedAt{};
    bool m_sampled = false;
    bool m_blind = true;
    std::deque<Tally> m_seconds;
    std::deque<Tally> m_minutes;
};

// Appends a tally to such steps, or adds it to the last one if it belongs there.
void addToSteps(std::vector<Tally> &steps, const Tally &tally, milliseconds step);

} // namespace lockscope
