// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real sshd on a loopback port, with its own host key and one user key, that accepts the user who runs the
// test. Neither reads nor writes the SSH settings of machine and user. Main thread.

#include "core/values/connection/connection.h"
#include "tests/support/loopbackserver.h"

#include <QTemporaryDir>

#include <memory>

namespace lockscope::test
{

class SshHost
{
public:
    // Why it cannot start here (a missing program); empty: it can.
    static QString missing();

    explicit SshHost(const QByteArray &settings = {}); // Lines added to its sshd_config
    ~SshHost();

    // A config file of its own, with accepted host key and valid user key.
    SshOptions options() const;
    SshOptions withWrongKey() const;
    SshOptions withUnknownHost() const; // The host key has not been accepted
    SshOptions withChangedHost() const; // Another host key was accepted
    SshOptions throughJump() const;     // A Host entry with itself as jump host

    LoopbackServer &server() { return *m_server; }
    void endConnections(); // Ends the processes of the connections; sshd itself keeps running

private:
    QString file(const QString &name) const { return m_folder.filePath(name); }
    void makeKey(const QString &name);
    bool knows(const QByteArray &setting) const;
    QByteArray contentOf(const QString &name) const;
    void write(const QString &name, const QByteArray &content) const;
    SshOptions configured(const QString &name, const QByteArray &knownHost, const QString &key) const;
    QByteArray knownAs(const QString &publicKey) const;

    QTemporaryDir m_folder;
    std::unique_ptr<LoopbackServer> m_server;
};

} // namespace lockscope::test
