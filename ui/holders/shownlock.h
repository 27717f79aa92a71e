// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What became of one lock since a person last confirmed what the screen shows. Pure value, GUI thread.

#include "core/values/events.h"

namespace lockscope
{

// What stands for the holders of a lock that writes none down, and is compared in their place: the free
// permits of a semaphore, the counts a latch has to go. Nothing: it has holders, or nobody holds it.
std::optional<qint64> numberOf(const Lock &lock);

class ShownLock
{
public:
    explicit ShownLock(LockPtr lock);

    bool apply(const LockDelta &delta); // whether it touched the lock
    void confirm();                     // what is there now has been seen

    const LockPtr &lock() const { return m_lock; } // as last known
    const QVarLengthArray<Holder, 1> &confirmedHolders() const { return m_holders; }
    OwnerId confirmedOwner() const { return m_holders.isEmpty() ? OwnerId{} : m_holders.front().id; }
    qint64 confirmedCount() const { return m_holders.isEmpty() ? 0 : m_holders.front().count; }
    std::optional<qint64> confirmedNumber() const { return m_number; } // see numberOf()
    bool gone() const { return m_goneAt.has_value(); }
    // Its keys are there, but nobody has it any more.
    bool freed() const { return !gone() && !m_lock->held() && !m_holders.isEmpty(); }
    std::optional<WallTime> goneAt() const { return m_goneAt; }
    std::optional<EventKind> goneHow() const { return m_goneHow; } // released, expired, forced
    bool ownerChanged() const;                                     // any of them
    bool countChanged() const;                                     // by the same owners
    bool numberChanged() const;
    // Held by the same owner, but not in one piece: he gave it back and took it again.
    bool retaken() const;
    // By the same owner, with more left than its renewals explain: renewed for the first time, or taken anew.
    bool deadlineMoved() const;

    // A deadline read twice differs by the way the answers took.
    static constexpr milliseconds Tolerance{500};

private:
    void hear(const LockEvent &event);

    LockPtr m_lock;
    QVarLengthArray<Holder, 1> m_holders; // as confirmed
    std::optional<qint64> m_number;       // as confirmed
    LockPtr m_seen;                       // as confirmed
    bool m_endedSince = false;            // a holder of those confirmed gave it back, or took it
    std::optional<WallTime> m_goneAt;
    std::optional<EventKind> m_goneHow;
};

} // namespace lockscope
