// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One act on a lock: renew, release, wake, set-expiry and force-release.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const ActOptions &options);
QCoro::Task<int> runCommand(Run *run, const ForceReleaseOptions &options);

} // namespace lockscope::cli
