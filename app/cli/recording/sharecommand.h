// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A recording for others, from recordings, without a connection.

#include "app/cli/run/run.h"
#include "core/history/sharing/sharing.h"

namespace lockscope::cli
{

// What was written: lines, or an object.
void printReceipt(Run *run, const ShareReceipt &receipt);

QCoro::Task<int> runCommand(Run *run, const ShareOptions &options);

} // namespace lockscope::cli
