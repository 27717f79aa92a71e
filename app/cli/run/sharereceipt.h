// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was written for others: a line with the file, and remarks; or an object.

#include "app/cli/run/run.h"
#include "core/history/sharing/sharing.h"

namespace lockscope::cli
{

void printReceipt(Run *run, const ShareReceipt &receipt);

} // namespace lockscope::cli
