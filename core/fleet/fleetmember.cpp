// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetmember.h"

namespace lockscope
{

const char *name(FleetState state)
{
    switch (state) {
    case FleetState::Queued:
        return "queued";
    case FleetState::Connecting:
        return "connecting";
    case FleetState::Connected:
        return "connected";
    case FleetState::PartlyReached:
        return "partly-reached";
    case FleetState::NoQuorum:
        return "no-quorum";
    case FleetState::Unreachable:
        return "unreachable";
    case FleetState::Failed:
        return "failed";
    case FleetState::NeedsPassword:
        return "needs-password";
    case FleetState::NeedsSshConsent:
        return "needs-ssh-consent";
    }
    return "queued";
}

bool isLive(FleetState state)
{
    return state == FleetState::Connected || state == FleetState::PartlyReached ||
           state == FleetState::NoQuorum;
}

bool isOut(FleetState state)
{
    return !isLive(state) && state != FleetState::Queued && state != FleetState::Connecting;
}

} // namespace lockscope
