// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a server says of itself and of those it knows: read out of the replies to INFO, ROLE, TIME, SENTINEL
// and CLUSTER. Pure; any thread. A reply that is an error, or of another shape, leaves what it would tell
// empty: the right to ask may be missing, and locks can be read all the same.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <optional>
#include <vector>

namespace lockscope
{

// One replica, as its master sees it.
struct ReplicaInfo {
    Endpoint announced{};
    bool online = false;
    qint64 offset = 0;
    std::optional<std::chrono::seconds> lag{}; // since it last said how far it is
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
};

// The replies to INFO server, INFO replication, ROLE, TIME.
ServerInfo readServer(const Reply &server, const Reply &replication, const Reply &role, const Reply &time);
// One field of an INFO text; empty: not there.
QByteArray infoField(const QByteArray &info, QByteArrayView name);

// One node of a cluster, or a master with its replicas of any deployment, by announced addresses.
struct ShardInfo {
    Endpoint master{};
    std::vector<Endpoint> replicas{};
    std::vector<SlotRange> slotRanges{}; // of a cluster
};

// The replies to CLUSTER SHARDS (Redis 7.0) and CLUSTER SLOTS. asked: the address of the server that said so,
// which it may leave out. tls: the ports for TLS are wanted. Nothing: not such a reply.
std::optional<std::vector<ShardInfo>> readClusterShards(const Reply &reply, const Endpoint &asked, bool tls);
std::optional<std::vector<ShardInfo>> readClusterSlots(const Reply &reply, const Endpoint &asked);

// SENTINEL GET-MASTER-ADDR-BY-NAME; SENTINEL REPLICAS and SENTINEL SENTINELS.
std::optional<Endpoint> readSentinelMaster(const Reply &reply);
std::vector<Endpoint> readSentinelList(const Reply &reply);
// Of SENTINEL MASTER: the epoch of what this sentinel knows; -1: not told.
qint64 readSentinelEpoch(const Reply &reply);

// Where an ASK error sends to: "ASK 6035 127.0.0.1:7410". Nothing: it is another one.
std::optional<Endpoint> readAsk(const Failure &ask);

} // namespace lockscope
