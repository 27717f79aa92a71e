// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events since the last take(), in order and bounded. When the log fills up, renewals, waiters and
// changes are dropped first. Dropped events are counted. The keyspace event of a renewal arrives before a
// read shows the new TTL, so it waits for that read. Owner's thread.

#include "core/engine/table/continuity.h"
#include "core/values/events.h"

#include <QHash>
#include <QVarLengthArray>

#include <utility>

namespace lockscope
{

// True if a number without an expiry, possibly a lock, changed its value: it may be a counter.
bool isCounted(const Lock &before, const Lock &after);

class EventLog
{
public:
    static constexpr size_t Capacity = 200'000;

    EventLog();
    // merged: only reads show what happened to this lock, even if an event triggered them.
    void add(const Steps &steps, const Lock &lock, Instant at, EventSource source, bool merged = false);
    // A renewal reported by a keyspace event; it waits for settle(), but not longer than UnreadLasts.
    static constexpr milliseconds UnreadLasts{200};
    void addUnread(const Step &step, const Lock &lock, Instant at);
    // The key was read: adds its waiting renewals. expiresAt: the expiry that the last of them set; nullopt:
    // the read does not show it. Call it before adding the steps of the read.
    void settle(const LockName &key, Instant readAt, std::optional<Instant> expiresAt);
    std::vector<LockEvent> take(Instant at);                     // at: now
    qint64 takeDropped() { return std::exchange(m_dropped, 0); } // since the last call
    WallTime wallTimeAt(Instant at) const;                       // as the last event has it

private:
    LockEvent eventOf(const Step &step, const Lock &lock, Instant at, EventSource source, bool merged) const;
    void push(LockEvent &&event);
    void readClocks();

    std::vector<LockEvent> m_events;
    QHash<LockName, QVarLengthArray<LockEvent, 1>> m_unread; // renewals
    qint64 m_dropped = 0;
    Instant m_clockAt{}; // both clocks, read together: wall time is for display only
    WallTime m_clockWall{};
};

} // namespace lockscope
