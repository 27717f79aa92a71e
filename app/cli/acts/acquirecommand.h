// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acquires a lock, and holds it while a command runs.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const AcquireOptions &options);

} // namespace lockscope::cli
