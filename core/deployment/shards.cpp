// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/shards.h"

#include "core/redis/servererror.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds ClusterPatience = 1s; // with a node that hangs, while others may answer
// If a master is briefly unreachable, do not follow a replica that was detached on purpose.
constexpr milliseconds ClaimPatience = 3s;
constexpr size_t MostAsked = 3; // nodes of a cluster asked at a time

// A cluster still lists a failed master as a master, without slots.
bool isMasterOf(const std::vector<Shard> &shards, const NodeId &id, bool ofSlots)
{
    return std::any_of(shards.begin(), shards.end(), [&](const Shard &shard) {
        return shard.master == id && !(ofSlots && shard.slotRanges.empty());
    });
}

qint64 epochIn(const Reply &clusterInfo)
{
    bool known = false;
    const qint64 epoch = infoField('\n' + clusterInfo.bytes, "cluster_current_epoch").toLongLong(&known);
    return known && !clusterInfo.isError() ? epoch : -1;
}

bool namesMastersOf(const ClusterView &view, const ClusterView &other)
{
    return std::ranges::all_of(other.shards, [&](const ShardInfo &shard) {
        return shard.slotRanges.empty() || std::ranges::any_of(view.shards, [&](const ShardInfo &own) {
                   return own.master == shard.master && own.slotRanges == shard.slotRanges;
               });
    });
}

} // namespace

Node *nodeOf(const NodesById &nodes, const NodeId &id)
{
    const auto found = nodes.find(id);
    return found == nodes.end() ? nullptr : found->second.get();
}

bool Shard::has(const NodeId &id) const
{
    return master == id || std::find(replicas.begin(), replicas.end(), id) != replicas.end();
}

std::vector<MasterChange> masterChanges(const std::vector<Shard> &before, const std::vector<Shard> &after,
                                        bool isCluster)
{
    std::vector<MasterChange> changes;
    for (const Shard &shard : after) {
        if (isMasterOf(before, shard.master, isCluster))
            continue;
        const Shard *former = nullptr;
        int most = 0;
        for (const Shard &old : before) {
            const int common = isCluster ? slotsInBoth(old.slotRanges, shard.slotRanges) : 1;
            if (common > most && !isMasterOf(after, old.master, isCluster)) {
                most = common;
                former = &old;
            }
        }
        if (former)
            changes.push_back({former->master, shard.master});
    }
    return changes;
}

Shard resolved(const ShardInfo &told, AddressBook &addresses)
{
    Shard shard{.master = addresses.note(told.master), .slotRanges = told.slotRanges};
    for (const Endpoint &replica : told.replicas)
        shard.replicas.push_back(addresses.note(replica));
    return shard;
}

std::optional<Shard> replicatedShard(const NodesById &nodes, AddressBook &addresses, const Shard *before)
{
    const NodeId current = before ? before->master : addresses.spec().node();
    const Node *known = nodeOf(nodes, current);
    NodeId master = current;
    if (addresses.spec().topology == Topology::Standalone)
        return known && known->isReady() ? std::optional(Shard{.master = current}) : std::nullopt;
    if (known && known->isReady()) {
        // Until its master is reached, there is only the replica, which can be read.
        if (known->status().isReplica() && known->told().master)
            master = addresses.note(*known->told().master);
    } else if (known && known->lostAt() && now() - *known->lostAt() >= ClaimPatience) {
        std::vector<NodeId> claimants;
        for (const auto &[id, other] : nodes) {
            if (other->isReady() && other->status().isMaster())
                claimants.push_back(id);
        }
        if (claimants.size() == 1)
            master = claimants.front();
    }
    const Node *chosen = nodeOf(nodes, master);
    if (!chosen || !chosen->isReady()) {
        // Known by name only: its node is created when it is named as a master.
        if (!before && !(known && known->isReady()))
            return {};
        Shard shard = before ? *before : Shard{};
        if (shard.master != master)
            shard = {.master = master, .replicas = {current}};
        return shard;
    }
    Shard shard{.master = master};
    for (const ReplicaInfo &replica : chosen->told().replicas)
        shard.replicas.push_back(addresses.note(replica.announced));
    if (!before)
        return shard;
    // Keep replicas that fell off: one of them may be promoted next.
    std::vector<NodeId> former = before->replicas;
    former.push_back(before->master);
    for (const NodeId &id : former) {
        if (!shard.has(id))
            shard.replicas.push_back(id);
    }
    return shard;
}

Replication replicationOf(const Node &replica, const NodeId &master, const Node *masterNode,
                          const AddressBook &addresses)
{
    Replication link{.master = master, .linked = replica.told().linked};
    if (!masterNode || !masterNode->isReady())
        return link;
    for (const ReplicaInfo &told : masterNode->told().replicas) {
        if (addresses.nodeAt(told.announced) != replica.spec().node())
            continue;
        link.lagBytes = std::max<qint64>(0, masterNode->told().offset - told.offset);
        if (*link.lagBytes == 0)
            link.lag = 0ms;
        else if (told.lag &&
                 told.lag->count() > 0) // reported in whole seconds: below one second it is unknown
            link.lag = *told.lag;
        if (!told.online)
            link.linked = false;
    }
    return link;
}

std::vector<ShardInfo> likeliest(std::vector<ClusterView> views)
{
    const qint64 newest = std::ranges::max(views, {}, &ClusterView::epoch).epoch;
    std::erase_if(views, [newest](const ClusterView &view) { return view.epoch < newest; });
    const auto shared = [&views](const ClusterView &view) {
        return std::ranges::count_if(views, [&view](const ClusterView &other) {
            return namesMastersOf(view, other) && namesMastersOf(other, view);
        });
    };
    return std::ranges::max_element(views, {}, shared)->shards;
}

QCoro::Task<Outcome<std::vector<ShardInfo>>> askCluster(const std::vector<Node *> &able, size_t turn,
                                                        bool tls)
{
    Batch questions;
    questions.add({"CLUSTER", "INFO"});
    questions.add({"CLUSTER", "SHARDS"});
    questions.add({"CLUSTER", "SLOTS"}); // before Redis 7.0
    std::vector<std::pair<Endpoint, PendingReplies>> asked;
    for (size_t i = 0; i < std::min(able.size(), MostAsked); ++i) {
        Node *one = able[(turn + i) % able.size()];
        Endpoint address = one->spec().endpoint();
        if (!one->spec().socketPath.isEmpty())
            address.host = QStringLiteral("127.0.0.1");
        asked.emplace_back(address, one->reading().send(questions, ClusterPatience));
    }
    std::vector<ClusterView> views;
    std::optional<Failure> refusal;
    for (auto &[address, pending] : asked) {
        const Outcome<Replies> replies = co_await pending;
        if (!replies)
            continue;
        auto told = readClusterShards(replies->items[1], address, tls);
        if (!told)
            told = readClusterSlots(replies->items[2], address);
        if (!told && replies->items[2].isError())
            refusal = serverFailure(replies->items[2].bytes, address.node());
        else if (told)
            views.push_back({epochIn(replies->items[0]), *std::move(told)});
    }
    if (views.empty())
        co_return refusal.value_or(Failure{.kind = ErrorKind::Cancelled});
    co_return likeliest(std::move(views));
}

} // namespace lockscope
