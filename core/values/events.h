// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened to locks, and the change of the whole table since the last look. Values; any thread.

#include "core/values/lock.h"

#include <vector>

namespace lockscope
{

enum class EventKind { Acquired, Reentered, Renewed, Released, Expired, Forced, Changed, Waiters, Node };
enum class EventSource { Tracking, Keyspace, Poll, Scan, Act };

// released: some hold given back; the lock may still be held (count > 0).
struct LockEvent {
    EventKind kind = EventKind::Changed;
    LockName key{};
    OwnerId owner{};
    qint64 count = 0; // holds after the event; for waiters: how many
    std::optional<milliseconds> ttl{};
    NodeId node{};
    EventSource source = EventSource::Poll;
    Instant at{};
    WallTime wallAt{};
};

// A snapshot is the delta from nothing. Each key occurs at most once in each list.
struct LockDelta {
    std::vector<LockPtr> upserted{}; // new or changed
    std::vector<LockName> removed{};
    std::vector<LockEvent> events{}; // in order
    bool reset = false;              // forget everything known before
    bool isEmpty() const { return upserted.empty() && removed.empty() && events.empty() && !reset; }
};

const char *name(EventKind kind); // as in cli.md: "acquired", …
const char *name(EventSource kind);

} // namespace lockscope
