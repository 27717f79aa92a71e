// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/shards.h"

#include "core/base/tr.h"
#include "core/redis/servererror.h"
#include "core/redis/slots.h"

#include <QLocale>

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
QSet<NodeId> mastersOf(const std::vector<Shard> &shards, bool withSlots)
{
    QSet<NodeId> masters;
    for (const Shard &shard : shards) {
        if (!withSlots || !shard.slotRanges.empty())
            masters.insert(shard.master);
    }
    return masters;
}

qint64 epochIn(const Reply &clusterInfo)
{
    bool known = false;
    const qint64 epoch = infoField('\n' + clusterInfo.bytes, "cluster_current_epoch").toLongLong(&known);
    return known && !clusterInfo.isError() ? epoch : -1;
}

// Views with equal layouts name the same masters with the same slots.
std::map<NodeId, std::vector<SlotRange>> layoutOf(const ClusterView &view)
{
    std::map<NodeId, std::vector<SlotRange>> layout;
    for (const ShardInfo &shard : view.shards) {
        if (!shard.slotRanges.empty())
            layout[shard.master.node()] = shard.slotRanges;
    }
    return layout;
}

Failure clusterRefusal(const QByteArray &error, const NodeId &node)
{
    Failure failure = serverFailure(error, node);
    if (error.contains("cluster support disabled")) {
        failure.text = Tr::tr("this server is not a cluster node");
        failure.remedy = Tr::tr("connect to it with redis://; in a saved connection, choose another kind");
    }
    return failure;
}

} // namespace

Node *nodeOf(const NodesById &nodes, const NodeId &id)
{
    const auto found = nodes.find(id);
    return found == nodes.end() ? nullptr : found->second.get();
}

std::vector<MasterChange> masterChanges(const std::vector<Shard> &before, const std::vector<Shard> &after,
                                        bool isCluster)
{
    std::vector<MasterChange> changes;
    const QSet<NodeId> known = mastersOf(before, isCluster);
    const QSet<NodeId> present = mastersOf(after, isCluster);
    for (const Shard &shard : after) {
        if (known.contains(shard.master))
            continue;
        const Shard *former = nullptr;
        int most = 0;
        for (const Shard &old : before) {
            const int common = isCluster ? slotsInBoth(old.slotRanges, shard.slotRanges) : 1;
            if (common > most && !present.contains(old.master)) {
                most = common;
                former = &old;
            }
        }
        if (former)
            changes.push_back({former->master, shard.master});
    }
    return changes;
}

std::vector<NodeId> grownMasters(const std::vector<Shard> &before, const std::vector<Shard> &after)
{
    std::vector<NodeId> grown;
    for (const Shard &shard : after) {
        const auto old = std::ranges::find(before, shard.master, &Shard::master);
        if (old == before.end() || slotsInBoth(old->slotRanges, shard.slotRanges) < slotsIn(shard.slotRanges))
            grown.push_back(shard.master);
    }
    return grown;
}

std::vector<int> shardOfEachSlot(const std::vector<Shard> &shards)
{
    std::vector<int> shardOfSlot(SlotCount, -1);
    for (size_t i = 0; i < shards.size(); ++i) {
        for (const SlotRange range : shards[i].slotRanges)
            std::fill(shardOfSlot.begin() + range.first, shardOfSlot.begin() + range.last + 1, int(i));
    }
    return shardOfSlot;
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
    QSet<NodeId> listed(shard.replicas.begin(), shard.replicas.end());
    listed.insert(shard.master);
    std::vector<NodeId> former = before->replicas;
    former.push_back(before->master);
    for (const NodeId &id : former) {
        if (!listed.contains(id))
            shard.replicas.push_back(id);
    }
    return shard;
}

namespace
{

// What a master last said about its replicas, by their nodes. Empty: it is not ready.
QHash<NodeId, const ReplicaInfo *> replicasSeenBy(const Node *master, const AddressBook &addresses)
{
    QHash<NodeId, const ReplicaInfo *> seen;
    if (!master || !master->isReady())
        return seen;
    for (const ReplicaInfo &told : master->told().replicas)
        seen.insert(addresses.nodeAt(told.announced), &told);
    return seen;
}

// replica: null if it is not connected. One that cannot be read from here is linked as its master says. The
// lag of a replica as its master last saw it, so both offsets are from the same moment. seen: null if the
// master does not list it.
Replication replicationOf(const Node *replica, const NodeId &master, const Node *masterNode,
                          const ReplicaInfo *seen)
{
    const bool isRead = replica && replica->isReady();
    Replication replication{.master = master,
                            .linked = isRead ? replica->told().linked : seen && seen->online};
    if (!seen)
        return replication;
    replication.lagBytes = std::max<qint64>(0, masterNode->told().offset - seen->offset);
    if (*replication.lagBytes == 0)
        replication.lag = 0ms;
    else if (seen->lag && seen->lag->count() > 0) // reported in whole seconds: below one second it is unknown
        replication.lag = *seen->lag;
    if (!seen->online)
        replication.linked = false;
    return replication;
}

} // namespace

std::vector<std::pair<NodeId, NodePlace>> placesOf(const NodesById &nodes, const std::vector<Shard> &shards,
                                                   const AddressBook &addresses)
{
    std::vector<std::pair<NodeId, NodePlace>> places;
    QSet<NodeId> placed;
    const auto add = [&](const NodeId &id, NodePlace place) {
        if (placed.contains(id))
            return;
        placed.insert(id);
        places.emplace_back(id, std::move(place));
    };
    for (const Shard &shard : shards) {
        const Node *master = nodeOf(nodes, shard.master);
        add(shard.master, {.slotRanges = shard.slotRanges});
        const QHash<NodeId, const ReplicaInfo *> seen = replicasSeenBy(master, addresses);
        for (const NodeId &id : shard.replicas) {
            add(id, {.replica = replicationOf(nodeOf(nodes, id), shard.master, master, seen.value(id))});
        }
    }
    for (const auto &[id, node] : nodes)
        add(id, {});
    return places;
}

size_t limit(std::vector<Shard> &shards, size_t most)
{
    size_t surplus = 0;
    while (shards.size() > most) {
        surplus += 1 + shards.back().replicas.size();
        shards.pop_back();
    }
    size_t left = most - shards.size();
    for (Shard &shard : shards) {
        surplus += limit(shard, left + 1);
        left -= shard.replicas.size();
    }
    return surplus;
}

size_t limit(Shard &shard, size_t most)
{
    const size_t kept = std::min(most - 1, shard.replicas.size());
    const size_t surplus = shard.replicas.size() - kept;
    shard.replicas.resize(kept);
    return surplus;
}

std::optional<Failure> surplusFailure(size_t surplus, size_t most, const NodeId &node)
{
    if (surplus == 0)
        return {};
    const QLocale locale;
    return Failure{.kind = ErrorKind::ClusterDown,
                   .text = Tr::tr("%1 of %2 announced servers are not connected: the limit is %3")
                               .arg(locale.toString(qulonglong(surplus)),
                                    locale.toString(qulonglong(most) + surplus),
                                    locale.toString(qulonglong(most))),
                   .remedy = Tr::tr("check what this server announces as its replicas or its cluster"),
                   .node = node};
}

std::vector<ShardInfo> likeliest(std::vector<ClusterView> views)
{
    const qint64 newest = std::ranges::max(views, {}, &ClusterView::epoch).epoch;
    std::erase_if(views, [newest](const ClusterView &view) { return view.epoch < newest; });
    std::vector<std::map<NodeId, std::vector<SlotRange>>> layouts;
    std::ranges::transform(views, std::back_inserter(layouts), layoutOf);
    const auto most = std::ranges::max_element(
        layouts, {}, [&layouts](const auto &layout) { return std::ranges::count(layouts, layout); });
    return views[size_t(most - layouts.begin())].shards;
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
        if (told)
            views.push_back({epochIn(replies->items[0]), *std::move(told)});
        else if (replies->items[2].isError())
            refusal = clusterRefusal(replies->items[2].bytes, address.node());
        else
            refusal = Failure{.kind = ErrorKind::Protocol,
                              .text = Tr::tr("its CLUSTER SLOTS lists slots that do not exist, or one twice"),
                              .node = address.node()};
    }
    if (views.empty())
        co_return refusal.value_or(Failure{.kind = ErrorKind::Cancelled});
    co_return likeliest(std::move(views));
}

} // namespace lockscope
