// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli blocking and show, of clients that are known by their connections, wait in a queue for some
// time, or cannot be counted.
#include "tests/live/cli/clitest.h"
#include "tests/support/fairqueue.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"

#include <QJsonArray>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace tst_blockingcli
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray ann = QByteArrayLiteral("11111111-1111-4111-8111-111111111111");
const QByteArray bob = QByteArrayLiteral("22222222-2222-4222-8222-222222222222");

// A client of redis-py: one connection, and a new token for each lock.
class Poller
{
public:
    Poller(const ConnectionSpec &spec, QByteArray held, char digit)
        : m_session(patient(spec)), m_held(std::move(held)), m_token(32, digit)
    {
        m_session.open();
    }
    Session &session() { return m_session; }
    void setName(const QByteArray &name) { m_session.call({"CLIENT", "SETNAME", name}); }
    void acquire() { m_session.call({"SET", m_held, m_token, "NX", "PX", "600000"}); }
    void extend()
    {
        m_session.call(
            {"EVAL", "return redis.call('pexpire', KEYS[1], ARGV[2])", "1", m_held, m_token, "600000", "0"});
    }
    void tryFor(const QByteArray &key)
    {
        m_session.call({"SET", key, m_token + "beef", "NX", "PX", "600000"});
    }

private:
    Session m_session;
    QByteArray m_held;
    QByteArray m_token;
};

} // namespace

class tst_BlockingCli : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { ask({"FLUSHALL"}); }
    void aProbeFindsWhoHoldsAndTriesOverOneConnection_data();
    void aProbeFindsWhoHoldsAndTriesOverOneConnection();
    void aNameLinksWhatConnectionsDoNot();
    void aProbeHearsWhoQueues();
    void aProbeFindsWhoWaitsForItself();
    void withoutAProbeItSaysWhatIsNotSeen();
    void saysHowLongAWaiterIsInTheQueue();
    void whoSharesAChannelIsNotCounted();
    void showRefersToBlockingForDeadlocks();

private:
    std::unique_ptr<Poller> poller(const QByteArray &held, char digit)
    {
        auto made = std::make_unique<Poller>(m_sandbox->tcp(), held, digit);
        [&] { QTRY_VERIFY(made->session().isReady()); }();
        made->setName({}); // as clients of redis-py
        made->acquire();
        [&] { QTRY_VERIFY(ask({"EXISTS", held}).startsWith('1')); }();
        return made;
    }
    // While turn is called again and again. The probe outlasts a server that stands still.
    Ended probe(const std::function<void()> &turn)
    {
        QTimer turns;
        connect(&turns, &QTimer::timeout, this, turn);
        turns.start(50);
        Program program({"-u", url(), "blocking", "--json", "--probe=10s"});
        [&] { QTRY_COMPARE(program.process.state(), QProcess::NotRunning); }();
        return program.ended();
    }
};

void tst_BlockingCli::aProbeFindsWhoHoldsAndTriesOverOneConnection_data()
{
    QTest::addColumn<bool>("extends");
    QTest::addColumn<bool>("bothTry");
    QTest::newRow("each extends the lock that it holds") << true << true;
    QTest::newRow("none does") << false << true;
    QTest::newRow("one may try over another connection") << true << false;
}

void tst_BlockingCli::aProbeFindsWhoHoldsAndTriesOverOneConnection()
{
    QFETCH(bool, extends);
    QFETCH(bool, bothTry);
    const auto one = poller("lock:pa", 'a'), other = poller("lock:pb", 'b');
    const Ended ended = probe([&] {
        if (extends) {
            one->extend();
            other->extend();
        }
        one->tryFor("lock:pb");
        if (bothTry)
            other->tryFor("lock:pa");
    });
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject json = ended.json();
    const QJsonArray found = json[u"deadlocks"].toArray();
    QCOMPARE(json[u"waiters"].toInt(), bothTry ? 2 : 1);
    QCOMPARE(json[u"locks_with_holders_not_linked"].toInt(), !extends ? 2 : bothTry ? 0 : 1);
    QCOMPARE(json[u"probes"][0][u"learnt"].toInt(), extends ? 2 : 0);
    QVERIFY2(found.size() == (extends && bothTry ? 1 : 0), ended.told().constData());
    if (found.isEmpty())
        return;
    QVERIFY(!found[0][u"certain"].toBool());
    QCOMPARE(found[0][u"steps"].toArray().size(), 2);
    QCOMPARE(found[0][u"steps"][0][u"holds"].toString(), QStringLiteral("lock:pa"));
    QCOMPARE(found[0][u"steps"][0][u"waits_for"].toString(), QStringLiteral("lock:pb"));
}

// As python-redis-lock, whose renewal uses a connection of its own.
void tst_BlockingCli::aNameLinksWhatConnectionsDoNot()
{
    const auto one = poller("lock:pa", 'a'), other = poller("lock:pb", 'b');
    const auto oneTries = poller("lock:pc", 'a'), otherTries = poller("lock:pd", 'b');
    for (const auto &[client, name] : {std::pair(&one, "billing"), std::pair(&oneTries, "billing"),
                                       std::pair(&other, "shipping"), std::pair(&otherTries, "shipping")})
        (*client)->setName(name);
    const Ended ended = probe([&] {
        one->extend();
        other->extend();
        oneTries->tryFor("lock:pb");
        otherTries->tryFor("lock:pa");
    });
    const QJsonArray found = ended.json()[u"deadlocks"].toArray();
    QVERIFY2(found.size() == 1, ended.told().constData());
    QVERIFY(!found[0][u"certain"].toBool(true));
    const QJsonArray text = found[0][u"text"].toArray();
    QVERIFY2(std::ranges::any_of(text,
                                 [](const QJsonValue &line) {
                                     return line.toString().contains(
                                         QStringLiteral("only from host and client name"));
                                 }),
             ended.told().constData());
    for (const QJsonValue &blocker : ended.json()[u"blockers"].toArray())
        QVERIFY2(blocker[u"waits"].toBool(), ended.told().constData());
}

void tst_BlockingCli::aProbeHearsWhoQueues()
{
    holdLock(m_sandbox->tcp(), "lock:a", ann + ":1");
    enqueue(m_sandbox->tcp(), "lock:a", bob + ":7");
    const auto listener = queueListener(m_sandbox->tcp(), "lock:a", bob + ":7");
    Session client(m_sandbox->tcp());
    client.open();
    QTRY_VERIFY(client.isReady());
    const Ended ended = probe([&] {
        client.call({"EVAL", "return redis.call('pttl', KEYS[1])", "1", "lock:a", "30000", bob + ":7"});
    });
    const QJsonObject wait = ended.json()[u"locks"][0][u"waiters"][0].toObject();
    QCOMPARE(wait[u"source"].toString(), QStringLiteral("queue"));
    QVERIFY2(wait[u"attempts"].toInt() > 0 && wait[u"address"].isString(), ended.told().constData());
}

void tst_BlockingCli::aProbeFindsWhoWaitsForItself()
{
    const auto one = poller("lock:pa", 'a');
    const Ended ended = probe([&] {
        one->extend();
        one->tryFor("lock:pa");
    });
    const QJsonObject wait = ended.json()[u"locks"][0][u"waiters"][0].toObject();
    QVERIFY2(wait[u"on_holders_connection"].toBool(), ended.told().constData());
    const QJsonArray found = ended.json()[u"deadlocks"].toArray();
    QVERIFY2(found.size() == 1, ended.told().constData());
    QVERIFY(!found[0][u"certain"].toBool(true));
    QVERIFY2(ended.out.contains("waits for it by another id"), ended.told().constData());
}

void tst_BlockingCli::withoutAProbeItSaysWhatIsNotSeen()
{
    const auto one = poller("lock:pa", 'a');
    const Ended text = cli({"blocking"});
    QVERIFY2(text.out.contains("deadlocks that involve 1 held lock are not seen"), text.told().constData());
    QCOMPARE(cli({"blocking", "--json"}).json()[u"locks_with_holders_not_linked"].toInt(), 1);
    ask({"FLUSHALL"});
    holdLock(m_sandbox->tcp(), "lock:fair", ann + ":1"); // by a thread, as its id says
    const Ended linked = cli({"blocking", "--json"});
    QVERIFY2(!linked.json().contains(u"locks_with_holders_not_linked"), linked.told().constData());
}

void tst_BlockingCli::saysHowLongAWaiterIsInTheQueue()
{
    holdLock(m_sandbox->tcp(), "lock:a", ann + ":1");
    enqueue(m_sandbox->tcp(), "lock:a", bob + ":7");
    const auto listener = queueListener(m_sandbox->tcp(), "lock:a", bob + ":7");
    const auto waitIn = [](const Ended &ended) {
        return ended.json()[u"locks"][0][u"waiters"][0].toObject();
    };
    const Ended watched = cli({"blocking", "--json", "--settle", "1500ms"});
    QVERIFY2(waitIn(watched)[u"queued_ms"].toInt() >= 1000, watched.told().constData());
    const Ended text = cli({"blocking", "--settle", "1500ms"});
    QVERIFY2(text.out.contains(bob + ":7: queued, first seen there "), text.told().constData());
}

// As Spring's registry in pub/sub mode: it listens to one channel, or to a pattern, for all of its locks.
void tst_BlockingCli::whoSharesAChannelIsNotCounted()
{
    ask({"SET", "lock-registry:stock", ann, "PX", "600000"});
    const Listener channel(m_sandbox->tcp(), "lock-registry-channel");
    const Ended shown = cli({"show", "lock-registry:stock"});
    QVERIFY2(shown.out.contains("listen to a channel or pattern that many locks share") &&
                 !shown.out.contains("leave no trace"),
             shown.told().constData());
    const Ended text = cli({"blocking"});
    QVERIFY2(text.out.contains("share a channel (Spring)"), text.told().constData());
}

void tst_BlockingCli::showRefersToBlockingForDeadlocks()
{
    holdLock(m_sandbox->tcp(), "lock:a", ann + ":1");
    enqueue(m_sandbox->tcp(), "lock:a", bob + ":7");
    const Ended text = cli({"show", "lock:a"});
    QVERIFY2(text.out.contains("lockscope-cli blocking") && !text.out.contains(", deadlock"),
             text.told().constData());
    const Ended json = cli({"show", "lock:a", "--json"});
    QVERIFY2(json.json()[u"not_judged"].toArray().contains(QStringLiteral("deadlock")),
             json.told().constData());
}

LOCKSCOPE_TEST(tst_BlockingCli)

} // namespace tst_blockingcli

#include "tst_blockingcli.moc"
