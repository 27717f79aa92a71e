// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a server reports about its settings and state, as text, for the health check. Facts that this user may
// not ask for are missing, and `refused` says so. Values; any thread.

#include "core/values/connection/connection.h"
#include "core/values/rights.h"
#include "core/values/status.h"

#include <map>

namespace lockscope
{

struct NodeFacts {
    NodeStatus status{};
    Topology topology = Topology::Automatic; // of its deployment
    QByteArray info{};                       // INFO; empty: unknown
    std::map<QByteArray, QByteArray> config{};
    QByteArray clusterInfo{};
    QByteArray clusterNodes{};
    QByteArray user{};               // ACL WHOAMI
    std::vector<RightInfo> rights{}; // of masters and replicas
    QStringList refused{};           // "CONFIG GET: NOPERM this user has no permissions …"
    TlsOptions tls{};                // of the connection to it
    bool hasPassword = false;
    bool isLocal = false; // over loopback, a unix socket or a tunnel
};

// One deployment, or the members of a RedLock group.
struct DeploymentFacts {
    std::vector<NodeFacts> nodes{}; // masters, each with its replicas, then sentinels, as in statuses()
    int members = 1;                // number of members of a RedLock group; else 1
};

} // namespace lockscope
