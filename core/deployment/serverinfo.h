// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a server reports about itself and its peers in INFO, ROLE, TIME, SENTINEL and CLUSTER. Pure; any
// thread. Errors and unexpected replies leave fields empty: locks can be read without these permissions.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <optional>
#include <vector>

namespace lockscope
{

struct ReplicaInfo {
    Endpoint announced{};
    bool online = false;
    qint64 offset = 0;
    std::optional<std::chrono::seconds> lag{}; // since its last acknowledgement
};

struct ServerInfo {
    QByteArray version{};
    QByteArray mode{}; // "standalone", "cluster", "sentinel"
    QByteArray runId{};
    QByteArray role{}; // "master", "slave", "sentinel"
    std::optional<std::chrono::seconds> uptime{};
    qint64 offset = 0;                   // of the replication stream
    std::vector<ReplicaInfo> replicas{}; // of a master
    std::optional<Endpoint> master{};    // of a replica, as announced
    bool linked = false;                 // of a replica: to its master
    std::optional<WallTime> clock{};
    std::optional<qint64> swaps{}; // SWAPDB commands since its start; nullopt: not told
};

ServerInfo readServer(const Reply &server, const Reply &replication, const Reply &role, const Reply &time);
// From INFO commandstats; nullopt: it was refused.
std::optional<qint64> readSwaps(const Reply &commands);
// One field of an INFO text; empty: missing.
QByteArray infoField(const QByteArray &info, QByteArrayView name);

// A shard of a cluster, or a master with its replicas, by announced addresses.
struct ShardInfo {
    Endpoint master{};
    std::vector<Endpoint> replicas{};
    std::vector<SlotRange> slotRanges{}; // of a cluster
};

// Parses CLUSTER SHARDS (Redis 7.0) and CLUSTER SLOTS. asked: the address of the server, which it may omit in
// its reply. tls: use the TLS ports. nullopt: not such a reply.
std::optional<std::vector<ShardInfo>> readClusterShards(const Reply &reply, const Endpoint &asked, bool tls);
std::optional<std::vector<ShardInfo>> readClusterSlots(const Reply &reply, const Endpoint &asked);

// SENTINEL GET-MASTER-ADDR-BY-NAME; SENTINEL REPLICAS and SENTINEL SENTINELS.
std::optional<Endpoint> readSentinelMaster(const Reply &reply);
std::vector<Endpoint> readSentinelList(const Reply &reply);
// The configuration epoch in SENTINEL MASTER; -1: missing.
qint64 readSentinelEpoch(const Reply &reply);

// The target of an ASK error: "ASK 6035 127.0.0.1:7410". nullopt: another error.
std::optional<Endpoint> readAsk(const Failure &ask);

} // namespace lockscope
