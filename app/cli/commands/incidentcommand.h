// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes a folder with all that is known of a lock.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const IncidentOptions &options);

} // namespace lockscope::cli
