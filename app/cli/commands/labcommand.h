// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists the scenarios or runs one.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const LabOptions &options);

} // namespace lockscope::cli
