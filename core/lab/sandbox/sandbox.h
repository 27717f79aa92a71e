// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One private redis-server: a deployment of one, for tests and benchmarks. Has the lifetime of
// SandboxDeployment. start() and restart() block until the server responds.

#include "core/lab/sandbox/sandboxdeployment.h"

namespace lockscope
{

struct SandboxOptions {
    QStringList serverArguments{}; // added to redis-server's command line; no secrets
    bool tls = false;              // also opens a TLS port, with a throwaway authority (needs openssl)
    QString password{};            // requirepass
};

class Sandbox final
{
public:
    static Outcome<std::unique_ptr<Sandbox>> start(const SandboxOptions &options = {});

    ConnectionSpec tcp() const { return m_server.tcp(); } // read-write
    ConnectionSpec unixSocket() const { return m_server.unixSocket(); }
    ConnectionSpec tls() const { return m_server.tls(); }
    QString folder() const { return m_server.folder(); }
    quint16 port() const { return m_server.port(); }
    qint64 pid() const { return m_server.pid(); }           // 0: not running
    void pause() { m_server.pause(); }                      // SIGSTOP; returns when the server is paused
    void resume() { m_server.resume(); }                    // SIGCONT
    Done restart() { return m_server.restart(Data::Lost); } // same ports, same folder, no data
    void stop() { m_server.stop(); }

private:
    explicit Sandbox(std::unique_ptr<SandboxDeployment> deployment);
    std::unique_ptr<SandboxDeployment> m_deployment;
    SandboxServer &m_server;
};

} // namespace lockscope
