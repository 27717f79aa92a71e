// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/termination.h"

#include <QApplication>
#include <QSocketNotifier>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#endif

namespace lockscope
{

#ifdef Q_OS_UNIX
namespace
{

int s_pipe[2] = {-1, -1}; // a signal handler may do little more than write

std::atomic<bool> s_patient{false};
std::atomic<int> s_signal{0};
int s_secondsToEnd = 2;
std::atomic<int> s_secondsLeft{0};

// Counts single seconds, so that a process that stood still, or was stopped, is left one to end in.
void endNow(int)
{
    if (--s_secondsLeft <= 0)
        _exit(128 + s_signal.load());
    alarm(1);
}

void told(int signal)
{
    const int error = errno;
    s_signal = signal;
    if (!s_patient.load()) {
        s_secondsLeft = s_secondsToEnd;
        alarm(1);
    }
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
        const auto end = [status = m_isUnfinished ? 128 + s_signal.load() : 0] {
            QApplication::closeAllWindows(); // windows save their state
            QCoreApplication::exit(status);
        };
        if (m_farewell)
            m_farewell(end);
        else
            end();
    });
    s_patient = false;
    s_secondsToEnd = 2 * std::clamp(qEnvironmentVariableIntValue("LOCKSCOPE_PATIENCE"), 1, 100); // In tests
    std::signal(SIGALRM, endNow);
    struct sigaction action = {};
    action.sa_handler = told;
    action.sa_flags = int(SA_RESTART | SA_RESETHAND); // a second signal ends at once
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        if (sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) // as nohup does
            sigaction(number, &action, nullptr);
    }
}

void Termination::setPatient()
{
    s_patient = true;
    alarm(0);
}

Termination::~Termination()
{
    alarm(0);
    std::signal(SIGALRM, SIG_DFL);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now = {};
        if (sigaction(number, nullptr, &now) == 0 && now.sa_handler == told)
            std::signal(number, SIG_DFL);
    }
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
void Termination::setPatient() {}
#endif

} // namespace lockscope
