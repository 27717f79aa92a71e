// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs one act on a lock: renew, release, wake, set-expiry or force-release.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ActOptions &options);
QCoro::Task<int> runCommand(Run *run, const ForceReleaseOptions &options);

} // namespace lockscope::cli
