// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One master with its copies, and of a cluster the slots it answers for: what they are, as the servers tell
// it, and what became another than before.
//
// Who is the master of a replicated group without sentinels: the one that was, for as long as it says so
// itself; else the one that the others name, or the only one that says so.

#include "core/deployment/addresses.h"
#include "core/deployment/node.h"

#include <map>

namespace lockscope
{

struct Shard {
    NodeId master{};
    std::vector<NodeId> replicas{};
    std::vector<SlotRange> slotRanges{};

    bool has(const NodeId &id) const;
    friend bool operator==(const Shard &, const Shard &) = default;
};
struct MasterChange {
    NodeId from{};
    NodeId to{};
};
using NodesById = std::map<NodeId, std::unique_ptr<Node>>;
Node *nodeOf(const NodesById &nodes, const NodeId &id); // null: none of that name

// A shard whose master is another one than before: a failover. Slots that moved between masters are none.
std::vector<MasterChange> masterChanges(const std::vector<Shard> &before, const std::vector<Shard> &after,
                                        bool isCluster);
// The same with the nodes that announced addresses belong to.
Shard resolved(const ShardInfo &told, AddressBook &addresses);
// The group without sentinels that a node is the first one of, after what it was before. Nothing: not known.
std::optional<Shard> replicatedShard(const NodesById &nodes, AddressBook &addresses, const Shard *before);
// How far a replica is, as its master saw it last: both sides of the difference are from one moment.
Replication replicationOf(const Node &replica, const NodeId &master, const Node *masterNode,
                          const AddressBook &addresses);

// What one node of a cluster says of all of it. epoch: cluster_current_epoch, -1: not told.
struct ClusterView {
    qint64 epoch = -1;
    std::vector<ShardInfo> shards{};
};
// Nodes may disagree while an election or a partition lasts: the newest epoch is right (Redis Cluster
// specification, "Configuration epoch"). A master that was replaced and comes back knows that epoch a moment
// before it gives up its slots: of several views with it, the one that most nodes share. views: at least one.
std::vector<ShardInfo> likeliest(std::vector<ClusterView> views);

// What a cluster looks like to some of these nodes, which must be ready; turn: with which one to begin.
// Cancelled: none of them answered in time.
QCoro::Task<Outcome<std::vector<ShardInfo>>> askCluster(const std::vector<Node *> &able, size_t turn,
                                                        bool tls);

} // namespace lockscope
