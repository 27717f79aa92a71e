// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Sentinels of a sandbox: what their configuration says, and how long they take to know each other.

#include "core/lab/sandbox/serverlaunch.h"

namespace lockscope
{

struct SentinelPlan {
    QString masterName{};
    Endpoint master{}; // as they shall know it
    int quorum = 2;
    QString password{};    // of the servers they watch
    QString ownPassword{}; // of the sentinels
};

// A master that is silent for a second is down; a failover is given three.
QByteArray sentinelConfiguration(const SentinelPlan &plan);
// Lets them say more often than every two seconds that they are there. Needs Redis 7; without it all takes
// longer.
void hurryIntroductions(const SandboxServers &sentinels);
// Until each knows all others and every replica.
Done waitUntilAcquainted(const SandboxServers &sentinels, const QString &masterName, int replicas);

} // namespace lockscope
