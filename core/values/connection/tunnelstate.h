// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the SSH tunnel to a deployment is doing, as status bar, connection test and cli show it. Values.

#include "core/base/clock.h"
#include "core/base/outcome.h"
#include "core/values/status.h"

namespace lockscope
{

// Closed → Starting → Reaching → CheckingHost → Authenticating → Forwarding → Open; from each of them to
// Waiting, and on from Starting by itself, or to Failed. Through a jump host the middle ones come twice.
enum class TunnelStage {
    Closed,
    Starting,       // the ssh program
    Reaching,       // name, TCP or proxy command
    CheckingHost,   // greeting and host key
    Authenticating, // user
    Forwarding,     // asks for the local port
    Open,
    Waiting, // to begin anew at retryAt
    Failed   // the same would happen again: open() begins anew
};

struct TunnelState {
    TunnelStage stage = TunnelStage::Closed;
    Instant since{};
    int attempt = 0;                  // of reopening; 0 while open
    std::optional<Instant> retryAt{}; // Waiting
    Failure reason{};                 // Waiting and Failed: why. Open: the host refused to forward since
    friend bool operator==(const TunnelState &, const TunnelState &) = default;
};

const char *name(TunnelStage stage);

// Of a deployment whose tunnel is not open.
ConnectionState linkOf(const TunnelState &state);

} // namespace lockscope
