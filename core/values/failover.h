// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a change of master did to the locks. Values; any thread.

#include "core/values/lock.h"

#include <vector>

namespace lockscope
{

struct OwnerChange {
    LockPtr before{};
    LockPtr after{};
};

// Locks that were known on the old master, against what the new one has once it was scanned.
struct FailoverReport {
    NodeId from{};
    NodeId to{};
    WallTime at{}; // when the change was noticed
    qint64 before = 0;
    qint64 kept = 0;
    qint64 expired = 0;                      // their time was over anyway
    std::vector<LockPtr> lost{};             // there before, not after, with time left
    std::vector<OwnerChange> changedHands{}; // without a release that anybody saw
};

} // namespace lockscope
