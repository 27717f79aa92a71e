// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the operands of a command become, and what its options demand of each other: CommandSyntax::take
// and CommandSyntax::check. Pure; a failure is BadInput.

#include "app/cli/syntax/arguments.h"

namespace lockscope::cli
{

using Operands = Done(Arguments &arguments, const std::vector<QByteArray> &operands);
Operands takeKeys, takeTopology, takeScenario;

// given: the names of the options on the command line.
using Check = Done(const Arguments &arguments, const QByteArrayList &given);
Check checkOwner, checkAcquire, checkForceRelease, checkAudit;

} // namespace lockscope::cli
