// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows which client blocks which, and deadlocks.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const BlockingOptions &options);

} // namespace lockscope::cli
