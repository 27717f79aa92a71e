// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds what makes the locks of a deployment unsafe, by rules over what its servers report. An unknown fact
// breaks no rule, but is a finding itself. Pure; any thread.

#include "core/values/connection/nodefacts.h"
#include "core/values/finding.h"

namespace lockscope
{

// locks: the known locks, for rules about them. Worst findings first; equal levels in the order of the rules.
std::vector<Finding> checkHealth(const DeploymentFacts &deployment, const std::vector<LockPtr> &locks);

} // namespace lockscope
