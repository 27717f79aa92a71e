// SPDX-License-Identifier: GPL-3.0-or-later
// Acts of the whole engine on a real server: what is refused, what is told, what can be cancelled.

#include "core/engine/acts/lockclient.h"
#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "tests/live/acts/enginetest.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <qcorotask.h>

namespace tst_engineacts
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

class TestEngineActs : public test::EngineTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { start(); }
    void cleanup() { end(); }
    void forceReleaseRefusesAnotherOwner();
    void forceReleaseWakesTheWaiter();
    void forceReleaseIsToldAsSuchByExactEventsToo();
    void forceReleaseOfAPlainKeyIsRefused();
    void givesBackWhatOnlyItsTakerRecognises();
    void readOnlyConnectionWritesNothing();
    void dryRunChangesNothing();
    void dryRunComparesTheHolder();
    void setExpiryOnALockWithoutOne();
    void cancelsTheWaitingThatIsMeantOnly();
    void cancelsTheWaitingThatHasNotBegun();
};

void TestEngineActs::forceReleaseRefusesAnotherOwner()
{
    hold("lock:a", Bob, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt refused = finished(engine->act(force("lock:a", OwnerId{Alice})));
    QCOMPARE(refused.result, ActResult::OwnerChanged);
    QCOMPARE(refused.foundOwner, std::optional(OwnerId{Bob}));
    QCOMPARE(ask({"HGET", "lock:a", Bob}).bytes, QByteArray("1"));
    const Receipt done = finished(engine->act(force("lock:a", OwnerId{Bob})));
    QCOMPARE(done.result, ActResult::Done);
    QVERIFY(!done.foundOwner);
    QCOMPARE(finished(engine->act(force("lock:a", OwnerId{Bob}))).result, ActResult::AlreadyGone);
}

void TestEngineActs::forceReleaseWakesTheWaiter()
{
    hold("lock:a", Alice, 600'000);
    Session session(m_sandbox->tcp());
    session.open();
    LockClient waiter(session, Registry::builtIn());
    std::optional<Receipt> acquired;
    QCoro::connect(
        waiter.act(
            {.act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rlock", .owner = {Bob}, .wait = 60s}),
        &waiter, [&acquired](const Receipt &receipt) { acquired = receipt; });
    QTRY_COMPARE(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).items.at(1).integer, 1);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_VERIFY(engine->find({"lock:a"}));
    const Receipt done = finished(engine->act(force("lock:a", OwnerId{Alice})));
    QCOMPARE(done.result, ActResult::Done);
    QCOMPARE(done.woken, 1);
    QTRY_VERIFY(acquired.has_value());
    QCOMPARE(acquired->result, ActResult::Done);
    QTRY_COMPARE(ownerIn(*engine, "lock:a").bytes, Bob);
    session.close();
}

void TestEngineActs::forceReleaseIsToldAsSuchByExactEventsToo()
{
    ask({"CONFIG", "SET", "notify-keyspace-events", "K$ghlszxe"});
    hold("a:lock", Alice, 600'000);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"*lock"}});
    QTRY_COMPARE(m_live.mode, LiveMode::KeyspaceEvents);
    QTRY_VERIFY(engine->find({"a:lock"}));
    QCOMPARE(finished(engine->act(force("a:lock", OwnerId{Alice}))).result, ActResult::Done);
    QTRY_VERIFY(count(EventKind::Forced, "a:lock") + count(EventKind::Released, "a:lock") > 0);
    QCOMPARE(count(EventKind::Forced, "a:lock"), 1);
    // After a refused force, another release counts as Released, not as Forced.
    hold("a:lock", Bob, 600'000);
    QTRY_VERIFY(engine->find({"a:lock"}));
    QCOMPARE(finished(engine->act(force("a:lock", OwnerId{Alice}))).result, ActResult::OwnerChanged);
    ask({"DEL", "a:lock"});
    QTRY_COMPARE(count(EventKind::Released, "a:lock"), 1);
    ask({"CONFIG", "SET", "notify-keyspace-events", ""});
}

void TestEngineActs::forceReleaseOfAPlainKeyIsRefused()
{
    ask({"RPUSH", "lock:list", "x"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt refused = finished(engine->act(force("lock:list", std::nullopt)));
    QCOMPARE(refused.result, ActResult::Refused);
    QCOMPARE(refused.failure.kind, ErrorKind::WrongType);
    QCOMPARE(ask({"LLEN", "lock:list"}).integer, 1);
}

void TestEngineActs::givesBackWhatOnlyItsTakerRecognises()
{
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt taken =
        finished(engine->act({.act = ActKind::Acquire, .key = {"job:1"}, .kind = "token-lock"}));
    QCOMPARE(taken.result, ActResult::Done);
    QCOMPARE(taken.foundOwner, std::optional(taken.owner));
    QVERIFY(!finished(engine->inspect({"job:1"}))->lock);
    ActRequest release{.act = ActKind::Release, .key = {"job:1"}, .owner = {"somebody"}};
    QCOMPARE(finished(engine->act(release)).result, ActResult::Refused);
    release.owner = taken.owner;
    QCOMPARE(finished(engine->act(release)).result, ActResult::Done);
    QCOMPARE(ask({"EXISTS", "job:1"}).integer, 0);
    // Another client took it: reported and left alone.
    QCOMPARE(finished(engine->act({.act = ActKind::Acquire, .key = {"job:1"}, .kind = "token-lock"})).result,
             ActResult::Done);
    ask({"SET", "job:1", "somebody", "PX", "60000"});
    release.kind = "token-lock"; // Required for a hold that this engine did not take
    QCOMPARE(finished(engine->act(release)).result, ActResult::OwnerChanged);
    release.owner = {"somebody"};
    QCOMPARE(finished(engine->act(release)).result, ActResult::Done);
    QCOMPARE(ask({"EXISTS", "job:1"}).integer, 0);
}

void TestEngineActs::readOnlyConnectionWritesNothing()
{
    hold("lock:a", Alice, 60'000);
    ConnectionSpec spec = m_sandbox->tcp();
    spec.readOnly = true;
    Engine engine;
    engine.open(spec, {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    ask({"CONFIG", "RESETSTAT"});
    const Receipt refused = finished(engine.act(force("lock:a", OwnerId{Alice})));
    QCOMPARE(refused.result, ActResult::Refused);
    QCOMPARE(refused.failure.kind, ErrorKind::ReadOnlySession);
    const QByteArray stats = ask({"INFO", "commandstats"}).bytes;
    QVERIFY(!stats.contains("cmdstat_eval"));
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("1"));
}

void TestEngineActs::dryRunChangesNothing()
{
    hold("lock:a", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    ActRequest request = force("lock:a", OwnerId{Alice});
    request.dryRun = true;
    const Receipt receipt = finished(engine->act(request));
    QVERIFY(receipt.dryRun);
    QVERIFY(!receipt.plan.steps.isEmpty());
    const QString server = QStringLiteral("redis-cli -h 127.0.0.1 -p %1 ").arg(m_sandbox->port());
    QVERIFY2(receipt.plan.commands.value(0).startsWith(server), qPrintable(receipt.plan.commands.value(0)));
    QCOMPARE(ask({"HGET", "lock:a", Alice}).bytes, QByteArray("1"));
}

void TestEngineActs::dryRunComparesTheHolder()
{
    hold("lock:a", Alice, 9'000'000); // What is left of it is said in hours and minutes, the same in both
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    ActRequest request = force("lock:a", OwnerId{Bob});
    request.dryRun = true;
    const Receipt receipt = finished(engine->act(request));
    QCOMPARE(receipt.result, ActResult::OwnerChanged);
    QCOMPARE(receipt.foundOwner, std::optional(OwnerId{Alice}));
    request.dryRun = false;
    QCOMPARE(finished(engine->act(request)).line(), receipt.line());
}

void TestEngineActs::setExpiryOnALockWithoutOne()
{
    ask({"SET", "lock:c", "1"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt receipt =
        finished(engine->act({.act = ActKind::SetExpiry, .key = {"lock:c"}, .lease = 20s}));
    QCOMPARE(receipt.result, ActResult::Done);
    QVERIFY(receipt.ttl && *receipt.ttl > 15s && *receipt.ttl <= 20s);
    QVERIFY(ask({"PTTL", "lock:c"}).integer > 15'000);
}

void TestEngineActs::cancelsTheWaitingThatIsMeantOnly()
{
    hold("lock:1", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QSignalSpy acted(engine.get(), &Engine::acted);
    const auto acquire = [&](quint64 id) {
        engine->requestAct(id, {.act = ActKind::Acquire, .key = {"lock:1"}, .owner = {Bob}, .wait = 60s});
    };
    acquire(7);
    acquire(8);
    QTRY_COMPARE(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:1}"}).items.at(1).integer, 1);
    engine->cancelAct(9); // No such act
    engine->cancelAct(8);
    QVERIFY(acted.wait(30'000));
    QCOMPARE(acted.front().at(0).toULongLong(), 8u);
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::NotAcquired);
    const Receipt freed = finished(engine->act(force("lock:1", OwnerId{Alice})));
    QCOMPARE(freed.result, ActResult::Done);
    QTRY_COMPARE(acted.size(), 2);
    QCOMPARE(acted.back().at(0).toULongLong(), 7u);
    QCOMPARE(acted.back().at(1).value<Receipt>().result, ActResult::Done);
    QCOMPARE(ask({"HEXISTS", "lock:1", Bob}).integer, 1);
}

void TestEngineActs::cancelsTheWaitingThatHasNotBegun()
{
    hold("lock:1", Alice, 60'000);
    const QTemporaryDir folder;
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    new AuditTrail(engine.get(), folder.path()); // Makes an act read the previous state first
    QSignalSpy acted(engine.get(), &Engine::acted);
    for (const quint64 id : {7, 8}) {
        engine->requestAct(id, {.act = ActKind::Acquire, .key = {"lock:1"}, .owner = {Bob}, .wait = 60s});
        QVERIFY(acted.isEmpty());
        engine->cancelAct(id);
        QVERIFY(acted.wait(30'000));
        QCOMPARE(acted.takeFirst().at(1).value<Receipt>().result, ActResult::NotAcquired);
    }
    QCOMPARE(ask({"HEXISTS", "lock:1", Bob}).integer, 0);
}

LOCKSCOPE_TEST(TestEngineActs)

} // namespace tst_engineacts

#include "tst_engineacts.moc"
