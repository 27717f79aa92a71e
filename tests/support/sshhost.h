// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real sshd on a loopback port, with its own host key and one user's key, that lets in whoever runs the
// test. Nothing of the machine's or the user's SSH settings is read or written. Main thread.

#include "core/values/connection/connection.h"
#include "tests/support/loopbackserver.h"

#include <QTemporaryDir>

#include <memory>

namespace lockscope::test
{

class SshHost
{
public:
    // Why it cannot be started here (a program that is missing); empty: it can.
    static QString missing();

    explicit SshHost(const QByteArray &settings = {}); // lines added to its sshd_config
    ~SshHost();

    // With a config file of its own: the host key is accepted, the user's key is the right one.
    SshOptions options() const;
    SshOptions withWrongKey() const;
    SshOptions withUnknownHost() const; // nobody accepted its key yet
    SshOptions withChangedHost() const; // another key was accepted
    SshOptions throughJump() const;     // a Host of the config file, behind itself as a jump host

    LoopbackServer &server() { return *m_server; }
    void endConnections(); // the processes that serve them; sshd itself stays

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
