// SPDX-License-Identifier: GPL-3.0-or-later
// A worker process of the contention lab. Only Lockscope starts it.

#include "core/lab/workers/workerprocessmain.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QTextStream>

#include <csignal>

int main(int argc, char *argv[])
{
    QCoreApplication::setApplicationName(QStringLiteral("lockscope-worker"));
    const QCoreApplication application(argc, argv);
    if (argc > 1 || ::isatty(STDIN_FILENO)) {
        QTextStream(stderr) << "lockscope-worker is started by lockscope and lockscope-cli lab\n";
        return 2;
    }
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
    return lockscope::runWorkerProcess();
}
