// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/serverinfo.h"

#include "core/redis/slots.h"

#include <QHash>

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

constexpr size_t MostAnnounced = 20'000;                     // servers in one answer; others are ignored
constexpr qint64 LongestSeconds = qint64(100) * 366 * 86400; // of an uptime or a lag
constexpr qint64 LatestSecond = 7'258'118'400;               // the year 2200

// from: where to begin; afterwards behind the value, if there is one.
QByteArray fieldFrom(const QByteArray &info, QByteArrayView name, qsizetype &from)
{
    const QByteArray start = '\n' + name.toByteArray() + ':';
    const qsizetype at = info.indexOf(start, from);
    if (at < 0)
        return {};
    const qsizetype begin = at + start.size();
    const qsizetype end = info.indexOf('\r', begin);
    from = end < 0 ? info.size() : end;
    return info.mid(begin, from - begin);
}

// A faulty server may send any number, for example a time beyond what a clock can hold.
std::optional<qint64> numberUpTo(qint64 most, std::optional<qint64> number)
{
    return number && *number >= 0 && *number <= most ? number : std::nullopt;
}

std::optional<qint64> numberIn(const QByteArray &text)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

// A cluster has each slot once, so all ranges of an answer together have at most SlotCount slots.
bool takeRange(const Reply &first, const Reply &last, std::vector<SlotRange> &ranges, int &slotsRead)
{
    const auto from = numberUpTo(SlotCount - 1, first.number());
    const auto to = numberUpTo(SlotCount - 1, last.number());
    if (!from || !to || *from > *to)
        return false;
    ranges.push_back({int(*from), int(*to)});
    slotsRead += int(*to - *from) + 1;
    return slotsRead <= SlotCount;
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

// Offsets are not negative, so that their difference is a number.
qint64 offsetIn(const QByteArray &text)
{
    return std::max<qint64>(0, text.toLongLong());
}

std::vector<ReplicaInfo> replicasIn(const QByteArray &info)
{
    std::vector<ReplicaInfo> replicas;
    qsizetype from = 0; // each is behind the one before
    for (int i = 0; replicas.size() < MostAnnounced; ++i) {
        const QByteArray line = fieldFrom(info, "slave" + QByteArray::number(i), from);
        if (line.isEmpty())
            break;
        const auto announced = endpointOf(part(line, "ip"), part(line, "port").toLongLong());
        if (!announced)
            continue;
        ReplicaInfo replica{.announced = *announced,
                            .online = part(line, "state") == "online",
                            .offset = offsetIn(part(line, "offset"))};
        if (const auto lag = numberUpTo(LongestSeconds, numberIn(part(line, "lag"))))
            replica.lag = std::chrono::seconds(*lag);
        replicas.push_back(replica);
    }
    return replicas;
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
        told.offset = std::max<qint64>(0, role.items[4].number().value_or(0));
    }
    if (told.role != "master" || role.items.size() < 3)
        return;
    told.offset = std::max<qint64>(0, role.items[1].number().value_or(0));
    for (const Reply &replica : role.items[2].items) {
        if (replica.items.size() < 3 || told.replicas.size() >= MostAnnounced)
            continue;
        const auto announced = endpointOf(replica.items[0].bytes, replica.items[1].bytes.toLongLong());
        if (announced)
            told.replicas.push_back(
                {.announced = *announced, .online = true, .offset = offsetIn(replica.items[2].bytes)});
    }
}

void takeReplication(const QByteArray &info, ServerInfo &told)
{
    told.role = infoField(info, "role");
    if (told.role == "slave") {
        told.master = endpointOf(infoField(info, "master_host"), infoField(info, "master_port").toLongLong());
        told.linked = infoField(info, "master_link_status") == "up";
        told.offset = offsetIn(infoField(info, "slave_repl_offset"));
    } else {
        told.offset = offsetIn(infoField(info, "master_repl_offset"));
        told.replicas = replicasIn(info);
    }
}

std::optional<WallTime> clockIn(const Reply &time)
{
    if (!time.isArray() || time.items.size() != 2)
        return {};
    const auto seconds = numberUpTo(LatestSecond, time.items[0].number());
    const auto micros = numberUpTo(999'999, time.items[1].number());
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
    qsizetype from = 0;
    return fieldFrom(info, name, from);
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
        if (const auto uptime =
                numberUpTo(LongestSeconds, numberIn(infoField(server.bytes, "uptime_in_seconds"))))
            told.uptime = std::chrono::seconds(*uptime);
    }
    takeRole(role, told);
    if (!replication.isError() && !infoField(replication.bytes, "role").isEmpty())
        takeReplication(replication.bytes, told);
    told.clock = clockIn(time);
    return told;
}

std::optional<qint64> readSwaps(const Reply &commands)
{
    if (commands.isError())
        return {};
    const QByteArray swaps = infoField(commands.bytes, "cmdstat_swapdb"); // "calls=2,usec=10,…"
    const qsizetype from = swaps.startsWith("calls=") ? 6 : 0;
    return numberIn(swaps.mid(from, swaps.indexOf(',') - from)).value_or(0);
}

std::optional<std::vector<ShardInfo>> readClusterShards(const Reply &reply, const Endpoint &asked, bool tls)
{
    if (!reply.isArray())
        return {};
    std::vector<ShardInfo> shards;
    int slotsRead = 0;
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
        for (size_t i = 0; i + 1 < ranges->items.size(); i += 2) {
            if (!takeRange(ranges->items[i], ranges->items[i + 1], shard->slotRanges, slotsRead))
                return {};
        }
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
    QHash<NodeId, size_t> known; // index of the shard of each master
    int slotsRead = 0;
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
        const NodeId master = nodes.front().node();
        if (!known.contains(master)) {
            known.insert(master, shards.size());
            shards.push_back({.master = nodes.front(), .replicas = {nodes.begin() + 1, nodes.end()}});
        }
        if (!takeRange(range.items[0], range.items[1], shards[known[master]].slotRanges, slotsRead))
            return {};
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
        if (endpoints.size() >= MostAnnounced)
            break;
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
