// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a failover did to the locks. Values; any thread.

#include "core/values/lock.h"

#include <map>
#include <optional>
#include <vector>

namespace lockscope
{

struct KnownRun {
    QByteArray id{};         // changes with each start of the server
    WallTime seenAt{};       // until then the changes of its locks were seen
    bool hasAllLocks = true; // false: there were more than are handed over
};

// Of each server, as last known.
using KnownRuns = std::map<NodeId, KnownRun>;

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
    // Set if the locks before were last read then, long before the restart: those that are missing, or of
    // another owner, may have been released as usual. They count as unclear, not as lost or changedHands.
    std::optional<WallTime> readAt{};
    qint64 unclear = 0;
    bool isWhole = true; // false: there were more locks before, so all counts are lower bounds
    // The rest: not read since, so what became of them is unknown.
    qint64 unread() const
    {
        return before - kept - expired - unclear - qint64(lost.size() + changedHands.size());
    }
};

} // namespace lockscope
