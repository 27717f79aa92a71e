// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two servers and an SSH host before them. Derived classes call startServers() in initTestCase() and
// stopServers() in cleanupTestCase().

#include "core/lab/sandbox/sandbox.h"
#include "core/redis/transport/sshtunnel.h"
#include "tests/support/reached.h"
#include "tests/support/sshhost.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

namespace lockscope::test::sshtunnel
{

// The reported stages in order.
inline QByteArrayList stagesTold(const QSignalSpy &told)
{
    QByteArrayList stages;
    for (const auto &arguments : told)
        stages << name(arguments.first().value<TunnelState>().stage);
    return stages;
}

inline bool becomes(const SshTunnel &tunnel, TunnelStage stage)
{
    return reached(
        tunnel, &SshTunnel::stateChanged, [&] { return tunnel.state().stage == stage; }, milliseconds(20000));
}

inline ConnectionSpec through(const SshTunnel &tunnel, const SshOptions &options, ConnectionSpec spec)
{
    spec.ssh = options;
    spec.tunnel = tunnel.entrance();
    return spec;
}

class SshTunnelTest : public QObject
{
protected:
    void startServers();
    void stopServers();
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<Sandbox> m_other;
    std::unique_ptr<SshHost> m_host;
};

inline void SshTunnelTest::startServers()
{
    const QString missing = SshHost::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    for (std::unique_ptr<Sandbox> *server : {&m_redis, &m_other}) {
        VERIFY_INTO(*server, Sandbox::start({.tls = server == &m_redis}));
    }
    m_host = std::make_unique<SshHost>();
}

inline void SshTunnelTest::stopServers()
{
    m_host.reset();
    m_other.reset();
    m_redis.reset();
}

} // namespace lockscope::test::sshtunnel
