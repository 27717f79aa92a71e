// SPDX-License-Identifier: GPL-3.0-or-later
// `acquire -- COMMAND` outlives connections, servers and failovers, as long as the lock is there.

#include "tests/live/cli/cliholdstest.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <csignal>

namespace tst_cliholdsoutlive
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;

class tst_CliHoldsOutlive : public CliHoldsTest
{
    Q_OBJECT

private slots:
    void init() { stopServers(); }
    void outlivesKilledConnections();
    void outlivesARestart();
    void outlivesASentinelFailover();
    void outlivesAClusterFailover();
    void outlivesANodeOfARedLock();
    void aRestartWithoutItsDataIsTold();
    void isGivenBackWhenTheServerReturns();
};

void tst_CliHoldsOutlive::outlivesKilledConnections()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "15s"}));
    HOLDS(program, server);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(answer(server, {"CLIENT", "KILL", "TYPE", "normal"}).toInt() > 0);
        IS_RENEWED(server);
        QCOMPARE(answer(server, {"HKEYS", "lock:a"}), Alice);
    }
    ENDS_WELL(program, server);
}

void tst_CliHoldsOutlive::outlivesARestart()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "20s"}));
    HOLDS(program, server);
    VERIFY_OK(server.restart(Data::Kept));
    QCOMPARE(answer(server, {"HKEYS", "lock:a"}), Alice);
    IS_RENEWED(server);
    ENDS_WELL(program, server);
}

void tst_CliHoldsOutlive::outlivesASentinelFailover()
{
    START(SandboxTopology::Sentinel);
    SandboxServer &old = m_servers->node(0);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "60s"}));
    HOLDS(program, old);
    for (const size_t i : {1, 2})
        QTRY_COMPARE(answer(m_servers->node(i), {"HKEYS", "lock:a"}), Alice);
    old.kill();
    // Until the other replica follows, Sentinel may still elect that one.
    size_t master = 0;
    const auto isFollowed = [&](size_t one) {
        const SandboxServer &server = m_servers->node(one);
        return role(server) == "master" && role(m_servers->node(3 - one)) == replicaOf(server);
    };
    // A sentinel that stood still is in TILT mode for 30 s.
    QTRY_VERIFY_WITH_TIMEOUT((master = isFollowed(1) ? 1 : isFollowed(2) ? 2 : 0), 730'000);
    const SandboxServer &elected = m_servers->node(master);
    QCOMPARE(answer(elected, {"HKEYS", "lock:a"}), Alice);
    IS_RENEWED(elected);
    // On a slow machine Sentinel may have elected once more by then.
    ENDS_WELL(program, (role(elected) == "master" ? elected : m_servers->node(3 - master)));
}

void tst_CliHoldsOutlive::outlivesAClusterFailover()
{
    START(SandboxTopology::Cluster);
    SandboxServer *master = nullptr;
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "60s"}));
    QTRY_VERIFY(program.said("ready"));
    for (size_t i = 0; i < 3; ++i) {
        if (answer(m_servers->node(i), {"HKEYS", "lock:a"}) == Alice)
            master = &m_servers->node(i);
    }
    QVERIFY(master);
    SandboxServer *heir = nullptr;
    for (size_t i = 3; i < 6; ++i) {
        if (role(m_servers->node(i)) == replicaOf(*master))
            heir = &m_servers->node(i);
    }
    QVERIFY(heir);
    QTRY_COMPARE(answer(*heir, {"DBSIZE"}), "1");
    master->kill();
    QTRY_COMPARE(role(*heir), QByteArray("master"));
    QTRY_COMPARE(answer(*heir, {"HKEYS", "lock:a"}), Alice);
    IS_RENEWED(*heir);
    ENDS_WELL(program, *heir);
}

void tst_CliHoldsOutlive::outlivesANodeOfARedLock()
{
    START(SandboxTopology::RedLock);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "15s"}));
    QTRY_VERIFY(program.said("ready"));
    const SandboxServer &other = m_servers->node(1);
    QTRY_COMPARE(answer(other, {"GET", "lock:a"}), Alice);
    m_servers->node(0).kill();
    for (int i = 0; i < 2; ++i)
        IS_RENEWED(other);
    ENDS_WELL(program, other);
    for (size_t i = 2; i < 5; ++i)
        QCOMPARE(answer(m_servers->node(i), {"EXISTS", "lock:a"}), "0");
}

void tst_CliHoldsOutlive::aRestartWithoutItsDataIsTold()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; true", {"--lease", "30s"}));
    HOLDS(program, server);
    server.kill();
    VERIFY_OK(server.restart(Data::Lost));
    QTRY_VERIFY(program.complained("the lock is lost"));
    QVERIFY(program.process.state() == QProcess::Running); // The command runs to its end
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("exit status 1 is not the command's, which exited with 0"),
             ended.told().constData());
}

void tst_CliHoldsOutlive::isGivenBackWhenTheServerReturns()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.restart(Data::Kept)); // Persistent from now on
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "60s"}));
    HOLDS(program, server);
    QCOMPARE(answer(server, {"SAVE"}), "OK");
    server.kill();
    program.process.write("go\n");
    QTRY_VERIFY(program.complained("cannot be released now"));
    VERIFY_OK(server.restart(Data::Kept));
    // With the lock, which is released within a moment
    QVERIFY(answer(server, {"INFO", "persistence"}).contains("rdb_last_load_keys_loaded:1"));
    ENDS_WELL(program, server);
}

LOCKSCOPE_TEST(tst_CliHoldsOutlive)

} // namespace tst_cliholdsoutlive

#include "tst_cliholdsoutlive.moc"
