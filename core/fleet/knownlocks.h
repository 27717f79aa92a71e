// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks as last known, in a table that is being read anew: each stays until it was read, or until the scan
// has ended without it. Any one thread.

#include "core/values/events.h"

#include <QHash>

#include <functional>
#include <vector>

namespace lockscope
{

class KnownLocks
{
public:
    // asLastKnown(): of these. Those that were read already are left out. The result is a change of the
    // table.
    LockDelta begin(const std::vector<LockPtr> &locks, const std::function<bool(const LockName &)> &wasRead);
    // A change that the engine reports, as it is with these locks. A reset keeps them.
    LockDelta with(const LockDelta &delta);
    LockDelta end(); // the scan has ended: the rest is gone
    void forget();
    bool isEmpty() const { return m_unread.isEmpty(); }
    bool isOver() const { return m_all.empty(); } // with() changes nothing

private:
    std::vector<LockPtr> m_all{};
    QHash<LockName, LockPtr> m_unread;
};

// As last known at that time: not read since. One of an unreachable node is so already.
LockPtr asLastKnown(const LockPtr &lock, Instant at);

} // namespace lockscope
