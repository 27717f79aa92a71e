// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A server program on a loopback port (a proxy, sshd) as a child process: ends with this object and with the
// test. The constructor blocks until it accepts connections, and ends the program if it does not. Main
// thread.

#include "tests/support/reservedport.h"

#include <QProcess>

#include <functional>

namespace lockscope::test
{

// The full path, searched also in administrator folders such as sbin; empty: not installed.
QString programPath(const QString &name);

class LoopbackServer
{
public:
    using Arguments = std::function<QStringList(quint16 port)>;
    LoopbackServer(const QString &program, const Arguments &arguments);
    ~LoopbackServer() { stop(); }

    quint16 port() const { return m_port; }
    qint64 pid() const { return m_process.processId(); }
    QByteArray log(); // All output so far
    void stop();
    void startAgain(); // On the same port

private:
    bool start();

    QString m_program;
    Arguments m_arguments;
    ReservedPort m_port; // Until the end: startAgain() needs it
    QProcess m_process;
    QByteArray m_log;
};

} // namespace lockscope::test
