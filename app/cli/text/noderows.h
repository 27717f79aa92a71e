// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The nodes of a deployment, and what is wrong with it, as lines for people. Pure.

#include "app/cli/text/texttable.h"
#include "core/values/examination.h"
#include "core/values/status.h"

namespace lockscope::cli
{

// A table, and below it why those that cannot be reached cannot.
QString nodesText(const std::vector<NodeStatus> &nodes, const TextStyle &style);

// One block a finding.
QString findingsText(const std::vector<Finding> &findings, const TextStyle &style);

// What the user may do: a table for the nodes of which the same is true.
QString rightsText(const std::vector<NodeRights> &rights, const TextStyle &style);

} // namespace lockscope::cli
