// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// `acquire -- COMMAND` on servers that each function starts. Derived classes call stopServers() in init().

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/cli/clilocks.h"
#include "tests/support/serveranswers.h"

#include <QTest>

#define START(topology)                                                                                      \
    do {                                                                                                     \
        QVERIFY(start(topology));                                                                            \
    } while (false)

// The command is running, and Alice holds the lock on this server.
#define HOLDS(program, server)                                                                               \
    do {                                                                                                     \
        QTRY_VERIFY((program).said("ready"));                                                                \
        QCOMPARE(answer(server, {"HKEYS", "lock:a"}), clilocks::Alice);                                      \
    } while (false)

// A renewal after this point.
#define IS_RENEWED(server)                                                                                   \
    do {                                                                                                     \
        Renewals renewals{server};                                                                           \
        QVERIFY2(renewals.left > 0, "there is no lock");                                                     \
        QTRY_VERIFY(renewals.look());                                                                        \
    } while (false)

// The command ends by itself with 3, and the lock is gone.
#define ENDS_WELL(program, server)                                                                           \
    do {                                                                                                     \
        const Ended ended = (program).ended();                                                               \
        QVERIFY2(ended.status == 3, ended.told().constData());                                               \
        QVERIFY2(!ended.err.contains("lost"), ended.told().constData());                                     \
        const QByteArray left = answer(server, {"HGETALL", "lock:a"});                                       \
        QVERIFY2(left.isEmpty(), (left + " on a " + role(server) + '\n' + ended.told()).constData());        \
    } while (false)

namespace lockscope::test
{

class CliHoldsTest : public QObject
{
protected:
    void stopServers();
    bool start(SandboxTopology topology)
    {
        auto servers = SandboxDeployment::start(topology);
        if (!servers)
            return false;
        m_servers = std::move(*servers);
        return true;
    }
    QByteArrayList acquire(const QByteArray &script, const QByteArrayList &options = {}) const
    {
        QByteArrayList words;
        const QStringList urls = m_servers->urls();
        for (const QString &url : m_servers->topology() == SandboxTopology::RedLock ? urls : urls.mid(0, 1))
            words << "-u" << url.toUtf8();
        return words + QByteArrayList{"acquire", "lock:a", "--owner", clilocks::Alice} + options +
               QByteArrayList{"--", "sh", "-c", script};
    }
    static qint64 ttlOn(const SandboxServer &server)
    {
        return answer(server, {"PTTL", "lock:a"}).toLongLong();
    }
    // Only a renewal increases the TTL. Remembers a renewal, for QTRY_VERIFY.
    struct Renewals {
        const SandboxServer &server;
        qint64 left = ttlOn(server);
        bool seen = false;
        bool look()
        {
            const qint64 now = ttlOn(server);
            if (now <= 0) // No TTL in the answer, for example because the connection was killed.
                return seen;
            return seen = std::exchange(left, now) < now || seen;
        }
    };

    std::unique_ptr<SandboxDeployment> m_servers;
};

inline void CliHoldsTest::stopServers()
{
    m_servers.reset();
}

} // namespace lockscope::test
