// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Servers of which one is cut off from others: what tests of a partition share. A test calls begin() and
// end() for each of its functions.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/networknamespace.h"
#include "tests/support/verify.h"

#include <QTest>

namespace lockscope::test
{

// The source address of all programs unless set otherwise
inline const QString Everybody = QStringLiteral("127.0.0.1");
inline const QString Apart = QStringLiteral("127.0.0.2");

inline QByteArray roleOf(const SandboxServer &server)
{
    const auto role = server.ask({"ROLE"});
    return role && !role->items.empty() ? role->items.front().bytes : QByteArray();
}

// The reported failovers, for the message of a failed test.
inline QByteArray failoversOf(const FollowedEngine &followed)
{
    QByteArrayList all;
    for (const FailoverReport &report : followed.failovers())
        all.append(report.from.bytes + " to " + report.to.bytes);
    return all.join(", ");
}

inline ActRequest release(const QByteArray &key)
{
    return {.act = ActKind::Release, .key = {key}, .owner = {Alice}};
}

class PartitionTest : public QObject
{
protected:
    void begin()
    {
        auto entered = NetworkNamespace::enter();
        if (!entered)
            QSKIP(qPrintable(entered.failure().line()));
        m_network = std::move(*entered);
    }
    void end()
    {
        m_followed.reset();
        m_servers.reset();
        m_network.reset();
    }
    void start(SandboxTopology topology, const DeploymentOptions &options = {})
    {
        VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
    }
    // A silent peer is detected after twice this time.
    void follow(milliseconds commandTimeout)
    {
        m_followed = std::make_unique<FollowedEngine>();
        ConnectionSpec spec = m_servers->spec();
        spec.commandTimeout = commandTimeout;
        spec.connectTimeout = std::chrono::seconds(1);
        spec.tellMembers();
        VERIFY_OK(m_followed->follow(spec));
    }

    std::unique_ptr<NetworkNamespace> m_network; // Destroyed last
    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<FollowedEngine> m_followed;
};

} // namespace lockscope::test
