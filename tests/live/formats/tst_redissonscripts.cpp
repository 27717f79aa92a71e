// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of each script of Redisson's lock, planned by its family and run on a real server.

#include "core/redis/session.h"
#include "tests/live/formats/scripttest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_redissonscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_redissonscripts : public ScriptTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
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
};

void tst_redissonscripts::redissonIsTakenReenteredAndRefused()
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

void tst_redissonscripts::redissonIsRenewedForItsOwnerOnly()
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

void tst_redissonscripts::redissonGivesBackOneHoldAtATime()
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

void tst_redissonscripts::redissonIsNotGivenBackForAnother()
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

void tst_redissonscripts::redissonIsForcedOnlyAsShown()
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

void tst_redissonscripts::redissonIsForcedWhoeverHoldsIt()
{
    call({"HSET", key.bytes, ann.bytes, "7"}); // Also without expiry
    QCOMPARE(word(act("rlock", {.act = ActKind::ForceRelease}).result), word(ActResult::Done));
    QVERIFY(!exists());
    call({"HSET", key.bytes, "visits", "7"});
    const Outcome<Receipt> data = m_server.attempt("rlock", {.act = ActKind::ForceRelease, .key = key});
    VERIFY_FAILS(data, ErrorKind::WrongType);
    QVERIFY2(exists(), "even then only what looks like a lock is deleted");
}

void tst_redissonscripts::redissonWakesEvenWithoutALock()
{
    auto waiter = m_server.connected();
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

void tst_redissonscripts::redissonExpiryIsGivenAndShortenedNeverLengthened()
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

void tst_redissonscripts::redissonLeavesCompanionsAlone()
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

void tst_redissonscripts::redissonSaysWhatRedissonsOwnScriptsSay()
{
    call({"CONFIG", "SET", "notify-keyspace-events", "EA"});
    auto listener = m_server.connected();
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

LOCKSCOPE_TEST(tst_redissonscripts)

} // namespace tst_redissonscripts

#include "tst_redissonscripts.moc"
