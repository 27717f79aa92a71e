// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/exitstatus.h"
#include "app/cli/terminal/childprocess.h"
#include "app/cli/terminal/pipe.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

extern char **environ;

namespace lockscope::cli
{

namespace
{

std::vector<char *> pointers(std::vector<QByteArray> &strings)
{
    std::vector<char *> list;
    for (QByteArray &string : strings)
        list.push_back(string.data());
    list.push_back(nullptr);
    return list;
}

QByteArray variableName(const QByteArray &assignment)
{
    return assignment.left(assignment.indexOf('='));
}

std::vector<QByteArray> environmentWith(const std::vector<QByteArray> &added)
{
    std::vector<QByteArray> all = added;
    for (char **entry = environ; *entry; ++entry) {
        const QByteArray assignment(*entry);
        const bool replaced = std::any_of(added.begin(), added.end(), [&assignment](const QByteArray &other) {
            return variableName(other) == variableName(assignment);
        });
        if (!replaced)
            all.push_back(assignment);
    }
    return all;
}

// Resets our signal dispositions and mask for the command.
void setAttributes(posix_spawnattr_t &attributes, ChildProcess::Group group)
{
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    sigaddset(&defaults, SIGCHLD);
    sigset_t blocked;
    sigemptyset(&blocked);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setsigmask(&attributes, &blocked);
    int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (group == ChildProcess::Group::Own)
        flags |= POSIX_SPAWN_SETPGROUP; // with the default 0, the group id is the process id
    posix_spawnattr_setflags(&attributes, short(flags));
}

// Runs on its own thread, which uses only the pipe. The child stays a zombie until reap(), so its process id
// cannot be reused meanwhile.
void tellWhenOver(pid_t pid, int writeEnd)
{
    siginfo_t info{};
    while (::waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    ::close(writeEnd);
}

} // namespace

ChildProcess::ChildProcess(QObject *parent) : QObject(parent) {}

ChildProcess::~ChildProcess()
{
    m_notifier.reset();
    if (m_readEnd >= 0)
        ::close(m_readEnd);
}

int ChildProcess::start(const std::vector<QByteArray> &command, const std::vector<QByteArray> &environment,
                        Group group)
{
    std::array<int, 2> ends{-1, -1};
    if (!openPipe(ends))
        return errno;
    // Where this program was started with the signal ignored, the kernel would keep no exit status.
    struct sigaction known = {};
    if (::sigaction(SIGCHLD, nullptr, &known) == 0 && known.sa_handler == SIG_IGN)
        std::signal(SIGCHLD, SIG_DFL); // a handler is that of QProcess, which waits for ssh with it
    std::vector<QByteArray> words = command;
    std::vector<QByteArray> assignments = environmentWith(environment);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    setAttributes(attributes, group);
    pid_t pid = 0;
    const int failure = ::posix_spawnp(&pid, command.front().constData(), nullptr, &attributes,
                                       pointers(words).data(), pointers(assignments).data());
    posix_spawnattr_destroy(&attributes);
    if (failure != 0) {
        ::close(ends[0]);
        ::close(ends[1]);
        return failure;
    }
    m_pid = pid;
    m_group = group == Group::Own ? pid : 0;
    m_readEnd = ends[0];
    m_notifier = std::make_unique<QSocketNotifier>(m_readEnd, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &ChildProcess::reap);
    std::thread(tellWhenOver, pid, ends[1]).detach();
    return 0;
}

void ChildProcess::send(int signal)
{
    if (m_group > 0)
        ::kill(-pid_t(m_group), signal);
    else if (m_pid > 0)
        ::kill(pid_t(m_pid), signal);
}

void ChildProcess::end()
{
    send(SIGTERM);
    send(SIGCONT); // a stopped process handles SIGTERM only after SIGCONT
}

void ChildProcess::kill()
{
    send(SIGKILL);
}

// While this program is stopped, the lock is not renewed.
void ChildProcess::passOn(int signal, bool byTerminal)
{
    const bool isForUsAlone = !byTerminal || m_group > 0;
    if (signal == SIGTSTP) {
        if (isForUsAlone)
            suspend();
        ::raise(SIGSTOP);
    } else if (isForUsAlone) {
        send(signal);
    }
}

void ChildProcess::suspend()
{
    constexpr int Looks = 20;
    constexpr useconds_t Pause = 5'000;
    send(SIGTSTP);
    siginfo_t info{};
    for (int look = 0; look < Looks && m_pid > 0; ++look) {
        ::waitid(P_PID, id_t(m_pid), &info, WSTOPPED | WNOHANG | WNOWAIT);
        if (info.si_pid != 0)
            return;
        ::usleep(Pause);
    }
    send(SIGSTOP);
}

// The kernel does not reuse a group id while the group has members.
bool ChildProcess::leavesOthers()
{
    if (m_pid == 0 && m_group > 0 && ::kill(-pid_t(m_group), 0) != 0 && errno == ESRCH)
        m_group = 0;
    return m_pid == 0 && m_group > 0;
}

void ChildProcess::reap()
{
    m_notifier->setEnabled(false);
    int state = 0;
    while (::waitpid(pid_t(m_pid), &state, 0) < 0 && errno == EINTR) {
    }
    m_pid = 0;
    emit ended(WIFSIGNALED(state) ? signalStatus(WTERMSIG(state)) : WEXITSTATUS(state));
}

} // namespace lockscope::cli
