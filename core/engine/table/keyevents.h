// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What keyspace events report. Events are in order among themselves, but arrive on another connection than
// reads: events show what happened and when, reads show the owner. If a read is ahead of an event, only the
// event reports the change, so that it is not reported twice. Owned by LockTable, on its thread.

#include "core/engine/table/absences.h"
#include "core/engine/table/eventlog.h"
#include "core/engine/table/lockentries.h"

#include <functional>

namespace lockscope
{

class KeyEvents
{
public:
    using Ended = std::function<void(const LockName &key, const NodeId &node, Instant at, EventKind how)>;
    // ended: an event ended the lock of this key, or showed that the key is missing.
    KeyEvents(LockEntries &entries, Absences &absences, EventLog &events, Ended ended)
        : m_entries(entries), m_absences(absences), m_events(events), m_ended(std::move(ended))
    {
    }
    Q_DISABLE_COPY_MOVE(KeyEvents)

    // See LockTable.
    void noteHappened(const LockName &key, const QByteArray &event, const NodeId &node, Instant at,
                      bool mayHaveMoved);
    // A key that was deleted has not migrated.
    void settleDeletion(const LockName &key, const NodeId &node);
    // True if the reply of a read under way is newer than the events received before it.
    bool isOvertakenBy(const Lock &after, const Lock *before, EventSource source) const;
    // When the missing key was written.
    std::optional<Instant> takeTaken(const LockName &key);
    // When the key that was read at readAt had been replaced, since it was read before.
    std::optional<Instant> takeReplaced(const LockName &key, Instant readAt);
    // The key was read at readAt. isElsewhere: on another node than before.
    void settle(const LockName &key, Instant readAt, bool isElsewhere);
    void remove(const LockName &key) { m_pending.remove(key); }
    void clear() { m_pending.clear(); }
    // Keys that came and went unread, since the last call.
    qint64 takeUnread() { return std::exchange(m_unread, 0); }

private:
    // Since the last read of a key.
    struct Pending {
        bool setting = false;              // a write whose expire follows
        std::optional<Instant> written{};  // written while it existed, and not read since
        std::optional<Instant> replaced{}; // by a whole other key, and not read since
        std::optional<Instant> taken{};    // written while it was missing
        std::optional<Instant> deleted{};  // or migrated to another node
    };

    const Pending *find(const LockName &key) const // null: nothing is pending
    {
        const auto pending = m_pending.constFind(key);
        return pending == m_pending.cend() ? nullptr : &*pending;
    }
    const Absence *seenAbsence(const LockName &key, const NodeId &node) const
    {
        return m_absences.seen(key, node, m_entries.nodeView(node).gapAt);
    }
    void noteWritten(const LockName &key, const NodeId &node, Instant at);
    void noteDeleted(const LockName &key, const NodeId &node, Instant at, EventKind kind);
    void noteExpire(LockEntries::Entry &entry, Instant at);
    bool cameAndWent(const LockName &key, const NodeId &node, Instant taken, Instant gone, EventKind how);

    LockEntries &m_entries;
    Absences &m_absences;
    EventLog &m_events;
    Ended m_ended;
    QHash<LockName, Pending> m_pending;
    qint64 m_unread = 0;
};

} // namespace lockscope
