// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which nodes of a RedLock group name one and the same client. Most libraries write one token on all nodes. A
// Redisson client has another uuid on each node, so that only the number of its thread is common, which equal
// programs often share; and some programs write the same word as all others. Such ids are one client's only
// where it took the lock on these nodes at one time; else they may be two clients'. Pure; any thread.

#include "core/base/clock.h"
#include "core/base/names.h"
#include "core/values/lock.h"

#include <QSet>

#include <optional>
#include <vector>

namespace lockscope
{

// The owner that one node names, and what tells it from others.
struct NodeOwner {
    bool holds = false;                 // else the node names none, or did not answer
    OwnerId id{};                       // empty: it is not written down
    std::optional<Instant> takenAt{};   // as it was seen; nothing: it was met held
    std::optional<Instant> expiresAt{}; // nothing: no expiry
    std::optional<milliseconds> lease{};
    std::optional<Instant> readAt{}; // when the node replied
    QByteArray host{};               // that its client connects from; empty: not known
    bool isCommonWord = false;       // every client may write this id
    bool wasOneOfThem = false;       // it was found before to be the same client's as others that say so here
};

// Of a node whose owner may be another one's, by what is known.
enum class SameClient { Yes, Unsure, No };

// A number for each node: those that surely name one client have the same. -1: the node names none.
std::vector<int> campsOf(const std::vector<NodeOwner> &owners);
SameClient isSameClient(const std::vector<NodeOwner> &owners, size_t node, size_t other);

// As a client has one on each of its nodes, and is called by another on each.
bool isRedissonId(const OwnerId &owner);
// Ids of Redisson with one thread number: of one client on two nodes, or of two clients.
bool mayBeOneClient(const OwnerId &a, const OwnerId &b);
// By what each node knows the owner that is meant; found: the owner on each node. Another id than the one
// that is meant only where both are surely one client's.
std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<NodeOwner> &found);
// The ids under which the agreeing nodes name the owner. Only for a lock of a group.
QSet<OwnerId> agreeingOwners(const Lock &lock);
// That the agreeing nodes name one client is assumed: from the times, because the ids are not equal.
bool isOneClientAssumed(const Lock &lock);
// The ids that any node names, by whichever client.
QSet<OwnerId> namedOwners(const Lock &lock);

} // namespace lockscope
