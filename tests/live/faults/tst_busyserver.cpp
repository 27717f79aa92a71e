// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that answer later or not now: a script runs too long, data are loading, clients are paused. What
// the command line and a followed engine say, and that no act is done by half. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/slowload.h"
#include "tests/support/verify.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_busyserver
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArrayList Release{"--timeout", "2s", "release", "lock:a", "--owner", Alice};
const QByteArray Function =
    "#!lua name=slow\nredis.register_function('slow', function() while true do end end)";

// A client that waits for its answer, as a process, because the tests block.
class WaitingClient
{
public:
    WaitingClient(const SandboxServer &server, const QStringList &command)
    {
        m_process.start(QStringLiteral("redis-cli"),
                        QStringList{QStringLiteral("-p"), QString::number(server.port())} + command);
        m_process.waitForStarted();
    }
    ~WaitingClient()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process;
};

} // namespace

class tst_BusyServer : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aScriptThatCanBeStopped();
    void aFunctionThatCanBeStopped();
    void aScriptThatCannotBeStopped();
    void aScriptWhileLocksAreFollowed();
    void dataAreLoading();
    void aPauseThatIsShort();
    void aPauseThatIsLong();

private:
    SandboxServer &server() const { return m_servers->node(0); }
    QByteArray errorOf(const Command &command) const
    {
        const auto reply = server().ask(command);
        return reply ? QByteArray() : QByteArray(errorKindName(reply.failure().kind));
    }
    // The server refuses every command of the login, so nothing is sent and nothing recorded.
    void refusesTheLogin(const AuditedCli &cli, const QByteArray &words);

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_BusyServer::init()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Standalone,
                                                    {.serverArguments = {QStringLiteral("--lua-time-limit"),
                                                                         QStringLiteral("20")}}));
    VERIFY_OK(hold(server(), "lock:a", Alice));
}

void tst_BusyServer::cleanup()
{
    m_servers.reset();
}

void tst_BusyServer::refusesTheLogin(const AuditedCli &cli, const QByteArray &words)
{
    for (const QByteArrayList &command : {Release, QByteArrayList{"--timeout", "2s", "scan"}}) {
        const Ended ended = cli(command);
        QVERIFY2(ended.status == 4, ended.told().constData());
        QVERIFY2(ended.err.contains(words) && ended.err.count('\n') == 1, ended.told().constData());
        QVERIFY2(!ended.told().contains("SHUTDOWN"), ended.told().constData());
    }
    QCOMPARE(cli.story(), QByteArray());
}

void tst_BusyServer::aScriptThatCanBeStopped()
{
    const AuditedCli cli(server().spec());
    const WaitingClient client(
        server(), {QStringLiteral("EVAL"), QStringLiteral("while true do end"), QStringLiteral("0")});
    QTRY_COMPARE(errorOf({"PING"}), QByteArray("busy"));
    refusesTheLogin(cli,
                    "the server is busy running a script: wait; SCRIPT KILL stops it unless it has already "
                    "written data");
    VERIFY_OK(server().ask({"SCRIPT", "KILL"}));
    QTRY_COMPARE(errorOf({"PING"}), QByteArray());
    QCOMPARE(ownerOn(server(), "lock:a"), Alice);
    QCOMPARE(cli(Release).status, 0);
}

void tst_BusyServer::aFunctionThatCanBeStopped()
{
    if (!server().ask({"FUNCTION", "LOAD", Function}).ok())
        QSKIP("functions need Redis 7");
    const WaitingClient client(server(),
                               {QStringLiteral("FCALL"), QStringLiteral("slow"), QStringLiteral("0")});
    QTRY_COMPARE(errorOf({"PING"}), QByteArray("busy"));
    refusesTheLogin(AuditedCli(server().spec()), "wait; FUNCTION KILL stops it unless");
    VERIFY_OK(server().ask({"FUNCTION", "KILL"}));
}

void tst_BusyServer::aScriptThatCannotBeStopped()
{
    const WaitingClient client(server(), {QStringLiteral("EVAL"),
                                          QStringLiteral("redis.call('SET', 'x', 1) while true do end"),
                                          QStringLiteral("0")});
    QTRY_COMPARE(errorOf({"PING"}), QByteArray("busy"));
    const auto refused = server().ask({"SCRIPT", "KILL"});
    VERIFY_FAILS(refused, ErrorKind::Unkillable);
    QVERIFY(!refused.failure().line().contains(QLatin1String("SHUTDOWN")));
    refusesTheLogin(AuditedCli(server().spec()),
                    "wait; SCRIPT KILL stops it unless it has already written data");
}

// With open connections, an act is refused by the server, and done as soon as the script has ended.
void tst_BusyServer::aScriptWhileLocksAreFollowed()
{
    LiveStatus live;
    FollowedEngine followed;
    connect(&followed.engine(), &Engine::liveChanged, this, [&live](const LiveStatus &now) { live = now; });
    ConnectionSpec spec = server().spec();
    spec.commandTimeout = 1500ms; // After such a silence the feed asks whether the server is there
    VERIFY_OK(followed.follow(spec));
    QTRY_VERIFY(followed.find("lock:a") && live.mode == LiveMode::Tracking);
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = {Alice}};
    {
        const WaitingClient client(
            server(), {QStringLiteral("EVAL"), QStringLiteral("while true do end"), QStringLiteral("0")});
        QTRY_COMPARE(errorOf({"PING"}), QByteArray("busy"));
        QCOMPARE(followed.act(release), ActResult::Refused);
        QCOMPARE(followed.receipt().failure.kind, ErrorKind::Busy);
        QVERIFY(!followed.receipt().failure.line().contains(QLatin1String("SHUTDOWN")));
        QVERIFY(followed.find("lock:a")); // Not gone
        QTRY_VERIFY(!followed.status(server()).isReady());
        QCOMPARE(followed.status(server()).connection.reason.kind, ErrorKind::Busy);
        QCOMPARE(followed.status(server()).role, QByteArray("master"));
        QTRY_VERIFY(followed.find("lock:a") && followed.find("lock:a")->stale);
        QElapsedTimer busy;
        busy.start();
        QTRY_VERIFY(busy.elapsed() > 3000); // The feed has asked
        VERIFY_OK(server().ask({"SCRIPT", "KILL"}));
    }
    QTRY_COMPARE(errorOf({"PING"}), QByteArray());
    QCOMPARE(ownerOn(server(), "lock:a"), Alice);
    QTRY_VERIFY(followed.status(server()).isReady());
    QTRY_VERIFY(followed.isFresh("lock:a", server().spec().node()));
    QVERIFY(followed.failovers().empty()); // It is the same server
    QTRY_COMPARE(live.mode, LiveMode::Tracking);
    QCOMPARE(followed.act(release), ActResult::Done);
    QTRY_VERIFY(!followed.find("lock:a"));
}

void tst_BusyServer::dataAreLoading()
{
    VERIFY_OK(makeLoadSlow(server()));
    const AuditedCli cli(server().spec());
    const WaitingClient client(server(), {QStringLiteral("DEBUG"), QStringLiteral("RELOAD")});
    QTRY_COMPARE(errorOf({"GET", "x"}), QByteArray("loading"));
    refusesTheLogin(cli, "the server is still loading its data: wait, then retry");
    VERIFY_OK(server().ask({"CONFIG", "SET", "key-load-delay", "0"}));
    QTRY_COMPARE(errorOf({"GET", "x"}), QByteArray());
    QCOMPARE(ownerOn(server(), "lock:a"), Alice);
    QCOMPARE(cli(Release).status, 0);
}

void tst_BusyServer::aPauseThatIsShort()
{
    VERIFY_OK(server().ask({"CLIENT", "PAUSE", "600", "WRITE"}));
    const AuditedCli cli(server().spec());
    const Ended ended = cli({"release", "lock:a", "--owner", Alice});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(cli.story(), QByteArray("release done"));
}

// What was sent is neither done nor refused: the answer is unknown, and said to be.
void tst_BusyServer::aPauseThatIsLong()
{
    VERIFY_OK(server().ask({"CLIENT", "PAUSE", "600000", "WRITE"}));
    const AuditedCli cli(server().spec());
    const Ended ended = cli(Release);
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(ended.err.contains("lock:a: the release may or may not have been done"),
             ended.told().constData());
    QCOMPARE(cli.story(), QByteArray("release unknown"));
    QCOMPARE(cli({"show", "lock:a"}).status, 0); // Reads pass
    VERIFY_OK(server().ask({"CLIENT", "UNPAUSE"}));
    QCOMPARE(ownerOn(server(), "lock:a"), Alice); // The server drops what a closed connection had asked
    QCOMPARE(cli(Release).status, 0);
}

LOCKSCOPE_TEST(tst_BusyServer)

} // namespace tst_busyserver

#include "tst_busyserver.moc"
