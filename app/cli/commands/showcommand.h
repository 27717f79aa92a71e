// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock by exact name.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ShowOptions &options);

} // namespace lockscope::cli
