// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the machine can do to a process of ours from outside, as to any other. Any thread.

#include <QtGlobal>

namespace lockscope
{

void pauseProcess(qint64 pid);     // SIGSTOP: it stands still, soon
void waitUntilPaused(qint64 pid);  // or over; a child of ours
void resumeProcess(qint64 pid);    // SIGCONT
void killProcessGroup(qint64 pid); // SIGKILL to the process and all that it started

} // namespace lockscope
