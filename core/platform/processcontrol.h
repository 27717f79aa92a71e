// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Controls our own child processes from outside, as the operating system can any process. Any thread.

#include <QtGlobal>

namespace lockscope
{

void pauseProcess(qint64 pid);     // SIGSTOP; takes effect soon
void waitUntilPaused(qint64 pid);  // or ended; only for a child of this process
void resumeProcess(qint64 pid);    // SIGCONT
void killProcessGroup(qint64 pid); // SIGKILL to the process and all its children

} // namespace lockscope
