// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The state of the SSH tunnel to a deployment, as the status bar, connection test and cli show it. Values.

#include "core/base/clock.h"
#include "core/base/outcome.h"
#include "core/values/status.h"

namespace lockscope
{

// Closed → Starting → Reaching → CheckingHost → Authenticating → Forwarding → Open. Every stage may lead to
// Failed, or to Waiting, which continues with Starting. With a jump host the middle stages repeat.
enum class TunnelStage {
    Closed,
    Starting,     // of the ssh program
    Reaching,     // name, TCP or proxy command
    CheckingHost, // banner and host key
    Authenticating,
    Forwarding, // requests the local port
    Open,
    Waiting, // starts again at retryAt
    Failed   // would fail again the same way; open() starts again
};

struct TunnelState {
    TunnelStage stage = TunnelStage::Closed;
    Instant since{};
    int attempt = 0;                  // number of the reconnect attempt; 0 while open
    std::optional<Instant> retryAt{}; // Waiting
    Failure reason{};                 // for Waiting and Failed. Open: the host has refused to forward
    friend bool operator==(const TunnelState &, const TunnelState &) = default;
};

const char *name(TunnelStage stage);

// For a deployment whose tunnel is not open.
ConnectionState connectionOf(const TunnelState &state);

} // namespace lockscope
