// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// The counterpart of WorkerProcess: what lockscope-worker does with its standard input and output. Returns
// the exit status.
int runWorkerProcess();

} // namespace lockscope
