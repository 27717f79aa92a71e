// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Turns sandbox servers into a cluster with redis-cli. Blocks until every node reports the cluster as
// complete and every replica has its master's data: some seconds.

#include "core/lab/sandbox/serverlaunch.h"

namespace lockscope
{

// The first servers become the masters. overTls: for redis-cli and between the nodes.
Done formCluster(const SandboxServers &nodes, int replicasOfEach, bool overTls);
// Sets the names and ports that nodes announce; an empty host keeps the address. They are for clients only:
// nodes keep their connections, except that replicas follow their master's announced port.
Done announce(const SandboxServers &nodes, const std::vector<Endpoint> &announced, bool overTls);

} // namespace lockscope
