// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shows one lock by its exact name.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ShowOptions &options);

} // namespace lockscope::cli
