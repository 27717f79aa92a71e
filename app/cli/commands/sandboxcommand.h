// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs private servers until interrupted.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const SandboxOptions &options);

} // namespace lockscope::cli
