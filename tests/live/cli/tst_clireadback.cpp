// SPDX-License-Identifier: GPL-3.0-or-later
// What lockscope-cli says after an act whose reply is late or lost, when the lock has changed again, or when
// the key looks like another kind: only what reading it back shows.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/faultproxy.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_clireadback
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr auto Late = 150ms;           // each way
const QByteArray OverByThen = "100ms"; // a lease that ends before the lock is read back
const QByteArray Key = "lock:a";

} // namespace

class tst_CliReadBack : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Standalone)); }
    void init();
    void aLockThatHasEndedIsLost();
    void anotherClientsLockIsNotOnes();
    void anAcquireWhoseReplyIsLostIsSeen();
    void whoMayHaveAcquiredIsNamed();
    void permitsAreNoOwner();
    void whatASemaphoreHasNotIsRefused();

private:
    QByteArrayList throughProxy(const QByteArrayList &words) const
    {
        return QByteArrayList{"-u", connectionUrl(m_proxy->through(server().tcp())).toUtf8()} + words;
    }
    // So that something can happen before the reply arrives: the server has executed it, and the proxy keeps
    // the reply.
    void acquireWithoutAReply(const QByteArrayList &words, std::unique_ptr<Program> &program) const
    {
        const QByteArrayList acquire = QByteArrayList{"acquire", Key, "--kind", "token-lock"} + words;
        const Ended before = cli(acquire + QByteArrayList{"--", "true"}); // Lets the server learn the scripts
        QVERIFY2(before.status == 0, before.told().constData());
        QCOMPARE(ask({"CLIENT", "PAUSE", "600000", "WRITE"}), "OK");
        program = std::make_unique<Program>(throughProxy(QByteArrayList{"--timeout", "30s"} + acquire));
        QTRY_VERIFY(ask({"INFO", "clients"}).contains("blocked_clients:1"));
        m_proxy->stall(FaultProxy::Direction::ToClient);
        QCOMPARE(ask({"CLIENT", "UNPAUSE"}), "OK");
        QTRY_VERIFY(m_proxy->bytesHeld() > 0);
        QVERIFY(exists());
    }
    bool exists() const { return ask({"EXISTS", Key}) == "1"; }
    const SandboxServer &server() const { return m_servers->node(0); }
    QByteArray ask(const Command &command) const // at once: no process is started for it
    {
        const auto reply = server().ask(command);
        if (!reply)
            return reply.failure().line().toUtf8();
        return reply->type == Reply::Type::Integer ? QByteArray::number(reply->integer) : reply->bytes;
    }
    Ended cli(const QByteArrayList &words) const
    {
        return runCli(QByteArrayList{"-u", connectionUrl(server().tcp()).toUtf8()} + words);
    }

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<FaultProxy> m_proxy;
};

void tst_CliReadBack::init()
{
    ask({"FLUSHALL"});
    m_proxy = std::make_unique<FaultProxy>(server().tcp().port);
    m_proxy->delay(Late);
}

void tst_CliReadBack::aLockThatHasEndedIsLost()
{
    const QByteArrayList acquire{"acquire", Key,       "--kind",  "token-lock",
                                 "--owner", "ann:1:2", "--lease", OverByThen};
    const Ended acquired = runCli(throughProxy(acquire));
    QVERIFY2(acquired.status == 1, acquired.told().constData());
    QVERIFY2(acquired.err.contains("acquired by ann:1:2, but lost since: it is free now"),
             acquired.told().constData());
    const Ended document = runCli(throughProxy(QByteArrayList{"--json"} + acquire));
    QCOMPARE(document.status, 1);
    QCOMPARE(document.json()[u"result"].toString(), QStringLiteral("done"));
    QVERIFY(document.json()[u"lost"].toBool());
    const Ended withCommand = runCli(throughProxy(acquire + QByteArrayList{"--", "echo", "worked"}));
    QVERIFY2(withCommand.status == 1 && !withCommand.out.contains("worked"), withCommand.told().constData());
    ask({"SET", Key, "ann:1:2", "PX", "60000"});
    const Ended renewed = runCli(throughProxy({"renew", Key, "--owner", "ann:1:2", "--lease", OverByThen}));
    QVERIFY2(renewed.status == 1, renewed.told().constData());
    QVERIFY2(renewed.err.contains("renewed for ann:1:2, but lost since: it is free now"),
             renewed.told().constData());
}

void tst_CliReadBack::anotherClientsLockIsNotOnes()
{
    std::unique_ptr<Program> program;
    acquireWithoutAReply({"--owner", "ann:1:2"}, program);
    if (QTest::currentTestFailed())
        return;
    QCOMPARE(ask({"SET", Key, "bob:3:4", "PX", "60000"}), "OK");
    m_proxy->flow();
    const Ended ended = program->ended();
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("acquired by ann:1:2, but lost since: held now by bob:3:4"),
             ended.told().constData());
}

void tst_CliReadBack::anAcquireWhoseReplyIsLostIsSeen()
{
    std::unique_ptr<Program> program;
    acquireWithoutAReply({}, program);
    if (QTest::currentTestFailed())
        return;
    m_proxy->cut();
    m_proxy->flow();
    const QByteArray owner = ask({"GET", Key});
    const Ended ended = program->ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY2(ended.out.contains("acquired by " + owner), ended.told().constData());
}

// It may have held the lock before.
void tst_CliReadBack::whoMayHaveAcquiredIsNamed()
{
    std::unique_ptr<Program> program;
    acquireWithoutAReply({"--owner", "ann:1:2"}, program);
    if (QTest::currentTestFailed())
        return;
    m_proxy->cut();
    m_proxy->flow();
    const Ended ended = program->ended();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(ended.err.contains("if it was acquired, its owner is ann:1:2"), ended.told().constData());
}

void tst_CliReadBack::permitsAreNoOwner()
{
    ask({"SET", "lock:pool", "5"});
    const Ended acquired = cli({"--json", "acquire", "lock:pool", "--kind", "semaphore"});
    QVERIFY2(acquired.status == 0, acquired.told().constData());
    QVERIFY2(!acquired.json().contains(u"found_owner"), acquired.out.constData());
    QCOMPARE(cli({"acquire", "lock:pool", "--kind", "semaphore"}).out.trimmed(),
             QByteArray("lock:pool: acquired, no expiry"));
    QCOMPARE(ask({"GET", "lock:pool"}), "3");
}

void tst_CliReadBack::whatASemaphoreHasNotIsRefused()
{
    ask({"SET", "lock:pool", "5"});
    for (const QByteArrayList &more : {QByteArrayList{"--lease", "5s"}, QByteArrayList{"--owner", "me"}}) {
        const Ended ended = cli(QByteArrayList{"acquire", "lock:pool", "--kind", "semaphore"} + more);
        QVERIFY2(ended.status == 2, ended.told().constData());
    }
    QCOMPARE(ask({"GET", "lock:pool"}), "5");
}

LOCKSCOPE_TEST(tst_CliReadBack)

} // namespace tst_clireadback

#include "tst_clireadback.moc"
