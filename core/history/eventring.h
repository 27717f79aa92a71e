// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last events of all locks, in memory, and the marks among them. Holds are read off their ends, which say
// how long they were; those that go on are known however long ago they began. Pure value; any one thread.

#include "core/history/openholds.h"

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
    void clear(WallTime at); // it begins then

    std::optional<WallTime> since() const; // nothing is known of the time before
    const OpenHolds &open() const { return m_open; }
    HoldsAnswer holds(const HoldsQuery &query) const;
    LockStory story(const LockName &key, size_t most) const;
    HistoryMoment moment(WallTime at, size_t most) const;
    std::vector<Mark> marks(const HistoryRange &range) const;
    // Of what is remembered of the range; most demand first.
    std::vector<Contention> contention(const HistoryRange &range, size_t most) const;

private:
    std::optional<WallTime> m_began{};
    bool m_forgot = false; // the first of its events
    OpenHolds m_open{};
    std::deque<LockEvent> m_events;
    std::deque<Mark> m_marks;
};

} // namespace lockscope
