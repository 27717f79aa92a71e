// SPDX-License-Identifier: GPL-3.0-or-later
// The whole engine against real servers: finding, following, reading back, and faults in between.

#include "core/engine/engine.h"
#include "tests/live/acts/enginetest.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTest>
#include <qcorotask.h>

namespace tst_engine
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

class TestEngine : public test::EngineTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { start(); }
    void cleanup() { end(); }
    void findsLocksAndPassesOverOtherKeys();
    void followsAcquireRenewReleaseAndExpiry();
    void deltasAreAtMostTwentyASecond();
    void inspectTellsWhatIsThere();
    void largeValueUnderALockNameIsNeverFetched();
    void countsWaiters();
    void comesBackAfterTheServerRestarts();
    void frozenServerMakesLocksStaleNotGone();
    void clientKillIsSurvived();
    void flushIsNoticed();
    void refusedLoginIsToldAtOnce();
    void unreachableServerIsToldAtOnce();
    void closingEndsTheWaitForTheLogin();
    void closeWithEverythingUnderWay();

private:
    qint64 bytesSentByTheServer();
};

void TestEngine::findsLocksAndPassesOverOtherKeys()
{
    hold("lock:a", Alice, 60'000);
    ask({"SET", "lock:b", "a-token-of-someone", "PX", "60000"});
    ask({"SET", "lock:c", "1"});
    ask({"SET", "page:1", "<html>", "PX", "60000"});
    ask({"HSET", "user:1", "name", "x"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const ScanProgress progress = finished(engine->scan());
    QCOMPARE(progress.phase, ScanPhase::Complete);
    QCOMPARE(progress.keysSeen, 5);
    QCOMPARE(engine->locks().size(), 3u);
    QCOMPARE(engine->find({"lock:a"})->kind.name, std::string_view("rlock"));
    QCOMPARE(engine->find({"lock:b"})->kind.name, std::string_view("token-lock"));
    QCOMPARE(engine->find({"lock:c"})->kind.name, std::string_view("untokened-lock"));
    QCOMPARE(engine->find({"lock:a"})->owner().bytes, Alice);
}

void TestEngine::followsAcquireRenewReleaseAndExpiry()
{
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_COMPARE(m_live.mode, LiveMode::Tracking);
    QVERIFY(!m_live.exact);
    QTRY_COMPARE(m_scan.phase, ScanPhase::Complete);
    hold("lock:a", Alice, 30'000);
    QTRY_COMPARE(count(EventKind::Acquired, "lock:a"), 1);
    ask({"PEXPIRE", "lock:a", "60000"});
    QTRY_COMPARE(count(EventKind::Renewed, "lock:a"), 1);
    ask({"HINCRBY", "lock:a", Alice, "1"});
    QTRY_COMPARE(count(EventKind::Reentered, "lock:a"), 1);
    QCOMPARE(engine->find({"lock:a"})->count(), 2);
    ask({"DEL", "lock:a"});
    QTRY_COMPARE(count(EventKind::Released, "lock:a"), 1);
    QVERIFY(!engine->find({"lock:a"}));
    hold("lock:b", Bob, 12'000); // Read before it expires
    QTRY_COMPARE(count(EventKind::Expired, "lock:b"), 1);
    QCOMPARE(count(EventKind::Released, "lock:b"), 0);
}

void TestEngine::deltasAreAtMostTwentyASecond()
{
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_COMPARE(m_live.mode, LiveMode::Tracking);
    QSignalSpy deltas(engine.get(), &Engine::tableChanged);
    const Instant from = now();
    for (int i = 0; i < 2000; ++i)
        hold("lock:" + QByteArray::number(i % 50), Alice, 60'000 + i);
    QTRY_COMPARE(engine->locks().size(), 50u);
    const auto passed = millisecondsBetween(from, now());
    QVERIFY2(deltas.count() <= passed / 50ms + 2, qPrintable(QString::number(deltas.count())));
}

void TestEngine::inspectTellsWhatIsThere()
{
    hold("lock:a", Alice, 60'000);
    const QByteArray binary("lock:\x00\xff\n", 8);
    hold(binary, Bob, 60'000);
    ask({"RPUSH", "lock:list", "x"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    auto detail = finished(engine->inspect({"lock:a"}));
    QVERIFY(detail.ok());
    QVERIFY(detail->lock);
    QCOMPARE(detail->rawFields.size(), 1u);
    QVERIFY(!detail->explanation.isEmpty());
    QVERIFY(!detail->verdictText.isEmpty());
    detail = finished(engine->inspect({binary}));
    QVERIFY(detail.ok() && detail->lock);
    QCOMPARE(detail->lock->owner().bytes, Bob);
    detail = finished(engine->inspect({"lock:list"}));
    QVERIFY(detail.ok() && !detail->lock);
    QCOMPARE(detail->typeFound, ValueType::List);
    detail = finished(engine->inspect({"lock:absent"}));
    QVERIFY(detail.ok() && !detail->lock);
    QCOMPARE(detail->typeFound, ValueType::None);
}

qint64 TestEngine::bytesSentByTheServer()
{
    const QByteArray stats = ask({"INFO", "stats"}).bytes;
    const QByteArray field = "total_net_output_bytes:";
    const qsizetype at = stats.indexOf(field) + field.size();
    return stats.mid(at, stats.indexOf('\r', at) - at).toLongLong();
}

void TestEngine::largeValueUnderALockNameIsNeverFetched()
{
    ask({"SETRANGE", "lock:huge", "100000000", "x"});
    hold("lock:a", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const qint64 before = bytesSentByTheServer();
    QVERIFY(before > 0);
    QCOMPARE(finished(engine->scan()).phase, ScanPhase::Complete);
    const auto detail = finished(engine->inspect({"lock:huge"}));
    QVERIFY(detail.ok() && !detail->lock);
    QCOMPARE(detail->size, 100'000'001);
    const qint64 sent = bytesSentByTheServer() - before;
    QVERIFY2(sent < 100'000, qPrintable(QString::number(sent)));
    QCOMPARE(engine->locks().size(), 1u);
}

void TestEngine::countsWaiters()
{
    hold("lock:a", Alice, 60'000);
    Session first(m_sandbox->tcp()), second(m_sandbox->tcp());
    for (Session *session : {&first, &second}) {
        session->open();
        QTRY_VERIFY(session->isReady());
        session->subscribe({"SUBSCRIBE", "redisson_lock__channel:{lock:a}"});
    }
    QTRY_COMPARE(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).items.at(1).integer, 2);
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    finished(engine->scan());
    QCOMPARE(engine->find({"lock:a"})->waiters.subscribed, std::optional<qint64>(2));
    first.close();
    second.close();
}

void TestEngine::comesBackAfterTheServerRestarts()
{
    hold("lock:a", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_VERIFY(engine->find({"lock:a"}));
    QSignalSpy nodes(engine.get(), &Engine::nodesChanged);
    QVERIFY(m_sandbox->restart().ok()); // Without persistence the lock is lost
    QTRY_VERIFY(engine->nodes().front().connection.phase == ConnectionPhase::Ready);
    QTRY_VERIFY(!engine->find({"lock:a"}));
    QTRY_VERIFY(m_admin->isReady());
    hold("lock:b", Bob, 60'000);
    QTRY_VERIFY(engine->find({"lock:b"}));
    QVERIFY(nodes.count() > 0);
}

void TestEngine::frozenServerMakesLocksStaleNotGone()
{
    hold("lock:a", Alice, 120'000);
    ConnectionSpec spec = m_sandbox->tcp();
    spec.commandTimeout = 300ms;
    const auto engine = open(spec, {.patterns = {"lock:*"}});
    QTRY_VERIFY(engine->find({"lock:a"}));
    m_sandbox->pause();
    engine->rescan();
    QTRY_COMPARE(staleIn(*engine, "lock:a"), std::optional(true));
    QVERIFY(engine->nodes().front().connection.phase != ConnectionPhase::Ready);
    m_sandbox->resume();
    QTRY_COMPARE(staleIn(*engine, "lock:a"), std::optional(false));
}

void TestEngine::clientKillIsSurvived()
{
    hold("lock:a", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_VERIFY(engine->find({"lock:a"}));
    ask({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
    ask({"CLIENT", "KILL", "TYPE", "pubsub"});
    hold("lock:b", Bob, 60'000);
    QTRY_VERIFY(engine->find({"lock:b"}));
    ask({"DEL", "lock:a"});
    QTRY_VERIFY(!engine->find({"lock:a"}));
}

void TestEngine::flushIsNoticed()
{
    hold("lock:a", Alice, 60'000);
    const auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    QTRY_VERIFY(engine->find({"lock:a"}));
    ask({"FLUSHALL"});
    QTRY_VERIFY(!engine->find({"lock:a"}));
}

void TestEngine::refusedLoginIsToldAtOnce()
{
    ConnectionSpec spec = m_sandbox->tcp();
    spec.user = QStringLiteral("nobody");
    spec.password = QStringLiteral("wrong");
    Engine engine;
    engine.open(spec, {.follow = false});
    const Done ready = finished(engine.waitReady(20s));
    QVERIFY(!ready.ok());
    QCOMPARE(ready.failure().kind, ErrorKind::WrongPass);
    QVERIFY(!ready.failure().line().contains(QStringLiteral("wrong\"")));
}

void TestEngine::unreachableServerIsToldAtOnce()
{
    ConnectionSpec spec = m_sandbox->tcp();
    spec.port = 1;
    Engine engine;
    engine.open(spec, {.follow = false});
    const Done ready = finished(engine.waitReady(20s));
    QVERIFY(!ready.ok());
    QCOMPARE(ready.failure().kind, ErrorKind::Refused);
}

void TestEngine::closingEndsTheWaitForTheLogin()
{
    Engine engine;
    std::optional<Done> ready;
    m_sandbox->pause();
    engine.open(m_sandbox->tcp(), {.follow = false});
    QCoro::connect(engine.waitReady(60s), &engine, [&ready](const Done &done) { ready = done; });
    engine.close();
    m_sandbox->resume();
    QVERIFY(ready && !ready->ok());
    QCOMPARE(ready->failure().kind, ErrorKind::Cancelled);
    engine.open(m_sandbox->tcp(), {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
}

void TestEngine::closeWithEverythingUnderWay()
{
    for (int i = 0; i < 200; ++i)
        hold("lock:" + QByteArray::number(i), Alice, 60'000);
    auto engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    engine->rescan();
    engine->requestInspect(1, {"lock:1"});
    engine->requestAct(2, {.act = ActKind::Acquire, .key = {"lock:1"}, .owner = {Bob}, .wait = 60s});
    engine->requestPlan(3, force("lock:2", std::nullopt));
    engine.reset();

    engine = open(m_sandbox->tcp(), {.patterns = {"lock:*"}});
    engine->requestAct(2, {.act = ActKind::Acquire, .key = {"lock:1"}, .owner = {Bob}, .wait = 60s});
    QTRY_COMPARE(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:1}"}).items.at(1).integer, 1);
    QSignalSpy acted(engine.get(), &Engine::acted);
    engine->cancelAct(2);
    QVERIFY(acted.wait(30'000));
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::NotAcquired);
    engine->close();
    QCOMPARE(engine->locks().size(), 0u);
}

LOCKSCOPE_TEST(TestEngine)

} // namespace tst_engine

#include "tst_engine.moc"
