// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which nodes of a RedLock group name the same client. Most libraries write the same token on all nodes. A
// Redisson client has a different UUID on each node: only the thread number is the same, but instances of one
// program often share that too: such ids count as one client only if the nodes were locked at the same time;
// otherwise they may be two clients. A word that all programs write never tells. Pure; any thread.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/values/lock.h"

#include <QSet>

#include <optional>
#include <vector>

namespace lockscope
{

// The owner that one node names, and facts that distinguish it from others.
struct NodeOwner {
    bool holds = false;                 // false: the node names none, or did not answer
    OwnerId id{};                       // empty: the lock's value names no owner
    std::optional<Instant> takenAt{};   // nullopt: it was already held when first seen
    std::optional<Instant> expiresAt{}; // nullopt: no expiry
    std::optional<milliseconds> lease{};
    std::optional<Instant> readAt{}; // when the node replied
    QByteArray host{};               // of its client; empty: unknown
    bool isCommonWord = false;       // every client may write this id
    bool wasOneOfThem = false;       // nodes with this set were already found to name the same client
};

// Whether two nodes name the same client.
enum class SameClient { Yes, Unsure, No };

// A number for each node, the same for nodes that certainly name one client. -1: the node names none.
std::vector<int> campsOf(const std::vector<NodeOwner> &owners);
SameClient isSameClient(const std::vector<NodeOwner> &owners, size_t node, size_t other);

// True for an id of Redisson, UUID:thread: a client has a different one on each node.
bool isRedissonId(const OwnerId &owner);
// True for two ids of Redisson with the same thread number: one client on two nodes, or two clients.
bool mayBeOneClient(const OwnerId &a, const OwnerId &b);
// The id of owner `meant` on each node. found: the owner that each node names. Another id than `meant` is
// returned only if both are certainly of one client.
std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<NodeOwner> &found);
// The ids under which the agreeing nodes name the owner. Only for a lock of a group.
QSet<OwnerId> agreeingOwners(const Lock &lock);
// True if the ids on the agreeing nodes differ, and only the times suggest that they are one client's.
bool isOneClientAssumed(const Lock &lock);
// All ids that the nodes name, of any client.
QSet<OwnerId> namedOwners(const Lock &lock);

} // namespace lockscope
