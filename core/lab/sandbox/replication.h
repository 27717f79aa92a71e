// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes sandbox servers replicas of another. Blocks until the master reports each one as online.

#include "core/lab/sandbox/serverlaunch.h"

#include <span>

namespace lockscope
{

// The first is the master. overTls: replicate over TLS.
Done replicateFirst(std::span<const std::unique_ptr<SandboxServer>> servers, bool overTls);
// True for a replica that has its master's data.
bool isLinkedReplica(const SandboxServer &server);

} // namespace lockscope
