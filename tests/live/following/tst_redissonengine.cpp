// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's fair, fenced and read-write locks in the whole engine: created by the library's commands, found
// by a scan, followed, and changed.
#include "core/engine/engine.h"
#include "core/formats/redissonnames.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_redissonengine
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId annWrites{ann.bytes + ":write"};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
const OwnerId cat{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:2")};
const QByteArray lockName = QByteArrayLiteral("lock:order");
const QByteArray queueName = QByteArrayLiteral("redisson_lock_queue:{lock:order}");
const QByteArray deadlinesName = QByteArrayLiteral("redisson_lock_timeout:{lock:order}");
const QByteArray tokenName = QByteArrayLiteral("redisson_lock_token:{lock:order}");
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

} // namespace

class tst_redissonengine : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup() { m_engine.reset(); }

    void aFairLockIsFoundWithItsQueue();
    void aQueueThatComesLaterIsSeen_data();
    void aQueueThatComesLaterIsSeen();
    void aQueueWithoutItsLockIsSeen();
    void aWaiterGivesItsPlaceBack();
    void aWaiterIsToldWhenItIsItsTurn();
    void aFencedLockIsFoundWithItsToken();
    void readersAreFoundWithTimesOfTheirOwn();
    void manyReadersAreOneLock();
    void oneReaderIsTakenOut();
    void aReadWriteLockIsForcedOnlyAsShown();
    void whoWritesIsRenewed();
    void aReentrantLockNamesWhatElseItMayBe();

private:
    void run(const QList<CliCommand> &commands);
    QByteArray say(const CliCommand &command) { return *redisCli(m_server->tcp(), command); }
    void open();
    void fair(bool withLock = true);
    LockPtr lock() const { return m_engine->find({lockName}); }
    std::string_view kind() const { return lock() ? lock()->kind.name : std::string_view("none"); }
    static QByteArray inFuture(milliseconds from);

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Engine> m_engine;
};

void tst_redissonengine::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start());
}

void tst_redissonengine::init()
{
    run({{"FLUSHALL"}});
}

void tst_redissonengine::run(const QList<CliCommand> &commands)
{
    const auto output = redisCliAll(m_server->tcp(), commands);
    if (!output)
        qFatal("%s", qPrintable(output.failure().line()));
}

void tst_redissonengine::open()
{
    ConnectionSpec spec = m_server->tcp();
    spec.readOnly = false;
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {});
    VERIFY_OK(finished(m_engine->waitReady(20s)));
}

QByteArray tst_redissonengine::inFuture(milliseconds from)
{
    const auto at = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch()) + from;
    return QByteArray::number(qint64(at.count()));
}

// Ann holds the lock; Bob and Cat wait; Bob's deadline has passed.
void tst_redissonengine::fair(bool withLock)
{
    if (withLock)
        run({{"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "30000"}});
    run({{"ZADD", deadlinesName, inFuture(-5s), bob.bytes},
         {"RPUSH", queueName, bob.bytes},
         {"ZADD", deadlinesName, inFuture(300s), cat.bytes},
         {"RPUSH", queueName, cat.bytes}});
}

void tst_redissonengine::aFairLockIsFoundWithItsQueue()
{
    fair();
    Session waiter(m_server->tcp());
    waiter.open();
    QTRY_VERIFY(waiter.isReady());
    waiter.subscribe({"SUBSCRIBE", channel + ':' + cat.bytes});
    open();
    QTRY_COMPARE(kind(), std::string_view("fair-lock"));
    QCOMPARE(lock()->owner().bytes, ann.bytes);
    QCOMPARE(lock()->waiters.queued.size(), size_t(2));
    QVERIFY(lock()->waiters.queued[0].id == bob && lock()->waiters.queued[1].id == cat);
    QVERIFY(*lock()->waiters.queued[0].deadline < now() && *lock()->waiters.queued[1].deadline > now());
    QTRY_COMPARE(lock()->waiters.queued[1].alive, std::optional(true));
    // That a new waiter listens is said at once; that it does not, by the regular round only.
    QTRY_COMPARE(lock()->waiters.queued[0].alive, std::optional(false));
    QCOMPARE(m_engine->locks().size(), size_t(1));

    const Receipt forced =
        finished(m_engine->act({.act = ActKind::ForceRelease, .key = {lockName}, .expectedOwner = ann}));
    QVERIFY2(forced.result == ActResult::Done, qPrintable(forced.line()));
    QCOMPARE(forced.woken, 1);
    QCOMPARE(say({"LRANGE", queueName, "0", "-1"}).trimmed(), cat.bytes);
}

void tst_redissonengine::aQueueThatComesLaterIsSeen_data()
{
    QTest::addColumn<QByteArray>("flags");
    QTest::newRow("tracking") << QByteArray();
    QTest::newRow("keyspace events") << QByteArray("K$ghlszxe");
}

void tst_redissonengine::aQueueThatComesLaterIsSeen()
{
    QFETCH(QByteArray, flags);
    run({{"CONFIG", "SET", "notify-keyspace-events", flags}});
    run({{"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "30000"}});
    open();
    QTRY_COMPARE(kind(), std::string_view("rlock"));
    run({{"ZADD", deadlinesName, inFuture(300s), cat.bytes}, {"RPUSH", queueName, cat.bytes}});
    QTRY_COMPARE(kind(), std::string_view("fair-lock"));
    QCOMPARE(lock()->owner().bytes, ann.bytes);
    run({{"DEL", queueName, deadlinesName}});
    QTRY_COMPARE(kind(), std::string_view("rlock"));
    run({{"CONFIG", "SET", "notify-keyspace-events", ""}});
}

void tst_redissonengine::aQueueWithoutItsLockIsSeen()
{
    fair(false);
    open();
    QTRY_COMPARE(kind(), std::string_view("fair-lock"));
    QVERIFY(!lock()->held());
    QCOMPARE(lock()->waiters.queued.size(), size_t(2));
    const Receipt woken = finished(m_engine->act({.act = ActKind::Wake, .key = {lockName}}));
    QVERIFY2(woken.result == ActResult::Done, qPrintable(woken.line()));
    // The deadline of one is past, and no client listens for the other.
    QCOMPARE(woken.dropped.size(), size_t(2));
    QCOMPARE(woken.dropped.back(), cat);
    QCOMPARE(say({"DBSIZE"}).trimmed(), QByteArray("0"));
}

void tst_redissonengine::aWaiterGivesItsPlaceBack()
{
    run({{"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "30000"}});
    open();
    const Receipt refused = finished(m_engine->act(
        {.act = ActKind::Acquire, .key = {lockName}, .kind = "fair-lock", .owner = bob, .wait = 500ms}));
    QVERIFY2(refused.result == ActResult::NotAcquired, qPrintable(refused.line()));
    QVERIFY2(say({"DBSIZE"}).trimmed() == "1", "neither a queue nor deadlines are left");
}

void tst_redissonengine::aWaiterIsToldWhenItIsItsTurn()
{
    run({{"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "60000"}});
    open();
    QSignalSpy acted(m_engine.get(), &Engine::acted);
    m_engine->requestAct(
        7, {.act = ActKind::Acquire, .key = {lockName}, .kind = "fair-lock", .owner = bob, .wait = 25s});
    const QByteArray own = channel + ':' + bob.bytes;
    QTRY_COMPARE(say({"PUBSUB", "NUMSUB", own}).trimmed(), own + "\n1");
    QCOMPARE(say({"LRANGE", queueName, "0", "-1"}).trimmed(), bob.bytes);
    run({{"DEL", lockName}, {"PUBLISH", own, "0"}}); // Like Redisson's unlock
    QTRY_COMPARE(acted.size(), 1);
    const Receipt receipt = acted.front().at(1).value<Receipt>();
    QVERIFY2(receipt.result == ActResult::Done, qPrintable(receipt.line()));
    QCOMPARE(say({"HGET", lockName, bob.bytes}).trimmed(), QByteArray("1"));
    QCOMPARE(say({"EXISTS", queueName, deadlinesName}).trimmed(), QByteArray("0"));
}

void tst_redissonengine::aFencedLockIsFoundWithItsToken()
{
    run({{"SET", tokenName, "41"}, {"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "30000"}});
    open();
    QTRY_COMPARE(kind(), std::string_view("fenced-lock"));
    QCOMPARE(lock()->extras->fencingToken, std::optional<qint64>(41));
    const Receipt again = finished(
        m_engine->act({.act = ActKind::Acquire, .key = {lockName}, .kind = "fenced-lock", .owner = ann}));
    QVERIFY2(again.result == ActResult::Done && again.foundCount == 2, qPrintable(again.line()));
    QTRY_VERIFY(lock() && lock()->extras && lock()->extras->fencingToken == std::optional<qint64>(42));
    const Receipt forced =
        finished(m_engine->act({.act = ActKind::ForceRelease, .key = {lockName}, .expectedOwner = ann}));
    QVERIFY2(forced.result == ActResult::Done, qPrintable(forced.line()));
    QCOMPARE(say({"GET", tokenName}).trimmed(), QByteArray("42"));
    QTRY_COMPARE(kind(), std::string_view("none"));
}

void tst_redissonengine::readersAreFoundWithTimesOfTheirOwn()
{
    run({{"HSET", lockName, "mode", "read", ann.bytes, "1", bob.bytes, "1"},
         {"SET", redissonHoldKey(lockName, ann.bytes, 1), "1", "PX", "60000"},
         {"SET", redissonHoldKey(lockName, bob.bytes, 1), "1", "PX", "9000"},
         {"PEXPIRE", lockName, "60000"}});
    open();
    QTRY_COMPARE(kind(), std::string_view("rw-lock"));
    QCOMPARE(m_engine->locks().size(), size_t(1));
    QCOMPARE(lock()->holders.size(), 2);
    for (const Holder &holder : lock()->holders) {
        QVERIFY(holder.mode == HoldMode::Read && holder.expiresAt);
        QCOMPARE(*holder.expiresAt - now() > 10s, holder.id == ann);
    }
    run({{"PEXPIRE", redissonHoldKey(lockName, bob.bytes, 1), "60000"}}); // As Bob's watchdog does
    const auto bobsTime = [this]() -> milliseconds {
        for (const Holder &holder : lock() ? lock()->holders : QVarLengthArray<Holder, 1>()) {
            if (holder.id == bob && holder.expiresAt)
                return millisecondsBetween(now(), *holder.expiresAt);
        }
        return 0ms;
    };
    QTRY_VERIFY(bobsTime() > 10s);
}

// A busy cache: each reader has a field and a separate key.
void tst_redissonengine::manyReadersAreOneLock()
{
    constexpr int readers = 200;
    QList<CliCommand> commands{{"HSET", lockName, "mode", "read"}};
    for (int i = 1; i <= readers; ++i) {
        const QByteArray reader = "8743c9c0-0795-4907-87fd-6c719a6b4586:" + QByteArray::number(i);
        commands << CliCommand{"HSET", lockName, reader, "1"}
                 << CliCommand{"SET", redissonHoldKey(lockName, reader, 1), "1", "PX", "60000"};
    }
    run(commands << CliCommand{"PEXPIRE", lockName, "60000"});
    open();
    QTRY_COMPARE(kind(), std::string_view("rw-lock"));
    QCOMPARE(m_engine->locks().size(), size_t(1));
    QCOMPARE(lock()->holders.size(), readers);
    QVERIFY(std::all_of(lock()->holders.begin(), lock()->holders.end(),
                        [](const Holder &holder) { return holder.expiresAt.has_value(); }));
}

void tst_redissonengine::oneReaderIsTakenOut()
{
    open();
    for (const OwnerId &reader : {ann, bob}) {
        const Receipt taken = finished(m_engine->act({.act = ActKind::Acquire,
                                                      .key = {lockName},
                                                      .kind = "rw-lock",
                                                      .owner = reader,
                                                      .mode = HoldMode::Read}));
        QVERIFY2(taken.result == ActResult::Done, qPrintable(taken.line()));
    }
    QTRY_VERIFY(lock() && lock()->holders.size() == 2);
    const Receipt removed = finished(m_engine->act({.act = ActKind::RemoveShare,
                                                    .key = {lockName},
                                                    .owner = ann,
                                                    .mode = HoldMode::Read,
                                                    .expectedCount = 1}));
    QVERIFY2(removed.result == ActResult::Done, qPrintable(removed.line()));
    QTRY_VERIFY(lock() && lock()->holders.size() == 1 && lock()->owner() == bob);
}

void tst_redissonengine::aReadWriteLockIsForcedOnlyAsShown()
{
    run({{"HSET", lockName, "mode", "read", ann.bytes, "1", bob.bytes, "1"}, {"PEXPIRE", lockName, "60000"}});
    open();
    ActRequest force{.act = ActKind::ForceRelease, .key = {lockName}, .expectedOwner = ann};
    const Receipt one = finished(m_engine->act(force));
    QVERIFY2(one.result == ActResult::OwnerChanged, qPrintable(one.line()));
    QCOMPARE(say({"HLEN", lockName}).trimmed(), QByteArray("3"));
    force.expectedOwner.reset();
    force.expectedHolders = {{.id = ann, .count = 1, .mode = HoldMode::Read},
                             {.id = bob, .count = 1, .mode = HoldMode::Read}};
    const Receipt both = finished(m_engine->act(force));
    QVERIFY2(both.result == ActResult::Done, qPrintable(both.line()));
    QCOMPARE(say({"DBSIZE"}).trimmed(), QByteArray("0"));
}

void tst_redissonengine::whoWritesIsRenewed()
{
    open();
    QSignalSpy lost(m_engine.get(), &Engine::holdLost);
    const Receipt taken = finished(m_engine->act({.act = ActKind::Acquire,
                                                  .key = {lockName},
                                                  .kind = "rw-lock",
                                                  .owner = ann,
                                                  .lease = 9s,
                                                  .watchdog = true}));
    QVERIFY2(taken.result == ActResult::Done, qPrintable(taken.line()));
    QCOMPARE(taken.foundOwner->bytes, annWrites.bytes);
    QTRY_VERIFY(lock() && lock()->renewals.count >= 3);
    QVERIFY(lost.isEmpty());
    const Receipt released =
        finished(m_engine->act({.act = ActKind::Release, .key = {lockName}, .owner = annWrites}));
    QVERIFY2(released.result == ActResult::Done, qPrintable(released.line()));
    QTRY_VERIFY(!lock());
    QVERIFY(lost.isEmpty());
}

void tst_redissonengine::aReentrantLockNamesWhatElseItMayBe()
{
    run({{"HSET", lockName, ann.bytes, "1"}, {"PEXPIRE", lockName, "30000"}});
    open();
    QTRY_COMPARE(kind(), std::string_view("rlock"));
    const Outcome<LockDetail> detail = finished(m_engine->inspect({lockName}));
    VERIFY_OK(detail);
    QVERIFY(detail->lock && detail->lock->extras && detail->lock->extras->alternatives);
    QCOMPARE(detail->lock->extras->alternatives->size(), size_t(3));
    QVERIFY(detail->explanation.join(QLatin1Char(' ')).contains(QLatin1String("spin lock")));
}

LOCKSCOPE_TEST(tst_redissonengine)

} // namespace tst_redissonengine

#include "tst_redissonengine.moc"
