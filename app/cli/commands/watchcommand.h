// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Prints events until told to end.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Runs runs, const WatchOptions &options);

} // namespace lockscope::cli
