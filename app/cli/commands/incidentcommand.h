// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes a folder with everything known about a lock.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const IncidentOptions &options);

} // namespace lockscope::cli
