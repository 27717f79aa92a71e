// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What about a deployment makes its locks unsafe: rules over what its servers say of themselves. What is not
// known breaks no rule; that it is not known is a finding of its own. Pure; any thread.

#include "core/values/connection/nodefacts.h"
#include "core/values/finding.h"

namespace lockscope
{

// locks: those that are known now, for what they claim. Worst first; of one level in the order of the rules.
std::vector<Finding> examine(const DeploymentFacts &deployment, const std::vector<LockPtr> &locks);

} // namespace lockscope
