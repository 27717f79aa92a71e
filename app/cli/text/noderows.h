// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The nodes and findings of a deployment as text. Pure.

#include "app/cli/text/texttable.h"
#include "core/values/healthreport.h"
#include "core/values/status.h"

namespace lockscope::cli
{

// A table, followed by the reasons for unreachable nodes.
QStringList nodesText(const std::vector<NodeStatus> &nodes, const TextStyle &style);

// The reason, with what is particular to the node: sentinels have a login of their own.
Failure reasonOf(const NodeStatus &node, Failure reason);

// One block per finding.
QStringList findingsText(const std::vector<Finding> &findings, const TextStyle &style);

// The user's permissions: one table for all nodes with the same permissions.
QStringList rightsText(const std::vector<NodeRights> &rights, const TextStyle &style);

} // namespace lockscope::cli
