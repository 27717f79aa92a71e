// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTcpServer>
#include <QThread>

#include <atomic>
#include <csignal>
#include <memory>
#include <semaphore>

namespace tst_sandbox
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::redisCli;

namespace
{

bool alive(qint64 pid)
{
    return ::kill(pid_t(pid), 0) == 0;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray commandLine(qint64 pid)
{
    return contents(QStringLiteral("/proc/%1/cmdline").arg(pid));
}

char processState(qint64 pid)
{
    const QByteArray stat = contents(QStringLiteral("/proc/%1/stat").arg(pid));
    return stat.isEmpty() ? '?' : stat[stat.lastIndexOf(')') + 2];
}

} // namespace

class tst_sandbox : public QObject
{
    Q_OBJECT

private slots:
    void answersOnEveryWayIn_data();
    void answersOnEveryWayIn();
    void listensOnLoopbackOnly();
    void leavesNothingBehind();
    void diesWithTheProcessThatStartedIt();
    void twoAtOnceAreIndependent();
    void restartKeepsPortAndFolderButNoData();
    void restartAfterACrash();
    void restartWhileItsPortIsProbed();
    void standsStillWhilePaused();
    void endsThoughPaused();
    void passwordIsAskedForAndNowhereToBeSeen();
    void tlsNeedsTheAuthority();
    void debugCommandIsAllowed();
    void extraArgumentsReachTheServer();
    void saysWhyTheServerDoesNotStart();
    void saysThatTheProgramIsMissing();
    void aTakenPortIsReplacedByAnother();
};

void tst_sandbox::answersOnEveryWayIn_data()
{
    QTest::addColumn<QByteArray>("way");
    QTest::newRow("over TCP") << QByteArray("tcp");
    QTest::newRow("over the unix socket") << QByteArray("unix");
    QTest::newRow("over TLS") << QByteArray("tls");
}

void tst_sandbox::answersOnEveryWayIn()
{
    QFETCH(QByteArray, way);
    const auto sandbox = Sandbox::start({.tls = way == "tls"});
    VERIFY_OK(sandbox);
    const Sandbox &server = **sandbox;
    const ConnectionSpec spec = way == "tcp"    ? server.tcp()
                                : way == "unix" ? server.unixSocket()
                                                : server.tls();
    QVERIFY(!spec.readOnly);
    const auto set = redisCli(spec, {"SET", QByteArray("k\0\xff", 3), "v"});
    VERIFY_OK(set);
    QCOMPARE(*set, QByteArray("OK"));
    const auto get = redisCli(server.tcp(), {"GET", QByteArray("k\0\xff", 3)});
    VERIFY_OK(get);
    QCOMPARE(*get, QByteArray("v"));
}

void tst_sandbox::listensOnLoopbackOnly()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const auto bind = redisCli((*sandbox)->tcp(), {"CONFIG", "GET", "bind"});
    VERIFY_OK(bind);
    QCOMPARE(*bind, QByteArray("bind\n127.0.0.1"));
    const QFileInfo folder((*sandbox)->folder());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                        QFile::WriteOther | QFile::ExeOther;
    QVERIFY(folder.isDir());
    QVERIFY(!(folder.permissions() & others));
}

void tst_sandbox::leavesNothingBehind()
{
    auto sandbox = Sandbox::start({.tls = true});
    VERIFY_OK(sandbox);
    const qint64 pid = (*sandbox)->pid();
    const QString folder = (*sandbox)->folder();
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"SAVE"})); // Creates a file of the server in the folder
    QVERIFY(alive(pid));
    QVERIFY(QFileInfo::exists(folder));
    sandbox->reset();
    QVERIFY(!alive(pid));
    QVERIFY(!QFileInfo::exists(folder));
}

void tst_sandbox::diesWithTheProcessThatStartedIt()
{
    int pipeEnds[2];
    QCOMPARE(::pipe(pipeEnds), 0);
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const auto sandbox = Sandbox::start();
        const qint64 pid = sandbox ? (*sandbox)->pid() : 0;
        const QByteArray folder = sandbox ? (*sandbox)->folder().toUtf8() : QByteArray();
        const QByteArray told = QByteArray::number(pid) + ' ' + folder;
        if (::write(pipeEnds[1], told.constData(), size_t(told.size())) < 0)
            ::_exit(1);
        ::kill(::getpid(), SIGKILL); // Skips all destructors
    }
    ::close(pipeEnds[1]);
    char buffer[4096];
    const ssize_t length = ::read(pipeEnds[0], buffer, sizeof buffer);
    ::close(pipeEnds[0]);
    ::waitpid(child, nullptr, 0);
    QVERIFY(length > 0);
    const QByteArrayList told = QByteArray(buffer, qsizetype(length)).split(' ');
    const qint64 pid = told[0].toLongLong();
    QVERIFY2(pid > 0, "the sandbox of the child did not start");
    // In a container without init no process may reap it: a zombie counts as dead.
    QTRY_VERIFY(!alive(pid) || processState(pid) == 'Z');
    const QString abandoned = QString::fromUtf8(told[1]);
    QVERIFY(abandoned.contains(QLatin1String("lockscope-")));
    const auto next = Sandbox::start(); // Cleans up after the killed one
    VERIFY_OK(next);
    // After fork() both processes draw the same random names, so the next may have reused the name.
    QVERIFY(!QFileInfo::exists(abandoned) || (*next)->folder() == abandoned);
}

void tst_sandbox::twoAtOnceAreIndependent()
{
    const auto one = Sandbox::start();
    const auto two = Sandbox::start();
    VERIFY_OK(one);
    VERIFY_OK(two);
    QVERIFY((*one)->port() != (*two)->port());
    QVERIFY((*one)->folder() != (*two)->folder());
    QVERIFY(QFileInfo((*one)->folder()).isDir());
    VERIFY_OK(redisCli((*one)->tcp(), {"SET", "k", "v"}));
    const auto there = redisCli((*two)->tcp(), {"EXISTS", "k"});
    VERIFY_OK(there);
    QCOMPARE(*there, QByteArray("0"));
}

void tst_sandbox::restartKeepsPortAndFolderButNoData()
{
    const auto sandbox = Sandbox::start({.password = QStringLiteral("secret")});
    VERIFY_OK(sandbox);
    const ConnectionSpec before = (*sandbox)->tcp();
    const QString folder = (*sandbox)->folder();
    const qint64 pid = (*sandbox)->pid();
    VERIFY_OK(redisCli(before, {"SET", "k", "v"}));
    VERIFY_OK((*sandbox)->restart());
    QVERIFY((*sandbox)->tcp() == before);
    QCOMPARE((*sandbox)->folder(), folder);
    QVERIFY((*sandbox)->pid() != pid);
    const auto there = redisCli(before, {"EXISTS", "k"});
    VERIFY_OK(there);
    QCOMPARE(*there, QByteArray("0"));
}

void tst_sandbox::restartAfterACrash()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    QCOMPARE(::kill(pid_t((*sandbox)->pid()), SIGKILL), 0);
    VERIFY_OK((*sandbox)->restart());
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"PING"}));
}

// By another sandbox that looks for free ports, until the server has met it.
void tst_sandbox::restartWhileItsPortIsProbed()
{
    auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const quint16 port = (*sandbox)->port();
    const QString log = (*sandbox)->folder() + QStringLiteral("/redis.log");
    (*sandbox)->stop();
    bool held = false;
    std::atomic<bool> isOver = false;
    std::binary_semaphore tried(0);
    const std::unique_ptr<QThread> other(QThread::create([&] {
        QTcpServer probe;
        held = probe.listen(QHostAddress(QHostAddress::LocalHost), port);
        tried.release();
        while (!isOver && !contents(log).contains("Address already in use"))
            ;
    }));
    other->start();
    tried.acquire();
    const Done restarted = (*sandbox)->restart();
    isOver = true;
    other->wait();
    QVERIFY(held);
    VERIFY_OK(restarted);
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"PING"}));
}

void tst_sandbox::standsStillWhilePaused()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    (*sandbox)->pause();
    QCOMPARE(processState((*sandbox)->pid()), 'T');
    (*sandbox)->resume();
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"PING"}));
    (*sandbox)->pause();
    QCOMPARE(processState((*sandbox)->pid()), 'T');
    (*sandbox)->resume();
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"PING"}));
}

void tst_sandbox::endsThoughPaused()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const qint64 pid = (*sandbox)->pid();
    (*sandbox)->pause();
    (*sandbox)->stop();
    QVERIFY(!alive(pid));
    QCOMPARE((*sandbox)->pid(), qint64(0));
}

void tst_sandbox::passwordIsAskedForAndNowhereToBeSeen()
{
    const QString password = QStringLiteral("p w\"\\'\nü锁");
    const auto sandbox = Sandbox::start({.password = password});
    VERIFY_OK(sandbox);
    ConnectionSpec spec = (*sandbox)->tcp();
    VERIFY_OK(redisCli(spec, {"PING"}));
    QVERIFY(!commandLine((*sandbox)->pid()).isEmpty());
    QVERIFY(!commandLine((*sandbox)->pid()).contains("p w"));
    const QDir folder((*sandbox)->folder());
    for (const QString &file : folder.entryList(QDir::Files))
        QVERIFY2(!contents(folder.filePath(file)).contains("p w"), qPrintable(file));
    spec.password.clear();
    const auto refused = redisCli(spec, {"PING"});
    VERIFY_FAILS(refused, ErrorKind::ServerError);
    QVERIFY(refused.failure().serverText.startsWith("NOAUTH"));
}

void tst_sandbox::tlsNeedsTheAuthority()
{
    const auto sandbox = Sandbox::start({.tls = true});
    VERIFY_OK(sandbox);
    ConnectionSpec spec = (*sandbox)->tls();
    QVERIFY(spec.port != (*sandbox)->port());
    VERIFY_OK(redisCli(spec, {"PING"}));
    spec.tls.certificateFile.clear(); // A client certificate is requested but not required
    VERIFY_OK(redisCli(spec, {"PING"}));
    spec.tls.caFile.clear();
    VERIFY_FAILS(redisCli(spec, {"PING"}), ErrorKind::Refused);
    const auto keys = QDir((*sandbox)->folder()).entryInfoList({QStringLiteral("*.key")}, QDir::Files);
    QCOMPARE(keys.size(), 3);
    for (const QFileInfo &key : keys)
        QVERIFY(!(key.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
}

void tst_sandbox::debugCommandIsAllowed()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    VERIFY_OK(redisCli((*sandbox)->tcp(), {"DEBUG", "SLEEP", "0"}));
}

void tst_sandbox::extraArgumentsReachTheServer()
{
    const auto sandbox =
        Sandbox::start({.serverArguments = {QStringLiteral("--maxmemory"), QStringLiteral("12345678"),
                                            QStringLiteral("--notify-keyspace-events"), QStringLiteral("KA")},
                        .password = QStringLiteral("x")});
    VERIFY_OK(sandbox);
    const auto limit = redisCli((*sandbox)->tcp(), {"CONFIG", "GET", "maxmemory"});
    VERIFY_OK(limit);
    QCOMPARE(*limit, QByteArray("maxmemory\n12345678"));
    const auto events = redisCli((*sandbox)->tcp(), {"CONFIG", "GET", "notify-keyspace-events"});
    VERIFY_OK(events);
    QCOMPARE(*events, QByteArray("notify-keyspace-events\nAK"));
}

void tst_sandbox::saysWhyTheServerDoesNotStart()
{
    const auto sandbox =
        Sandbox::start({.serverArguments = {QStringLiteral("--no-such-setting"), QStringLiteral("1")}});
    VERIFY_FAILS(sandbox, ErrorKind::Internal);
    QVERIFY2(sandbox.failure().text.contains(QLatin1String("no-such-setting")),
             qPrintable(sandbox.failure().line()));
}

void tst_sandbox::saysThatTheProgramIsMissing()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    const auto sandbox = Sandbox::start();
    qputenv("PATH", path);
    VERIFY_FAILS(sandbox, ErrorKind::Unsupported);
    QVERIFY(sandbox.failure().remedy.contains(QLatin1String("redis-server")));
}

// The port is taken between choice and start; simulated by a second --port.
void tst_sandbox::aTakenPortIsReplacedByAnother()
{
    QTcpServer stranger;
    QVERIFY(stranger.listen(QHostAddress(QHostAddress::LocalHost), 0));
    const auto sandbox = Sandbox::start(
        {.serverArguments = {QStringLiteral("--port"), QString::number(stranger.serverPort())}});
    // Reported as a failure; another server's PING is not accepted.
    VERIFY_FAILS(sandbox, ErrorKind::Internal);
    QVERIFY2(sandbox.failure().text.contains(QLatin1String("in use")), qPrintable(sandbox.failure().line()));
}

LOCKSCOPE_TEST(tst_sandbox)

} // namespace tst_sandbox

#include "tst_sandbox.moc"
