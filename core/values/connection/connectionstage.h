// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a test of a connection found, step by step: "TCP ok, TLS ok, login ok, may read, may not write".
// Values.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <vector>

namespace lockscope
{

enum class ConnectionStep {
    Tunnel,    // SSH
    Reach,     // TCP or unix socket, through the proxy where there is one
    Tls,       // greeting and certificate
    Login,     // AUTH, SELECT
    Discovery, // Sentinel: which server is the master
    MayRead,   // SCAN, TYPE
    MayWrite   // what our acts send; nothing is written to find out
};

enum class StageState {
    Ok,
    Failed,
    Skipped,  // not asked for, or a step before it failed
    NotKnown, // the server does not tell; detail says why
};

struct ConnectionStage {
    ConnectionStep step = ConnectionStep::Reach;
    StageState state = StageState::Skipped;
    NodeId node{};    // whom it is about
    QString detail{}; // one clause: the proxy, the master that was found, why it is not known
    Failure failure{};
    milliseconds took{0};
    friend bool operator==(const ConnectionStage &, const ConnectionStage &) = default;
};

const char *name(ConnectionStep step);
const char *name(StageState state);

// "TLS ok", "may not write: this server is a replica and takes no writes". Empty for what was skipped.
QString stageText(const ConnectionStage &stage);
// All of them with commas between; of a failure its text without the remedy.
QString stagesText(const std::vector<ConnectionStage> &stages);

} // namespace lockscope
