// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What made clients wait, and what changed, from a history file, without a connection.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ContentionOptions &options);

} // namespace lockscope::cli
