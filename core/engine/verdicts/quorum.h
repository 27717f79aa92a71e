// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Merges what the independent nodes of a RedLock group report about one lock. Follows "Distributed Locks with
// Redis" (redis docs): the lock is held by the owner that a majority of all nodes names, until the expiry
// less the clock drift. Pure; any thread.

#include "core/values/lock.h"

#include <QSet>

namespace lockscope
{

struct MemberSight {
    NodeId node{};
    QByteArray role{};
    LockPtr lock{}; // null: the node does not have it
    bool reachable = true;
    std::optional<Instant> startedAt{};  // when its server started
    std::optional<Instant> heardUntil{}; // LockTable::heardUntil() of the lock
    Failure why{};                       // why it is not reachable
};

// Clock drift as most libraries count it: 1 % of the lease and 2 ms.
milliseconds driftOf(milliseconds lease);

// Merges the views into the lock of the owner that most nodes name; nullopt if no node has such a lock. A
// Redisson client uses another uuid on each node, so ids that differ only in the uuid count as one owner,
// provided that no uuid occurs twice and the nodes were not seen to be locked far apart in time.
std::optional<Lock> mergedLock(const std::vector<MemberSight> &members);
// The ids under which the agreeing nodes name the owner. Only for a lock of a group.
QSet<OwnerId> agreeingOwners(const Lock &lock);
// True if the unreachable nodes decide whether there is a majority. False for a lock outside a group.
bool isUndecided(const Lock &lock);

// Has the form UUID:thread. A Redisson client has another uuid on each node.
bool isRedissonId(const OwnerId &owner);
// The owner `meant` by the id that it has on each node. `found`: the holder on each node, empty if free.
// Differs from `meant` only if mergedLock() takes both for one owner and `meant` holds the lock on some node.
std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<OwnerId> &found);

} // namespace lockscope
