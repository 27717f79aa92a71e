// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events since the last take(), in order and bounded. When the log fills up, renewals, waiters and
// changes are dropped first. Dropped events are counted. Owner's thread.

#include "core/engine/table/continuity.h"
#include "core/values/events.h"

#include <utility>

namespace lockscope
{

class EventLog
{
public:
    static constexpr size_t Capacity = 200'000;

    EventLog();
    // merged: for this lock only reads show what happened, even if an event triggered them.
    void add(const Steps &steps, const Lock &lock, Instant at, EventSource source, bool merged = false);
    std::vector<LockEvent> take();
    qint64 takeDropped() { return std::exchange(m_dropped, 0); } // since the last call
    void clear();

private:
    void readClocks();

    std::vector<LockEvent> m_events;
    qint64 m_dropped = 0;
    Instant m_clockAt{}; // both clocks, read together: wall time is for display only
    WallTime m_clockWall{};
};

} // namespace lockscope
