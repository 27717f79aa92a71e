// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// The counterpart of WorkerProcess: runs the event loop of lockscope-worker, which reads orders from standard
// input and writes events and failures to standard output. Call it on the main thread, with a
// QCoreApplication. Returns the exit status: 1 after a failure, or if the parent ended.
int runWorkerProcess();

} // namespace lockscope
