// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last events of all locks, in memory, and the marks among them. Holds are read off their ends, which say
// how long they were. Pure value; any one thread.

#include "core/history/hold.h"

#include <deque>

namespace lockscope
{

class EventRing
{
public:
    static constexpr size_t EventsKept = 250'000;
    static constexpr size_t MarksKept = 1'000;

    void add(const LockEvent &event);
    void add(const Mark &mark);
    void clear();

    std::optional<WallTime> since() const; // the oldest event
    HoldsAnswer holds(const HoldsQuery &query) const;
    std::vector<LockEvent> story(const LockName &key, size_t most) const; // oldest first
    HistoryMoment moment(WallTime at, size_t most) const;
    std::vector<Mark> marks(const HistoryRange &range) const;

private:
    std::deque<LockEvent> m_events;
    std::deque<Mark> m_marks;
};

// The hold that ended with this event.
Hold holdOf(const LockEvent &end);
// The one that began with this event, and goes on.
Hold openHold(const LockEvent &taken);

} // namespace lockscope
