// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists the nodes.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const NodesOptions &options);

} // namespace lockscope::cli
