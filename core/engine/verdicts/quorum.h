// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the independent nodes of a RedLock group say of one lock, folded into one. The rules are those of
// "Distributed Locks with Redis" (redis docs): held is what a majority of all nodes names the same owner for,
// and until the drift is taken off. Pure; any thread.

#include "core/values/lock.h"

#include <QSet>

namespace lockscope
{

// One node's part in it.
struct MemberSight {
    NodeId node{};
    QByteArray role{};
    LockPtr lock{}; // null: it has none
    bool reachable = true;
    std::optional<Instant> startedAt{};  // of its server
    std::optional<Instant> heardUntil{}; // LockTable::heardUntil() of the lock
    Failure why{};                       // of one that is not reachable
};

// Clock drift as most libraries count it: 1 % of the lease and 2 ms.
milliseconds driftOf(milliseconds lease);

// Nothing: no node has such a lock. The lock is that of the owner most nodes name; a Redisson client has one
// id a node, so ids that differ in their uuid only are one owner where no uuid is met twice, and the nodes
// were not seen to be taken at quite different times.
std::optional<Lock> mergedLock(const std::vector<MemberSight> &members);
// By what ids the nodes that agree name its owner. Of a lock of a group.
QSet<OwnerId> agreeingOwners(const Lock &lock);
// Whether there is a majority is for nodes to say that are away. Of a lock of no group: false.
bool isUndecided(const Lock &lock);

// As a client has one on each of its nodes, and is called by another on each.
bool isRedissonId(const OwnerId &owner);
// By what each node knows the owner that is meant; found: who holds it there, empty: nobody. Another id than
// the one that is meant only where mergedLock() takes both for one owner, and the one that is meant holds it
// somewhere.
std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<OwnerId> &found);

} // namespace lockscope
