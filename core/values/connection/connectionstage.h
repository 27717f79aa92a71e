// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The steps of a connection test: "TCP ok, TLS ok, login ok, may read, may not write". Values.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <vector>

namespace lockscope
{

enum class ConnectionStep {
    Tunnel,    // SSH
    Reach,     // TCP or unix socket, through the proxy if there is one
    Tls,       // handshake and certificate
    Login,     // AUTH, SELECT
    Discovery, // Sentinel: which server is the master
    MayRead,   // SCAN, TYPE
    MayWrite   // the commands of acts; nothing is written to find out
};

enum class StageState {
    Ok,
    Failed,
    Skipped,  // not needed, or an earlier step failed
    NotKnown, // the server does not report it; see detail
};

struct ConnectionStage {
    ConnectionStep step = ConnectionStep::Reach;
    StageState state = StageState::Skipped;
    NodeId node{};    // the server concerned
    QString detail{}; // one clause: the proxy, the master that was found, why it is unknown
    Failure failure{};
    milliseconds took{0};
    friend bool operator==(const ConnectionStage &, const ConnectionStage &) = default;
};

const char *name(ConnectionStep step);
const char *name(StageState state);

// "TLS ok", "may not write: this server is a replica and takes no writes". Empty if skipped.
QString stageText(const ConnectionStage &stage);
} // namespace lockscope
