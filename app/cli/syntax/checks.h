// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// CommandSyntax::take, which stores the operands of a command, and CommandSyntax::check, which checks its
// options against each other. Pure; a failure is BadInput.

#include "app/cli/syntax/arguments.h"

namespace lockscope::cli
{

using Operands = Done(Arguments &arguments, const std::vector<QByteArray> &operands);
Operands takeKeys, takeTopology, takeScenario, takeRules, takeRecording, takeCompared, takeShared;

// given: the names of the options on the command line.
using Check = Done(const Arguments &arguments, const QByteArrayList &given);
Check checkScan, checkShow, checkWatch, checkDoctor, checkNodes, checkBlocking, checkRecord, checkOwner,
    checkAcquire, checkForceRelease, checkAudit, checkContention;
Check checkRules, checkCompare, checkShared, checkIncident;

} // namespace lockscope::cli
