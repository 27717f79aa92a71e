// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys that were read as missing, a bounded number, with what each was before. Value.

#include "core/values/events.h"

#include <QHash>

#include <optional>

namespace lockscope
{

struct Absence {
    Instant at{};
    NodeId node{};
    LockKind kind{};                // before it went missing; empty: it was not a lock
    Ending ended = Ending::NotSeen; // how its last hold ended
    bool told = false;              // an event reported its end, so an event will also report the next lock
    bool beside = false;            // companion keys may have held the lock
    std::optional<qint64> subscribed{}; // subscribers of its wake-up channel
    size_t queued = 0;                  // waiters in its queue
    Instant countedAt{};                // when they were counted, or the lock was last present
    bool wasLock() const { return !kind.name.empty(); }
    bool isOf(const Lock &lock) const { return node == lock.node && kind == lock.kind; }
};

class Absences
{
public:
    const Absence *find(const LockName &key) const // null: not known to be missing
    {
        const auto absence = m_absent.constFind(key);
        return absence == m_absent.cend() ? nullptr : &*absence;
    }
    Absence *find(const LockName &key)
    {
        const auto absence = m_absent.find(key);
        return absence == m_absent.end() ? nullptr : &*absence;
    }
    // Null: it was not read as missing on this node after that time.
    const Absence *seen(const LockName &key, const NodeId &node, Instant after) const
    {
        const Absence *absence = find(key);
        return absence && absence->node == node && absence->at > after ? absence : nullptr;
    }
    void remember(const LockName &key, const Absence &absence);
    void remove(const LockName &key) { m_absent.remove(key); }

private:
    QHash<LockName, Absence> m_absent;
};

} // namespace lockscope
