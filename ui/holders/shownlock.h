// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How one lock has changed since the user last confirmed what is shown. Pure value, GUI thread.

#include "core/values/events.h"
#include "core/values/failover.h"

namespace lockscope
{

// A number to compare in place of holders, for locks that record none: the free permits of a semaphore, the
// remaining count of a latch. Empty: the lock has holders or is free.
std::optional<qint64> numberOf(const Lock &lock);

class ShownLock
{
public:
    explicit ShownLock(LockPtr lock);

    bool apply(const LockDelta &delta);              // True: the delta concerns the lock
    bool noteFailover(const FailoverReport &report); // True: it lost the lock
    void confirm();                                  // The current state has been shown

    const LockPtr &lock() const { return m_lock; } // As last known
    const QVarLengthArray<Holder, 1> &confirmedHolders() const { return m_holders; }
    OwnerId confirmedOwner() const { return m_holders.isEmpty() ? OwnerId{} : m_holders.front().id; }
    qint64 confirmedCount() const { return m_holders.isEmpty() ? 0 : m_holders.front().count; }
    std::optional<qint64> confirmedNumber() const { return m_number; } // See numberOf()
    bool gone() const { return m_goneAt.has_value(); }
    // Its keys exist, but its holders are gone.
    bool freed() const { return !gone() && !m_lock->held() && !m_holders.isEmpty(); }
    QString goneText() const;  // "Gone since 12:03:04: expired"
    bool ownerChanged() const; // Any holder
    bool countChanged() const; // Under the same owners
    bool numberChanged() const;
    // Held by the same owner, but released and acquired again in between.
    bool retaken() const;
    // Same owner, but the deadline moved further than its known renewals explain: renewed for the first time,
    // or acquired again.
    bool deadlineMoved() const;

    // Two reads of one deadline differ by this, and by how uncertain each is.
    static constexpr milliseconds Tolerance{500};

private:
    void hear(const LockEvent &event);

    LockPtr m_lock;
    QVarLengthArray<Holder, 1> m_holders; // As confirmed
    std::optional<qint64> m_number;       // As confirmed
    LockPtr m_seen;                       // As confirmed
    // A confirmed holder released the lock or acquired it again; of a RedLock group, it lost its majority.
    bool m_endedSince = false;
    std::optional<WallTime> m_goneAt;
    std::optional<EventKind> m_goneHow;    // Released, expired, forced
    QString m_lostBy;                      // "its server restarted without it"; empty: no failover did
    std::optional<WallTime> m_unseenSince; // It went while its server was unreachable, last read then
};

} // namespace lockscope
