// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one truth of which locks exist: folds readings into locks, tells what happened (LockEvent) and what
// changed (LockDelta). Owned by the Engine, on its thread; no I/O, time is a parameter, so every rule is
// testable. Holder and TTL continuity is judged here: same owner and an expiry that moved forward = renewed;
// count up or down = reentered or released; other owner = changed hands; gone before its deadline = released,
// at or after it = expired.

#include "core/formats/format.h"
#include "core/values/events.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

class LockTable
{
public:
    explicit LockTable(const Registry &registry);

    // What was read of a key, or that it is gone (reading.type None).
    void apply(const KeyReading &reading, const NodeId &node, int db, EventSource source);
    // A keyspace event named what was done (exact modes): counts what a re-read alone would merge.
    void noteRenewal(const LockName &key, const NodeId &node, Instant at);
    void setWaiters(const LockName &key, qint64 subscribed, Instant at);
    void markForced(const LockName &key); // the next disappearance is ours
    void setStale(const NodeId &node, bool stale);
    // After a complete pass: locks of the node that the pass did not meet are gone.
    void dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant at);
    void clear();
    // Verdicts depend on time: re-judges all locks whose verdict may have changed.
    void judge(Instant at);

    LockPtr find(const LockName &key) const;
    qsizetype size() const;
    template<class F> void forEach(F &&f) const
    {
        for (const LockPtr &lock : m_locks)
            f(lock);
    }

    LockDelta takeDelta(); // since the last call; empty if nothing changed

private:
    const Registry &m_registry;
    QHash<LockName, LockPtr> m_locks;
    QHash<LockName, bool> m_touched; // since takeDelta; value: was there before
    QHash<LockName, Instant> m_forced;
    std::vector<LockEvent> m_events;
    bool m_reset = false;
};

} // namespace lockscope
