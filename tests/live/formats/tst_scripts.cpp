// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of every script of an act, planned by its family and run on a real server.
#include "core/formats/format.h"
#include "core/formats/scriptreply.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace tst_scripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
const LockName key{QByteArrayLiteral("lock:order")};
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

const Format &family(const QByteArray &kind)
{
    const Format *format = Registry::builtIn().find(kind);
    if (!format)
        qFatal("no such family");
    return *format;
}

QByteArray word(ActResult result)
{
    return name(result);
}

} // namespace

class tst_scripts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();

    void redissonIsTakenReenteredAndRefused();
    void redissonIsRenewedForItsOwnerOnly();
    void redissonGivesBackOneHoldAtATime();
    void redissonIsNotGivenBackForAnother();
    void redissonIsForcedOnlyAsShown();
    void redissonIsForcedWhoeverHoldsIt();
    void redissonWakesEvenWithoutALock();
    void redissonExpiryIsGivenAndShortenedNeverLengthened();
    void redissonLeavesCompanionsAlone();
    void redissonSaysWhatRedissonsOwnScriptsSay();

    void tokenIsTakenOnce_data();
    void tokenIsTakenOnce();
    void tokenIsRenewedAndGivenBackForItsOwnerOnly();
    void tokenIsForcedOnlyAsShown();
    void tokenExpiryIsGivenAndShortenedNeverLengthened();
    void untokenedIsTakenWithoutAnExpiry();

    void anExpiredLockIsGone_data();
    void anExpiredLockIsGone();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void subscribersAreWokenBeforeTheLockIsGone();
    void shardedSubscribersAreWokenToo();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void bytesStayBytes_data();
    void bytesStayBytes();
    void aForgottenScriptIsSentAgain();
    void outOfMemoryALockCanStillBeFreed();
    void aBadLeaseLeavesNoLockWithoutAnExpiry();
    void theLinesToCopyDoTheSame_data();
    void theLinesToCopyDoTheSame();
    void allOfItWorksInACluster();

private:
    Outcome<Receipt> attempt(Session &session, const Format &format, ActRequest request,
                             const Lock *seen = nullptr);
    Receipt act(const QByteArray &kind, ActRequest request, const Lock *seen = nullptr);
    Reply call(Command command);
    qint64 pttl() { return call({"PTTL", key.bytes}).integer; }
    bool exists() { return call({"EXISTS", key.bytes}).integer == 1; }
    QByteArray dump();
    std::unique_ptr<Session> connected(ConnectionSpec spec);

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
};

std::unique_ptr<Session> tst_scripts::connected(ConnectionSpec spec)
{
    auto session = std::make_unique<Session>(std::move(spec));
    session->open();
    if (!QTest::qWaitFor([&] { return session->isReady(); }, 10000))
        qFatal("cannot connect: %s", qPrintable(session->link().reason.line()));
    return session;
}

void tst_scripts::initTestCase()
{
    auto started = Sandbox::start();
    VERIFY_OK(started);
    m_server = std::move(*started);
    m_session = connected(m_server->tcp());
}

void tst_scripts::init()
{
    call({"CONFIG", "SET", "maxmemory", "0"});
    call({"FLUSHALL"});
}

Reply tst_scripts::call(Command command)
{
    const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
    if (!reply)
        qFatal("%s", qPrintable(reply.failure().line()));
    return *reply;
}

// DUMP covers type and value, but not the expiry.
QByteArray tst_scripts::dump()
{
    return call({"DUMP", key.bytes}).bytes;
}

Outcome<Receipt> tst_scripts::attempt(Session &session, const Format &format, ActRequest request,
                                      const Lock *seen)
{
    const Outcome<ActPlan> plan = format.plan(request, seen);
    if (!plan)
        return plan.failure();
    const Outcome<Reply> reply = finished(session.evaluate(plan->script, plan->keys, plan->args));
    if (!reply)
        return reply.failure();
    const Outcome<ScriptReply> answer = readScriptReply(*reply);
    if (!answer)
        return answer.failure();
    Receipt receipt;
    applyScriptReply(*answer, receipt);
    return receipt;
}

Receipt tst_scripts::act(const QByteArray &kind, ActRequest request, const Lock *seen)
{
    if (request.key.isEmpty())
        request.key = key;
    const Outcome<Receipt> receipt = attempt(*m_session, family(kind), std::move(request), seen);
    if (!receipt)
        qFatal("%s", qPrintable(receipt.failure().line()));
    return *receipt;
}

void tst_scripts::redissonIsTakenReenteredAndRefused()
{
    Receipt first = act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(word(first.result), word(ActResult::Done));
    QCOMPARE(first.foundOwner->bytes, ann.bytes);
    QCOMPARE(first.foundCount, 1);
    QVERIFY(*first.ttl > 29s && *first.ttl <= 30s);
    QCOMPARE(call({"HGET", key.bytes, ann.bytes}).bytes, QByteArray("1"));

    const Receipt again = act("rlock", {.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    QCOMPARE(word(again.result), word(ActResult::Done));
    QCOMPARE(again.foundCount, 2);
    QVERIFY(pttl() > 59000 && pttl() <= 60000);

    const QByteArray before = dump();
    const Receipt refused = act("rlock", {.act = ActKind::Acquire, .owner = bob});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QCOMPARE(refused.foundCount, 2);
    QVERIFY2(*refused.ttl > 59s, "the waiter is told how long at most");
    QCOMPARE(dump(), before);
}

void tst_scripts::redissonIsRenewedForItsOwnerOnly()
{
    QCOMPARE(word(act("rlock", {.act = ActKind::Renew, .owner = ann}).result), word(ActResult::AlreadyGone));
    QVERIFY2(!exists(), "a renewal never makes a lock");
    act("rlock", {.act = ActKind::Acquire, .owner = ann, .lease = 5s});
    const Receipt foreign = act("rlock", {.act = ActKind::Renew, .owner = bob});
    QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
    QCOMPARE(foreign.foundOwner->bytes, ann.bytes);
    QVERIFY(pttl() <= 5000);
    const Receipt renewed = act("rlock", {.act = ActKind::Renew, .owner = ann});
    QCOMPARE(word(renewed.result), word(ActResult::Done));
    QCOMPARE(renewed.foundCount, 1);
    QVERIFY(pttl() > 29000);
}

void tst_scripts::redissonGivesBackOneHoldAtATime()
{
    for (int hold = 0; hold < 3; ++hold)
        act("rlock", {.act = ActKind::Acquire, .owner = ann, .lease = 5s});
    const Receipt one = act("rlock", {.act = ActKind::Release, .owner = ann});
    QCOMPARE(word(one.result), word(ActResult::Done));
    QCOMPARE(one.foundCount, 2);
    QCOMPARE(one.foundOwner->bytes, ann.bytes);
    QVERIFY2(pttl() > 29000, "Redisson sets the lease anew while holds are left");
    act("rlock", {.act = ActKind::Release, .owner = ann});
    const Receipt last = act("rlock", {.act = ActKind::Release, .owner = ann});
    QCOMPARE(word(last.result), word(ActResult::Done));
    QVERIFY(!last.foundOwner && !last.ttl && last.foundCount == 0);
    QVERIFY(!exists());
    QCOMPARE(word(act("rlock", {.act = ActKind::Release, .owner = ann}).result),
             word(ActResult::AlreadyGone));
}

void tst_scripts::redissonIsNotGivenBackForAnother()
{
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    // Ann's lock was shown; now it is Bob's.
    call({"DEL", key.bytes});
    act("rlock", {.act = ActKind::Acquire, .owner = bob});
    const QByteArray before = dump();
    for (const ActKind kind : {ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Receipt receipt = act("rlock", {.act = kind, .owner = ann, .expectedOwner = ann, .lease = 1s});
        QCOMPARE(word(receipt.result), word(ActResult::OwnerChanged));
        QCOMPARE(receipt.foundOwner->bytes, bob.bytes);
        QCOMPARE(dump(), before);
        QVERIFY(pttl() > 28000);
    }
}

void tst_scripts::redissonIsForcedOnlyAsShown()
{
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann, .expectedCount = 1};
    QCOMPARE(word(act("rlock", force).result), word(ActResult::AlreadyGone));
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    const Receipt counted = act("rlock", force);
    QCOMPARE(word(counted.result), word(ActResult::OwnerChanged));
    QCOMPARE(counted.foundOwner->bytes, ann.bytes);
    QCOMPARE(counted.foundCount, 2);
    QVERIFY(exists());
    force.expectedCount = 2;
    const Receipt forced = act("rlock", force);
    QCOMPARE(word(forced.result), word(ActResult::Done));
    QVERIFY(!forced.foundOwner && forced.woken == 0);
    QVERIFY(!exists());
}

void tst_scripts::redissonIsForcedWhoeverHoldsIt()
{
    call({"HSET", key.bytes, ann.bytes, "7"}); // Also without expiry
    QCOMPARE(word(act("rlock", {.act = ActKind::ForceRelease}).result), word(ActResult::Done));
    QVERIFY(!exists());
    call({"HSET", key.bytes, "visits", "7"});
    const Outcome<Receipt> data =
        attempt(*m_session, family("rlock"), {.act = ActKind::ForceRelease, .key = key});
    VERIFY_FAILS(data, ErrorKind::WrongType);
    QVERIFY2(exists(), "even then only what looks like a lock is deleted");
}

void tst_scripts::redissonWakesEvenWithoutALock()
{
    auto waiter = connected(m_server->tcp());
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);

    const Receipt none = act("rlock", {.act = ActKind::Wake});
    QCOMPARE(word(none.result), word(ActResult::Done));
    QCOMPARE(none.woken, 1);
    QVERIFY(!none.foundOwner && !none.ttl);
    QVERIFY(!exists());

    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    const QByteArray before = dump();
    const Receipt held = act("rlock", {.act = ActKind::Wake});
    QCOMPARE(held.woken, 1);
    QCOMPARE(held.foundOwner->bytes, ann.bytes);
    QVERIFY(*held.ttl > 29s);
    QCOMPARE(dump(), before);
    QTRY_COMPARE(pushed.size(), 3);
    const Reply message = pushed.last().first().value<Reply>();
    QCOMPARE(message.items.at(1).bytes, channel);
    QCOMPARE(message.items.at(2).bytes, QByteArray("0"));
}

void tst_scripts::redissonExpiryIsGivenAndShortenedNeverLengthened()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .lease = 10s};
    QCOMPARE(word(act("rlock", tenSeconds).result), word(ActResult::AlreadyGone));
    QVERIFY(!exists());
    call({"HSET", key.bytes, ann.bytes, "1"});
    const Receipt given = act("rlock", tenSeconds);
    QCOMPARE(word(given.result), word(ActResult::Done));
    QVERIFY(*given.ttl > 9s && *given.ttl <= 10s);
    call({"PEXPIRE", key.bytes, "60000"});
    QVERIFY(*act("rlock", tenSeconds).ttl <= 10s);
    QVERIFY(pttl() <= 10000);
    call({"PEXPIRE", key.bytes, "5000"});
    const Receipt sooner = act("rlock", tenSeconds);
    QCOMPARE(word(sooner.result), word(ActResult::Done));
    QVERIFY2(*sooner.ttl <= 5s && pttl() <= 5000, "it expires sooner anyway: left as it is");
    Lock seen;
    seen.holders.append(Holder{.id = bob});
    QCOMPARE(word(act("rlock", tenSeconds, &seen).result), word(ActResult::OwnerChanged));
}

void tst_scripts::redissonLeavesCompanionsAlone()
{
    const QList<QByteArray> companions{"redisson_unlock_latch:{lock:order}:0123456789abcdef0123456789abcdef",
                                       "redisson_lock_token:{lock:order}", "redisson_lock_queue:{lock:order}",
                                       "redisson_lock_timeout:{lock:order}"};
    for (const QByteArray &companion : companions)
        call({"SET", companion, "7"});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Release, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::ForceRelease});
    for (const QByteArray &companion : companions)
        QCOMPARE(call({"GET", companion}).bytes, QByteArray("7"));
    QCOMPARE(call({"DBSIZE"}).integer, companions.size());
}

void tst_scripts::redissonSaysWhatRedissonsOwnScriptsSay()
{
    call({"CONFIG", "SET", "notify-keyspace-events", "EA"});
    auto listener = connected(m_server->tcp());
    QSignalSpy pushed(listener.get(), &Session::pushed);
    listener->subscribe({"PSUBSCRIBE", "__keyevent@0__:*"});
    QTRY_COMPARE(pushed.size(), 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = bob});
    act("rlock", {.act = ActKind::Renew, .owner = ann});
    act("rlock", {.act = ActKind::Release, .owner = ann});
    act("rlock", {.act = ActKind::Release, .owner = ann});
    QTRY_COMPARE(pushed.size(), 9);
    call({"CONFIG", "SET", "notify-keyspace-events", ""});
    QByteArrayList events;
    for (qsizetype i = 1; i < pushed.size(); ++i)
        events << pushed.at(i).first().value<Reply>().items.at(2).bytes.mid(15);
    QCOMPARE(events, (QByteArrayList{"hincrby", "expire", "hincrby", "expire", "expire", "hincrby", "expire",
                                     "del"}));
}

void tst_scripts::tokenIsTakenOnce_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("token lock") << QByteArray("token-lock");
    QTest::newRow("untokened lock with a lease") << QByteArray("untokened-lock");
}

void tst_scripts::tokenIsTakenOnce()
{
    QFETCH(QByteArray, kind);
    const Receipt taken = act(kind, {.act = ActKind::Acquire, .owner = {"ann"}, .lease = 5s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.foundOwner->bytes, QByteArray("ann"));
    QCOMPARE(taken.foundCount, 1);
    QVERIFY(*taken.ttl > 4s && *taken.ttl <= 5s);
    QCOMPARE(call({"GET", key.bytes}).bytes, QByteArray("ann"));
    for (const char *owner : {"bob", "ann"}) {
        const Receipt refused = act(kind, {.act = ActKind::Acquire, .owner = {owner}, .lease = 60s});
        QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
        QCOMPARE(refused.foundOwner->bytes, QByteArray("ann"));
        QVERIFY(*refused.ttl <= 5s && pttl() <= 5000);
    }
}

void tst_scripts::tokenIsRenewedAndGivenBackForItsOwnerOnly()
{
    const OwnerId me{"me"};
    const OwnerId she{"she"};
    QCOMPARE(word(act("token-lock", {.act = ActKind::Renew, .owner = me}).result),
             word(ActResult::AlreadyGone));
    QCOMPARE(word(act("token-lock", {.act = ActKind::Release, .owner = me}).result),
             word(ActResult::AlreadyGone));
    QVERIFY(!exists());
    act("token-lock", {.act = ActKind::Acquire, .owner = me, .lease = 5s});
    for (const ActKind kind : {ActKind::Renew, ActKind::Release}) {
        const Receipt foreign = act("token-lock", {.act = kind, .owner = she});
        QCOMPARE(word(foreign.result), word(ActResult::OwnerChanged));
        QCOMPARE(foreign.foundOwner->bytes, me.bytes);
        QVERIFY(exists() && pttl() <= 5000);
    }
    const Receipt renewed = act("token-lock", {.act = ActKind::Renew, .owner = me, .lease = 20s});
    QCOMPARE(word(renewed.result), word(ActResult::Done));
    QVERIFY(pttl() > 19000);
    const Receipt released = act("token-lock", {.act = ActKind::Release, .owner = me});
    QCOMPARE(word(released.result), word(ActResult::Done));
    QVERIFY(!released.foundOwner && !released.ttl && !exists());
}

void tst_scripts::tokenIsForcedOnlyAsShown()
{
    const OwnerId me{"me"};
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = me};
    QCOMPARE(word(act("token-lock", force).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "she"});
    const Receipt changed = act("token-lock", force);
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundOwner->bytes, QByteArray("she"));
    QVERIFY(!changed.ttl && exists());
    force.expectedOwner.reset();
    QCOMPARE(word(act("token-lock", force).result), word(ActResult::Done));
    QVERIFY(!exists());
}

void tst_scripts::tokenExpiryIsGivenAndShortenedNeverLengthened()
{
    const ActRequest tenSeconds{.act = ActKind::SetExpiry, .expectedOwner = OwnerId{"me"}, .lease = 10s};
    QCOMPARE(word(act("untokened-lock", tenSeconds).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "me"});
    QVERIFY(*act("untokened-lock", tenSeconds).ttl <= 10s);
    QVERIFY(pttl() > 9000);
    call({"PEXPIRE", key.bytes, "60000"});
    QVERIFY(*act("token-lock", tenSeconds).ttl <= 10s);
    call({"PEXPIRE", key.bytes, "5000"});
    QCOMPARE(word(act("token-lock", tenSeconds).result), word(ActResult::Done));
    QVERIFY(pttl() <= 5000);
    call({"SET", key.bytes, "she"});
    const Receipt changed = act("token-lock", tenSeconds);
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(pttl(), -1);
}

void tst_scripts::untokenedIsTakenWithoutAnExpiry()
{
    const Receipt taken = act("untokened-lock", {.act = ActKind::Acquire});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QVERIFY(!taken.ttl);
    QCOMPARE(pttl(), -1);
    QCOMPARE(word(act("untokened-lock", {.act = ActKind::Acquire}).result), word(ActResult::NotAcquired));
}

void tst_scripts::anExpiredLockIsGone_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<OwnerId>("owner");
    QTest::newRow("rlock") << QByteArray("rlock") << ann;
    QTest::newRow("token-lock") << QByteArray("token-lock") << OwnerId{"me"};
}

void tst_scripts::anExpiredLockIsGone()
{
    QFETCH(QByteArray, kind);
    QFETCH(OwnerId, owner);
    call({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}); // Keeps expired keys in memory until they are accessed
    act(kind, {.act = ActKind::Acquire, .owner = owner, .lease = 1ms});
    QTRY_COMPARE(call({"PTTL", key.bytes}).integer, -2);
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        const Receipt receipt =
            this->act(kind, {.act = act, .owner = owner, .expectedOwner = owner, .lease = 5s});
        QCOMPARE(word(receipt.result), word(ActResult::AlreadyGone));
        QVERIFY(!receipt.foundOwner && !receipt.ttl);
    }
    call({"DEBUG", "SET-ACTIVE-EXPIRE", "1"});
}

void tst_scripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    const std::vector<std::pair<const char *, Command>> forHash{
        {"a string", {"SET", key.bytes, "1"}},
        {"a list", {"RPUSH", key.bytes, "1"}},
        {"a sorted set", {"ZADD", key.bytes, "1", "a"}},
        {"a read-write lock", {"HSET", key.bytes, "mode", "read", ann.bytes, "1"}},
        {"a hash of two owners", {"HSET", key.bytes, ann.bytes, "1", bob.bytes, "1"}},
        {"a hash without a count", {"HSET", key.bytes, ann.bytes, "soon"}}};
    const std::vector<std::pair<const char *, Command>> forString{
        {"a hash", {"HSET", key.bytes, "a", "1"}},
        {"a set", {"SADD", key.bytes, "1"}},
        {"a stream", {"XADD", key.bytes, "*", "a", "1"}},
        {"a long string", {"SET", key.bytes, QByteArray(513, 'x')}}};
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        for (const auto &put : forHash)
            QTest::newRow(qPrintable(
                QStringLiteral("rlock %1: %2").arg(QLatin1String(name(act)), QLatin1String(put.first))))
                << QByteArray("rlock") << act << put.second;
        for (const auto &put : forString)
            QTest::newRow(qPrintable(
                QStringLiteral("token %1: %2").arg(QLatin1String(name(act)), QLatin1String(put.first))))
                << QByteArray("token-lock") << act << put.second;
    }
}

void tst_scripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(QByteArray, kind);
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    call(put);
    const QByteArray before = dump();
    const Outcome<Receipt> receipt =
        attempt(*m_session, family(kind), {.act = kindOfAct, .key = key, .owner = ann, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY2(receipt.failure().serverText.contains("nothing was changed"),
             receipt.failure().serverText.constData());
    QCOMPARE(dump(), before);
    QCOMPARE(pttl(), -1);
}

void tst_scripts::subscribersAreWokenBeforeTheLockIsGone()
{
    auto waiter = connected(m_server->tcp());
    auto other = connected(m_server->unixSocket());
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    QSignalSpy pushedToOther(other.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    other->subscribe({"SUBSCRIBE", channel});
    QTRY_VERIFY(pushed.size() == 1 && pushedToOther.size() == 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = bob}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 2);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease, .expectedOwner = bob}).woken, 0);
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease, .expectedOwner = ann}).woken, 2);
    QTRY_COMPARE(pushed.size(), 3);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("0"));
}

void tst_scripts::shardedSubscribersAreWokenToo()
{
    if (!finished(m_session->call({"PUBSUB", "SHARDNUMSUB", channel})).ok())
        QSKIP("this server has no sharded channels (before 7.0)");
    auto waiter = connected(m_server->tcp());
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SSUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    QCOMPARE(act("rlock", {.act = ActKind::Wake}).woken, 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::Release, .owner = ann}).woken, 1);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act("rlock", {.act = ActKind::ForceRelease}).woken, 1);
    QTRY_COMPARE(pushed.size(), 4);
}

void tst_scripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

void tst_scripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    if (!finished(m_session->call({"ACL", "WHOAMI"})).ok())
        QSKIP("this server has no users with rights of their own (before 6.0)");
    call({"ACL", "SETUSER", "carl", "reset", "on", ">secret", "~*", "+@all", "resetchannels"});
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("carl");
    spec.password = QStringLiteral("secret");
    auto session = connected(spec);
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    const QByteArray before = dump();
    const ActRequest request{.act = kindOfAct, .key = key, .owner = ann};
    VERIFY_FAILS(attempt(*session, family("rlock"), request), ErrorKind::NoPerm);
    QCOMPARE(dump(), before);
    call({"ACL", "SETUSER", "carl", "&*", "-publish"});
    const Outcome<Receipt> mute = attempt(*session, family("rlock"), request);
    VERIFY_FAILS(mute, ErrorKind::NoPerm);
    QVERIFY(mute.failure().serverText.contains("PUBLISH"));
    QCOMPARE(dump(), before);
    call({"ACL", "SETUSER", "carl", "+publish"});
    VERIFY_OK(attempt(*session, family("rlock"), request));
    call({"ACL", "DELUSER", "carl"});
}

void tst_scripts::bytesStayBytes_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("token");
    QTest::newRow("NUL and high bytes") << QByteArray("lock:\0\xff\x80", 8) << QByteArray("\0\r\n\xfe", 4);
    QTest::newRow("quotes and braces") << QByteArray("lock:'\"{}\\") << QByteArray("'\"\\n");
    QTest::newRow("spaces and new lines") << QByteArray(" lock \n") << QByteArray(" \t");
    QTest::newRow("not one character of UTF-8") << QByteArray("lock:\xc3\x28") << QByteArray("\xf0\x9f");
}

void tst_scripts::bytesStayBytes()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, token);
    const LockName lock{name};
    QCOMPARE(act("token-lock", {.act = ActKind::Acquire, .key = lock, .owner = {token}}).foundOwner->bytes,
             token);
    QCOMPARE(call({"GET", name}).bytes, token);
    QCOMPARE(word(act("token-lock", {.act = ActKind::Renew, .key = lock, .owner = {token}}).result),
             word(ActResult::Done));
    QCOMPARE(
        word(act("token-lock", {.act = ActKind::ForceRelease, .key = lock, .expectedOwner = OwnerId{token}})
                 .result),
        word(ActResult::Done));
    act("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann});
    auto waiter = connected(m_server->tcp());
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", *family("rlock").wakeChannel(lock)});
    QTRY_COMPARE(pushed.size(), 1);
    QCOMPARE(act("rlock", {.act = ActKind::Release, .key = lock, .owner = ann}).woken, 1);
    QCOMPARE(call({"DBSIZE"}).integer, 0);
}

void tst_scripts::aForgottenScriptIsSentAgain()
{
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    call({"SCRIPT", "FLUSH"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Renew, .owner = ann}).result), word(ActResult::Done));
    call({"SCRIPT", "FLUSH"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Release, .owner = ann}).result), word(ActResult::Done));
    QVERIFY(!exists());
}

void tst_scripts::outOfMemoryALockCanStillBeFreed()
{
    act("rlock", {.act = ActKind::Acquire, .owner = ann});
    call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(word(act("rlock", {.act = ActKind::Renew, .owner = ann}).result), word(ActResult::Done));
    VERIFY_FAILS(attempt(*m_session, family("rlock"), {.act = ActKind::Acquire, .key = key, .owner = ann}),
                 ErrorKind::OutOfMemory);
    QCOMPARE(call({"HGET", key.bytes, ann.bytes}).bytes, QByteArray("1"));
    QCOMPARE(word(act("rlock", {.act = ActKind::Release, .owner = ann}).result), word(ActResult::Done));
    QVERIFY(!exists());
    call({"CONFIG", "SET", "maxmemory", "0"});
    act("token-lock", {.act = ActKind::Acquire, .owner = ann});
    call({"CONFIG", "SET", "maxmemory", "1"});
    QCOMPARE(word(act("token-lock", {.act = ActKind::SetExpiry, .lease = 1s}).result), word(ActResult::Done));
    QCOMPARE(word(act("token-lock", {.act = ActKind::ForceRelease, .expectedOwner = ann}).result),
             word(ActResult::Done));
}

void tst_scripts::aBadLeaseLeavesNoLockWithoutAnExpiry()
{
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        const Outcome<Reply> reply =
            finished(m_session->evaluate("redisson-acquire", {key.bytes}, {ann.bytes, lease}));
        VERIFY_FAILS(reply, ErrorKind::ServerError);
        QVERIFY(!exists());
    }
}

void tst_scripts::theLinesToCopyDoTheSame_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("lock");
    for (const char *kind : {"rlock", "fair-lock", "fenced-lock", "spin-lock", "nonreentrant-lock", "rw-lock",
                             "token-lock", "untokened-lock"}) {
        QTest::addRow("%s with a plain name", kind) << QByteArray(kind) << QByteArray("lock:order");
        QTest::addRow("%s with a name for the shell", kind)
            << QByteArray(kind) << QByteArray("lock's $HOME `id` \"{x}\" \\n é *");
        QTest::addRow("%s with a binary name", kind)
            << QByteArray(kind) << QByteArray("lock'\0\"\\\xff\n$", 11);
    }
}

// Runs the plan's commands in a shell whose redis-cli connects to this server, and checks the result.
void tst_scripts::theLinesToCopyDoTheSame()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, lock);
    QTemporaryDir folder;
    QFile wrapper(folder.filePath(QStringLiteral("redis-cli")));
    QVERIFY(wrapper.open(QIODevice::WriteOnly));
    const QString cli = QStandardPaths::findExecutable(QStringLiteral("redis-cli"));
    wrapper.write("#!/bin/sh\nexec " + cli.toUtf8() + " -p " + QByteArray::number(m_server->port()) +
                  " \"$@\"\n");
    wrapper.close();
    QVERIFY(wrapper.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));

    const auto paste = [&](ActRequest request) {
        request.key = {lock};
        const Outcome<ActPlan> plan = family(kind).plan(request, nullptr);
        if (!plan)
            return QByteArray("no plan");
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           folder.path() + QLatin1Char(':') + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), plan->commands.join(QLatin1Char('\n'))});
        shell.waitForFinished();
        return shell.readAllStandardOutput() + shell.readAllStandardError();
    };
    // SetExpiry without an owner applies to any holder.
    const OwnerId holder = kind == "rw-lock" ? OwnerId{} : ann;
    const auto there = [&] { return call({"EXISTS", lock}).integer == 1; };

    paste({.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    QVERIFY(there());
    QVERIFY(call({"PTTL", lock}).integer > 50000 && call({"PTTL", lock}).integer <= 60000);
    paste({.act = ActKind::Renew, .owner = ann, .lease = 90s});
    QVERIFY(call({"PTTL", lock}).integer > 80000);
    paste({.act = ActKind::SetExpiry, .owner = holder, .lease = 20s});
    QVERIFY(call({"PTTL", lock}).integer <= 20000);
    const QByteArray refused = paste({.act = ActKind::ForceRelease, .expectedOwner = bob});
    QVERIFY2(refused.contains("owner-changed") && refused.contains(ann.bytes), refused.constData());
    const QByteArray released = paste({.act = ActKind::Release, .owner = ann});
    QVERIFY2(released.contains("done"), released.constData());
    QVERIFY(!there());
    paste({.act = ActKind::Acquire, .owner = ann, .lease = 5s});
    const OwnerId shown{kind == "rw-lock" ? ann.bytes + ":write" : ann.bytes};
    paste({.act = ActKind::ForceRelease, .expectedOwner = shown});
    QVERIFY(!there());
}

void tst_scripts::allOfItWorksInACluster()
{
    auto started =
        Sandbox::start({.serverArguments = {QStringLiteral("--cluster-enabled"), QStringLiteral("yes")}});
    VERIFY_OK(started);
    auto session = connected((*started)->tcp());
    Command assign{"CLUSTER", "ADDSLOTS"};
    for (int slot = 0; slot < 16384; ++slot)
        assign.push_back(QByteArray::number(slot));
    VERIFY_OK(finished(session->call(assign)));
    QTRY_VERIFY_WITH_TIMEOUT(finished(session->call({"SET", "probe", "1"})).ok(), 20000);
    // The empty hash tag puts the channel into another slot than the lock: SPUBLISH is refused, and left out.
    const auto done = [&](const char *kind, ActRequest request) {
        const Outcome<Receipt> receipt = attempt(*session, family(kind), request);
        if (!receipt)
            qWarning("%s: %s", kind, qPrintable(receipt.failure().line()));
        return receipt && receipt->result == ActResult::Done;
    };
    for (const char *name : {"lock:order", "{shop}:lock:order", "lock:{}order", "lock:{order"}) {
        const LockName lock{name};
        QVERIFY(done("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::Renew, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::SetExpiry, .key = lock, .lease = 5s}));
        QVERIFY(done("rlock", {.act = ActKind::Wake, .key = lock}));
        QVERIFY(done("rlock", {.act = ActKind::Release, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::Acquire, .key = lock, .owner = ann}));
        QVERIFY(done("rlock", {.act = ActKind::ForceRelease, .key = lock, .expectedOwner = ann}));
    }
    // Redisson itself cannot use such names for locks with several keys.
    for (const char *name : {"lock:order", "{shop}:lock:order"}) {
        const LockName lock{name};
        for (const char *kind : {"fair-lock", "fenced-lock", "rw-lock"}) {
            QVERIFY(done(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann, .mode = HoldMode::Read}));
            QVERIFY(done(kind, {.act = ActKind::Renew, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::SetExpiry, .key = lock, .lease = 5s}));
            QVERIFY(done(kind, {.act = ActKind::Wake, .key = lock}));
            QVERIFY(done(kind, {.act = ActKind::Release, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::Acquire, .key = lock, .owner = ann}));
            QVERIFY(done(kind, {.act = ActKind::ForceRelease, .key = lock}));
        }
    }
}

LOCKSCOPE_TEST(tst_scripts)

} // namespace tst_scripts

#include "tst_scripts.moc"
