// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Starts several sandbox servers at once on free ports, and retries on others if a port was taken meanwhile.
// The cluster bus port, 10000 higher, is free too. Blocks until all respond.

#include "core/lab/sandbox/sandboxserver.h"

#include <functional>
#include <vector>

namespace lockscope
{

using SandboxServers = std::vector<std::unique_ptr<SandboxServer>>;

// index: of the server. The settings must use these ports.
using SettingsMaker = std::function<Outcome<ServerSettings>(size_t index, quint16 port, quint16 tlsPort)>;

Outcome<SandboxServers> launchServers(size_t count, bool tls, const SettingsMaker &settings);

} // namespace lockscope
