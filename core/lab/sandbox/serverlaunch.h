// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Starts several servers of a sandbox at once, each on ports that are free, and on others if somebody was
// faster. The bus of a cluster, 10000 above, is free too. Blocks until all answer.

#include "core/lab/sandbox/sandboxserver.h"

#include <functional>
#include <vector>

namespace lockscope
{

using SandboxServers = std::vector<std::unique_ptr<SandboxServer>>;

// index: which of the servers. Ports are those that settings shall have.
using SettingsMaker = std::function<Outcome<ServerSettings>(size_t index, quint16 port, quint16 tlsPort)>;

Outcome<SandboxServers> launchServers(size_t count, bool tls, const SettingsMaker &settings);

} // namespace lockscope
