// SPDX-License-Identifier: GPL-3.0-or-later
// Semaphores, latches, groups and locks with a numeric value, created by plain commands: found, followed,
// shown with their content, and changed through the engine.
#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_sharedkinds
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57");
const QByteArray Bob = QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1");
const QByteArray Jack = QByteArrayLiteral("AAECAwQFBgcICQoLDA0ODw");
const QByteArray Mary = QByteArrayLiteral("BBECAwQFBgcICQoLDA0O+A");
const QByteArray Raw = QByteArrayLiteral("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10");
const QByteArray Never = QByteArrayLiteral("922337203685477");

} // namespace

class tst_sharedkinds : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_server = std::make_unique<FamilyServer>(); }
    void init() { m_server->call({"FLUSHALL"}); }
    void cleanup() { m_engine.reset(); }

    void aSemaphoreByItsName();
    void aSemaphoreByItsWaiters();
    void permitsByTheirIds();
    void permitsComeAndGo();
    void aSemaphoreWithoutPermitsIsHeldByNoNumber_data();
    void aSemaphoreWithoutPermitsIsHeldByNoNumber();
    void aLatchCountsDown();
    void aLatchByItsWaiters();
    void valuesOfAGroup();
    void aTimestampRunsOut();
    void aTimestampIsTakenAndGivenBack();
    void aCounterAndAConstant();
    void othersAreLeftAlone();

private:
    void cli(const CliCommand &command) { VERIFY_OK(redisCli(m_server->spec(), command)); }
    Engine &follow()
    {
        m_engine = std::make_unique<Engine>();
        m_engine->open(m_server->spec(), {});
        mustWork(finished(m_engine->waitReady(20s)));
        return *m_engine;
    }
    static void mustWork(const Done &done)
    {
        if (!done)
            qFatal("%s", qPrintable(done.failure().line()));
    }
    LockPtr known(const QByteArray &key) { return m_engine->find({key}); }
    QByteArray kind(const QByteArray &key)
    {
        const LockPtr lock = known(key);
        return lock ? QByteArray(lock->kind.name.data(), qsizetype(lock->kind.name.size())) : QByteArray();
    }
    std::optional<qint64> available(const QByteArray &key)
    {
        const LockPtr lock = known(key);
        return lock && lock->permits() ? lock->permits()->available : std::nullopt;
    }
    std::optional<qint64> toGo(const QByteArray &key)
    {
        const LockPtr lock = known(key);
        return lock && lock->extras ? lock->extras->toGo : std::nullopt;
    }
    qsizetype holders(const QByteArray &key)
    {
        const LockPtr lock = known(key);
        return lock ? lock->holders.size() : -1;
    }
    QByteArray inMs(milliseconds time)
    {
        return QByteArray::number(qint64(m_server->wallMilliseconds() + time.count()));
    }
    Receipt act(const ActRequest &request) { return finished(m_engine->act(request)); }

    std::unique_ptr<FamilyServer> m_server;
    std::unique_ptr<Engine> m_engine;
};

void tst_sharedkinds::aSemaphoreByItsName()
{
    cli({"SET", "jobs:semaphore", "2"});
    follow();
    QTRY_COMPARE(kind("jobs:semaphore"), QByteArray("semaphore"));
    QCOMPARE(int(known("jobs:semaphore")->confidence), int(Confidence::Guess));
    QVERIFY(!known("jobs:semaphore")->held() && known("jobs:semaphore")->lasting);
    cli({"DECRBY", "jobs:semaphore", "2"});
    QTRY_COMPARE(available("jobs:semaphore"), 0);
    const LockName key{"jobs:semaphore"};
    QCOMPARE(word(act({.act = ActKind::Acquire, .key = key, .kind = "semaphore"}).result),
             word(ActResult::NotAcquired));
    const Receipt guessed = act({.act = ActKind::Release, .key = key});
    QCOMPARE(word(guessed.result), word(ActResult::Refused));
    QCOMPARE(word(act({.act = ActKind::Release, .key = key, .kind = "semaphore"}).result),
             word(ActResult::Done));
    QTRY_COMPARE(available("jobs:semaphore"), 1);
    const Receipt taken = act({.act = ActKind::Acquire, .key = key, .kind = "semaphore"});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(m_server->get(key.bytes), QByteArray("0"));
    QCOMPARE(word(act({.act = ActKind::SetExpiry, .key = key, .lease = 5s}).result),
             word(ActResult::Refused));
}

void tst_sharedkinds::aSemaphoreByItsWaiters()
{
    cli({"SET", "jobs", "0"});
    cli({"SET", "visits", "7"});
    const Listener waiter(m_server->spec(), "redisson_sc:{jobs}");
    follow();
    QTRY_COMPARE(kind("jobs"), QByteArray("semaphore"));
    QCOMPARE(int(known("jobs")->confidence), int(Confidence::Certain));
    QVERIFY(!known("visits"));
}

void tst_sharedkinds::permitsByTheirIds()
{
    cli({"SET", "pool", "3"});
    cli({"ZADD", "{pool}:timeout", inMs(60s), Raw, Never, QByteArray(32, 'a')});
    cli({"ZADD", "{pool}:timeout", inMs(-60s), QByteArray(32, 'b')});
    follow();
    QTRY_COMPARE(kind("pool"), QByteArray("permit-semaphore"));
    const LockPtr lock = known("pool");
    QCOMPARE(int(lock->confidence), int(Confidence::Certain));
    QCOMPARE(lock->holders.size(), 2);
    QCOMPARE(*lock->permits(), (Permits{.available = 4, .held = 2, .total = 6, .overdue = 1}));
    QCOMPARE(lock->companions(), std::vector<LockName>{{"{pool}:timeout"}});
    QVERIFY2(!known("{pool}:timeout"), "a companion is never listed");
    const Receipt removed =
        act({.act = ActKind::RemoveShare, .key = {"pool"}, .owner = {Raw}, .mode = HoldMode::Permit});
    QCOMPARE(word(removed.result), word(ActResult::Done));
    QTRY_COMPARE(holders("pool"), 1);
    QCOMPARE(available("pool"), 5);
    ActRequest force{.act = ActKind::ForceRelease, .key = {"pool"}, .reason = QStringLiteral("test")};
    force.expectedHolders = {Holder{.id = {Raw}}};
    QCOMPARE(word(act(force).result), word(ActResult::OwnerChanged));
    force.expectedHolders = {Holder{.id = {QByteArray(32, 'a')}}};
    QCOMPARE(word(act(force).result), word(ActResult::Done));
    QCOMPARE(m_server->get("pool"), QByteArray("6"));
}

void tst_sharedkinds::permitsComeAndGo()
{
    cli({"SET", "pool:semaphore", "2"});
    follow();
    QTRY_COMPARE(kind("pool:semaphore"), QByteArray("semaphore"));
    const Receipt taken =
        act({.act = ActKind::Acquire, .key = {"pool:semaphore"}, .kind = "permit-semaphore", .lease = 60s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QTRY_COMPARE(kind("pool:semaphore"), QByteArray("permit-semaphore"));
    QTRY_COMPARE(holders("pool:semaphore"), 1);
    QCOMPARE(known("pool:semaphore")->owner().bytes, taken.owner.bytes);
    // Another client takes one too, without expiry.
    cli({"DECRBY", "pool:semaphore", "1"});
    cli({"ZADD", "{pool:semaphore}:timeout", Never, Raw});
    QTRY_COMPARE(holders("pool:semaphore"), 2);
    QTRY_COMPARE(available("pool:semaphore"), 0);
    QCOMPARE(word(act({.act = ActKind::Release, .key = {"pool:semaphore"}, .owner = taken.owner}).result),
             word(ActResult::Done));
    QTRY_COMPARE(holders("pool:semaphore"), 1);
    cli({"ZREM", "{pool:semaphore}:timeout", Raw});
    cli({"INCRBY", "pool:semaphore", "1"});
    QTRY_COMPARE(kind("pool:semaphore"), QByteArray("semaphore"));
    QTRY_COMPARE(available("pool:semaphore"), 2);
}

void tst_sharedkinds::aSemaphoreWithoutPermitsIsHeldByNoNumber_data()
{
    QTest::addColumn<bool>("isForced");
    QTest::newRow("forced") << true;
    QTest::newRow("released by its client") << false;
}

// Its name says lock, and only the number of its permits is left.
void tst_sharedkinds::aSemaphoreWithoutPermitsIsHeldByNoNumber()
{
    QFETCH(bool, isForced);
    const QByteArray name = "pool:lock";
    cli({"SET", name, "1"});
    cli({"ZADD", "{pool:lock}:timeout", inMs(60s), Raw});
    follow();
    QTRY_COMPARE(kind(name), QByteArray("permit-semaphore"));
    QTRY_COMPARE(holders(name), 1);
    if (isForced) {
        ActRequest force{.act = ActKind::ForceRelease, .key = {name}, .reason = QStringLiteral("test")};
        force.expectedHolders = {Holder{.id = {Raw}}};
        QCOMPARE(word(act(force).result), word(ActResult::Done));
    } else {
        cli({"INCRBY", name, "1"});
        cli({"ZREM", "{pool:lock}:timeout", Raw});
    }
    const auto isFree = [&](qint64 permits) {
        return kind(name) == "permit-semaphore" && holders(name) == 0 && available(name) == permits;
    };
    QTRY_VERIFY(isFree(2));
    QVERIFY(finished(m_engine->scan()).phase == ScanPhase::Complete);
    QVERIFY(isFree(2));
    const auto detail = finished(m_engine->inspect({name}));
    VERIFY_OK(detail);
    QVERIFY(isFree(2));
    QVERIFY2(detail->explanation.join(QLatin1Char(' ')).contains(QLatin1String("no permit is held")),
             qPrintable(detail->explanation.join(QLatin1Char(' '))));
    cli({"SET", name, "2", "PX", "60000"}); // a number that expires is no semaphore
    QTRY_VERIFY(kind(name) != "permit-semaphore");
}

void tst_sharedkinds::aLatchCountsDown()
{
    Listener waiter(m_server->spec(), "redisson_countdownlatch__channel__{build:latch}");
    cli({"SET", "build:latch", "3"});
    follow();
    QTRY_COMPARE(kind("build:latch"), QByteArray("latch"));
    QCOMPARE(toGo("build:latch"), 3);
    cli({"DECR", "build:latch"});
    QTRY_COMPARE(toGo("build:latch"), 2);
    QCOMPARE(word(act({.act = ActKind::Release, .key = {"build:latch"}}).result), word(ActResult::Done));
    QTRY_COMPARE(toGo("build:latch"), 1);
    QCOMPARE(word(act({.act = ActKind::Acquire, .key = {"build:latch"}, .kind = "latch"}).result),
             word(ActResult::Refused));
    const Receipt last = act({.act = ActKind::Release, .key = {"build:latch"}});
    QCOMPARE(last.woken, 1);
    QCOMPARE(waiter.messages(1), QByteArrayList{"0"});
    QTRY_VERIFY(!known("build:latch"));
}

void tst_sharedkinds::aLatchByItsWaiters()
{
    cli({"SET", "build", "5"});
    Listener waiter(m_server->spec(), "redisson_countdownlatch__channel__{build}");
    follow();
    QTRY_COMPARE(kind("build"), QByteArray("latch"));
    QCOMPARE(int(known("build")->confidence), int(Confidence::Certain));
    QTRY_COMPARE(known("build")->waiters.subscribed.value_or(0), 1);
    QCOMPARE(QByteArray(known("build")->verdict.code.data()), QByteArray("waited-for"));
    ActRequest open{.act = ActKind::ForceRelease, .key = {"build"}, .expectedCount = 4};
    open.reason = QStringLiteral("test");
    QCOMPARE(word(act(open).result), word(ActResult::OwnerChanged));
    open.expectedCount = 5;
    QCOMPARE(act(open).woken, 1);
    QCOMPARE(waiter.messages(1), QByteArrayList{"0"});
    QVERIFY(!m_server->exists("build"));
}

void tst_sharedkinds::valuesOfAGroup()
{
    const auto take = [this](const QByteArray &value, const QByteArray &owner, milliseconds left) {
        cli({"HSET", "class:lock", value, owner, value + ':' + owner + ":expire_time", inMs(left),
             value + ':' + owner + ":lock_count", "1"});
        cli({"PEXPIRE", "class:lock", "60000"});
    };
    take(Jack, Ann, 60s);
    take(Mary, Bob, -1s);
    follow();
    QTRY_COMPARE(kind("class:lock"), QByteArray("multi-lock"));
    QCOMPARE(holders("class:lock"), 1);
    QCOMPARE(known("class:lock")->holders[0].part, Jack);
    take(Mary, Bob, 60s);
    QTRY_COMPARE(holders("class:lock"), 2);
    const Receipt refused = act(
        {.act = ActKind::Acquire, .key = {"class:lock"}, .kind = "multi-lock", .owner = {Ann}, .part = Mary});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    const Receipt removed =
        act({.act = ActKind::RemoveShare, .key = {"class:lock"}, .owner = {Bob}, .part = Mary});
    QCOMPARE(word(removed.result), word(ActResult::Done));
    QTRY_COMPARE(holders("class:lock"), 1);
    QCOMPARE(word(act({.act = ActKind::Release, .key = {"class:lock"}, .owner = {Ann}}).result),
             word(ActResult::Done));
    QTRY_VERIFY(!known("class:lock"));
}

void tst_sharedkinds::aTimestampRunsOut()
{
    const QByteArray end = inMs(8s);
    cli({"SETNX", "order:lock", end});
    follow();
    QTRY_COMPARE(kind("order:lock"), QByteArray("timestamp-lock"));
    QCOMPARE(holders("order:lock"), 1);
    QVERIFY2(known("order:lock")->expiresAt, "it has an end, though the key has no expiry");
    QCOMPARE(known("order:lock")->owner().bytes, end);
    QTRY_COMPARE(holders("order:lock"), 0);
    QVERIFY2(m_server->exists("order:lock"), "free, though the key is there");
    cli({"GETSET", "order:lock", inMs(60s)});
    QTRY_COMPARE(holders("order:lock"), 1);
}

void tst_sharedkinds::aTimestampIsTakenAndGivenBack()
{
    cli({"SET", "order:lock", inMs(-60s).chopped(3) + ".25"});
    follow();
    QTRY_COMPARE(kind("order:lock"), QByteArray("timestamp-lock"));
    const Receipt taken =
        act({.act = ActKind::Acquire, .key = {"order:lock"}, .kind = "timestamp-lock", .lease = 60s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.owner.bytes, m_server->get("order:lock"));
    QTRY_COMPARE(holders("order:lock"), 1);
    QCOMPARE(word(act({.act = ActKind::Release, .key = {"order:lock"}, .owner = taken.owner}).result),
             word(ActResult::Done));
    QTRY_VERIFY(!known("order:lock"));
}

void tst_sharedkinds::aCounterAndAConstant()
{
    cli({"INCR", "page_lock7"});
    cli({"SETNX", "order_lock", "1"});
    follow();
    QTRY_COMPARE(kind("page_lock7"), QByteArray("untokened-lock"));
    QTRY_COMPARE(kind("order_lock"), QByteArray("untokened-lock"));
    cli({"INCR", "page_lock7"});
    QTRY_COMPARE(kind("page_lock7"), QByteArray("counter-lock"));
    const auto detail = finished(m_engine->inspect({"page_lock7"}));
    VERIFY_OK(detail);
    const std::vector<LockKind> &others = detail->alternatives;
    QVERIFY(std::find(others.begin(), others.end(), LockKind{"untokened-lock"}) != others.end());
    QCOMPARE(word(act({.act = ActKind::Release, .key = {"page_lock7"}, .owner = {"1"}}).result),
             word(ActResult::Done));
    QTRY_VERIFY(!known("page_lock7"));
}

void tst_sharedkinds::othersAreLeftAlone()
{
    cli({"SET", "visits", "7"});
    cli({"SET", "redisson_bqs:{queue}", "7"});
    cli({"SET", "{adder}:0123456789abcdef0123456789abcdef:semaphore", "0"});
    cli({"HSET", "user:locked", "a", "1"});
    cli({"ZADD", "{jobs}:timeout", "7", "task"});
    cli({"SET", "jobs", "5"});
    cli({"SET", "last:seen", inMs(0s)});
    const Listener queue(m_server->spec(), "redisson_sc:redisson_bqs:{queue}");
    const Listener elsewhere(m_server->spec(), "redisson_sc:{nothing}");
    cli({"SET", "jobs:semaphore", "1"});
    follow();
    QTRY_VERIFY(known("jobs:semaphore"));
    QTRY_VERIFY(finished(m_engine->scan()).phase == ScanPhase::Complete); // After any other scan
    QTRY_VERIFY(known("nothing"));                                        // It has no key, only a waiter
    QCOMPARE(kind("nothing"), QByteArray("semaphore"));
    QCOMPARE(m_engine->locks().size(), size_t(2));
}

LOCKSCOPE_TEST(tst_sharedkinds)

} // namespace tst_sharedkinds

#include "tst_sharedkinds.moc"
