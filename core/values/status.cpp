// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/status.h"

#include <QSet>

namespace lockscope
{

namespace
{

int badness(LinkPhase phase)
{
    switch (phase) {
    case LinkPhase::Ready:
        return 0;
    case LinkPhase::Idle:
        return 1;
    case LinkPhase::Connecting:
        return 2;
    case LinkPhase::Waiting:
        return 3;
    case LinkPhase::Closed:
        return 4;
    case LinkPhase::Failed:
        return 5;
    }
    return 0;
}

bool isReadyMaster(const NodeStatus &node)
{
    return node.isReady() && !node.isReplica() && !node.isSentinel();
}

} // namespace

ConnectionState linkOf(const std::vector<NodeStatus> &nodes)
{
    ConnectionState worst;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (isReadyMaster(nodes[i]))
            return nodes[i].link;
        if (i == 0 || badness(nodes[i].link.phase) > badness(worst.phase))
            worst = nodes[i].link;
    }
    return worst;
}

int answeringMembers(const std::vector<NodeStatus> &nodes)
{
    QSet<int> members;
    for (const NodeStatus &node : nodes) {
        if (isReadyMaster(node))
            members.insert(node.member);
    }
    return int(members.size());
}

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
