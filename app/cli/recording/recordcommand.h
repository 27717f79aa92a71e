// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Records what happens to locks in a history file, until told to end.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const RecordOptions &options);

} // namespace lockscope::cli
