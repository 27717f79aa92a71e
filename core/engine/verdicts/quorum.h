// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges what the independent nodes of a RedLock group report about one lock. Follows "Distributed Locks with
// Redis" (redis docs): the lock is held by the owner that a majority of all nodes names, until the expiry
// less the clock drift. Pure; any thread.

#include "core/engine/verdicts/nodeowners.h"
#include "core/values/lock.h"

namespace lockscope
{

struct MemberSight {
    NodeId node{};
    QByteArray role{};
    LockPtr lock{};                     // null: the node does not have it; if unreachable, what it said last
    bool reachable = true;              // and read: what it does not show, it does not have
    bool isDuplicate = false;           // the server of another member, so it is left out as if unreachable
    QByteArray host{};                  // that the holder's client connects from; empty: unknown
    std::optional<Instant> startedAt{}; // when its server started
    Failure why{};                      // why it is not reachable
};

// Clock drift as most libraries count it: 1 % of the lease and 2 ms.
milliseconds driftOf(milliseconds lease);

// Merges the views into the lock of the holder that most nodes surely name (nodeowners.h), with the other
// holders that a majority names: a node names each of its holders. nullopt if no node has such a lock.
// `before`: the lock as it was merged last, because ids found to be one client's stay that; null: unknown.
std::optional<Lock> mergedLock(const std::vector<MemberSight> &members, const Lock *before = nullptr);
// The answers of nodes that do not have the lock.
std::vector<Copy> copiesOfNothing(const std::vector<MemberSight> &members);

} // namespace lockscope
