// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two stretches of recordings side by side, without a connection.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const CompareOptions &options);

} // namespace lockscope::cli
