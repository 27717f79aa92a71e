// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input and bad servers: one clear line, the documented exit status, and no change on the server.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <csignal>

namespace tst_clibadinput
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

} // namespace

class tst_CliBadInput : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void nobodyThereIsToldAtOnce();
    void aFrozenServerTimesOut();
    void aFrozenServerCanBeInterrupted_data();
    void aFrozenServerCanBeInterrupted();
    void aServerThatNeverAnswers();
    void tlsWithAnUnknownAuthority();
    void helpAndVersion();

private:
    std::unique_ptr<Sandbox> m_sandbox;
    QByteArray m_digest;
};

void tst_CliBadInput::initTestCase()
{
    VERIFY_INTO(m_sandbox, Sandbox::start({.serverArguments = {QStringLiteral("--enable-debug-command"),
                                                               QStringLiteral("yes")},
                                           .tls = true}));
    VERIFY_OK(redisCliAll(m_sandbox->tcp(), {{"HSET", "lock:a", Bob, "1"},
                                             {"RPUSH", "lock:list", "x"},
                                             {"SET", "lock:big", QByteArray(100000, 'x')}}));
    m_digest = redisCli(m_sandbox->tcp(), {"DEBUG", "DIGEST"}).value();
    QVERIFY(m_digest.size() >= 40);
}

void tst_CliBadInput::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("said");
    const QByteArray url = connectionUrl(m_sandbox->tcp()).toUtf8();
    const QByteArray port = QByteArray::number(m_sandbox->port());
    const auto row = [](const char *name, const QByteArrayList &arguments, int status,
                        const QByteArray &said) { QTest::newRow(name) << arguments << status << said; };
    row("nothing at all", {}, 2, "no command");
    row("unknown command", {"-u", url, "relase", "lock:a"}, 2, "did you mean release?");
    row("unknown option", {"-u", url, "release", "lock:a", "--ownr", Bob}, 2, "did you mean --owner?");
    row("act that is none", {"audit", "--act", "realese"}, 2, "did you mean release?");
    row("result that is none", {"audit", "--result", "dne"}, 2, "did you mean done?");
    row("a past of a sandbox", {"--sandbox", "audit"}, 2, "has no audit log");
    row("unknown topology", {"--sandbox=ring", "scan"}, 2, "available: standalone, replica, sentinel");
    row("two urls of one server", {"-u", url, "-u", url, "scan"}, 2, "member 2: it occurs twice");
    row("malformed url", {"-u", "redis//localhost", "scan"}, 2, "URL");
    row("url of another protocol", {"-u", "http://localhost", "scan"}, 2, "URL");
    row("port too large", {"-u", "redis://localhost:70000", "scan"}, 2, "URL");
    row("db that is not a number", {"-u", "redis://localhost/x", "scan"}, 2, "URL");
    row("sentinel without a master", {"-u", "sentinel://localhost:1", "scan"}, 2, "name of the master");
    row("cluster with a bad address", {"-u", "cluster://localhost:1,:2", "scan"}, 2, "address 2");
    row("bad duration", {"-u", url, "set-expiry", "lock:a", "--lease", "5"}, 2, "--lease");
    row("bad pattern", {"-u", url, "scan", "--pattern", "a[b"}, 2, "unclosed [");
    row("unknown kind", {"-u", url, "acquire", "lock:new", "--kind", "nonsense"}, 2, "nonsense");
    row("unknown kind to look for", {"-u", url, "scan", "--kind", "nonsense"}, 2, "nonsense");
    row("unknown verdict", {"-u", url, "scan", "--verdict", "critcal"}, 2, "did you mean critical?");
    row("unknown field to sort by", {"-u", url, "scan", "--sort", "colour"}, 2, "colour");
    row("a stream in order", {"-u", url, "scan", "--stream", "--sort", "ttl"}, 2,
        "scan: --stream and --sort cannot be combined");
    row("a stream that waits", {"-u", url, "scan", "--stream", "--settle", "5s"}, 2,
        "scan: --stream and --settle cannot be combined");
    row("missing password file", {"-u", url, "scan", "--password-file", "/no/such/file"}, 2, "/no/such/file");
    row("unknown profile", {"--config-dir", "/nonexistent", "--profile", "x", "scan"}, 2, "x");
    row("force without a word about the owner", {"-u", url, "force-release", "lock:a", "--reason", "x"}, 2,
        "--expect-owner");
    row("nobody listens", {"-u", "redis://127.0.0.1:1", "scan"}, 3, "127.0.0.1:1");
    row("nobody listens at the socket", {"-u", "unix:///nonexistent/redis.sock", "scan"}, 3,
        "/nonexistent/redis.sock");
    row("unknown host", {"-u", "redis://no-such-host.invalid", "scan"}, 3, "no-such-host.invalid");
    row("refused login", {"-u", "redis://nobody:hunter2@127.0.0.1:" + port, "scan"}, 3, "127.0.0.1:" + port);
    row("refused login of an act",
        {"-u", "redis://nobody:hunter2@127.0.0.1:" + port, "release", "lock:a", "--owner", Bob}, 3,
        "127.0.0.1:" + port);
    row("db beyond the last", {"-u", url + "/9999", "scan"}, 4, "127.0.0.1:" + port);
    row("key of another type", {"-u", url, "show", "lock:list"}, 1, "lock:list");
    row("key of another type to release", {"-u", url, "release", "lock:list", "--owner", Bob}, 1,
        "lock:list");
    row("key of another type to acquire", {"-u", url, "acquire", "lock:list"}, 1, "lock:list");
    row("key of another type to force",
        {"-u", url, "force-release", "lock:list", "--any-owner", "--reason", "x"}, 1, "lock:list");
    row("a value far too large", {"-u", url, "show", "lock:big"}, 1, "lock:big");
    row("absent key", {"-u", url, "show", "lock:none"}, 1, "does not exist");
    row("absent key to release", {"-u", url, "release", "lock:none", "--owner", Bob}, 1, "lock:none");
}

void tst_CliBadInput::saysWhatIsWrong()
{
    QFETCH(QByteArrayList, arguments);
    QFETCH(int, status);
    QFETCH(QByteArray, said);
    const Ended ended = runCli(arguments);
    QVERIFY2(ended.status == status, ended.told().constData());
    QVERIFY2(ended.out.isEmpty(), ended.told().constData());
    QVERIFY2(ended.err.startsWith("lockscope-cli: ") && ended.err.count('\n') == 1, ended.told().constData());
    QVERIFY2(ended.err.contains(said), ended.told().constData());
    QVERIFY2(!ended.err.contains("hunter2"), ended.told().constData());
    QCOMPARE(redisCli(m_sandbox->tcp(), {"DEBUG", "DIGEST"}).value(), m_digest);
}

void tst_CliBadInput::nobodyThereIsToldAtOnce()
{
    const ReservedPort port;
    QElapsedTimer timer;
    timer.start();
    const Ended ended =
        runCli({"-u", "redis://127.0.0.1:" + QByteArray::number(quint16(port)), "--timeout", "60s", "scan"});
    QCOMPARE(ended.status, 3);
    QVERIFY2(timer.elapsed() < 60'000, QByteArray::number(timer.elapsed()).constData());
}

void tst_CliBadInput::aFrozenServerTimesOut()
{
    auto frozen = Sandbox::start();
    VERIFY_OK(frozen);
    (*frozen)->pause();
    QElapsedTimer timer;
    timer.start();
    const Ended ended =
        runCli({"-u", connectionUrl((*frozen)->tcp()).toUtf8(), "--timeout", "500ms", "scan"});
    const qint64 took = timer.elapsed();
    (*frozen)->resume();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(took >= 450, QByteArray::number(took).constData());
    QCOMPARE(ended.err.count('\n'), 1);
}

void tst_CliBadInput::aFrozenServerCanBeInterrupted_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<int>("status");
    QTest::newRow("scan") << QByteArrayList{"scan"} << 128 + SIGINT;
    QTest::newRow("show") << QByteArrayList{"show", "lock:a"} << 128 + SIGINT;
    QTest::newRow("release") << QByteArrayList{"release", "lock:a", "--owner", Bob} << 128 + SIGINT;
    QTest::newRow("acquire") << QByteArrayList{"acquire", "lock:a", "--wait", "60s"} << 128 + SIGINT;
    QTest::newRow("watch") << QByteArrayList{"watch"} << 0;
}

void tst_CliBadInput::aFrozenServerCanBeInterrupted()
{
    QFETCH(QByteArrayList, arguments);
    QFETCH(int, status);
    QTcpServer mute; // Accepts, and never answers
    QVERIFY(mute.listen(QHostAddress::LocalHost));
    const QByteArray url = "redis://127.0.0.1:" + QByteArray::number(mute.serverPort());
    Program program(QByteArrayList{"-u", url, "--timeout", "60s"} + arguments);
    QVERIFY(mute.waitForNewConnection(30'000));
    const std::unique_ptr<QTcpSocket> client(mute.nextPendingConnection());
    QVERIFY(client->waitForReadyRead(30'000)); // It has sent its login and waits now
    ::kill(pid_t(program.process.processId()), SIGINT);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == status, ended.told().constData());
    QVERIFY2(ended.out.isEmpty() && ended.err.isEmpty(), ended.told().constData());
}

void tst_CliBadInput::aServerThatNeverAnswers()
{
    QTcpServer mute; // The kernel accepts connections
    QVERIFY(mute.listen(QHostAddress::LocalHost));
    const QByteArray url = "redis://127.0.0.1:" + QByteArray::number(mute.serverPort());
    const Ended ended = runCli({"-u", url, "--timeout", "300ms", "acquire", "lock:a", "--", "echo", "ran"});
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY(ended.out.isEmpty());
    QCOMPARE(ended.err.count('\n'), 1);
}

void tst_CliBadInput::tlsWithAnUnknownAuthority()
{
    ConnectionSpec spec = m_sandbox->tls();
    spec.tls.caFile.clear();
    const Ended ended = runCli({"-u", connectionUrl(spec).toUtf8(), "scan"});
    QVERIFY2(ended.status == 3, ended.told().constData());
    QCOMPARE(ended.err.count('\n'), 1);
}

void tst_CliBadInput::helpAndVersion()
{
    const Ended version = runCli({"--version"});
    QCOMPARE(version.status, 0);
    QVERIFY(version.out.startsWith("lockscope-cli ") && version.out.count('\n') == 1);
    for (const QByteArray command : {"", "scan", "show", "watch", "acquire", "renew", "release",
                                     "force-release", "wake", "set-expiry", "sandbox"}) {
        const Ended help =
            runCli(command.isEmpty() ? QByteArrayList{"--help"} : QByteArrayList{command, "--help"});
        QCOMPARE(help.status, 0);
        QVERIFY2(help.out.startsWith("Usage: lockscope-cli ") && help.out.contains(command),
                 help.told().constData());
        QVERIFY(help.err.isEmpty());
    }
}

LOCKSCOPE_TEST(tst_CliBadInput)

} // namespace tst_clibadinput

#include "tst_clibadinput.moc"
