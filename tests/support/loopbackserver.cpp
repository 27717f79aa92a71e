// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/loopbackserver.h"

#include "core/platform/childlifetime.h"

#include <QDeadlineTimer>
#include <QStandardPaths>
#include <QTcpSocket>

namespace lockscope::test
{

QString programPath(const QString &name)
{
    const QString path = QStandardPaths::findExecutable(name);
    const QStringList further{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"),
                              QStringLiteral("/sbin")};
    return path.isEmpty() ? QStandardPaths::findExecutable(name, further) : path;
}

LoopbackServer::LoopbackServer(const QString &program, const Arguments &arguments)
    : m_program(program), m_arguments(arguments)
{
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    tieToParent(m_process);
    if (!start())
        qFatal("%s does not start: %s", qPrintable(m_program), log().constData());
}

bool LoopbackServer::start()
{
    m_process.start(m_program, m_arguments(m_port), QIODevice::ReadOnly);
    if (!m_process.waitForStarted())
        return false;
    const QDeadlineTimer deadline(20000);
    while (!deadline.hasExpired() && m_process.state() == QProcess::Running) {
        QTcpSocket socket;
        socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        if (socket.waitForConnected(1000))
            return true;
        m_process.waitForFinished(10);
    }
    return false;
}

QByteArray LoopbackServer::log()
{
    return m_log += m_process.readAll();
}

void LoopbackServer::stop()
{
    m_process.kill();
    m_process.waitForFinished();
    log();
}

void LoopbackServer::startAgain()
{
    if (!start())
        qFatal("%s does not start again: %s", qPrintable(m_program), log().constData());
}

} // namespace lockscope::test
