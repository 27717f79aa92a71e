// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording for others, from recordings, without a connection.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ShareOptions &options);

} // namespace lockscope::cli
