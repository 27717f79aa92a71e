// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What keyspace events said about each key since its last read. Events are in order among themselves, but
// arrive on another connection than reads: events show what happened and when, reads show the owner. If a
// read is ahead of an event, only the event reports the change, so that it is not reported twice. Value.

#include "core/values/events.h"

#include <QHash>

#include <optional>

namespace lockscope
{

class PendingEvents
{
public:
    struct Pending {
        bool setting = false;             // a write whose expire follows
        std::optional<Instant> written{}; // written while it existed, and not read since
        std::optional<Instant> taken{};   // written while it was missing
        std::optional<Instant> deleted{}; // or migrated to another node
    };

    bool has(const LockName &key) const { return m_pending.contains(key); }
    const Pending *find(const LockName &key) const; // null: nothing is pending
    void noteWritten(const LockName &key, Instant at);
    void noteTaken(const LockName &key, Instant at);
    void noteDeleted(const LockName &key, Instant at) { m_pending[key].deleted = at; }
    bool takeSetting(const LockName &key); // whether the next expire belongs to a write
    std::optional<Instant> takeTaken(const LockName &key);
    Pending take(const LockName &key) { return m_pending.take(key); }
    // The key was read at readAt. isElsewhere: on another node than before.
    void settle(const LockName &key, Instant readAt, bool isElsewhere);
    void remove(const LockName &key) { m_pending.remove(key); }
    void clear() { m_pending.clear(); }

private:
    QHash<LockName, Pending> m_pending;
};

} // namespace lockscope
