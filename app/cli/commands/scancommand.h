// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists all locks.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ScanOptions &options);

} // namespace lockscope::cli
