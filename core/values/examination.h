// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a closer look at a deployment found. Values; any thread.

#include "core/values/finding.h"
#include "core/values/rights.h"
#include "core/values/status.h"

namespace lockscope
{

struct Examination {
    std::vector<NodeStatus> nodes{};  // as they were when they were asked
    std::vector<Finding> findings{};  // what makes the locks unsafe, worst first
    std::vector<NodeRights> rights{}; // of this user, on masters and replicas
    // ACL SETUSER …: the least that Lockscope needs for these patterns, with the word PASSWORD to be
    // replaced.
    QByteArray acl{};
};

} // namespace lockscope
