// SPDX-License-Identifier: GPL-3.0-or-later
// acquire … -- COMMAND under faults: a loss is reported and may end the command; signals reach the command;
// the exit status shows whose it is.

#include "tests/live/cli/cliholdstest.h"
#include "tests/live/program.h"
#include "tests/support/faultproxy.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>

#include <csignal>

namespace tst_cliholds
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;

namespace
{

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

class tst_CliHolds : public CliHoldsTest
{
    Q_OBJECT

private slots:
    void init() { stopServers(); }
    void aSignalLeavesTheTimeForTheRelease();
    void saysWhenItRunsOut();
    void aLostAnswerIsAskedForAgainWhereItDoesNoHarm_data();
    void aLostAnswerIsAskedForAgainWhereItDoesNoHarm();
    void isGivenBackAsTheKindItWasTakenAs();
    void saysWhatIsLeft();
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
    void loseIt() { QCOMPARE(answer(m_servers->node(0), {"DEL", "lock:a"}), "1"); }
};

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
    QTRY_VERIFY(program.complained("retrying for 2")); // Nearly 30 s, in ms
    VERIFY_OK(server.restart(Data::Kept));
    ENDS_WELL(program, server);
}

// The hold count was raised while the command ran.
void tst_CliHolds::saysWhatIsLeft()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; true", {"--lease", "60s"}));
    HOLDS(program, server);
    QCOMPARE(answer(server, {"HINCRBY", "lock:a", Alice, "1"}), "2");
    program.process.write("\n");
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(ended.err.contains("still held by " + Alice + ", with 1 hold, until 20"),
             ended.told().constData());
}

void tst_CliHolds::saysWhenItRunsOut()
{
    START(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo ready; read line; true", {"--lease", "15s"}));
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
    const QByteArrayList asAlice{"--owner", Alice, "--lease", "120s"}; // No renewal comes between
    QTest::newRow("held once by its owner")
        << QByteArrayList{"PING"} << asAlice << QByteArrayList{"EXISTS", "lock:a"} << QByteArray("0") << true;
    QTest::newRow("held twice by its owner")
        << QByteArrayList{"HSET", "lock:a", Alice, "1"} << asAlice << QByteArrayList{"HGET", "lock:a", Alice}
        << QByteArray("1") << false;
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
                                   "--timeout", "10s", "acquire", "lock:a"} +
                    options + QByteArrayList{"--", "sh", "-c", "echo ready; read line; true"});
    QTRY_VERIFY(program.said("ready"));
    QVERIFY(answer(server, look) != left);
    // The server receives the release before the return path fails: it executes it, but the reply is lost.
    QCOMPARE(answer(server, {"CLIENT", "PAUSE", "600000", "WRITE"}), "OK");
    program.process.write("go\n");
    QTRY_VERIFY(answer(server, {"INFO", "clients"}).contains("blocked_clients:1"));
    proxy.stall(FaultProxy::Direction::ToClient);
    ::kill(pid_t(program.process.processId()), SIGCONT); // As after a stop: no reason to give up
    QCOMPARE(answer(server, {"CLIENT", "UNPAUSE"}), "OK");
    if (again)
        QTRY_VERIFY2(program.complained("cannot be released now"), program.errors().constData());
    else
        QTRY_VERIFY(program.complained("may or may not have been released"));
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
                {"--lease", "10s"}));
    HOLDS(program, server);
    ::kill(pid_t(program.process.processId()), SIGKILL);
    QTRY_COMPARE(answer(server, {"DBSIZE"}), "0"); // Nor any companion key
    QVERIFY(!QFile::exists(file("went")));
    QFile go(file("go"));
    QVERIFY(go.open(QIODevice::WriteOnly));
    QTRY_VERIFY(QFile::exists(file("went")));
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
    QTRY_VERIFY(program.said("caught"));
    ENDS_WELL(program, m_servers->node(0));
}

void tst_CliHolds::stopsAndGoesOnWithTheCommand()
{
    START(SandboxTopology::Standalone);
    const SandboxServer &server = m_servers->node(0);
    Program program(acquire("echo $$; echo ready; read line; exit 3", {"--lease", "20s"}));
    QTRY_VERIFY(program.said("ready"));
    const qint64 command = program.output().split('\n').first().toLongLong();
    const qint64 cli = program.process.processId();
    ::kill(pid_t(cli), SIGTSTP);
    // The command stops too: it would otherwise work without a watchdog.
    QTRY_COMPARE(stateOf(command), 'T');
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
    Program program(
        acquire("sleep 600 & echo $! $$; echo ready; wait", {"--lease", "30s", "--on-lost=kill"}));
    QTRY_VERIFY(program.said("ready"));
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
                            {"--lease", "30s", "--on-lost=kill", "--kill-after", "300ms"}));
    QTRY_VERIFY(program.said("ready"));
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
