// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/tunnelstate.h"

namespace lockscope
{

const char *name(TunnelStage stage)
{
    switch (stage) {
    case TunnelStage::Closed:
        return "closed";
    case TunnelStage::Starting:
        return "starting-ssh";
    case TunnelStage::Reaching:
        return "reaching-host";
    case TunnelStage::CheckingHost:
        return "checking-host-key";
    case TunnelStage::Authenticating:
        return "authenticating";
    case TunnelStage::Forwarding:
        return "forwarding";
    case TunnelStage::Open:
        return "open";
    case TunnelStage::Waiting:
        return "waiting";
    case TunnelStage::Failed:
        return "failed";
    }
    return "closed";
}

ConnectionState connectionOf(const TunnelState &state)
{
    ConnectionState connection{
        .phase = ConnectionPhase::Connecting, .since = state.since, .reason = state.reason};
    if (state.stage == TunnelStage::Failed)
        connection.phase = ConnectionPhase::Failed;
    else if (state.stage == TunnelStage::Waiting)
        connection.phase = ConnectionPhase::Waiting;
    return connection;
}

} // namespace lockscope
