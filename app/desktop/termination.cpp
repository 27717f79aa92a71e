// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/termination.h"

#include <QApplication>
#include <QSocketNotifier>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#endif

namespace lockscope
{

#ifdef Q_OS_UNIX
namespace
{

int s_pipe[2] = {-1, -1}; // a signal handler may do little more than write

void told(int)
{
    const int error = errno;
    const char byte = 1;
    [[maybe_unused]] const auto written = write(s_pipe[1], &byte, 1);
    errno = error;
}

} // namespace

Termination::Termination(QObject *parent) : QObject(parent)
{
    if (pipe(s_pipe) != 0)
        return;
    for (const int end : s_pipe) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
        fcntl(end, F_SETFL, O_NONBLOCK);
    }
    m_notifier = new QSocketNotifier(s_pipe[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        const auto end = [] {
            QApplication::closeAllWindows(); // windows save their state
            QCoreApplication::exit(0);
        };
        if (m_farewell)
            m_farewell(end);
        else
            end();
    });
    struct sigaction action = {};
    action.sa_handler = told;
    action.sa_flags = int(SA_RESTART | SA_RESETHAND); // a second signal ends at once
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        sigaction(number, &action, nullptr);
}

Termination::~Termination()
{
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
        std::signal(number, SIG_DFL);
    delete m_notifier;
    for (int &end : s_pipe) {
        if (end >= 0)
            close(end);
        end = -1;
    }
}
#else
Termination::Termination(QObject *parent) : QObject(parent) {}
Termination::~Termination() = default;
#endif

} // namespace lockscope
