// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What became of one lock since a person last confirmed what the screen shows. Pure value, GUI thread.

#include "core/values/events.h"

namespace lockscope
{

class LockWatch
{
public:
    explicit LockWatch(LockPtr lock);

    bool apply(const LockDelta &delta); // whether it touched the lock
    void confirm();                     // what is there now has been seen

    const LockPtr &lock() const { return m_lock; } // as last known
    OwnerId confirmedOwner() const { return m_owner; }
    qint64 confirmedCount() const { return m_count; }
    bool gone() const { return m_goneAt.has_value(); }
    std::optional<WallTime> goneAt() const { return m_goneAt; }
    std::optional<EventKind> goneHow() const { return m_goneHow; } // released, expired, forced
    bool ownerChanged() const;
    bool countChanged() const; // by the same owner
    bool confirmed() const { return !gone() && !ownerChanged() && !countChanged(); }

private:
    LockPtr m_lock;
    OwnerId m_owner;
    qint64 m_count;
    std::optional<WallTime> m_goneAt;
    std::optional<EventKind> m_goneHow;
};

} // namespace lockscope
