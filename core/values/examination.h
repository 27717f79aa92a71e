// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a closer look at a deployment found. Values; any thread.

#include "core/values/finding.h"
#include "core/values/rights.h"

namespace lockscope
{

struct Examination {
    std::vector<Finding> findings{};  // what makes the locks unsafe, worst first
    std::vector<NodeRights> rights{}; // of this user, on masters and replicas
    // ACL SETUSER …: the least that Lockscope needs for these patterns, with the word PASSWORD to be
    // replaced.
    QByteArray acl{};
};

} // namespace lockscope
