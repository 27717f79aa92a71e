// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks with a queue, and which of them are deadlocked. Two locks are read one after the other, so what
// looks like a cycle may never have stood as a whole. It counts only when each of its locks was read again
// after the last of them had completed it, and still has the same holder and waiter. Owned by LockTable, on
// its thread; has no clock.

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

    // The lock as it is now; call it for each that is read, added or changed.
    void note(const Lock &lock);
    void remove(const LockName &key);
    void clear();
    // Looks again, if something changed. Returns the locks that came to be deadlocked, or no longer are.
    std::vector<LockName> update(const Registry &registry, const Find &find);
    // How many locks are in the cycle of this one; 0: it is in none, as far as it is known. It is in no cycle
    // any more as soon as it is free, or has another holder or waiter: update() need not have looked again.
    qint64 sizeAt(const Lock &lock) const;
    // When it must be read again to be sure.
    std::optional<Instant> readAgainAt(const LockName &key) const;
    const QSet<LockName> &queued() const { return m_queued; } // the locks with a queue

private:
    struct Suspicion {
        QByteArray cycle{}; // its locks, holders and waiters, in one word
        OwnerId holder{};   // of this lock, since then
        Instant heldSince{};
        OwnerId waiter{};     // in its queue
        Instant completeAt{}; // when the last of its locks was read
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
