// SPDX-License-Identifier: GPL-3.0-or-later
// The waiters of Redisson's fair lock: who is dropped, woken and taken out, on a real server.

#include "tests/live/formats/fairlocktest.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_fairlockqueue
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_fairlockqueue : public FairLockTest
{
    Q_OBJECT

private slots:
    void init() { clear(); }
    void deadHeadsAreDropped_data();
    void deadHeadsAreDropped();
    void aListenerPastItsDeadlineIsWoken_data();
    void aListenerPastItsDeadlineIsWoken();
    void listenersOutsideTheQueueAreWoken();
    void aWaiterWithoutADeadlineIsNotDropped();
    void dropsThoseForWhomNobodyListens_data();
    void dropsThoseForWhomNobodyListens();
    void wakeTellsTheFirst();
    void wakeDropsTheDeadOnlyWhenNobodyHoldsIt();
    void givesItsPlaceBack();
    void aDeadWaiterIsTakenOut();
    void theNextIsToldWhenADeadHeadGoes();
    void aStrangerIsNotTakenOut();
};

void tst_fairlockqueue::deadHeadsAreDropped_data()
{
    QTest::addColumn<milliseconds>("wait");
    QTest::newRow("by one that queues") << milliseconds(300s);
    QTest::newRow("by one that does not") << milliseconds(0);
}

void tst_fairlockqueue::deadHeadsAreDropped()
{
    QFETCH(milliseconds, wait);
    fill();
    m_server.call({"DEL", key.bytes});
    setDeadline(bob, -1000);
    const qint64 before = deadline(cat);
    QVERIFY(acquire(dan, wait).result == ActResult::NotAcquired);
    QCOMPARE(queue(), wait > 0ms ? (QByteArrayList{cat.bytes, dan.bytes}) : QByteArrayList{cat.bytes});
    QVERIFY(deadline(bob) == -1 && deadline(cat) == before);
    setDeadline(cat, -1000);
    QVERIFY(acquire(dan, wait).result == ActResult::Done);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 1);
}

void tst_fairlockqueue::aListenerPastItsDeadlineIsWoken_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("release") << ActKind::Release;
    QTest::newRow("wake") << ActKind::Wake;
}

// Nothing else would wake it once it is dropped.
void tst_fairlockqueue::aListenerPastItsDeadlineIsWoken()
{
    QFETCH(ActKind, kindOfAct);
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + bob.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    setDeadline(bob, -1000);
    if (kindOfAct == ActKind::Wake)
        m_server.call({"DEL", key.bytes});
    const Receipt receipt = act(kindOfAct, kindOfAct == ActKind::Release ? ann : OwnerId());
    QVERIFY(receipt.result == ActResult::Done);
    QCOMPARE(receipt.woken, 1);
    QCOMPARE(receipt.wokenWaiter.bytes, cat.bytes);
    QCOMPARE(receipt.dropped, std::vector<OwnerId>{bob});
    QTRY_COMPARE(pushed.size(), 2);
}

void tst_fairlockqueue::listenersOutsideTheQueueAreWoken()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + dan.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    auto seen = std::make_shared<Lock>();
    seen->waiters.queued.push_back({.id = dan, .alive = true});
    QCOMPARE(m_server.act("fair-lock", {.act = ActKind::Wake, .key = key}, seen.get()).woken, 1);
    QTRY_COMPARE(pushed.size(), 2);
    fill();
    const Receipt forced = m_server.act("fair-lock", {.act = ActKind::ForceRelease, .key = key}, seen.get());
    QVERIFY(forced.woken == 1 && forced.wokenWaiter == bob);
    QTRY_COMPARE(pushed.size(), 3);
}

void tst_fairlockqueue::aWaiterWithoutADeadlineIsNotDropped()
{
    m_server.call({"RPUSH", queueName, bob.bytes});
    const Receipt refused = acquire(ann);
    QVERIFY(refused.result == ActResult::NotAcquired && !refused.ttl);
    QCOMPARE(queue(), QByteArrayList{bob.bytes});
    QVERIFY(act(ActKind::RemoveShare, bob).result == ActResult::Done);
    QVERIFY(acquire(ann).result == ActResult::Done);
}

void tst_fairlockqueue::dropsThoseForWhomNobodyListens_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

// Bob and Dan were found silent, and Eve, who listens by now; Cat was never asked.
void tst_fairlockqueue::dropsThoseForWhomNobodyListens()
{
    QFETCH(ActKind, kindOfAct);
    const OwnerId eve{QByteArrayLiteral("eeeeeeee-0795-4907-87fd-6c719a6b4586:4")};
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + eve.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    acquire(dan, 300s);
    acquire(eve, 300s);
    if (kindOfAct == ActKind::Wake)
        m_server.call({"DEL", key.bytes});
    auto seen = std::make_shared<Lock>();
    for (const auto &[owner, alive] :
         {std::pair(bob, std::optional(false)), std::pair(cat, std::optional<bool>()),
          std::pair(dan, std::optional(false)), std::pair(eve, std::optional(false))})
        seen->waiters.queued.push_back({.id = owner, .alive = alive});
    const Receipt receipt = m_server.act("fair-lock", {.act = kindOfAct, .key = key}, seen.get());
    QVERIFY(receipt.result == ActResult::Done);
    QCOMPARE(receipt.wokenWaiter.bytes, cat.bytes);
    QCOMPARE(receipt.woken, 1); // Eve: nothing tells whether Cat listens on another server
    QCOMPARE(receipt.dropped, (std::vector<OwnerId>{bob, dan}));
    QCOMPARE(queue(), (QByteArrayList{cat.bytes, eve.bytes}));
    QVERIFY(deadline(bob) == -1 && deadline(dan) == -1 && deadline(eve) > 0);
    QVERIFY(!exists());
}

void tst_fairlockqueue::wakeTellsTheFirst()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + bob.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    const QByteArray before = m_server.dump();
    const Receipt held = act(ActKind::Wake);
    QVERIFY(held.result == ActResult::Done && held.woken == 1);
    QCOMPARE(held.foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.dump(), before);
    m_server.call({"DEL", key.bytes});
    const Receipt free = act(ActKind::Wake);
    QVERIFY(free.woken == 1 && !free.foundOwner && !free.ttl);
    m_server.clear();
    QVERIFY(act(ActKind::Wake).woken == 0);
}

void tst_fairlockqueue::wakeDropsTheDeadOnlyWhenNobodyHoldsIt()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + cat.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    setDeadline(bob, -1000);
    const Receipt held = act(ActKind::Wake);
    QCOMPARE(held.woken, 1); // the first that is not dead
    QVERIFY(held.dropped.empty());
    QCOMPARE(queue().size(), 2);
    m_server.call({"DEL", key.bytes});
    const Receipt free = act(ActKind::Wake);
    QCOMPARE(free.woken, 1);
    QCOMPARE(free.wokenWaiter.bytes, cat.bytes);
    QCOMPARE(free.dropped, std::vector<OwnerId>{bob});
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    QCOMPARE(deadline(bob), -1);
}

void tst_fairlockqueue::givesItsPlaceBack()
{
    fill();
    acquire(dan, 300s);
    const qint64 before = deadline(dan);
    const qint64 ofBob = deadline(bob);
    QVERIFY(act(ActKind::RemoveShare, cat, 300s).result == ActResult::Done);
    QCOMPARE(queue(), (QByteArrayList{bob.bytes, dan.bytes}));
    QCOMPARE(deadline(cat), -1);
    QCOMPARE(before - deadline(dan), 300000);
    QCOMPARE(deadline(bob), ofBob);
    QVERIFY(act(ActKind::RemoveShare, cat, 300s).result == ActResult::AlreadyGone);
    act(ActKind::RemoveShare, bob, 300s);
    act(ActKind::RemoveShare, dan, 300s);
    QVERIFY2(m_server.call({"DBSIZE"}).integer == 1, "nothing is left but the lock");
}

void tst_fairlockqueue::aDeadWaiterIsTakenOut()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + cat.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    const qint64 before = deadline(cat);
    const Receipt removed = act(ActKind::RemoveShare, bob);
    QVERIFY(removed.result == ActResult::Done);
    QVERIFY2(removed.woken == 0, "the lock is held: the next cannot have it yet");
    QCOMPARE(removed.foundOwner->bytes, ann.bytes);
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    QVERIFY2(deadline(cat) == before, "as when others drop it");
}

void tst_fairlockqueue::theNextIsToldWhenADeadHeadGoes()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + cat.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    m_server.call({"DEL", key.bytes});
    QVERIFY2(acquire(cat, 300s).result == ActResult::NotAcquired, "a dead head blocks");
    QCOMPARE(act(ActKind::RemoveShare, bob).woken, 1);
    QTRY_COMPARE(pushed.size(), 2);
    QVERIFY(acquire(cat, 300s).result == ActResult::Done);
}

void tst_fairlockqueue::aStrangerIsNotTakenOut()
{
    fill();
    const QByteArray before = m_server.dump();
    QVERIFY(act(ActKind::RemoveShare, dan).result == ActResult::AlreadyGone);
    QCOMPARE(m_server.dump(), before);
}

LOCKSCOPE_TEST(tst_fairlockqueue)

} // namespace tst_fairlockqueue

#include "tst_fairlockqueue.moc"
