// SPDX-License-Identifier: GPL-3.0-or-later
// acquire … -- COMMAND under faults: the hold survives lost connections and failovers; a loss is reported and
// may end the command; signals reach the command; the exit status shows whose it is.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/faultproxy.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_cliholds
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";

// R running, S sleeping, T stopped; Z or 0: ended.
char stateOf(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray line = stat.readAll();
    const qsizetype end = line.lastIndexOf(')');
    return end < 0 || end + 2 >= line.size() ? char(0) : line[end + 2];
}

bool isAlive(qint64 pid)
{
    const char state = stateOf(pid);
    return state != 0 && state != 'Z' && state != 'X';
}

} // namespace

class tst_CliHolds : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void outlivesKilledConnections();
    void outlivesARestart();
    void outlivesASentinelFailover();
    void outlivesAClusterFailover();
    void outlivesANodeOfARedLock();
    void aRestartWithoutItsDataIsTold();
    void isGivenBackWhenTheServerReturns();
    void aSignalLeavesTheTimeForTheRelease();
    void saysWhenItRunsOut();
    void aLostAnswerIsAskedForAgainWhereItDoesNoHarm_data();
    void aLostAnswerIsAskedForAgainWhereItDoesNoHarm();
    void isGivenBackAsTheKindItWasTakenAs();
    void goesOnWithoutUs();
    void signalsReachTheCommand_data();
    void signalsReachTheCommand();
    void stopsAndGoesOnWithTheCommand();
    void tellsWhoseStatusItIs_data();
    void tellsWhoseStatusItIs();
    void tellsWhoseStatusItIsInJson();
    void aLostLockEndsTheCommand();
    void andTheOneThatDoesNotHear();

private:
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
        return words + QByteArrayList{"--timeout", "1s", "acquire", "lock:a", "--owner", Alice} + options +
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
    void loseIt() { QCOMPARE(answer(m_servers->node(0), {"DEL", "lock:a"}), "1"); }

    std::unique_ptr<SandboxDeployment> m_servers;
};

#define START(topology)                                                                                      \
    do {                                                                                                     \
        QVERIFY(start(topology));                                                                            \
    } while (false)

// The command is running, and Alice holds the lock on this server.
#define HOLDS(program, server)                                                                               \
    do {                                                                                                     \
        QTRY_VERIFY_WITH_TIMEOUT((program).said("ready"), 15000);                                            \
        QCOMPARE(answer(server, {"HKEYS", "lock:a"}), Alice);                                                \
    } while (false)

// A renewal after this point.
#define IS_RENEWED(server)                                                                                   \
    do {                                                                                                     \
        Renewals renewals{server};                                                                           \
        QVERIFY2(renewals.left > 0, "there is no lock");                                                     \
        QTRY_VERIFY_WITH_TIMEOUT(renewals.look(), 30000);                                                    \
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

void tst_CliHolds::init()
{
    m_servers.reset();
}

void tst_CliHolds::outlivesKilledConnections()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "6s"}));
    HOLDS(program, server);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(answer(server, {"CLIENT", "KILL", "TYPE", "normal"}).toInt() > 0);
        IS_RENEWED(server);
        QCOMPARE(answer(server, {"HKEYS", "lock:a"}), Alice);
    }
    ENDS_WELL(program, server);
}

void tst_CliHolds::outlivesARestart()
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

void tst_CliHolds::outlivesASentinelFailover()
{
    START(SandboxTopology::Sentinel);
    SandboxServer &old = m_servers->node(0);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "30s"}));
    HOLDS(program, old);
    for (const size_t i : {1, 2})
        QTRY_COMPARE_WITH_TIMEOUT(answer(m_servers->node(i), {"HKEYS", "lock:a"}), Alice, 20000);
    old.kill();
    // Until the other replica follows, Sentinel may still elect that one.
    size_t master = 0;
    const auto isFollowed = [&](size_t one) {
        const SandboxServer &server = m_servers->node(one);
        return role(server) == "master" && role(m_servers->node(3 - one)) == replicaOf(server);
    };
    QTRY_VERIFY_WITH_TIMEOUT((master = isFollowed(1) ? 1 : isFollowed(2) ? 2 : 0), 30000);
    const SandboxServer &elected = m_servers->node(master);
    QCOMPARE(answer(elected, {"HKEYS", "lock:a"}), Alice);
    IS_RENEWED(elected);
    ENDS_WELL(program, elected);
}

void tst_CliHolds::outlivesAClusterFailover()
{
    START(SandboxTopology::Cluster);
    SandboxServer *master = nullptr;
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "30s"}));
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
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
    QTRY_COMPARE_WITH_TIMEOUT(answer(*heir, {"DBSIZE"}), "1", 20000);
    master->kill();
    QTRY_COMPARE_WITH_TIMEOUT(role(*heir), QByteArray("master"), 30000);
    QTRY_COMPARE_WITH_TIMEOUT(answer(*heir, {"HKEYS", "lock:a"}), Alice, 30000);
    IS_RENEWED(*heir);
    ENDS_WELL(program, *heir);
}

void tst_CliHolds::outlivesANodeOfARedLock()
{
    START(SandboxTopology::RedLock);
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "6s"}));
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
    const SandboxServer &other = m_servers->node(1);
    QTRY_COMPARE(answer(other, {"GET", "lock:a"}), Alice);
    m_servers->node(0).kill();
    for (int i = 0; i < 2; ++i)
        IS_RENEWED(other);
    ENDS_WELL(program, other);
    for (size_t i = 2; i < 5; ++i)
        QCOMPARE(answer(m_servers->node(i), {"EXISTS", "lock:a"}), "0");
}

void tst_CliHolds::aRestartWithoutItsDataIsTold()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; true", {"--lease", "6s"}));
    HOLDS(program, server);
    server.kill();
    VERIFY_OK(server.restart(Data::Lost));
    QTRY_VERIFY_WITH_TIMEOUT(program.complained("the lock is lost"), 15000);
    QVERIFY(program.process.state() == QProcess::Running); // The command runs to its end
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("exit status 1 is not the command's, which exited with 0"),
             ended.told().constData());
}

void tst_CliHolds::isGivenBackWhenTheServerReturns()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.restart(Data::Kept)); // Persistent from now on
    Program program(acquire("echo ready; read line; exit 3", {"--lease", "60s"}));
    HOLDS(program, server);
    QCOMPARE(answer(server, {"SAVE"}), "OK");
    server.kill();
    program.process.write("go\n");
    QTRY_VERIFY_WITH_TIMEOUT(program.complained("cannot be released now"), 15000);
    VERIFY_OK(server.restart(Data::Kept));
    // With the lock, which is released within a moment
    QVERIFY(answer(server, {"INFO", "persistence"}).contains("rdb_last_load_keys_loaded:1"));
    ENDS_WELL(program, server);
}

// The signal is for the command. While one runs, the release is tried as long as after any other end.
void tst_CliHolds::aSignalLeavesTheTimeForTheRelease()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.restart(Data::Kept));
    Program program(
        acquire("trap 'exit 3' TERM; echo ready; while :; do read line; done", {"--lease", "60s"}));
    HOLDS(program, server);
    QCOMPARE(answer(server, {"SAVE"}), "OK");
    server.kill();
    ::kill(pid_t(program.process.processId()), SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(program.complained("retrying for 2"), 15000); // Nearly 30 s, in ms
    VERIFY_OK(server.restart(Data::Kept));
    ENDS_WELL(program, server);
}

void tst_CliHolds::saysWhenItRunsOut()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; true", {"--lease", "4s"}));
    HOLDS(program, server);
    server.kill();
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("it expires at 20"), ended.told().constData());
    QVERIFY2(!ended.err.contains("the lock is lost"), ended.told().constData());
}

void tst_CliHolds::aLostAnswerIsAskedForAgainWhereItDoesNoHarm_data()
{
    QTest::addColumn<QByteArrayList>("before");
    QTest::addColumn<QByteArrayList>("options");
    QTest::addColumn<QByteArrayList>("look");
    QTest::addColumn<QByteArray>("left"); // What `look` shows after one release
    QTest::addColumn<bool>("again");
    QTest::newRow("held once by its owner") << QByteArrayList{"PING"} << QByteArrayList{"--owner", Alice}
                                            << QByteArrayList{"EXISTS", "lock:a"} << QByteArray("0") << true;
    QTest::newRow("held twice by its owner")
        << QByteArrayList{"HSET", "lock:a", Alice, "1"} << QByteArrayList{"--owner", Alice}
        << QByteArrayList{"HGET", "lock:a", Alice} << QByteArray("1") << false;
    QTest::newRow("a kind that records no owner")
        << QByteArrayList{"SET", "lock:a", "2"} << QByteArrayList{"--kind", "semaphore"}
        << QByteArrayList{"GET", "lock:a"} << QByteArray("2") << false;
}

void tst_CliHolds::aLostAnswerIsAskedForAgainWhereItDoesNoHarm()
{
    QFETCH(QByteArrayList, before);
    QFETCH(QByteArrayList, options);
    QFETCH(QByteArrayList, look);
    QFETCH(QByteArray, left);
    QFETCH(bool, again);
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    FaultProxy proxy(server.port());
    answer(server, before);
    // Lets the server learn the scripts.
    QCOMPARE(runCli(QByteArrayList{"-u", m_servers->urls().front().toUtf8(), "acquire", "lock:a"} + options +
                    QByteArrayList{"--", "true"})
                 .status,
             0);
    Program program(QByteArrayList{"-u", connectionUrl(proxy.through(m_servers->spec())).toUtf8(),
                                   "--timeout", "4s", "acquire", "lock:a"} +
                    options + QByteArrayList{"--", "sh", "-c", "echo ready; read line; true"});
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
    QVERIFY(answer(server, look) != left);
    // The server receives the release before the return path fails: it executes it, but the reply is lost.
    QCOMPARE(answer(server, {"CLIENT", "PAUSE", "600000", "WRITE"}), "OK");
    program.process.write("go\n");
    QTRY_VERIFY(answer(server, {"INFO", "clients"}).contains("blocked_clients:1"));
    proxy.stall(FaultProxy::Direction::ToClient);
    ::kill(pid_t(program.process.processId()), SIGCONT); // As after a stop: no reason to give up
    QCOMPARE(answer(server, {"CLIENT", "UNPAUSE"}), "OK");
    if (again)
        QTRY_VERIFY2_WITH_TIMEOUT(program.complained("cannot be released now"), program.errors().constData(),
                                  15000);
    else
        QTRY_VERIFY_WITH_TIMEOUT(program.complained("may or may not have been released"), 15000);
    proxy.flow();
    const Ended ended = program.ended();
    QVERIFY2(ended.status == (again ? 0 : 1), ended.told().constData());
    QVERIFY2(again || !program.errors().contains("retrying"), program.errors().constData());
    QCOMPARE(answer(server, look), left);
}

void tst_CliHolds::isGivenBackAsTheKindItWasTakenAs()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    answer(server, {"SET", "lock:a", "2"}); // Would be a token on its own
    const Ended ended = runCli(
        {"-u", m_servers->urls().front().toUtf8(), "acquire", "lock:a", "--kind", "semaphore", "--", "true"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(answer(server, {"GET", "lock:a"}), "2");
}

void tst_CliHolds::goesOnWithoutUs()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    const QTemporaryDir dir;
    const auto file = [&dir](const char *name) { return dir.filePath(QLatin1String(name)); };
    const QByteArray folder = QFile::encodeName(dir.path());
    Program program(
        acquire("echo ready; until [ -e " + folder + "/go ]; do sleep 0.05; done; echo > " + folder + "/went",
                {"--lease", "3s"}));
    HOLDS(program, server);
    ::kill(pid_t(program.process.processId()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(answer(server, {"DBSIZE"}), "0", 15000); // Nor any companion key
    QVERIFY(!QFile::exists(file("went")));
    QFile go(file("go"));
    QVERIFY(go.open(QIODevice::WriteOnly));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file("went")), 15000);
}

void tst_CliHolds::signalsReachTheCommand_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<QByteArray>("onLost");
    for (const char *onLost : {"warn", "kill"}) {
        const auto row = [&](int signal, const char *word) {
            QTest::addRow("SIG%s with --on-lost=%s", word, onLost)
                << signal << QByteArray(word) << QByteArray(onLost);
        };
        row(SIGINT, "INT");
        row(SIGTERM, "TERM");
        row(SIGHUP, "HUP");
        row(SIGQUIT, "QUIT");
        row(SIGUSR1, "USR1");
        row(SIGUSR2, "USR2");
    }
}

void tst_CliHolds::signalsReachTheCommand()
{
    QFETCH(int, signal);
    QFETCH(QByteArray, word);
    QFETCH(QByteArray, onLost);
    START(SandboxTopology::Standalone);
    Program program(
        acquire("trap 'echo caught; exit 3' " + word + "; echo ready; while :; do read line; done",
                {"--on-lost", onLost}));
    HOLDS(program, m_servers->node(0));
    ::kill(pid_t(program.process.processId()), signal);
    QTRY_VERIFY_WITH_TIMEOUT(program.said("caught"), 15000);
    ENDS_WELL(program, m_servers->node(0));
}

void tst_CliHolds::stopsAndGoesOnWithTheCommand()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo $$; echo ready; read line; exit 3", {"--lease", "6s"}));
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
    const qint64 command = program.output().split('\n').first().toLongLong();
    const qint64 cli = program.process.processId();
    ::kill(pid_t(cli), SIGTSTP);
    QTRY_COMPARE(stateOf(command), 'T'); // The command stops too: it would otherwise work without a watchdog
    QTRY_COMPARE(stateOf(cli), 'T');
    ::kill(pid_t(cli), SIGCONT);
    QTRY_VERIFY(stateOf(command) != 'T');
    QTRY_VERIFY(stateOf(cli) != 'T');
    IS_RENEWED(server);
    ENDS_WELL(program, server);
}

void tst_CliHolds::tellsWhoseStatusItIs_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("done") << QByteArray("true") << 0 << QByteArray();
    QTest::newRow("one of its own that is none of ours") << QByteArray("exit 7") << 7 << QByteArray();
    QTest::newRow("one that could be ours")
        << QByteArray("exit 1") << 1 << QByteArray("exit status 1 comes from the command\n");
    QTest::newRow("as if it had not been found")
        << QByteArray("exit 127") << 127 << QByteArray("exit status 127 comes from the command\n");
}

void tst_CliHolds::tellsWhoseStatusItIs()
{
    QFETCH(QByteArray, script);
    QFETCH(int, status);
    QFETCH(QByteArray, told);
    START(SandboxTopology::Standalone);
    const Ended ended = runCli(acquire(script));
    QVERIFY2(ended.status == status, ended.told().constData());
    QVERIFY2(told.isEmpty() ? ended.err.isEmpty() : ended.err.endsWith(told), ended.told().constData());
    const Ended quiet = runCli(acquire(script, {"-q"}));
    QCOMPARE(quiet.status, status);
    QVERIFY2(quiet.err.isEmpty(), quiet.told().constData());
}

void tst_CliHolds::tellsWhoseStatusItIsInJson()
{
    START(SandboxTopology::Standalone);
    const auto last = [](const Ended &ended) {
        return QJsonDocument::fromJson(ended.err.trimmed().split('\n').last()).object();
    };
    for (const QByteArrayList &options : {QByteArrayList{"--json"}, QByteArrayList{"--json", "-q"}}) {
        const Ended ended = runCli(acquire("exit 1", options));
        const QByteArrayList lines = ended.err.trimmed().split('\n');
        QVERIFY2(lines.size() == 3, ended.told().constData());
        for (const int i : {0, 1})
            QCOMPARE(QJsonDocument::fromJson(lines[i])[u"act"].toString(),
                     i == 0 ? QStringLiteral("acquire") : QStringLiteral("release"));
        QCOMPARE(last(ended)[u"exit_status"].toInt(), 1);
    }
    const QJsonObject commands = last(runCli(acquire("exit 1", {"--json"})));
    QCOMPARE(commands[u"exit_status"].toInt(), 1);
    QCOMPARE(commands[u"of"].toString(), QStringLiteral("command"));
    const QByteArray del = "redis-cli -p " + QByteArray::number(m_servers->node(0).port()) + " DEL lock:a";
    const QJsonObject ours = last(runCli(acquire(del + " > /dev/null", {"--json"})));
    QCOMPARE(ours[u"exit_status"].toInt(), 1);
    QCOMPARE(ours[u"of"].toString(), QStringLiteral("lockscope-cli"));
    QCOMPARE(ours[u"command_status"].toInt(-1), 0);
}

void tst_CliHolds::aLostLockEndsTheCommand()
{
    START(SandboxTopology::Standalone);
    // Its child processes must end too: they would work without the lock.
    Program program(acquire("sleep 600 & echo $! $$; echo ready; wait", {"--lease", "6s", "--on-lost=kill"}));
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
    const QByteArrayList pids = program.output().split('\n').first().split(' ');
    QCOMPARE(pids.size(), 2);
    loseIt();
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("the lock is lost"), ended.told().constData());
    QVERIFY2(ended.err.contains("sending SIGTERM to the command"), ended.told().constData());
    QVERIFY2(ended.err.contains("exit status 1 is not the command's, which exited with 143"),
             ended.told().constData());
    for (const QByteArray &pid : pids)
        QTRY_VERIFY(!isAlive(pid.toLongLong()));
}

void tst_CliHolds::andTheOneThatDoesNotHear()
{
    START(SandboxTopology::Standalone);
    Program program(acquire("trap '' TERM; sleep 600 & echo $! $$; echo ready; wait",
                            {"--lease", "6s", "--on-lost=kill", "--kill-after", "300ms"}));
    QTRY_VERIFY_WITH_TIMEOUT(program.said("ready"), 15000);
    const QByteArrayList pids = program.output().split('\n').first().split(' ');
    loseIt();
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("which exited with 137"), ended.told().constData());
    for (const QByteArray &pid : pids)
        QTRY_VERIFY(!isAlive(pid.toLongLong()));
}

LOCKSCOPE_TEST(tst_CliHolds)

} // namespace tst_cliholds

#include "tst_cliholds.moc"
