// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last events and marks of all locks, in memory. A closed hold comes from its end event, which contains
// its length; open holds are tracked however old they are. Pure value; any one thread.

#include "core/history/memory/openholds.h"
#include "core/history/memory/verdictbook.h"
#include "core/history/values/marks.h"

#include <deque>

namespace lockscope
{

class EventRing
{
public:
    static constexpr size_t EventsKept = 250'000;
    static constexpr size_t MarksKept = 1'000;

    void add(const LockEvent &event);
    // Also adds the events that these imply (OpenHolds::doubted, endBefore), unless later events were added
    // before. Returns all, in time order.
    std::vector<LockEvent> add(const std::vector<LockEvent> &events,
                               const std::vector<HoldDoubt> &doubts = {});
    // Adds the events of a change, and those that it implies: ends that were not reported, keys that cannot
    // be read any more or again, holds that existed when first seen. Returns all. told: the events of the
    // delta, or those of a RedLock group, whose nodes decide together what can be read.
    std::vector<LockEvent> take(const LockDelta &delta, const std::vector<LockEvent> &told, bool isGroup,
                                WallTime at);
    void add(const Mark &mark);
    void clear(WallTime at); // starts anew at this time
    // After a jump of the wall clock: ends the open holds at the old time and begins them at the new one.
    // Returns the events that begin them.
    std::vector<LockEvent> goOn(const ClockStep &step);

    std::optional<WallTime> since() const; // the start of the data; nullopt: there are none
    const OpenHolds &open() const { return m_open; }
    VerdictBook &verdicts() { return m_verdicts; }
    const UnreadableKeys &unreadable() const { return m_unreadable; }
    HoldsAnswer holds(const HoldsQuery &query) const;
    LockEvents lockEvents(const LockName &key, size_t most) const;
    HistoryMoment moment(WallTime at, size_t most) const;
    std::vector<Mark> marks(const HistoryRange &range) const;
    // From the events still in memory; highest demand first.
    std::vector<Contention> contention(const HistoryRange &range, size_t most) const;

private:
    WallTime lastAt() const { return m_events.empty() ? WallTime::min() : m_events.back().wallAt; }
    std::vector<ReadableStep> readableSteps(const HoldsQuery &query) const;
    void answerWaiters(HoldsAnswer &answer, const HoldsQuery &query) const;

    void cutAtClockStep(LockEvent &event) const;

    std::optional<WallTime> m_began{};
    std::optional<WallTime> m_clockSetTo{}; // at the last jump of the wall clock
    bool m_forgot = false;                  // the oldest events were dropped
    OpenHolds m_open{};
    VerdictBook m_verdicts{};
    UnreadableKeys m_unreadable{};
    QHash<LockName, qint64> m_waitedBefore{}; // waiters at the start of m_events, without 0
    std::deque<LockEvent> m_events;
    std::deque<Mark> m_marks;
};

} // namespace lockscope
