// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/serverinfo.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Reads a map, which RESP2 sends as a flat list.
const Reply *field(const Reply &flat, QByteArrayView name)
{
    for (size_t i = 0; i + 1 < flat.items.size(); i += 2) {
        if (flat.items[i].bytes == name)
            return &flat.items[i + 1];
    }
    return nullptr;
}

QByteArray text(const Reply &flat, QByteArrayView name)
{
    const Reply *found = field(flat, name);
    return found ? found->bytes : QByteArray();
}

std::optional<Endpoint> endpointOf(const QByteArray &host, qint64 port)
{
    if (host.isEmpty() || port < 1 || port > 65535)
        return {};
    return Endpoint{QString::fromUtf8(host), quint16(port)};
}

// The value of one name in "ip=127.0.0.1,port=7001,state=online,offset=42,lag=0".
QByteArray part(const QByteArray &line, const QByteArray &name)
{
    for (const QByteArray &pair : line.split(',')) {
        if (pair.startsWith(name + '='))
            return pair.mid(name.size() + 1);
    }
    return {};
}

std::vector<ReplicaInfo> replicasIn(const QByteArray &info)
{
    std::vector<ReplicaInfo> replicas;
    for (int i = 0;; ++i) {
        const QByteArray line = infoField(info, "slave" + QByteArray::number(i));
        if (line.isEmpty())
            return replicas;
        const auto announced = endpointOf(part(line, "ip"), part(line, "port").toLongLong());
        if (!announced)
            continue;
        ReplicaInfo replica{.announced = *announced,
                            .online = part(line, "state") == "online",
                            .offset = part(line, "offset").toLongLong()};
        bool told = false;
        const qint64 lag = part(line, "lag").toLongLong(&told);
        if (told && lag >= 0)
            replica.lag = std::chrono::seconds(lag);
        replicas.push_back(replica);
    }
}

// For users without permission for INFO: {"master", offset, {{ip, port, offset}, …}}, {"slave", ip, port,
// state, offset}, {"sentinel", {name, …}}.
void takeRole(const Reply &role, ServerInfo &told)
{
    if (!role.isArray() || role.items.empty())
        return;
    told.role = role.items[0].bytes;
    if (told.role == "slave" && role.items.size() >= 5) {
        told.master = endpointOf(role.items[1].bytes, role.items[2].number().value_or(0));
        told.linked = role.items[3].bytes == "connected";
        told.offset = role.items[4].number().value_or(0);
    }
    if (told.role != "master" || role.items.size() < 3)
        return;
    told.offset = role.items[1].number().value_or(0);
    for (const Reply &replica : role.items[2].items) {
        if (replica.items.size() < 3)
            continue;
        const auto announced = endpointOf(replica.items[0].bytes, replica.items[1].bytes.toLongLong());
        if (announced)
            told.replicas.push_back(
                {.announced = *announced, .online = true, .offset = replica.items[2].bytes.toLongLong()});
    }
}

void takeReplication(const QByteArray &info, ServerInfo &told)
{
    told.role = infoField(info, "role");
    if (told.role == "slave") {
        told.master = endpointOf(infoField(info, "master_host"), infoField(info, "master_port").toLongLong());
        told.linked = infoField(info, "master_link_status") == "up";
        told.offset = infoField(info, "slave_repl_offset").toLongLong();
    } else {
        told.offset = infoField(info, "master_repl_offset").toLongLong();
        told.replicas = replicasIn(info);
    }
}

std::optional<WallTime> clockIn(const Reply &time)
{
    if (!time.isArray() || time.items.size() != 2)
        return {};
    const auto seconds = time.items[0].number();
    const auto micros = time.items[1].number();
    if (!seconds || !micros)
        return {};
    return WallTime{std::chrono::duration_cast<WallTime::duration>(std::chrono::seconds(*seconds) +
                                                                   std::chrono::microseconds(*micros))};
}

// The host may be missing (null, "" or "?"): it is then the host that was asked.
QString hostOf(const Reply &host, const Endpoint &asked)
{
    return host.bytes.isEmpty() || host.bytes == "?" ? asked.host : QString::fromUtf8(host.bytes);
}

struct ClusterNodeInfo {
    Endpoint announced{};
    bool isMaster = false;
    bool isOnline = false;
    qint64 offset = 0;
};

std::optional<ClusterNodeInfo> nodeIn(const Reply &flat, const Endpoint &asked, bool tls)
{
    const Reply *endpoint = field(flat, "endpoint");
    const Reply *port = tls ? field(flat, "tls-port") : nullptr;
    if (!port)
        port = field(flat, "port");
    if (!port) // a node with a TLS port only
        port = field(flat, "tls-port");
    if (!endpoint || !port)
        return {};
    const auto announced = endpointOf(hostOf(*endpoint, asked).toUtf8(), port->number().value_or(0));
    if (!announced)
        return {};
    return ClusterNodeInfo{.announced = *announced,
                           .isMaster = text(flat, "role") == "master",
                           .isOnline = text(flat, "health") == "online",
                           .offset = field(flat, "replication-offset")
                                         ? field(flat, "replication-offset")->number().value_or(0)
                                         : 0};
}

// A failed master may be listed beside its successor for a while.
std::optional<ShardInfo> shardOf(std::vector<ClusterNodeInfo> nodes)
{
    std::stable_sort(nodes.begin(), nodes.end(), [](const ClusterNodeInfo &a, const ClusterNodeInfo &b) {
        return std::tuple(a.isMaster, a.isOnline, a.offset) > std::tuple(b.isMaster, b.isOnline, b.offset);
    });
    if (nodes.empty() || !nodes.front().isMaster)
        return {};
    ShardInfo shard{.master = nodes.front().announced};
    for (size_t i = 1; i < nodes.size(); ++i)
        shard.replicas.push_back(nodes[i].announced);
    return shard;
}

void byFirstSlot(std::vector<ShardInfo> &shards)
{
    std::stable_sort(shards.begin(), shards.end(), [](const ShardInfo &a, const ShardInfo &b) {
        const int first = a.slotRanges.empty() ? 16384 : a.slotRanges.front().first;
        const int second = b.slotRanges.empty() ? 16384 : b.slotRanges.front().first;
        return first < second;
    });
}

} // namespace

QByteArray infoField(const QByteArray &info, QByteArrayView name)
{
    const QByteArray start = '\n' + name.toByteArray() + ':';
    const qsizetype at = info.indexOf(start);
    if (at < 0)
        return {};
    const qsizetype from = at + start.size();
    const qsizetype end = info.indexOf('\r', from);
    return info.mid(from, (end < 0 ? info.size() : end) - from);
}

ServerInfo readServer(const Reply &server, const Reply &replication, const Reply &role, const Reply &time)
{
    ServerInfo told;
    if (!server.isError()) {
        told.version = infoField(server.bytes, "redis_version");
        told.mode = infoField(server.bytes, "redis_mode");
        if (told.mode.isEmpty())
            told.mode = infoField(server.bytes, "server_mode"); // Valkey since 8.1
        told.runId = infoField(server.bytes, "run_id");
        bool known = false;
        const qint64 uptime = infoField(server.bytes, "uptime_in_seconds").toLongLong(&known);
        if (known)
            told.uptime = std::chrono::seconds(uptime);
    }
    takeRole(role, told);
    if (!replication.isError() && !infoField(replication.bytes, "role").isEmpty())
        takeReplication(replication.bytes, told);
    told.clock = clockIn(time);
    return told;
}

std::optional<std::vector<ShardInfo>> readClusterShards(const Reply &reply, const Endpoint &asked, bool tls)
{
    if (!reply.isArray())
        return {};
    std::vector<ShardInfo> shards;
    for (const Reply &flat : reply.items) {
        const Reply *nodes = field(flat, "nodes");
        const Reply *ranges = field(flat, "slots");
        if (!nodes || !ranges)
            return {};
        std::vector<ClusterNodeInfo> told;
        for (const Reply &node : nodes->items) {
            if (const auto one = nodeIn(node, asked, tls))
                told.push_back(*one);
        }
        auto shard = shardOf(std::move(told));
        if (!shard)
            continue;
        for (size_t i = 0; i + 1 < ranges->items.size(); i += 2)
            shard->slotRanges.push_back(
                {int(ranges->items[i].number().value_or(0)), int(ranges->items[i + 1].number().value_or(0))});
        shards.push_back(*std::move(shard));
    }
    byFirstSlot(shards);
    return shards;
}

std::optional<std::vector<ShardInfo>> readClusterSlots(const Reply &reply, const Endpoint &asked)
{
    if (!reply.isArray())
        return {};
    std::vector<ShardInfo> shards;
    for (const Reply &range : reply.items) {
        if (range.items.size() < 3)
            return {};
        std::vector<Endpoint> nodes;
        for (size_t i = 2; i < range.items.size(); ++i) {
            const Reply &node = range.items[i];
            if (node.items.size() < 2)
                return {};
            if (const auto announced =
                    endpointOf(hostOf(node.items[0], asked).toUtf8(), node.items[1].number().value_or(0)))
                nodes.push_back(*announced);
        }
        if (nodes.empty())
            continue;
        auto shard = std::find_if(shards.begin(), shards.end(),
                                  [&](const ShardInfo &known) { return known.master == nodes.front(); });
        if (shard == shards.end()) {
            shards.push_back({.master = nodes.front(), .replicas = {nodes.begin() + 1, nodes.end()}});
            shard = shards.end() - 1;
        }
        shard->slotRanges.push_back(
            {int(range.items[0].number().value_or(0)), int(range.items[1].number().value_or(0))});
    }
    byFirstSlot(shards);
    return shards;
}

std::optional<Endpoint> readSentinelMaster(const Reply &reply)
{
    if (!reply.isArray() || reply.items.size() != 2)
        return {};
    return endpointOf(reply.items[0].bytes, reply.items[1].bytes.toLongLong());
}

std::vector<Endpoint> readSentinelList(const Reply &reply)
{
    std::vector<Endpoint> endpoints;
    if (!reply.isArray())
        return endpoints;
    for (const Reply &flat : reply.items) {
        if (const auto announced = endpointOf(text(flat, "ip"), text(flat, "port").toLongLong()); announced)
            endpoints.push_back(*announced);
    }
    return endpoints;
}

qint64 readSentinelEpoch(const Reply &reply)
{
    const Reply *epoch = reply.isArray() ? field(reply, "config-epoch") : nullptr;
    return epoch ? epoch->number().value_or(-1) : -1;
}

std::optional<Endpoint> readAsk(const Failure &ask)
{
    const QByteArrayList words = ask.serverText.split(' ');
    const qsizetype colon = words.size() == 3 ? words[2].lastIndexOf(':') : -1;
    const int port = colon < 0 ? 0 : words[2].mid(colon + 1).toInt();
    if (ask.kind != ErrorKind::Ask || port < 1 || port > 65535)
        return {};
    return Endpoint{QString::fromUtf8(words[2].left(colon)), quint16(port)};
}

} // namespace lockscope
