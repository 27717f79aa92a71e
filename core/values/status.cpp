// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/status.h"

#include <QSet>

namespace lockscope
{

namespace
{

int badness(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Ready:
        return 0;
    case ConnectionPhase::Idle:
        return 1;
    case ConnectionPhase::Connecting:
        return 2;
    case ConnectionPhase::Waiting:
        return 3;
    case ConnectionPhase::Closed:
        return 4;
    case ConnectionPhase::Failed:
        return 5;
    }
    return 0;
}

bool isReadyMaster(const NodeStatus &node)
{
    return node.isReady() && !node.isReplica() && !node.isSentinel();
}

} // namespace

ConnectionState connectionOf(const std::vector<NodeStatus> &nodes)
{
    ConnectionState worst;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (isReadyMaster(nodes[i]))
            return nodes[i].connection;
        if (i == 0 || badness(nodes[i].connection.phase) > badness(worst.phase))
            worst = nodes[i].connection;
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

const char *name(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Idle:
        return "idle";
    case ConnectionPhase::Connecting:
        return "connecting";
    case ConnectionPhase::Ready:
        return "ready";
    case ConnectionPhase::Waiting:
        return "waiting";
    case ConnectionPhase::Failed:
        return "failed";
    case ConnectionPhase::Closed:
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
