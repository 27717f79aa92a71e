// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Findings and nodes as they were at a moment, from a recording, without a connection: doctor --recording,
// nodes --recording.

#include "app/cli/run/run.h"

namespace lockscope::cli
{

QCoro::Task<int> runRecorded(Run *run, const DoctorOptions &options);
QCoro::Task<int> runRecorded(Run *run, const NodesOptions &options);

} // namespace lockscope::cli
