// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of the scripts of Redisson's semaphore and permit-expirable semaphore, on a real server.
#include "tests/live/formats/semaphoretest.h"
#include "tests/support/finished.h"
#include "tests/support/listener.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_semaphorescripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_semaphorescripts : public SemaphoreTest
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void aPermitIsTakenWhileThereAreSome();
    void thereIsNothingToTakeWhereNoneWereSet();
    void aPermitIsGivenBackAndTheNewNumberTold();
    void nothingIsGivenBackToNothing();
    void forcedOnlyIfAsManyAreFree();
    void wakingTellsTheNumberThatIsFree();

    void aPermitHasATimeOfItsOwn();
    void thePermitThatRunsOutFirstIsNamed();
    void aPermitPastItsTimeComesBackFirst();
    void thePermitsExpireWithTheSemaphore();
    void oneIdIsTakenOnce();
    void aPermitIsRenewedByItsIdOnly();
    void aPermitPastItsTimeIsNotRenewed();
    void onePermitIsGivenBack_data();
    void onePermitIsGivenBack();
    void anIdMayBeGivenInEitherForm();
    void aPermitExpiresSoonerNeverLater();
    void allAreForcedOnlyAsShown();
    void allAreForcedWhoeverHasThem();
    void wakingCountsThoseThatAreOverdue();

    void shardedSubscribersAreTold();
};

void tst_semaphorescripts::aPermitIsTakenWhileThereAreSome()
{
    call({"SET", key.bytes, "2"});
    const Receipt first = act(plain, {.act = ActKind::Acquire});
    QCOMPARE(word(first.result), word(ActResult::Done));
    QVERIFY2(!first.foundOwner && !first.ttl, "nobody is recorded");
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    act(plain, {.act = ActKind::Acquire});
    const Receipt refused = act(plain, {.act = ActKind::Acquire});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    QVERIFY(!refused.foundOwner);
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
    call({"SET", key.bytes, "-2"});
    QCOMPARE(word(act(plain, {.act = ActKind::Acquire}).result), word(ActResult::NotAcquired));
    QCOMPARE(m_server.get(key.bytes), QByteArray("-2"));
}

void tst_semaphorescripts::thereIsNothingToTakeWhereNoneWereSet()
{
    for (const QByteArray &kind : {plain, expirable}) {
        const Outcome<Receipt> receipt = m_server.attempt(kind, {.act = ActKind::Acquire, .key = key});
        VERIFY_FAILS(receipt, ErrorKind::ServerError);
        QVERIFY(receipt.failure().serverText.contains("never set"));
        QVERIFY(!m_server.exists(key.bytes) && !m_server.exists(permits));
    }
}

void tst_semaphorescripts::aPermitIsGivenBackAndTheNewNumberTold()
{
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "0"});
    const Receipt given = act(plain, {.act = ActKind::Release});
    QCOMPARE(word(given.result), word(ActResult::Done));
    QCOMPARE(given.woken, 1);
    act(plain, {.act = ActKind::Release});
    QCOMPARE(m_server.get(key.bytes), QByteArray("2"));
    QCOMPARE(waiter.messages(2), (QByteArrayList{"1", "2"}));
    call({"PEXPIRE", key.bytes, "60000"});
    QVERIFY2(*act(plain, {.act = ActKind::Release}).ttl > 59s, "an expiry stays");
}

void tst_semaphorescripts::nothingIsGivenBackToNothing()
{
    for (const ActKind kind : {ActKind::Release, ActKind::ForceRelease})
        QCOMPARE(word(act(plain, {.act = kind}).result), word(ActResult::AlreadyGone));
    QVERIFY(!m_server.exists(key.bytes));
}

void tst_semaphorescripts::forcedOnlyIfAsManyAreFree()
{
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "1"});
    const Receipt changed = act(plain, {.act = ActKind::ForceRelease, .expectedCount = 0});
    QCOMPARE(word(changed.result), word(ActResult::OwnerChanged));
    QCOMPARE(changed.foundCount, 1);
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    call({"SET", key.bytes, "0"});
    QCOMPARE(act(plain, {.act = ActKind::ForceRelease, .expectedCount = 0}).woken, 1);
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    act(plain, {.act = ActKind::ForceRelease});
    act(plain, {.act = ActKind::ForceRelease, .expectedOwner = OwnerId{}, .expectedCount = 0});
    QCOMPARE(waiter.messages(3), (QByteArrayList{"1", "2", "3"}));
}

void tst_semaphorescripts::wakingTellsTheNumberThatIsFree()
{
    Listener waiter(m_server.spec(), channel);
    QCOMPARE(act(plain, {.act = ActKind::Wake}).woken, 0);
    QVERIFY(!m_server.exists(key.bytes));
    for (const char *none : {"0", "-1"}) {
        call({"SET", key.bytes, none});
        QCOMPARE(act(plain, {.act = ActKind::Wake}).woken, 0);
    }
    call({"SET", key.bytes, "3"});
    QCOMPARE(act(plain, {.act = ActKind::Wake}).woken, 1);
    QCOMPARE(m_server.get(key.bytes), QByteArray("3"));
    QCOMPARE(waiter.messages(1), QByteArrayList{"3"});
}

void tst_semaphorescripts::aPermitHasATimeOfItsOwn()
{
    call({"SET", key.bytes, "2"});
    const Receipt timed = act(expirable, {.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    QCOMPARE(word(timed.result), word(ActResult::Done));
    QCOMPARE(timed.foundOwner->bytes, ann.bytes);
    QCOMPARE(timed.ttl->count(), 60000);
    QVERIFY(left(ann) > 55000 && left(ann) <= 60000);
    const Receipt endless = act(expirable, {.act = ActKind::Acquire, .owner = bob});
    QCOMPARE(word(endless.result), word(ActResult::Done));
    QVERIFY(!endless.ttl);
    QCOMPARE(score(bob), never);
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
    QCOMPARE(call({"PTTL", permits}).integer, -1);
}

void tst_semaphorescripts::thePermitThatRunsOutFirstIsNamed()
{
    call({"SET", key.bytes, "2"});
    act(expirable, {.act = ActKind::Acquire, .owner = bob});
    act(expirable, {.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    const QByteArray before = m_server.dump(permits);
    const Receipt refused = act(expirable, {.act = ActKind::Acquire});
    QCOMPARE(word(refused.result), word(ActResult::NotAcquired));
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QVERIFY(*refused.ttl > 55s && *refused.ttl <= 60s);
    QCOMPARE(m_server.dump(permits), before);
    act(expirable, {.act = ActKind::Release, .owner = ann});
    call({"SET", key.bytes, "0"});
    QVERIFY2(!act(expirable, {.act = ActKind::Acquire}).ttl, "the one left never runs out");
    call({"DEL", permits});
    QCOMPARE(word(act(expirable, {.act = ActKind::Acquire}).result), word(ActResult::NotAcquired));
}

void tst_semaphorescripts::aPermitPastItsTimeComesBackFirst()
{
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "0"});
    call({"ZADD", permits, "1600000000000", ann.bytes});
    const Receipt taken = act(expirable, {.act = ActKind::Acquire, .owner = bob, .lease = 60s});
    QCOMPARE(word(taken.result), word(ActResult::Done));
    QCOMPARE(taken.woken, 1);
    QVERIFY(score(ann).isEmpty() && !score(bob).isEmpty());
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
    QCOMPARE(waiter.messages(1), QByteArrayList{"1"});
    // A semaphore with a negative number: the overdue permit returns, but still none can be taken.
    call({"FLUSHALL"});
    call({"SET", key.bytes, "-1"});
    call({"ZADD", permits, "1600000000000", ann.bytes});
    QCOMPARE(word(act(expirable, {.act = ActKind::Acquire}).result), word(ActResult::NotAcquired));
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
    QVERIFY(!m_server.exists(permits));
    // If the number was deleted, overdue permits recreate it.
    call({"FLUSHALL"});
    call({"ZADD", permits, "1600000000000", ann.bytes});
    QCOMPARE(word(act(expirable, {.act = ActKind::Acquire, .owner = bob}).result), word(ActResult::Done));
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
}

void tst_semaphorescripts::thePermitsExpireWithTheSemaphore()
{
    call({"SET", key.bytes, "1", "PX", "60000"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    const qint64 ttl = call({"PTTL", permits}).integer;
    QVERIFY(ttl > 55000 && ttl <= 60000);
}

void tst_semaphorescripts::oneIdIsTakenOnce()
{
    call({"SET", key.bytes, "5"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    const Receipt again = act(expirable, {.act = ActKind::Acquire, .owner = ann, .lease = 1s});
    QCOMPARE(word(again.result), word(ActResult::NotAcquired));
    QCOMPARE(again.foundOwner->bytes, ann.bytes);
    QCOMPARE(score(ann), never);
    QCOMPARE(m_server.get(key.bytes), QByteArray("4"));
}

void tst_semaphorescripts::aPermitIsRenewedByItsIdOnly()
{
    QCOMPARE(word(act(expirable, {.act = ActKind::Renew, .owner = ann}).result),
             word(ActResult::AlreadyGone));
    QVERIFY(!m_server.exists(permits));
    call({"SET", key.bytes, "2"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann, .lease = 60s});
    QCOMPARE(word(act(expirable, {.act = ActKind::Renew, .owner = bob, .lease = 90s}).result),
             word(ActResult::AlreadyGone));
    const Receipt longer = act(expirable, {.act = ActKind::Renew, .owner = ann, .lease = 90s});
    QCOMPARE(word(longer.result), word(ActResult::Done));
    QCOMPARE(longer.ttl->count(), 90000);
    QVERIFY(left(ann) > 85000 && left(ann) <= 90000);
    QVERIFY(!act(expirable, {.act = ActKind::Renew, .owner = ann}).ttl);
    QCOMPARE(score(ann), never);
}

void tst_semaphorescripts::aPermitPastItsTimeIsNotRenewed()
{
    call({"SET", key.bytes, "0"});
    call({"ZADD", permits, "1600000000000", ann.bytes});
    for (const ActKind kind : {ActKind::Renew, ActKind::SetExpiry}) {
        QCOMPARE(word(act(expirable, {.act = kind, .owner = ann, .lease = 60s}).result),
                 word(ActResult::AlreadyGone));
        QCOMPARE(score(ann), QByteArray("1600000000000"));
    }
}

void tst_semaphorescripts::onePermitIsGivenBack_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("by its holder") << ActKind::Release;
    QTest::newRow("for its holder") << ActKind::RemoveShare;
}

void tst_semaphorescripts::onePermitIsGivenBack()
{
    QFETCH(ActKind, kindOfAct);
    Listener waiter(m_server.spec(), channel);
    call({"SET", key.bytes, "2"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    act(expirable, {.act = ActKind::Acquire, .owner = bob});
    const Receipt given = act(expirable, {.act = kindOfAct, .owner = ann});
    QCOMPARE(word(given.result), word(ActResult::Done));
    QCOMPARE(given.woken, 1);
    QVERIFY(score(ann).isEmpty());
    QCOMPARE(score(bob), never);
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    QCOMPARE(word(act(expirable, {.act = kindOfAct, .owner = ann}).result), word(ActResult::AlreadyGone));
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    call({"ZADD", permits, "1600000000000", ann.bytes});
    QCOMPARE(word(act(expirable, {.act = kindOfAct, .owner = ann}).result), word(ActResult::Done));
    QCOMPARE(m_server.get(key.bytes), QByteArray("2"));
    QCOMPARE(waiter.messages(2), (QByteArrayList{"1", "2"}));
}

void tst_semaphorescripts::anIdMayBeGivenInEitherForm()
{
    call({"SET", key.bytes, "2"});
    const OwnerId hex{ann.bytes.toHex()};
    QCOMPARE(act(expirable, {.act = ActKind::Acquire, .owner = hex}).foundOwner->bytes, ann.bytes);
    QCOMPARE(act(expirable, {.act = ActKind::Renew, .owner = hex, .lease = 60s}).foundOwner->bytes,
             ann.bytes);
    QCOMPARE(word(act(expirable, {.act = ActKind::Release, .owner = hex}).result), word(ActResult::Done));
    // Before 3.17.0 the hex digits themselves were stored.
    call({"ZADD", permits, never, hex.bytes});
    QCOMPARE(word(act(expirable, {.act = ActKind::SetExpiry, .owner = ann, .lease = 60s}).result),
             word(ActResult::Done));
    QCOMPARE(word(act(expirable, {.act = ActKind::Release, .owner = ann}).result), word(ActResult::Done));
    QVERIFY(!m_server.exists(permits));
}

void tst_semaphorescripts::aPermitExpiresSoonerNeverLater()
{
    const ActRequest minute{.act = ActKind::SetExpiry, .owner = ann, .lease = 60s};
    QCOMPARE(word(act(expirable, minute).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "1"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(act(expirable, minute).ttl->count(), 60000);
    QVERIFY(left(ann) > 55000 && left(ann) <= 60000);
    const QByteArray before = score(ann);
    const Receipt later = act(expirable, {.act = ActKind::SetExpiry, .owner = ann, .lease = 600s});
    QCOMPARE(word(later.result), word(ActResult::Done));
    QVERIFY(*later.ttl <= 60s);
    QCOMPARE(score(ann), before);
}

void tst_semaphorescripts::allAreForcedOnlyAsShown()
{
    Listener waiter(m_server.spec(), channel);
    const Holder anns{.id = ann, .mode = HoldMode::Permit};
    const Holder bobs{.id = bob, .mode = HoldMode::Permit};
    ActRequest force{.act = ActKind::ForceRelease, .expectedHolders = {anns, bobs}};
    QCOMPARE(word(act(expirable, force).result), word(ActResult::AlreadyGone));
    call({"SET", key.bytes, "3"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(word(act(expirable, force).result), word(ActResult::OwnerChanged));
    act(expirable, {.act = ActKind::Acquire, .owner = bob});
    const QByteArray before = m_server.dump(permits);
    const Receipt alone = act(expirable, {.act = ActKind::ForceRelease, .expectedOwner = ann});
    QCOMPARE(word(alone.result), word(ActResult::OwnerChanged));
    QCOMPARE(alone.foundOwner->bytes, bob.bytes);
    QCOMPARE(word(act(expirable, {.act = ActKind::ForceRelease, .expectedHolders = {bobs}}).result),
             word(ActResult::OwnerChanged));
    QCOMPARE(m_server.dump(permits), before);
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    // One ran out after the question was shown, another was already overdue.
    call({"ZADD", permits, "1600000000000", ann.bytes, "1600000000000", QByteArray(16, 'x')});
    const Receipt forced = act(expirable, force);
    QCOMPARE(word(forced.result), word(ActResult::Done));
    QCOMPARE(forced.woken, 1);
    QVERIFY(!m_server.exists(permits));
    QCOMPARE(m_server.get(key.bytes), QByteArray("4"));
    QCOMPARE(waiter.messages(1), QByteArrayList{"4"});
}

void tst_semaphorescripts::allAreForcedWhoeverHasThem()
{
    call({"SET", key.bytes, "1"});
    act(expirable, {.act = ActKind::Acquire, .owner = ann});
    QCOMPARE(word(act(expirable, {.act = ActKind::ForceRelease}).result), word(ActResult::Done));
    QVERIFY(!m_server.exists(permits));
    QCOMPARE(m_server.get(key.bytes), QByteArray("1"));
    Command many{"ZADD", permits};
    for (int i = 0; i < 1001; ++i) {
        many.push_back(never);
        many.push_back(QByteArray::number(i).rightJustified(16, '.'));
    }
    call(many);
    VERIFY_FAILS(m_server.attempt(expirable, {.act = ActKind::ForceRelease, .key = key}),
                 ErrorKind::ServerError);
    QCOMPARE(call({"ZCARD", permits}).integer, 1001);
}

void tst_semaphorescripts::wakingCountsThoseThatAreOverdue()
{
    Listener waiter(m_server.spec(), channel);
    QCOMPARE(act(expirable, {.act = ActKind::Wake}).woken, 0);
    call({"SET", key.bytes, "0"});
    call({"ZADD", permits, never, bob.bytes});
    QCOMPARE(act(expirable, {.act = ActKind::Wake}).woken, 0);
    call({"ZADD", permits, "1600000000000", ann.bytes});
    const QByteArray before = m_server.dump(permits);
    QCOMPARE(act(expirable, {.act = ActKind::Wake}).woken, 1);
    QCOMPARE(m_server.dump(permits), before);
    QCOMPARE(m_server.get(key.bytes), QByteArray("0"));
    QCOMPARE(waiter.messages(1), QByteArrayList{"1"});
}

void tst_semaphorescripts::shardedSubscribersAreTold()
{
    if (!finished(m_server.session().call({"PUBSUB", "SHARDNUMSUB", channel})).ok())
        QSKIP("this server has no sharded channels (before 7.0)");
    Listener waiter(m_server.spec(), channel, "SSUBSCRIBE");
    call({"SET", key.bytes, "0"});
    QCOMPARE(act(plain, {.act = ActKind::Release}).woken, 1);
    call({"ZADD", permits, never, ann.bytes});
    QCOMPARE(act(expirable, {.act = ActKind::Release, .owner = ann}).woken, 1);
    QCOMPARE(waiter.messages(2), (QByteArrayList{"1", "2"}));
}

LOCKSCOPE_TEST(tst_semaphorescripts)

} // namespace tst_semaphorescripts

#include "tst_semaphorescripts.moc"
