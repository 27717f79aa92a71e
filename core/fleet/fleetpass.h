// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Looks for the locks of one connection that match a filter, a few milliseconds at a time, so that the thread
// does not stall, however many there are; and again when they have changed. Any one thread; time is a
// parameter but for how long a step takes.

#include "core/engine/filter/lockfilter.h"
#include "core/fleet/fleetfindings.h"
#include "core/fleet/fleettally.h"

namespace lockscope
{

class FleetPass
{
public:
    static constexpr milliseconds Pace{500}; // between two passes, at least
    static constexpr int Rest = 9;           // a pass rests so many times as long as it took

    // What was found with another filter is forgotten.
    void setFilter(const LockFilter &filter);
    // Goes on until the deadline, if the locks or their matches may have changed. True: nothing is left to do
    // now.
    bool goOn(FleetTally &tally, Instant deadline);
    bool isKnown() const { return m_isKnown; } // a pass was completed with this filter
    // By the last complete pass.
    qint64 found() const { return m_found; }
    qint64 unsure() const { return m_unsure; } // may match, but the clients of their holders are not known
    const std::vector<LockPtr> &rows() const { return m_rows; } // the worst, in no order

private:
    bool isDue(const FleetTally &tally, Instant at) const;
    void begin(FleetTally &tally);
    void look(FleetTally &tally, size_t place, Instant at);
    void finish(const FleetTally &tally, Instant at);

    LockFilter m_filter{};
    bool m_asksForClient = false;
    bool m_isKnown = false;
    qint64 m_found = 0;
    qint64 m_unsure = 0;
    std::vector<LockPtr> m_rows{};
    quint64 m_changes = 0; // of the tally, when the last pass began
    Instant m_dueAt{};     // not before
    // The present pass, from the last place to the first.
    bool m_isRunning = false;
    size_t m_left = 0;
    quint32 m_mark = 0;
    qint64 m_count = 0;
    qint64 m_lacking = 0;
    std::vector<LockPtr> m_worst{}; // a heap with the least bad on top
    std::chrono::nanoseconds m_work{};
};

} // namespace lockscope
