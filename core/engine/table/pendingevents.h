// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What keyspace events said of each key since it was read last. They come on another connection than readings
// do, in order among themselves: events say what happened and when, readings say to whom. A reading that
// shows what events are still to tell of is left to them, so that nothing is told twice. Value.

#include "core/base/clock.h"
#include "core/base/names.h"

#include <QHash>

#include <optional>

namespace lockscope
{

class PendingEvents
{
public:
    struct Pending {
        bool setting = false;             // a write, whose expire belongs to it
        std::optional<Instant> written{}; // while it was there, and not read since
        std::optional<Instant> taken{};   // it was missing, and was written
        std::optional<Instant> deleted{}; // or moved to another node
    };

    bool has(const LockName &key) const { return m_pending.contains(key); }
    const Pending *find(const LockName &key) const; // null: nothing
    void noteWritten(const LockName &key, Instant at);
    void noteTaken(const LockName &key, Instant at);
    void noteDeleted(const LockName &key, Instant at) { m_pending[key].deleted = at; }
    bool takeSetting(const LockName &key); // whether the expire that comes now belongs to a write
    std::optional<Instant> takeTaken(const LockName &key);
    Pending take(const LockName &key) { return m_pending.take(key); }
    // The key was read then. isElsewhere: on another node than before.
    void settle(const LockName &key, Instant readAt, bool isElsewhere);
    void remove(const LockName &key) { m_pending.remove(key); }
    void clear() { m_pending.clear(); }

private:
    QHash<LockName, Pending> m_pending;
};

} // namespace lockscope
