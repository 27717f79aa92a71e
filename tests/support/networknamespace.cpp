// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/networknamespace.h"

#include "tests/support/loopbackserver.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lockscope::test
{

namespace
{

constexpr int ProgramTimeoutMs = 10000;
// Rules are asked in the order of their numbers; the kernel's own for local addresses comes first as a rule.
const QString CutRule = QStringLiteral("5");
const QString LocalRule = QStringLiteral("10");

Failure failed(const QString &why)
{
    return {.kind = ErrorKind::Unsupported, .text = QStringLiteral("a network of its own: ") + why};
}

Done ip(const QString &arguments)
{
    QProcess program;
    program.setProcessChannelMode(QProcess::MergedChannels);
    program.start(programPath(QStringLiteral("ip")), arguments.split(u' '));
    if (!program.waitForFinished(ProgramTimeoutMs) || program.exitCode() != 0)
        return failed(
            QStringLiteral("ip %1: %2").arg(arguments, QString::fromUtf8(program.readAll().trimmed())));
    return Nothing{};
}

} // namespace

Outcome<std::unique_ptr<NetworkNamespace>> NetworkNamespace::enter()
{
    if (programPath(QStringLiteral("ip")).isEmpty())
        return failed(QStringLiteral("the program ip is not there"));
    const int home = ::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    if (home < 0 || ::unshare(CLONE_NEWNET) != 0) {
        const QString why = QString::fromLocal8Bit(std::strerror(errno));
        if (home >= 0)
            ::close(home);
        return failed(why);
    }
    std::unique_ptr<NetworkNamespace> network(new NetworkNamespace(home));
    for (const QString &step :
         {QStringLiteral("link set lo up"), QStringLiteral("rule add pref %1 lookup local").arg(LocalRule),
          QStringLiteral("rule del pref 0 lookup local")}) {
        if (const Done done = ip(step); !done)
            return done.failure();
    }
    return network;
}

NetworkNamespace::~NetworkNamespace()
{
    if (::setns(m_home, CLONE_NEWNET) != 0)
        qFatal("no way back to the network of the machine");
    ::close(m_home);
}

Done NetworkNamespace::cutOff(const QString &address, quint16 port)
{
    for (const QString &way :
         {QStringLiteral("from %1 ipproto tcp dport %2"), QStringLiteral("to %1 ipproto tcp sport %2")}) {
        const QString rule = way.arg(address).arg(port);
        if (const Done done = ip(QStringLiteral("rule add pref %1 %2 blackhole").arg(CutRule, rule)); !done)
            return done;
        ++m_rules;
    }
    return Nothing{};
}

Done NetworkNamespace::heal()
{
    for (; m_rules > 0; --m_rules) {
        if (const Done done = ip(QStringLiteral("rule del pref ") + CutRule); !done)
            return done;
    }
    return Nothing{};
}

} // namespace lockscope::test
