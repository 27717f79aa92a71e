// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What one server of a deployment says about its settings and its state, as text, for the rules that judge
// it. What this user may not ask is not there, and refused says so. Values; any thread.

#include "core/values/connection/connection.h"
#include "core/values/rights.h"
#include "core/values/status.h"

#include <map>

namespace lockscope
{

struct NodeFacts {
    NodeStatus status{};
    Topology topology = Topology::Automatic; // of the deployment it belongs to
    QByteArray info{};                       // INFO; empty: not known
    std::map<QByteArray, QByteArray> config{};
    QByteArray clusterInfo{};
    QByteArray clusterNodes{};
    QByteArray user{};               // ACL WHOAMI
    std::vector<RightInfo> rights{}; // of masters and replicas
    QStringList refused{};           // "CONFIG GET: NOPERM this user has no permissions …"
    TlsOptions tls{};                // of the connection to it
    bool hasPassword = false;
    bool isLocal = false; // over loopback, a socket or a tunnel
};

// One deployment, or the members of a RedLock group.
struct DeploymentFacts {
    std::vector<NodeFacts> nodes{}; // masters, each with its replicas, then sentinels, as statuses() has them
    int members = 1;                // of a RedLock group: how many; else 1
};

} // namespace lockscope
