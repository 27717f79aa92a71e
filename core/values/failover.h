// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a failover did to the locks. Values; any thread.

#include "core/values/lock.h"

#include <map>
#include <vector>

namespace lockscope
{

// The run id of each server, as last known.
using KnownRuns = std::map<NodeId, QByteArray>;

struct OwnerChange {
    LockPtr before{};
    LockPtr after{};
};

// Compares the locks of the old master with those that the first complete scan of the new one found.
struct FailoverReport {
    NodeId from{};
    NodeId to{};
    WallTime at{}; // when the change was noticed
    qint64 before = 0;
    qint64 kept = 0;                         // of the same owner, which may have acquired it again
    qint64 expired = 0;                      // they would have expired anyway
    std::vector<LockPtr> lost{};             // missing afterwards, with time left
    std::vector<OwnerChange> changedHands{}; // without a release that was seen
    // The rest: not read since, so what became of them is unknown.
    qint64 unread() const { return before - kept - expired - qint64(lost.size() + changedHands.size()); }
};

} // namespace lockscope
