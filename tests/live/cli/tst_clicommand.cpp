// SPDX-License-Identifier: GPL-3.0-or-later
// acquire … -- COMMAND: the lock is held while the command runs, and its exit status is returned.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_clicommand
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray OpenFiles = "for f in /proc/$$/fd/*; do echo fd ${f##*/}; done";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

} // namespace

class tst_CliCommand : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void endsAsTheCommandDoes_data();
    void endsAsTheCommandDoes();
    void holdsWhileTheCommandRuns();
    void renewsWhileTheCommandRuns();
    void theStreamsAreTheCommands();
    void theCommandKnowsItsLock();
    void theCommandGetsNoPasswords();
    void receiptsGoToStandardError();
    void doesNotRunWithoutTheLock();
    void runsWhenTheLockBecomesFree();
    void signalsArePassedOn_data();
    void signalsArePassedOn();
    void aCommandMayOutliveTheSignal();
    void interruptedWhileWaiting();
    void interruptedWhileWaitingForATokenLock();
    void lostWhileTheCommandRuns();
    void lostAndTheCommandFails();
    void theServerGoesAwayMeanwhile();

private:
    QByteArrayList command(const QByteArray &script, const QByteArrayList &options = {}) const
    {
        return QByteArrayList{"-u", url(), "acquire", "lock:a"} + options +
               QByteArrayList{"--", "sh", "-c", script};
    }
    void hold(const QByteArray &owner)
    {
        ask({"HSET", "lock:a", owner, "1"});
        ask({"PEXPIRE", "lock:a", "60000"});
    }
};

void tst_CliCommand::initTestCase()
{
    startServer();
}

void tst_CliCommand::init()
{
    ask({"FLUSHALL"});
}

void tst_CliCommand::endsAsTheCommandDoes_data()
{
    QTest::addColumn<QByteArrayList>("words");
    QTest::addColumn<int>("status");
    QTest::newRow("success") << QByteArrayList{"true"} << 0;
    QTest::newRow("a status of its own") << QByteArrayList{"sh", "-c", "exit 7"} << 7;
    QTest::newRow("killed") << QByteArrayList{"sh", "-c", "kill -KILL $$"} << 137;
    QTest::newRow("terminated") << QByteArrayList{"sh", "-c", "kill -TERM $$"} << 143;
    QTest::newRow("not found") << QByteArrayList{"no-such-command-anywhere"} << 127;
    QTest::newRow("no program") << QByteArrayList{"/etc/passwd"} << 126;
}

void tst_CliCommand::endsAsTheCommandDoes()
{
    QFETCH(QByteArrayList, words);
    QFETCH(int, status);
    const Ended ended = runCli(QByteArrayList{"-u", url(), "acquire", "lock:a", "--"} + words);
    QVERIFY2(ended.status == status, ended.told().constData());
    QVERIFY(ended.out.isEmpty());
    QCOMPARE(ended.err.count('\n'), status == 126 || status == 127 ? 1 : 0);
    QCOMPARE(ask({"DBSIZE"}), "0");
}

void tst_CliCommand::holdsWhileTheCommandRuns()
{
    Program program(command("echo ready; read line; exit 3", {"--owner", Alice}));
    QTRY_VERIFY(program.said("ready"));
    QCOMPARE(ask({"HKEYS", "lock:a"}), Alice);
    QCOMPARE(runCli({"-u", url(), "acquire", "lock:a", "--owner", Bob}).status, 1);
    program.process.write("go\n");
    QCOMPARE(program.ended().status, 3);
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliCommand::renewsWhileTheCommandRuns()
{
    // Longer than the lease: without renewals another client could take it.
    Program program(command("sleep 17", {"--owner", Alice, "--lease", "15s", "-v"}));
    QTRY_COMPARE(program.process.state(), QProcess::NotRunning);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(!ended.err.contains("lost"), ended.told().constData());
}

void tst_CliCommand::theStreamsAreTheCommands()
{
    Program program(command("cat; echo to error >&2"));
    program.process.write("through and through\n");
    const Ended ended = program.ended();
    QCOMPARE(ended.status, 0);
    QCOMPARE(ended.out, "through and through\n");
    QCOMPARE(ended.err, "to error\n");
}

void tst_CliCommand::theCommandKnowsItsLock()
{
    const QByteArray key = "lock:\xff z";
    const Ended ended = runCli({"-u", url(), "acquire", key, "--owner", Alice, "--", "sh", "-c",
                                "printf '%s|%s' \"$LOCKSCOPE_KEY\" \"$LOCKSCOPE_OWNER\""});
    QCOMPARE(ended.status, 0);
    QCOMPARE(ended.out, key + "|" + Alice);
}

// Neither in its environment nor through an open file or socket.
void tst_CliCommand::theCommandGetsNoPasswords()
{
    auto guarded = Sandbox::start({.password = QStringLiteral("s3cret")});
    VERIFY_OK(guarded);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LOCKSCOPE_PASSWORD"), QStringLiteral("s3cret"));
    environment.insert(QStringLiteral("LOCKSCOPE_SENTINEL_PASSWORD"), QStringLiteral("s3cret"));
    environment.insert(QStringLiteral("PLAIN"), QStringLiteral("stays"));
    const Ended ended = runCli({"-u", "redis://127.0.0.1:" + QByteArray::number((*guarded)->port()),
                                "acquire", "lock:a", "--", "sh", "-c", "env; " + OpenFiles},
                               environment);
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY(ended.out.contains("PLAIN=stays\n") && ended.out.contains("LOCKSCOPE_KEY=lock:a\n"));
    QVERIFY2(!ended.out.contains("s3cret") && !ended.out.contains("PASSWORD"), ended.told().constData());
    // What was open before this program stays open, as a shell does it.
    const auto files = [](const QByteArray &output) {
        QByteArrayList lines = output.split('\n');
        lines.removeIf([](const QByteArray &line) { return !line.startsWith("fd "); });
        return lines;
    };
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), QString::fromLatin1(OpenFiles)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(files(ended.out), files(shell.readAllStandardOutput()));
}

void tst_CliCommand::receiptsGoToStandardError()
{
    const Ended ended = runCli(command("echo out", {"--owner", Alice, "--json"}));
    QCOMPARE(ended.status, 0);
    QCOMPARE(ended.out, "out\n");
    const QList<QByteArray> lines = ended.err.trimmed().split('\n');
    QVERIFY2(lines.size() == 2, ended.told().constData());
    const QJsonObject taken = QJsonDocument::fromJson(lines[0]).object();
    const QJsonObject given = QJsonDocument::fromJson(lines[1]).object();
    QCOMPARE(taken[u"act"].toString(), QStringLiteral("acquire"));
    QCOMPARE(given[u"act"].toString(), QStringLiteral("release"));
    QCOMPARE(given[u"result"].toString(), QStringLiteral("done"));
    QCOMPARE(given[u"owner"].toString().toUtf8(), Alice);
}

void tst_CliCommand::doesNotRunWithoutTheLock()
{
    hold(Bob);
    QTemporaryDir dir;
    const QByteArray file = QFile::encodeName(dir.filePath(QStringLiteral("ran")));
    const Ended ended = runCli(command("touch '" + file + "'"));
    QCOMPARE(ended.status, 1);
    QVERIFY2(ended.err.contains(Bob), ended.told().constData());
    QVERIFY(!QFile::exists(QFile::decodeName(file)));
}

void tst_CliCommand::runsWhenTheLockBecomesFree()
{
    hold(Bob);
    Program program(command("echo mine", {"--wait", "60s"}));
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    QCOMPARE(runCli({"-u", url(), "release", "lock:a", "--owner", Bob}).status, 0);
    const Ended ended = program.ended();
    QCOMPARE(ended.status, 0);
    QCOMPARE(ended.out, "mine\n");
}

void tst_CliCommand::signalsArePassedOn_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
}

void tst_CliCommand::signalsArePassedOn()
{
    QFETCH(int, signal);
    Program program(command("echo ready; exec sleep 60"));
    QTRY_VERIFY(program.said("ready"));
    ::kill(pid_t(program.process.processId()), signal);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 128 + signal, ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliCommand::aCommandMayOutliveTheSignal()
{
    // A signal interrupts read, so repeat until the input arrives.
    Program program(
        command("trap 'echo caught' TERM; echo ready; n=0; "
                "until [ \"$line\" = go ]; do read line; n=$((n + 1)); [ $n -gt 99 ] && exit 6; done; exit 5",
                {"--owner", Alice}));
    QTRY_VERIFY(program.said("ready"));
    program.process.terminate();
    program.process.write("on\n");
    QTRY_VERIFY(program.said("caught"));
    QCOMPARE(ask({"HKEYS", "lock:a"}), Alice);
    program.process.write("go\n");
    QCOMPARE(program.ended().status, 5);
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliCommand::interruptedWhileWaiting()
{
    hold(Bob);
    Program program(command("echo never", {"--wait", "60s"}));
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    ::kill(pid_t(program.process.processId()), SIGINT);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 128 + SIGINT, ended.told().constData());
    QVERIFY(ended.out.isEmpty());
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n0"));
}

void tst_CliCommand::interruptedWhileWaitingForATokenLock()
{
    ask({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "60000"});
    Program program(command("echo never", {"--kind", "token-lock", "--wait", "60s"}));
    // It polls, so only its connection is visible.
    QTRY_VERIFY(ask({"CLIENT", "LIST"}).contains("name=lockscope-cli"));
    program.process.terminate();
    QCOMPARE(program.ended().status, 128 + SIGTERM);
    QCOMPARE(ask({"GET", "lock:a"}), "0123456789abcdef0123456789abcdef");
}

void tst_CliCommand::lostWhileTheCommandRuns()
{
    Program program(command("echo ready; read line", {"--owner", Alice, "--lease", "30s"}));
    QTRY_VERIFY(program.said("ready"));
    // In one step: otherwise a renewal could report a missing lock instead of Bob.
    ask({"EVAL",
         "redis.call('DEL', KEYS[1]) redis.call('HSET', KEYS[1], ARGV[1], 1)"
         "return redis.call('PEXPIRE', KEYS[1], 60000)",
         "1", "lock:a", Bob});
    QTRY_VERIFY(program.complained("lost") && program.errors().endsWith('\n'));
    const QByteArray err = program.errors();
    QVERIFY2(err.count('\n') == 1 && err.contains("lock:a") && err.contains(Bob), err.constData());
    QVERIFY(program.process.state() == QProcess::Running); // The command runs to its end
    const Ended ended = program.ended();
    QCOMPARE(ended.status, 1);
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob); // Bob's lock is untouched
}

void tst_CliCommand::lostAndTheCommandFails()
{
    // Lost between two renewals: only the release notices.
    const Ended ended = runCli(
        command("redis-cli -p " + QByteArray::number(m_sandbox->port()) + " DEL lock:a > /dev/null; exit 9",
                {"--lease", "60s"}));
    QCOMPARE(ended.status, 9);
    // Its end may be noticed before the command ends, or by the release.
    QVERIFY2(ended.err.contains("its key is gone before its lease ended") ||
                 ended.err.contains("already gone"),
             ended.told().constData());
    const Ended success =
        runCli(command("redis-cli -p " + QByteArray::number(m_sandbox->port()) + " DEL lock:a > /dev/null",
                       {"--lease", "60s"}));
    QCOMPARE(success.status, 1);
}

void tst_CliCommand::theServerGoesAwayMeanwhile()
{
    auto own = Sandbox::start();
    VERIFY_OK(own);
    Program program({"-u", connectionUrl((*own)->tcp()).toUtf8(), "acquire", "lock:a", "--lease", "10s", "--",
                     "sh", "-c", "echo ready; read line"});
    QTRY_VERIFY(program.said("ready"));
    (*own)->stop();
    QTRY_VERIFY(program.complained("its lease has run out here"));
    QVERIFY(program.process.state() == QProcess::Running);
    QCOMPARE(program.ended().status, 1);
}

LOCKSCOPE_TEST(tst_CliCommand)

} // namespace tst_clicommand

#include "tst_clicommand.moc"
