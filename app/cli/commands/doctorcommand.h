// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports what makes locks unsafe in this deployment.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Runs runs, const DoctorOptions &options);

} // namespace lockscope::cli
