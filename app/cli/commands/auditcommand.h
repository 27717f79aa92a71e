// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lists recorded acts, without a connection.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const AuditOptions &options);

} // namespace lockscope::cli
