// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A master with its replicas and, in a cluster, its slots: found from what the servers report, and compared
// with the state before.
//
// The master of a replicated group without sentinels is the previous one for as long as it says so itself.
// Otherwise it is the one that the others name, or the only one that claims it.

#include "core/deployment/addresses.h"
#include "core/deployment/node.h"

#include <map>

namespace lockscope
{

struct Shard {
    NodeId master{};
    std::vector<NodeId> replicas{};
    std::vector<SlotRange> slotRanges{};

    friend bool operator==(const Shard &, const Shard &) = default;
};
struct MasterChange {
    NodeId from{};
    NodeId to{};
};
using NodesById = std::map<NodeId, std::unique_ptr<Node>>;
Node *nodeOf(const NodesById &nodes, const NodeId &id); // null: unknown

// A shard with a new master: a failover. Slots that moved between masters do not count.
std::vector<MasterChange> masterChanges(const std::vector<Shard> &before, const std::vector<Shard> &after,
                                        bool isCluster);
// The masters with slots that they did not have before.
std::vector<NodeId> grownMasters(const std::vector<Shard> &before, const std::vector<Shard> &after);
std::vector<int> shardOfEachSlot(const std::vector<Shard> &shards); // its index; -1: none
// Replaces announced addresses by nodes.
Shard resolved(const ShardInfo &told, AddressBook &addresses);
// The group of the given nodes, without sentinels, based on its state before. nullopt: unknown.
std::optional<Shard> replicatedShard(const NodesById &nodes, AddressBook &addresses, const Shard *before);
// What the deployment knows about a node and the node does not say.
struct NodePlace {
    std::vector<SlotRange> slotRanges{};
    std::optional<Replication> replica{};
};
// Masters, each with its replicas, connected or not, then the other nodes; each once.
std::vector<std::pair<NodeId, NodePlace>> placesOf(const NodesById &nodes, const std::vector<Shard> &shards,
                                                   const AddressBook &addresses);

// Keeps that many servers; masters come first, because they have the locks. Returns how many it removed.
size_t limit(std::vector<Shard> &shards, size_t most);
size_t limit(Shard &shard, size_t most);
// Says so. Nothing: none was removed.
std::optional<Failure> surplusFailure(size_t surplus, size_t most, const NodeId &node);

// One node's view of the cluster. epoch: cluster_current_epoch; -1: missing.
struct ClusterView {
    qint64 epoch = -1;
    std::vector<ShardInfo> shards{};
};
// Nodes may disagree during an election or a partition: the newest epoch is right (Redis Cluster
// specification, "Configuration epoch"). A replaced master that comes back knows that epoch shortly before it
// gives up its slots, so among views of the newest epoch the most frequent one wins. views: at least one.
std::vector<ShardInfo> likeliest(std::vector<ClusterView> views);

// Asks some of these nodes, which must be ready, for the layout of the cluster. turn: which one to begin
// with. Cancelled: none of them answered in time.
QCoro::Task<Outcome<std::vector<ShardInfo>>> askCluster(const std::vector<Node *> &able, size_t turn,
                                                        bool tls);

} // namespace lockscope
