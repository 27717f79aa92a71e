// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/deploymentstate.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <algorithm>
#include <iterator>

namespace lockscope
{

bool DeploymentState::isLost() const
{
    const ConnectionState state = connection();
    const bool isLost = state.phase == ConnectionPhase::Waiting || state.phase == ConnectionPhase::Failed ||
                        (state.phase == ConnectionPhase::Connecting && state.attempt > 0);
    return spec && isLost;
}

QString DeploymentState::whyNotWhole() const
{
    if (!isReady())
        return {};
    if (const int members = int(spec->members.size()); members > 1 && answering() < members)
        return Tr::tr("%1 of %2 nodes answer").arg(answering()).arg(members);
    return scan.phase == ScanPhase::Failed ? Tr::tr("The last scan failed") : QString();
}

bool DeploymentState::isScannedInPart() const
{
    return scan.phase == ScanPhase::Failed && notScanned().size() < scan.nodes.size();
}

std::vector<NodeScan> DeploymentState::notScanned() const
{
    std::vector<NodeScan> failed;
    std::ranges::copy_if(scan.nodes, std::back_inserter(failed),
                         [](const NodeScan &node) { return node.phase == ScanPhase::Failed; });
    return failed;
}

const NodeStatus *DeploymentState::untrusted() const
{
    const auto found =
        std::ranges::find_if(nodes, [](const NodeStatus &node) { return !node.untrusted.isEmpty(); });
    return found == nodes.end() ? nullptr : &*found;
}

QString DeploymentState::title() const
{
    return spec ? text::connection(*spec) : QString();
}

} // namespace lockscope
