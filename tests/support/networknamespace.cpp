// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/networknamespace.h"

#include "tests/support/loopbackserver.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <QFile>

#include <cerrno>
#include <cstring>

namespace lockscope::test
{

namespace
{

constexpr int ProgramTimeoutMs = 10000;
// Rules are tried in ascending order of their numbers; the kernel's rule for local addresses is recreated
// with LocalRule.
const QString CutRule = QStringLiteral("5");
const QString LocalRule = QStringLiteral("10");
const QString VoidTable = QStringLiteral("100");

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

// Creates a device that drops packets without an error for the sender: a tun device without reader, or ifb,
// because some machines let only root open /dev/net/tun. False if neither is possible.
bool makeVoid()
{
    if (!ip(QStringLiteral("tuntap add mode tun dev void0")) &&
        !ip(QStringLiteral("link add void0 type ifb")))
        return false;
    if (!ip(QStringLiteral("link set void0 up")))
        return false;
    QFile takesLoopback(QStringLiteral("/proc/sys/net/ipv4/conf/void0/route_localnet"));
    return takesLoopback.open(QIODevice::WriteOnly | QIODevice::Unbuffered) &&
           takesLoopback.write("1") == 1 &&
           ip(QStringLiteral("route add default dev void0 table ") + VoidTable).ok();
}

bool writeTo(const char *file, const QByteArray &text)
{
    QFile opened(QString::fromLatin1(file));
    return opened.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && opened.write(text) == text.size();
}

} // namespace

void NetworkNamespace::allowToUser()
{
    const QByteArray user = QByteArray::number(::geteuid());
    const QByteArray group = QByteArray::number(::getegid());
    if (programPath(QStringLiteral("ip")).isEmpty())
        return;
    // User and network namespace together, because a process may only return to a network namespace owned by
    // its user namespace.
    if (user == "0" || ::unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return;
    if (!writeTo("/proc/self/uid_map", "0 " + user + " 1") || !writeTo("/proc/self/setgroups", "deny") ||
        !writeTo("/proc/self/gid_map", "0 " + group + " 1"))
        qFatal("a user namespace without its user: %s", std::strerror(errno));
    // A new network has loopback, but down. Tests that enter no network of their own run here.
    if (const Done done = ip(QStringLiteral("link set lo up")); !done)
        qFatal("no loopback in the network namespace of the user: %s", qPrintable(done.failure().line()));
}

Outcome<std::unique_ptr<NetworkNamespace>> NetworkNamespace::enter()
{
    if (programPath(QStringLiteral("ip")).isEmpty())
        return failed(QStringLiteral("the program ip is missing"));
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
    if (makeVoid())
        network->m_fate = QStringLiteral("lookup ") + VoidTable;
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
        if (const Done done = ip(QStringLiteral("rule add pref %1 %2 %3").arg(CutRule, rule, m_fate)); !done)
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
