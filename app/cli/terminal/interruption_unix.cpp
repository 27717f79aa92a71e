// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/interruption.h"
#include "app/cli/terminal/pipe.h"
#include "app/cli/terminal/streams.h"

#include <unistd.h>

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace lockscope::cli
{

namespace
{

constexpr std::array Caught{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT};
constexpr size_t CaughtFirst = 3; // the others only while a command runs
constexpr int SecondsToEnd = 2;

// Globals, because a signal handler has no other state.
std::atomic<int> writeEnd{-1};
std::array<struct sigaction, Caught.size() + 1> before;
std::atomic<bool> patient{false};
std::atomic<int> endSignal{0};
std::atomic<int> secondsLeft{0};

struct Message {
    unsigned char signal;
    unsigned char byKernel;
};

// The terminal driver sends from inside the kernel; kill() leaves a code that is not positive. On other
// systems the code is unreliable, so isByTerminal() checks whether a key would have reached us.
bool isByKernel([[maybe_unused]] int code)
{
#ifdef Q_OS_LINUX
    return code > 0;
#else
    return true;
#endif
}

bool isByTerminal(const Message &message)
{
#ifdef Q_OS_LINUX
    return message.byKernel != 0;
#else
    const bool isOfKey = message.signal == SIGINT || message.signal == SIGQUIT || message.signal == SIGTSTP;
    return isOfKey && sharesTerminal();
#endif
}

// The orderly end did not come, for example because a server keeps the event loop busy. Counts single
// seconds, so that a process that stood still, or was stopped, is left one to end in.
extern "C" void endNow(int)
{
    if (--secondsLeft <= 0)
        ::_exit(128 + endSignal.load());
    ::alarm(1);
}

extern "C" void passOn(int signal, siginfo_t *info, void *)
{
    const int saved = errno;
    if (Interruption::isEnd(signal) && !patient.load()) {
        endSignal = signal;
        secondsLeft = SecondsToEnd;
        ::alarm(1);
    }
    const Message message{static_cast<unsigned char>(signal),
                          static_cast<unsigned char>(info && isByKernel(info->si_code))};
    // A full pipe holds thousands of unread signals, so one more can be dropped.
    [[maybe_unused]] const ssize_t written = ::write(writeEnd.load(), &message, sizeof message);
    errno = saved;
}

void catchOne(size_t i)
{
    struct sigaction action = {};
    action.sa_sigaction = passOn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    if (before[i].sa_handler != SIG_IGN)
        ::sigaction(Caught[i], &action, nullptr);
}

} // namespace

Interruption::Interruption(QObject *parent) : QObject(parent)
{
    std::array<int, 2> ends{-1, -1};
    if (!openPipe(ends))
        return; // no descriptors left: signals keep their default effect
    for (const int end : ends)
        ::fcntl(end, F_SETFL, O_NONBLOCK);
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Interruption::read);

    for (size_t i = 0; i < Caught.size(); ++i)
        ::sigaction(Caught[i], nullptr, &before[i]);
    for (size_t i = 0; i < CaughtFirst; ++i)
        catchOne(i);
    patient = false;
    std::signal(SIGALRM, endNow);
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before.back());
}

Interruption::~Interruption()
{
    if (m_readEnd < 0)
        return;
    for (size_t i = 0; i < Caught.size(); ++i)
        ::sigaction(Caught[i], &before[i], nullptr);
    ::sigaction(SIGPIPE, &before.back(), nullptr);
    ::alarm(0);
    std::signal(SIGALRM, SIG_DFL);
    m_notifier.reset();
    ::close(m_readEnd);
    ::close(writeEnd.exchange(-1));
}

bool Interruption::isEnd(int signal)
{
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

void Interruption::setPatient()
{
    patient = true;
    ::alarm(0);
}

bool Interruption::isPatient() const
{
    return patient.load();
}

void Interruption::catchAll()
{
    setPatient();
    for (size_t i = CaughtFirst; m_readEnd >= 0 && i < Caught.size(); ++i)
        catchOne(i);
}

void Interruption::read()
{
    Message message{};
    while (::read(m_readEnd, &message, sizeof message) == ssize_t(sizeof message))
        emit caught(message.signal, isByTerminal(message));
}

} // namespace lockscope::cli
