// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Sentinels of a sandbox: their configuration, and waiting until they know each other.

#include "core/lab/sandbox/serverlaunch.h"

namespace lockscope
{

struct SentinelPlan {
    QString masterName{};
    Endpoint master{}; // the address that they use
    int quorum = 2;
    QString password{};    // of the watched servers
    QString ownPassword{}; // of the sentinels
};

// A master counts as down after one second; a failover may take three.
QByteArray sentinelConfiguration(const SentinelPlan &plan);
// Lets sentinels announce themselves more often than every two seconds. Needs Redis 7; without it the
// introductions take longer.
void hurryIntroductions(const SandboxServers &sentinels);
// Blocks until each knows all others and every replica.
Done waitUntilAcquainted(const SandboxServers &sentinels, const QString &masterName, int replicas);

} // namespace lockscope
