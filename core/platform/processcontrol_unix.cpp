// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/processcontrol.h"

#include <sys/wait.h>

#include <csignal>

namespace lockscope
{

void pauseProcess(qint64 pid)
{
    ::kill(pid_t(pid), SIGSTOP);
}

void waitUntilPaused(qint64 pid)
{
    siginfo_t state{};
    ::waitid(P_PID, id_t(pid), &state,
             WSTOPPED | WEXITED | WNOWAIT); // WNOWAIT: the child is reaped elsewhere
}

void resumeProcess(qint64 pid)
{
    ::kill(pid_t(pid), SIGCONT);
}

void killProcessGroup(qint64 pid)
{
    ::kill(-pid_t(pid), SIGKILL);
}

} // namespace lockscope
