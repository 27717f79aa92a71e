// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks with a queue, and which of them are deadlocked. Locks are read one after the other, so a cycle
// may never have existed at one time. It counts only after each of its locks was read again, later than the
// read that completed the cycle, and still has the same holder and waiter, and once it lasts
// (Deadlock::lasts). Owned by LockTable, on its thread; has no clock.

#include "core/engine/blocking/deadlocks.h"

#include <QHash>
#include <QSet>

#include <functional>

namespace lockscope
{

class DeadlockWatch
{
public:
    using Find = std::function<LockPtr(const LockName &)>;

    // Call it with each lock that was read, added or changed.
    void note(const Lock &lock);
    void remove(const LockName &key);
    // Searches again if something changed. Returns the locks that became deadlocked, or no longer are.
    std::vector<LockName> update(const Registry &registry, const Find &find);
    // How many locks the deadlock of this one has; 0: none is known. Returns 0 as soon as the lock is free,
    // or has another holder or waiter, even before update().
    qint64 sizeAt(const Lock &lock) const;
    // When to read it again, to confirm a cycle.
    std::optional<Instant> readAgainAt(const LockName &key) const;
    const QSet<LockName> &queued() const { return m_queued; } // the locks with a queue

private:
    struct Suspicion {
        QByteArray cycle{}; // its locks, holders and waiters as one string
        OwnerId holder{};   // of this lock, since then
        Instant heldSince{};
        OwnerId waiter{};     // in its queue
        Instant completeAt{}; // when the last of its locks was read
        Instant againAt{};    // when to read it again, while it is not sure
        qint64 size = 0;
        bool isSure = false;
        friend bool operator==(const Suspicion &, const Suspicion &) = default;
    };
    using Suspicions = QHash<LockName, Suspicion>;
    void suspect(const WaitGraph &graph, const Deadlock &deadlock, Suspicions &now) const;
    static bool stands(const Suspicion &suspicion, const Lock &lock);
    void breakCycle(const LockName &key); // all locks of the cycle that this one is in

    QSet<LockName> m_queued;
    Suspicions m_suspicions;
    QSet<LockName> m_broken; // no longer in a cycle, since update()
    bool m_isChanged = false;
};

} // namespace lockscope
