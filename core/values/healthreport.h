// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The result of a health check. Values; any thread.

#include "core/values/finding.h"
#include "core/values/rights.h"
#include "core/values/status.h"

namespace lockscope
{

struct HealthReport {
    std::vector<NodeStatus> nodes{};  // their status when asked
    std::vector<Finding> findings{};  // what makes the locks unsafe, worst first
    std::vector<NodeRights> rights{}; // of this user, on masters and replicas
    // ACL SETUSER …: what Lockscope needs for these patterns. The word PASSWORD must be replaced.
    QByteArray acl{};
};

} // namespace lockscope
