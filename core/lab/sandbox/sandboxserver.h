// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One redis-server process of a sandbox, or one Sentinel: on loopback, in a folder of its own. It ends with
// this object, and with the process should it die. Owner: a SandboxDeployment, on its thread, which must live
// as long as the server: the kernel ends it with the thread that started it. What waits blocks, StartTimeout
// at most. A failure has the server's last words.

#include "core/lab/sandbox/certificates.h"
#include "core/redis/reply.h"
#include "core/values/connection/connection.h"

#include <memory>

namespace lockscope
{

struct ServerSettings {
    QString folder{}; // its own; it is there
    quint16 port = 0;
    quint16 tlsPort = 0; // 0: no TLS
    Certificates certificates{};
    QString password{};                 // to log in with
    QStringList arguments{};            // "--name", "value", …: no secrets here
    QByteArray configuration{};         // through standard input: what the list of processes must not show
    QByteArray sentinelConfiguration{}; // of a Sentinel, which rewrites it in its folder; else empty
    bool ownClock = false;              // one that setClock() moves
    bool keepsItsConfiguration = false; // in its folder: a change of its role outlives a restart
};

enum class Data { Kept, Lost };

Failure sandboxFailure(const QString &why, const QString &remedy = {}, ErrorKind kind = ErrorKind::Internal);
// A value as it may stand in a configuration: nothing breaks out of it.
QByteArray quotedForConfiguration(const QString &text);
// The program redis-server; Unsupported where it is not there.
Outcome<QString> serverProgram();

class SandboxServer final
{
public:
    static constexpr std::chrono::milliseconds StartTimeout{20000};

    explicit SandboxServer(ServerSettings settings);
    ~SandboxServer(); // by SIGKILL

    Done launch(); // returns when the process is there: several may be launched before one is waited for
    Done waitUntilReady(); // until it answers

    quint16 port() const;
    quint16 tlsPort() const;
    QString folder() const;
    qint64 pid() const;        // 0: not running
    bool endedForPort() const; // it did not start because somebody else has one of its ports

    ConnectionSpec spec() const; // over TLS if there is any
    ConnectionSpec tcp() const;
    ConnectionSpec tls() const; // with the sandbox's authority as CA, and a client certificate it signed
    ConnectionSpec unixSocket() const;

    void pause();  // SIGSTOP; returns when the server stands still
    void resume(); // SIGCONT
    void kill();   // SIGKILL
    void stop();   // SIGTERM, SIGKILL if it does not hear
    // On the same port. Kept: a running server saves first; one that was killed finds what it had written
    // down.
    Done restart(Data data);

    // How far its wall clock is ahead of the machine's, from now on. Only with ownClock.
    Done setClock(std::chrono::milliseconds ahead);

    void addArguments(const QStringList &arguments); // from the next start on

    // One command over the unix socket, whatever the ports are good for. An error reply is a failure.
    Outcome<Reply> ask(const Command &command) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
