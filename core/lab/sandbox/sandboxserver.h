// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One redis-server or Sentinel process of a sandbox, on loopback in its own folder. It ends with this object
// or with the process. Owner: a SandboxDeployment, on its thread, which must outlive the server: the kernel
// ends the server with the thread that started it. Functions that wait block for at most StartTimeout. A
// failure includes the end of the server's log.

#include "core/lab/sandbox/certificates.h"
#include "core/redis/reply.h"
#include "core/values/connection/connection.h"

#include <memory>

namespace lockscope
{

struct ServerSettings {
    QString folder{}; // its own, existing
    quint16 port = 0;
    quint16 tlsPort = 0; // 0: no TLS
    Certificates certificates{};
    QString password{};                 // for authentication
    QStringList arguments{};            // "--name", "value", …; no secrets
    QByteArray configuration{};         // through standard input, for settings hidden from process lists
    QByteArray sentinelConfiguration{}; // for a Sentinel, which rewrites it in its folder; else empty
    bool ownClock = false;              // enables setClock()
    bool keepsItsConfiguration = false; // in its folder, so that role changes survive a restart
};

enum class Data { Kept, Lost };

Failure sandboxFailure(const QString &why, const QString &remedy = {}, ErrorKind kind = ErrorKind::Internal);
// Quotes a value for a configuration, so that it cannot break out.
QByteArray quotedForConfiguration(const QString &text);
// The path of redis-server; Unsupported if missing.
Outcome<QString> serverProgram();

class SandboxServer final
{
public:
    static constexpr std::chrono::milliseconds StartTimeout{20000};

    explicit SandboxServer(ServerSettings settings);
    ~SandboxServer(); // with SIGKILL

    Done launch();         // returns when the process runs, so that several can start at once
    Done waitUntilReady(); // waits until it responds

    quint16 port() const;
    quint16 tlsPort() const;
    QString folder() const;
    qint64 pid() const;        // 0: not running
    bool endedForPort() const; // it did not start because one of its ports was taken

    ConnectionSpec spec() const; // over TLS if enabled
    ConnectionSpec tcp() const;
    ConnectionSpec tls() const; // with the sandbox's authority as CA, and a client certificate
    ConnectionSpec unixSocket() const;

    void pause();  // SIGSTOP; returns when the server is paused
    void resume(); // SIGCONT
    void kill();   // SIGKILL
    void stop();   // SIGTERM, then SIGKILL if it does not end
    // Restarts on the same port. Kept: a running server saves first; a killed one finds what it had written.
    Done restart(Data data);

    // Sets how far its wall clock is ahead of the machine's. Requires ownClock.
    Done setClock(std::chrono::milliseconds ahead);

    void addArguments(const QStringList &arguments); // from the next start

    // Sends one command over the unix socket, independently of the ports. An error reply is a failure.
    Outcome<Reply> ask(const Command &command) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
