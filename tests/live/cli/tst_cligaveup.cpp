// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli blocking --probe says of no client that it waits which gave up, or whose connection is
// closed.

#include "core/redis/session.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTest>
#include <qcorotask.h>

namespace tst_cligaveup
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111:1");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222:7");

QByteArray channelOf(const QByteArray &key)
{
    return "redisson_lock__channel:{" + key + '}';
}

} // namespace

class tst_CliGaveUp : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { ask({"FLUSHALL"}); }
    void whileOthersListen();
    void onAClosedConnection();

private:
    void ask(const CliCommand &command) { VERIFY_OK(redisCli(m_sandbox->tcp(), command)); }
    std::unique_ptr<Session> connected() const
    {
        auto session = std::make_unique<Session>(m_sandbox->tcp());
        session->open();
        return session;
    }
    // Whether a probe listens.
    bool isHeard() const
    {
        const auto clients = redisCli(m_sandbox->tcp(), {"CLIENT", "LIST"});
        return clients && clients->contains("cmd=monitor");
    }
    // As Redisson's tryLock with a time does, and in vain.
    void tryInVain(const QByteArray &key, const QByteArray &owner)
    {
        const CliCommand attempt{"EVAL", "return redis.call('pttl', KEYS[1])", "1", key, "30000", owner};
        ask(attempt);
        const Listener listens(m_sandbox->tcp(), channelOf(key));
        ask(attempt);
        ask({"UNSUBSCRIBE",
             channelOf(key)}); // MONITOR shows it of another connection, which makes no difference
    }
};

void tst_CliGaveUp::whileOthersListen()
{
    const auto hold = [this](const QByteArray &key, const QByteArray &owner) {
        ask({"HSET", key, owner, "1"});
        ask({"PEXPIRE", key, "600000"});
    };
    hold("lock:a", ann);
    hold("lock:b", bob);
    const Listener carol(m_sandbox->tcp(), channelOf("lock:a"));
    const Listener dave(m_sandbox->tcp(), channelOf("lock:b"));
    Program program({"-u", url(), "blocking", "--json", "--probe=12s"});
    QTRY_VERIFY(isHeard());
    tryInVain("lock:b", ann);
    tryInVain("lock:a", bob);
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject json = ended.json();
    QVERIFY2(json[u"deadlocks"].toArray().isEmpty(), ended.told().constData());
    QCOMPARE(json[u"waiters"].toInt(), 2); // carol and dave
    QCOMPARE(json[u"waiters_identified"].toInt(-1), 0);
}

void tst_CliGaveUp::onAClosedConnection()
{
    ask({"SET", "lock:t", "token-0", "PX", "600000"});
    const auto waits = connected();
    auto leaves = connected();
    QTRY_VERIFY(waits->isReady() && leaves->isReady());
    Program program({"-u", url(), "blocking", "--json", "--probe=12s"});
    QTRY_VERIFY(isHeard());
    const auto attemptOf = [](const QByteArray &token) {
        return Command{"SET", "lock:t", token, "NX", "PX", "1000"};
    };
    int answered = 0;
    const auto both = [&]() -> QCoro::Task<> {
        for (; answered < 2; ++answered)
            static_cast<void>(co_await leaves->call(attemptOf("token-2")));
    };
    both();
    QTRY_COMPARE(answered, 2);
    leaves.reset();
    do {
        waits->call(attemptOf("token-1"));
    } while (!QTest::qWaitFor([&] { return program.process.state() == QProcess::NotRunning; }, 50));
    const Ended ended = program.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonArray waiters = ended.json()[u"locks"][0][u"waiters"].toArray();
    QVERIFY2(waiters.size() == 1 && waiters[0][u"owner"].toString() == u"token-1", ended.told().constData());
}

LOCKSCOPE_TEST(tst_CliGaveUp)

} // namespace tst_cligaveup

#include "tst_cligaveup.moc"
