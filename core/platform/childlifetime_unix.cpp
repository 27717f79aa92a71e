// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/childlifetime.h"

#include <unistd.h>

#include <QProcess>

#include <csignal>

#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace lockscope
{

void tieToParent(QProcess &process)
{
    // Runs in the child between fork and exec: async-signal-safe calls only.
    process.setChildProcessModifier([parent = ::getpid()] {
#ifdef Q_OS_LINUX
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        ::setpgid(0, 0); // Ctrl+C in the terminal must reach only this program, which then ends the child
        if (::getppid() != parent)
            ::_exit(1);
    });
}

} // namespace lockscope
