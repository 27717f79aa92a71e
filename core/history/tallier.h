// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts what happens into seconds, and keeps the seconds of the last two hours and the minutes of the last
// week. Pure value; time is a parameter.

#include "core/history/hold.h"

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
    // Ends the present second and begins the next. minute: the one that ended with it, if one did.
    Tally turn(WallTime at, std::optional<Tally> *minute = nullptr);
    // The minute that is not over, up to now; what follows begins another one.
    std::optional<Tally> endMinute() { return std::exchange(m_minute, {}); }

    // Steps that begin at whole multiples of step; oldest first. The present second is not among them.
    std::vector<Tally> tallies(const HistoryRange &range, milliseconds step) const;

    std::optional<WallTime> since() const; // the oldest that is kept

private:
    void begin(WallTime at);
    void weigh(WallTime at);

    Tally m_second;
    std::optional<Tally> m_minute; // so far
    WallTime m_weighedAt{};
    bool m_sampled = false;
    bool m_blind = true;
    std::deque<Tally> m_seconds;
    std::deque<Tally> m_minutes;
};

// Puts a tally behind others that are made of whole multiples of step: into the last one where it belongs
// there.
void addToSteps(std::vector<Tally> &steps, const Tally &tally, milliseconds step);

} // namespace lockscope
