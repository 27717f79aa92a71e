// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events since the last take(), in order and bounded. When the log fills up, renewals, waiters and
// changes are dropped first. Dropped events are counted. A keyspace event tells of a renewal before a read
// shows the new TTL: such an event waits for that read. Owner's thread.

#include "core/engine/table/continuity.h"
#include "core/values/events.h"

#include <QHash>
#include <QVarLengthArray>

#include <utility>

namespace lockscope
{

// A number that never expires, which is guessed to be a lock, became another one: it may have been counted up
// or down.
bool isCounted(const Lock &before, const Lock &after);

class EventLog
{
public:
    static constexpr size_t Capacity = 200'000;

    EventLog();
    // merged: for this lock only reads show what happened, even if an event triggered them.
    void add(const Steps &steps, const Lock &lock, Instant at, EventSource source, bool merged = false);
    // A renewal that a keyspace event told of; it waits for settle(), but not longer than UnreadLasts.
    static constexpr milliseconds UnreadLasts{200};
    void addUnread(const Step &step, const Lock &lock, Instant at);
    // The key was read: its unread renewals come now. expiresAt: what the last one of them set; none if the
    // reading does not show that. Call before what the reading shows is added.
    void settle(const LockName &key, Instant readAt, std::optional<Instant> expiresAt);
    std::vector<LockEvent> take(Instant at);                     // at: now
    qint64 takeDropped() { return std::exchange(m_dropped, 0); } // since the last call
    WallTime wallTimeAt(Instant at) const; // as the events since the last take() have it
    void clear();

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
