// SPDX-License-Identifier: GPL-3.0-or-later
// The whole engine against real servers: finding, following, acting, reading back, and faults in between.

#include "core/engine/acts/lockclient.h"
#include "core/engine/engine.h"
#include "core/history/audit/audittrail.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <qcorotask.h>

namespace tst_engine
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

ActRequest force(const QByteArray &key, std::optional<OwnerId> expected)
{
    return {.act = ActKind::ForceRelease,
            .key = {key},
            .expectedOwner = expected,
            .reason = QStringLiteral("test")};
}

} // namespace

class TestEngine : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void findsLocksAndPassesOverOtherKeys();
    void followsAcquireRenewReleaseAndExpiry();
    void deltasAreAtMostTwentyASecond();
    void forceReleaseRefusesAnotherOwner();
    void forceReleaseWakesTheWaiter();
    void forceReleaseIsToldAsSuchByExactEventsToo();
    void forceReleaseOfAPlainKeyIsRefused();
    void givesBackWhatOnlyItsTakerRecognises();
    void readOnlyConnectionWritesNothing();
    void dryRunChangesNothing();
    void setExpiryOnALockWithoutOne();
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
    void cancelsTheWaitingThatIsMeantOnly();
    void cancelsTheWaitingThatHasNotBegun();

private:
    Reply ask(Command command)
    {
        const auto reply = finished(m_admin->call(std::move(command)));
        return reply.ok() ? *reply : Reply{.type = Reply::Type::Error, .bytes = reply.failure().serverText};
    }
    void hold(const QByteArray &key, const QByteArray &owner, qint64 ms)
    {
        // In one step, which is one change
        QVERIFY(
            !ask({"EVAL",
                  "redis.call('HSET', KEYS[1], ARGV[1], 1) return redis.call('PEXPIRE', KEYS[1], ARGV[2])",
                  "1", key, owner, QByteArray::number(ms)})
                 .isError());
    }
    std::unique_ptr<Engine> open(ConnectionSpec spec, EngineOptions options = {})
    {
        spec.readOnly = false;
        auto engine = std::make_unique<Engine>();
        connect(engine.get(), &Engine::tableChanged, engine.get(), [this](const LockDelta &delta) {
            m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
        });
        connect(engine.get(), &Engine::scanChanged, engine.get(),
                [this](const ScanProgress &scan) { m_scan = scan; });
        connect(engine.get(), &Engine::liveChanged, engine.get(),
                [this](const LiveStatus &live) { m_live = live; });
        engine->open(spec, options);
        const Done ready = finished(engine->waitReady(20s));
        if (!ready.ok())
            qWarning("%s", qPrintable(ready.failure().line()));
        return engine;
    }
    qint64 bytesSentByTheServer();
    static OwnerId ownerIn(const Engine &engine, const QByteArray &key)
    {
        const LockPtr lock = engine.find({key});
        return lock ? lock->owner() : OwnerId{};
    }
    static std::optional<bool> staleIn(const Engine &engine, const QByteArray &key)
    {
        const LockPtr lock = engine.find({key});
        return lock ? std::optional(lock->stale) : std::nullopt;
    }
    qsizetype count(EventKind kind, const QByteArray &key) const
    {
        return std::count_if(m_events.begin(), m_events.end(), [&](const LockEvent &event) {
            return event.kind == kind && event.key.bytes == key;
        });
    }

    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<Session> m_admin;
    std::vector<LockEvent> m_events;
    LiveStatus m_live;
    ScanProgress m_scan;
};

void TestEngine::initTestCase()
{
    auto sandbox = Sandbox::start();
    QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
    m_sandbox = std::move(*sandbox);
}

void TestEngine::init()
{
    m_events.clear();
    m_live = {};
    m_scan = {};
    m_admin = std::make_unique<Session>(m_sandbox->tcp());
    m_admin->open();
    QTRY_VERIFY(m_admin->isReady());
    QVERIFY(!ask({"FLUSHALL"}).isError());
}

void TestEngine::cleanup()
{
    m_admin->close();
    m_admin.reset();
}

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
    hold("lock:b", Bob, 6'000); // Read before it expires
    QTRY_COMPARE_WITH_TIMEOUT(count(EventKind::Expired, "lock:b"), 1, 20'000);
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

void TestEngine::forceReleaseRefusesAnotherOwner()
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

void TestEngine::forceReleaseWakesTheWaiter()
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

void TestEngine::forceReleaseIsToldAsSuchByExactEventsToo()
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

void TestEngine::forceReleaseOfAPlainKeyIsRefused()
{
    ask({"RPUSH", "lock:list", "x"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt refused = finished(engine->act(force("lock:list", std::nullopt)));
    QCOMPARE(refused.result, ActResult::Refused);
    QCOMPARE(refused.failure.kind, ErrorKind::WrongType);
    QCOMPARE(ask({"LLEN", "lock:list"}).integer, 1);
}

void TestEngine::givesBackWhatOnlyItsTakerRecognises()
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

void TestEngine::readOnlyConnectionWritesNothing()
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

void TestEngine::dryRunChangesNothing()
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

void TestEngine::setExpiryOnALockWithoutOne()
{
    ask({"SET", "lock:c", "1"});
    const auto engine = open(m_sandbox->tcp(), {.follow = false});
    const Receipt receipt =
        finished(engine->act({.act = ActKind::SetExpiry, .key = {"lock:c"}, .lease = 20s}));
    QCOMPARE(receipt.result, ActResult::Done);
    QVERIFY(receipt.ttl && *receipt.ttl > 15s && *receipt.ttl <= 20s);
    QVERIFY(ask({"PTTL", "lock:c"}).integer > 15'000);
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
    QTRY_VERIFY(engine->nodes().front().link.phase == LinkPhase::Ready);
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
    QTRY_VERIFY_WITH_TIMEOUT(engine->find({"lock:a"}), 20'000);
    m_sandbox->pause();
    engine->rescan();
    QTRY_COMPARE_WITH_TIMEOUT(staleIn(*engine, "lock:a"), std::optional(true), 10'000);
    QVERIFY(engine->nodes().front().link.phase != LinkPhase::Ready);
    m_sandbox->resume();
    QTRY_COMPARE_WITH_TIMEOUT(staleIn(*engine, "lock:a"), std::optional(false), 20'000);
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
    QVERIFY(acted.wait());
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::NotAcquired);
    engine->close();
    QCOMPARE(engine->locks().size(), 0u);
}

void TestEngine::cancelsTheWaitingThatIsMeantOnly()
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
    QVERIFY(acted.wait());
    QCOMPARE(acted.front().at(0).toULongLong(), 8u);
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::NotAcquired);
    const Receipt freed = finished(engine->act(force("lock:1", OwnerId{Alice})));
    QCOMPARE(freed.result, ActResult::Done);
    QTRY_COMPARE(acted.size(), 2);
    QCOMPARE(acted.back().at(0).toULongLong(), 7u);
    QCOMPARE(acted.back().at(1).value<Receipt>().result, ActResult::Done);
    QCOMPARE(ask({"HEXISTS", "lock:1", Bob}).integer, 1);
}

void TestEngine::cancelsTheWaitingThatHasNotBegun()
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
        QVERIFY(acted.wait());
        QCOMPARE(acted.takeFirst().at(1).value<Receipt>().result, ActResult::NotAcquired);
    }
    QCOMPARE(ask({"HEXISTS", "lock:1", Bob}).integer, 0);
}

LOCKSCOPE_TEST(TestEngine)

} // namespace tst_engine

#include "tst_engine.moc"
