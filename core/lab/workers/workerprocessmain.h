// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockscope
{

// The other side of WorkerProcess: what lockscope-worker does with its standard input and output. The exit
// status.
int runWorkerProcess();

} // namespace lockscope
