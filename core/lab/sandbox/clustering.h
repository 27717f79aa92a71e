// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes a cluster of servers of a sandbox with the program redis-cli. Blocks until every node says that the
// cluster is whole, and every replica has the data of its master: some seconds.

#include "core/lab/sandbox/serverlaunch.h"

namespace lockscope
{

// The first ones become the masters. overTls: as redis-cli and the nodes speak with each other.
Done formCluster(const SandboxServers &nodes, int replicasOfEach, bool overTls);
// Names that the nodes tell instead of their addresses, and ports; an empty host: as it is. Only names and
// ports for clients: the nodes reach each other as before, but for replicas, which follow the port of their
// master.
Done announce(const SandboxServers &nodes, const std::vector<Endpoint> &announced, bool overTls);

} // namespace lockscope
