// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interruption.h"

#include <fcntl.h>
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
constexpr size_t CaughtFirst = 3; // the others only for a command

// For the handler, which can have no other state.
std::atomic<int> writeEnd{-1};
std::array<struct sigaction, Caught.size() + 1> before;

struct Message {
    unsigned char signal;
    unsigned char byTerminal;
};

extern "C" void passOn(int signal, siginfo_t *info, void *)
{
    const int saved = errno;
    // The terminal's driver sends from inside the kernel; kill() leaves a code that is not positive.
    const Message message{static_cast<unsigned char>(signal),
                          static_cast<unsigned char>(info && info->si_code > 0)};
    // A full pipe holds thousands of signals nobody read: one more is not missed.
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
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return; // no descriptors left: signals then end the program as they do any other
    m_readEnd = ends[0];
    writeEnd = ends[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Interruption::read);

    for (size_t i = 0; i < Caught.size(); ++i)
        ::sigaction(Caught[i], nullptr, &before[i]);
    for (size_t i = 0; i < CaughtFirst; ++i)
        catchOne(i);
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
    m_notifier.reset();
    ::close(m_readEnd);
    ::close(writeEnd.exchange(-1));
}

void Interruption::catchAll()
{
    for (size_t i = CaughtFirst; m_readEnd >= 0 && i < Caught.size(); ++i)
        catchOne(i);
}

void Interruption::read()
{
    Message message{};
    while (::read(m_readEnd, &message, sizeof message) == ssize_t(sizeof message))
        emit caught(message.signal, message.byTerminal != 0);
}

} // namespace lockscope::cli
