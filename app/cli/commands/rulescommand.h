// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows the rules, and makes or removes one by an example.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const RulesOptions &options);

} // namespace lockscope::cli
