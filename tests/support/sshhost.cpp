// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sshhost.h"

#include <unistd.h>

#include <QDir>
#include <QFile>

#include <csignal>

namespace lockscope::test
{

namespace
{

const QString Separation = QStringLiteral("/run/sshd"); // The sshd of root requires it

QList<qint64> childrenOf(qint64 parent)
{
    QList<qint64> children;
    const auto processes = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &process : processes) {
        if (process.toLongLong() <= 0) // Not a process
            continue;
        QFile stat(QStringLiteral("/proc/%1/stat").arg(process));
        if (!stat.open(QIODevice::ReadOnly))
            continue;
        const QByteArray text = stat.readAll();
        // pid (name, possibly with spaces) state parent …
        const QByteArrayList words = text.mid(text.lastIndexOf(')') + 2).split(' ');
        if (words.size() > 1 && words.at(1).toLongLong() == parent)
            children << process.toLongLong();
    }
    return children;
}

} // namespace

QString SshHost::missing()
{
    for (const QString &name :
         {QStringLiteral("sshd"), QStringLiteral("ssh"), QStringLiteral("ssh-keygen")}) {
        if (programPath(name).isEmpty())
            return name + QStringLiteral(" is not installed");
    }
    if (::geteuid() == 0 && !QDir().mkpath(Separation))
        return Separation + QStringLiteral(" is missing and cannot be made");
    return {};
}

SshHost::SshHost(const QByteArray &settings)
{
    for (const char *name : {"host", "otherhost", "user", "wrong"})
        makeKey(QLatin1String(name));
    write(QStringLiteral("authorized"), contentOf(QStringLiteral("user.pub")));
    // From 9.8 on, sshd blocks clients for a while after failed logins, which tests cause.
    const QByteArray patience = "PerSourcePenalties no\n";
    const QByteArray further = knows(patience) ? patience + settings : settings;
    m_server =
        std::make_unique<LoopbackServer>(programPath(QStringLiteral("sshd")), [this, further](quint16 port) {
            const QByteArray folder = m_folder.path().toUtf8();
            write(QStringLiteral("sshd_config"),
                  "ListenAddress 127.0.0.1\nPort " + QByteArray::number(port) + "\nHostKey " + folder +
                      "/host\nAuthorizedKeysFile " + folder +
                      "/authorized\nPidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\n"
                      "PasswordAuthentication no\nKbdInteractiveAuthentication no\n" +
                      further);
            return QStringList{QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"),
                               file(QStringLiteral("sshd_config"))};
        });
}

SshHost::~SshHost()
{
    endConnections();
}

void SshHost::makeKey(const QString &name)
{
    QProcess keygen;
    keygen.start(programPath(QStringLiteral("ssh-keygen")),
                 {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"),
                  QString(), QStringLiteral("-f"), file(name)});
    if (!keygen.waitForFinished(20000) || keygen.exitCode() != 0)
        qFatal("ssh-keygen: %s", keygen.readAllStandardError().constData());
}

bool SshHost::knows(const QByteArray &setting) const
{
    write(QStringLiteral("trial"), "HostKey " + file(QStringLiteral("host")).toUtf8() + '\n' + setting);
    QProcess sshd;
    sshd.start(programPath(QStringLiteral("sshd")),
               {QStringLiteral("-t"), QStringLiteral("-f"), file(QStringLiteral("trial"))});
    return sshd.waitForFinished(20000) && sshd.exitStatus() == QProcess::NormalExit && sshd.exitCode() == 0;
}

QByteArray SshHost::contentOf(const QString &name) const
{
    QFile from(file(name));
    if (!from.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(name));
    return from.readAll();
}

void SshHost::write(const QString &name, const QByteArray &content) const
{
    QFile to(file(name));
    if (!to.open(QIODevice::WriteOnly) || to.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(name));
}

QByteArray SshHost::knownAs(const QString &publicKey) const
{
    return "[127.0.0.1]:" + QByteArray::number(m_server->port()) + ' ' + contentOf(publicKey);
}

SshOptions SshHost::configured(const QString &name, const QByteArray &knownHost, const QString &key) const
{
    write(QStringLiteral("known.") + name, knownHost);
    const QByteArray folder = m_folder.path().toUtf8();
    write(name,
          "IdentitiesOnly yes\nIdentityAgent none\nGlobalKnownHostsFile /dev/null\nUserKnownHostsFile " +
              folder + "/known." + name.toUtf8() + "\n");
    return {.destination = QStringLiteral("127.0.0.1"),
            .port = m_server->port(),
            .identityFile = file(key),
            .configFile = file(name)};
}

SshOptions SshHost::options() const
{
    return configured(QStringLiteral("good"), knownAs(QStringLiteral("host.pub")), QStringLiteral("user"));
}

SshOptions SshHost::withWrongKey() const
{
    return configured(QStringLiteral("wrongkey"), knownAs(QStringLiteral("host.pub")),
                      QStringLiteral("wrong"));
}

SshOptions SshHost::withUnknownHost() const
{
    return configured(QStringLiteral("unknown"), {}, QStringLiteral("user"));
}

SshOptions SshHost::withChangedHost() const
{
    return configured(QStringLiteral("changed"), knownAs(QStringLiteral("otherhost.pub")),
                      QStringLiteral("user"));
}

// Under two names, because ssh takes a host that is its own jump host for a mistake.
SshOptions SshHost::throughJump() const
{
    const QByteArray port = QByteArray::number(m_server->port());
    const QByteArray known = knownAs(QStringLiteral("host.pub"));
    const QByteArray jump = "[localhost]:" + port + ' ' + contentOf(QStringLiteral("host.pub"));
    const SshOptions direct = configured(QStringLiteral("jump"), known + jump, QStringLiteral("user"));
    write(QStringLiteral("jump"),
          contentOf(QStringLiteral("jump")) + "IdentityFile " + direct.identityFile.toUtf8() +
              "\nHost inner\nHostName 127.0.0.1\nPort " + port + "\nProxyJump localhost:" + port + '\n');
    return {.destination = QStringLiteral("inner"), .configFile = direct.configFile};
}

void SshHost::endConnections()
{
    if (m_server->pid() <= 0) // Not running; 0 is the parent of other processes
        return;
    // For a non-root user, each connection has two nested processes.
    QList<qint64> processes = childrenOf(m_server->pid());
    for (qsizetype i = 0; i < processes.size(); ++i)
        processes += childrenOf(processes.at(i));
    for (const qint64 process : std::as_const(processes))
        ::kill(pid_t(process), SIGKILL);
}

} // namespace lockscope::test
