// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists all locks, of one connection or of several.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Runs runs, const ScanOptions &options);

} // namespace lockscope::cli
