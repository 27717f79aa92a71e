// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock as it was at a moment, from a recording, without a connection: show --recording.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runRecorded(Run *run, const ShowOptions &options);

} // namespace lockscope::cli
