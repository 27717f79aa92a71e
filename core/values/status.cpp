// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/status.h"

namespace lockscope
{

const char *name(LinkPhase phase)
{
    switch (phase) {
    case LinkPhase::Idle:
        return "idle";
    case LinkPhase::Connecting:
        return "connecting";
    case LinkPhase::Ready:
        return "ready";
    case LinkPhase::Waiting:
        return "waiting";
    case LinkPhase::Failed:
        return "failed";
    case LinkPhase::Closed:
        return "closed";
    }
    return "idle";
}

const char *name(ScanPhase phase)
{
    switch (phase) {
    case ScanPhase::Idle:
        return "idle";
    case ScanPhase::Running:
        return "running";
    case ScanPhase::Complete:
        return "complete";
    case ScanPhase::Stopped:
        return "stopped";
    case ScanPhase::Failed:
        return "failed";
    }
    return "idle";
}

const char *name(LiveMode mode)
{
    switch (mode) {
    case LiveMode::Off:
        return "off";
    case LiveMode::Tracking:
        return "tracking";
    case LiveMode::TrackingKnownKeys:
        return "tracking-known-keys";
    case LiveMode::KeyspaceEvents:
        return "keyspace-events";
    case LiveMode::Polling:
        return "polling";
    }
    return "off";
}

} // namespace lockscope
