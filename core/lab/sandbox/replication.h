// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes servers of a sandbox replicas of another one. Blocks until the master counts every one as online.

#include "core/lab/sandbox/serverlaunch.h"

#include <span>

namespace lockscope
{

// The first is the master. overTls: they speak TLS with it.
Done replicateFirst(std::span<const std::unique_ptr<SandboxServer>> servers, bool overTls);
// It is a replica, and has the data of its master.
bool isLinkedReplica(const SandboxServer &server);

} // namespace lockscope
