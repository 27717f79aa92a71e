// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridges/deploymentstate.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <algorithm>
#include <iterator>
#include <set>

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
    if (scan.phase != ScanPhase::Failed)
        return {};
    return isScannedInPart() ? Tr::tr("The last scan did not read all servers")
                             : Tr::tr("The last scan failed");
}

bool DeploymentState::isScannedInPart() const
{
    const auto isRead = [](const NodeScan &node) { return node.phase == ScanPhase::Complete; };
    return scan.phase == ScanPhase::Failed && std::ranges::any_of(scan.nodes, isRead);
}

std::vector<NodeScan> DeploymentState::notScanned() const
{
    std::vector<NodeScan> failed;
    std::ranges::copy_if(scan.nodes, std::back_inserter(failed),
                         [](const NodeScan &node) { return node.phase == ScanPhase::Failed; });
    return failed;
}

// A member that is a cluster counts as scanned only if all its nodes were.
bool DeploymentState::isScannedWithoutQuorum() const
{
    if (!spec || spec->members.size() < 2)
        return false;
    std::set<int> missing;
    for (const NodeScan &failed : notScanned()) {
        const auto status = std::ranges::find(nodes, failed.node, &NodeStatus::node);
        if (status != nodes.end())
            missing.insert(status->member);
    }
    return int(spec->members.size()) - int(missing.size()) < needed();
}

std::optional<Failure> DeploymentState::failureOfWhole() const
{
    const auto isThis = [this](const NodeScan &node) {
        return node.failure.kind == scan.failure.kind && node.failure.text == scan.failure.text;
    };
    if (scan.phase != ScanPhase::Failed || std::ranges::any_of(notScanned(), isThis))
        return std::nullopt;
    return scan.failure;
}

QString DeploymentState::whyNoChanges() const
{
    if (!isReady())
        return Tr::tr("Not connected");
    return spec->readOnly
               ? Tr::tr("This connection is read-only. Use “Allow changes…” in the menu Connection")
               : QString();
}

const Failure *DeploymentState::whyUnread(const NodeId &node) const
{
    const auto found = std::ranges::find_if(
        nodes, [&node](const NodeStatus &one) { return one.node == node || one.announced == node; });
    const bool isKnown =
        found != nodes.end() && !found->isReady() && !found->connection.reason.text.isEmpty();
    return isKnown ? &found->connection.reason : nullptr;
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
