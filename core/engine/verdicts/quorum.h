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
    LockPtr lock{};                     // null: the node does not have it. If unreachable: as last read
    bool reachable = true;              // and read, so a null lock means that there is none
    bool isDuplicate = false;           // the same server as another member: ignored, as if unreachable
    QByteArray host{};                  // of the holder's client; empty: unknown
    std::optional<Instant> startedAt{}; // when its server started
    Failure why{};                      // why it is not reachable
};

// The address leads to a server that another member is already counted for. It does answer: its copy only
// says nothing of its own, so its state is Unreachable (as in JSON since 0.1.0).
inline bool isSameServer(const Copy &copy)
{
    return copy.state == CopyState::Unreachable && copy.why.kind == ErrorKind::BadInput &&
           !copy.role.isEmpty();
}

// The clock drift that most libraries assume: 1 % of the lease and 2 ms.
milliseconds driftOf(milliseconds lease);

// Merges the views into the lock of the holder that most nodes certainly name (nodeowners.h), and adds other
// holders that a majority names, such as readers. nullopt: no node has the lock. before: the last merged
// lock, because ids once found to be one client's stay so; null: unknown.
std::optional<Lock> mergedLock(const std::vector<MemberSight> &members, const Lock *before = nullptr);
// The copies to show for a lock that no node has.
std::vector<Copy> copiesOfNothing(const std::vector<MemberSight> &members);

} // namespace lockscope
