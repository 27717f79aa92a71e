// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/deploymentstate.h"

#include "ui/text/format.h"

#include <QSet>

#include <algorithm>

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

} // namespace

ConnectionState DeploymentState::link() const
{
    // Any ready master will do: if a replica, a sentinel or another node is down, the locks of the rest can
    // still be shown and changed.
    for (const NodeStatus &node : nodes) {
        if (node.isReady() && !node.isReplica() && node.role != "sentinel")
            return node.link;
    }
    ConnectionState worst;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (i == 0 || badness(nodes[i].link.phase) > badness(worst.phase))
            worst = nodes[i].link;
    }
    return worst;
}

bool DeploymentState::isReconnecting() const
{
    const ConnectionState state = link();
    const bool trying =
        state.phase == LinkPhase::Waiting || (state.phase == LinkPhase::Connecting && state.attempt > 0);
    return spec && trying;
}

const NodeStatus *DeploymentState::untrusted() const
{
    const auto found =
        std::ranges::find_if(nodes, [](const NodeStatus &node) { return !node.untrusted.isEmpty(); });
    return found == nodes.end() ? nullptr : &*found;
}

int DeploymentState::answering() const
{
    QSet<int> members;
    for (const NodeStatus &node : nodes) {
        if (node.isReady() && !node.isReplica() && node.role != "sentinel")
            members.insert(node.member);
    }
    return int(members.size());
}

QString DeploymentState::title() const
{
    return spec ? text::connection(*spec) : QString();
}

} // namespace lockscope
