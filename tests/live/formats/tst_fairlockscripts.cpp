// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of each script of Redisson's fair lock, planned by its family and run on a real server.
#include "tests/live/formats/fairlocktest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_fairlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_fairlockscripts : public FairLockTest
{
    Q_OBJECT
private slots:
    void init() { clear(); }

    void isTakenAndReentered();
    void refusedWithoutAWaitItDoesNotQueue();
    void waitersQueueOnceInOrder();
    void aDeadlineIsTheOneBeforePlusTheWait();
    void onlyTheFirstGetsIt();
    void whoGetsItBringsTheOthersNearer();
    void releaseTellsTheFirst();
    void releaseOfALockThatIsGoneTellsTheFirst();
    void forceReleaseTellsTheFirst_data();
    void forceReleaseTellsTheFirst();
    void forceReleaseDropsTheDead();
    void forcedOnlyAsShown();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aQueueOfAnotherTypeIsLeftAlone();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void giveUpNeedsNoRightToPublish();
    void badNumbersChangeNothing();
    void outOfMemoryItCanStillBeLeft();
    void isReadBackAsItIs();
};

void tst_fairlockscripts::isTakenAndReentered()
{
    const Receipt first = acquire(ann);
    QVERIFY(first.result == ActResult::Done && first.foundCount == 1);
    QVERIFY(*first.ttl > 29s);
    QCOMPARE(m_server.call({"HGET", key.bytes, ann.bytes}).bytes, QByteArray("1"));
    const Receipt again = acquire(ann, 5s, 60s);
    QVERIFY(again.result == ActResult::Done && again.foundCount == 2);
    QVERIFY(m_server.pttl(key.bytes) > 59000);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 1);
}

void tst_fairlockscripts::refusedWithoutAWaitItDoesNotQueue()
{
    acquire(ann);
    const Receipt refused = acquire(bob);
    QVERIFY(refused.result == ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QVERIFY(*refused.ttl > 29s);
    QVERIFY(queue().isEmpty() && deadline(bob) == -1);
}

void tst_fairlockscripts::waitersQueueOnceInOrder()
{
    acquire(ann);
    for (int i = 0; i < 2; ++i) {
        for (const OwnerId &waiter : {bob, cat}) {
            const Receipt refused = acquire(waiter, 10s);
            QVERIFY(refused.result == ActResult::NotAcquired);
            QVERIFY2(*refused.ttl > 28s && *refused.ttl <= 30s, "the holder's time, not more");
        }
    }
    QCOMPARE(queue(), (QByteArrayList{bob.bytes, cat.bytes}));
    QCOMPARE(m_server.pttl(queueName), -1);
    QCOMPARE(m_server.pttl(deadlinesName), -1);
}

void tst_fairlockscripts::aDeadlineIsTheOneBeforePlusTheWait()
{
    acquire(ann);
    const qint64 from = clock() + m_server.pttl(key.bytes);
    acquire(bob, 10s);
    QVERIFY(qAbs(deadline(bob) - (from + 10000)) < 2000);
    acquire(cat, 7s);
    QCOMPARE(deadline(cat) - deadline(bob), 7000);
}

void tst_fairlockscripts::onlyTheFirstGetsIt()
{
    fill();
    m_server.call({"DEL", key.bytes});
    for (const milliseconds wait : {milliseconds(0), milliseconds(300s)}) {
        const Receipt refused = acquire(cat, wait);
        QVERIFY(refused.result == ActResult::NotAcquired);
        QVERIFY2(!refused.foundOwner, "nobody holds it");
        QVERIFY2(*refused.ttl > 300s && *refused.ttl <= 330s, "until others drop the first");
    }
    QVERIFY(acquire(dan).result == ActResult::NotAcquired);
    QVERIFY(!exists());
    QVERIFY(acquire(bob, 300s).result == ActResult::Done);
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    QCOMPARE(deadline(bob), -1);
}

void tst_fairlockscripts::whoGetsItBringsTheOthersNearer()
{
    fill();
    m_server.call({"DEL", key.bytes});
    const qint64 before = deadline(cat);
    acquire(bob, 300s);
    QCOMPARE(before - deadline(cat), 300000);
}

void tst_fairlockscripts::releaseTellsTheFirst()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel + ':' + cat.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    acquire(ann);
    QCOMPARE(act(ActKind::Release, ann).foundCount, 1);
    QCOMPARE(queue().size(), 2);
    QVERIFY(act(ActKind::Release, dan).result == ActResult::OwnerChanged);
    setDeadline(bob, -1000);
    const Receipt released = act(ActKind::Release, ann);
    QVERIFY(released.result == ActResult::Done && released.woken == 1);
    QVERIFY(!exists());
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    QTRY_COMPARE(pushed.size(), 2);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("0"));
}

void tst_fairlockscripts::releaseOfALockThatIsGoneTellsTheFirst()
{
    if (!m_server.hasShardedChannels())
        QSKIP("this server has no sharded channels (before 7.0)");
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SSUBSCRIBE", channel + ':' + bob.bytes});
    QTRY_COMPARE(pushed.size(), 1);
    fill();
    m_server.call({"DEL", key.bytes});
    const Receipt released = act(ActKind::Release, ann);
    QVERIFY(released.result == ActResult::AlreadyGone && released.woken == 1);
    QCOMPARE(queue().size(), 2);
}

void tst_fairlockscripts::forceReleaseTellsTheFirst_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("seen as what it is") << QByteArray("fair-lock");
    QTest::newRow("taken for a reentrant lock") << QByteArray("rlock");
}

void tst_fairlockscripts::forceReleaseTellsTheFirst()
{
    QFETCH(QByteArray, kind);
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel, channel + ':' + bob.bytes, channel + ':' + cat.bytes});
    QTRY_COMPARE(pushed.size(), 3);
    fill();
    const Receipt forced =
        m_server.act(kind, {.act = ActKind::ForceRelease, .key = key, .expectedOwner = ann});
    QVERIFY(forced.result == ActResult::Done);
    QVERIFY2(forced.woken == 2, "the first, and whoever takes it for another kind");
    QTRY_COMPARE(pushed.size(), 5);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(1).bytes, channel + ':' + bob.bytes);
    QVERIFY(!exists());
    QCOMPARE(queue(), (QByteArrayList{bob.bytes, cat.bytes}));
}

void tst_fairlockscripts::forceReleaseDropsTheDead()
{
    fill();
    setDeadline(bob, -1000);
    QVERIFY(act(ActKind::ForceRelease).result == ActResult::Done);
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    QCOMPARE(deadline(bob), -1);
    QVERIFY(acquire(cat, 300s).result == ActResult::Done);
}

void tst_fairlockscripts::forcedOnlyAsShown()
{
    fill();
    setDeadline(bob, -1000);
    const QByteArray before = m_server.dump();
    ActRequest force{.act = ActKind::ForceRelease, .key = key, .expectedOwner = bob};
    QCOMPARE(m_server.act("fair-lock", force).foundOwner->bytes, ann.bytes);
    force.expectedOwner = ann;
    force.expectedCount = 2;
    QCOMPARE(m_server.word("fair-lock", force), QByteArray("owner-changed"));
    m_server.call({"DEL", key.bytes});
    QCOMPARE(m_server.word("fair-lock", force), QByteArray("already-gone"));
    acquire(ann);
    QVERIFY2(m_server.dump() != before, "an acquire of any client drops the dead");
}

void tst_fairlockscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    for (const ActKind act : {ActKind::Acquire, ActKind::Release, ActKind::ForceRelease}) {
        QTest::addRow("%s: a string", name(act)) << act << Command{"SET", key.bytes, "1"};
        QTest::addRow("%s: a read-write lock", name(act))
            << act << Command{"HSET", key.bytes, "mode", "read", ann.bytes, "1"};
        QTest::addRow("%s: no count", name(act)) << act << Command{"HSET", key.bytes, ann.bytes, "soon"};
    }
    for (const ActKind act : {ActKind::Acquire, ActKind::Wake, ActKind::RemoveShare}) {
        QTest::addRow("%s: a string for a queue", name(act)) << act << Command{"SET", queueName, "1"};
        QTest::addRow("%s: a set for deadlines", name(act)) << act << Command{"SADD", deadlinesName, "1"};
    }
}

void tst_fairlockscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt =
        m_server.attempt("fair-lock", {.act = kindOfAct, .key = key, .owner = ann, .lease = 1s, .wait = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
}

void tst_fairlockscripts::aQueueOfAnotherTypeIsLeftAlone()
{
    m_server.call({"SET", queueName, "1"});
    m_server.call({"HSET", key.bytes, ann.bytes, "1"});
    QVERIFY(act(ActKind::ForceRelease).result == ActResult::Done);
    m_server.call({"HSET", key.bytes, ann.bytes, "1"});
    QVERIFY(act(ActKind::Release, ann).result == ActResult::Done);
    QCOMPARE(m_server.get(queueName), QByteArray("1"));
}

void tst_fairlockscripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<bool>("locked");
    QTest::newRow("release") << ActKind::Release << true;
    QTest::newRow("force-release") << ActKind::ForceRelease << true;
    QTest::newRow("wake") << ActKind::Wake << false;
    QTest::newRow("take a dead head out") << ActKind::RemoveShare << false;
}

void tst_fairlockscripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(bool, locked);
    fill();
    setDeadline(bob, -1000);
    if (!locked)
        m_server.call({"DEL", key.bytes});
    const QByteArray before = m_server.dump();
    const ActRequest asked{.act = kindOfAct, .key = key, .owner = locked ? ann : bob};
    for (const QByteArray &allowed : {QByteArray("&none"), "&" + channel}) { // Without the waiter's channel
        auto mute = m_server.connectedAs("carl", {"resetchannels", allowed});
        VERIFY_FAILS(m_server.attemptBy(*mute, "fair-lock", asked), ErrorKind::NoPerm);
        QCOMPARE(m_server.dump(), before);
        m_server.call({"ACL", "DELUSER", "carl"});
    }
}

void tst_fairlockscripts::giveUpNeedsNoRightToPublish()
{
    fill();
    auto mute = m_server.connectedAs("carl", {"resetchannels"});
    m_server.call({"DEL", key.bytes});
    VERIFY_OK(m_server.attemptBy(*mute, "fair-lock",
                                 {.act = ActKind::RemoveShare, .key = key, .owner = bob, .wait = 300s}));
    QCOMPARE(queue(), QByteArrayList{cat.bytes});
    m_server.call({"ACL", "DELUSER", "carl"});
}

void tst_fairlockscripts::badNumbersChangeNothing()
{
    fill();
    const QByteArray before = m_server.dump();
    auto session = m_server.connected();
    const std::vector<QByteArray> keys{key.bytes, queueName, deadlinesName};
    for (const char *number : {"0", "-1", "soon", "1.5", "99999999999999999"}) {
        VERIFY_FAILS(m_server.attemptScript(*session, "redisson-fair-acquire", keys,
                                            {ann.bytes, number, "1000", "queue"}),
                     ErrorKind::ServerError);
        VERIFY_FAILS(m_server.attemptScript(*session, "redisson-fair-acquire", keys,
                                            {dan.bytes, "1000", number, "queue"}),
                     ErrorKind::ServerError);
        VERIFY_FAILS(
            m_server.attemptScript(*session, "redisson-fair-leave", keys, {bob.bytes, number, channel, "0"}),
            ErrorKind::ServerError);
        QCOMPARE(m_server.dump(), before);
    }
}

void tst_fairlockscripts::outOfMemoryItCanStillBeLeft()
{
    fill();
    m_server.call({"CONFIG", "SET", "maxmemory", "1"});
    QVERIFY(act(ActKind::RemoveShare, bob, 300s).result == ActResult::Done);
    QVERIFY(act(ActKind::ForceRelease).result == ActResult::Done);
    QVERIFY(act(ActKind::RemoveShare, cat).result == ActResult::Done);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
}

void tst_fairlockscripts::isReadBackAsItIs()
{
    fill();
    const KeyReading reading = m_server.read(key.bytes);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(decoded && format->kind() == LockKind{"fair-lock"});
    QCOMPARE(decoded->queue.size(), size_t(2));
    const milliseconds left = millisecondsBetween(reading.readAt, *decoded->queue[0].deadline);
    QVERIFY2(left > 320s && left <= 331s, QByteArray::number(qint64(left.count())).constData());
    m_server.call({"DEL", key.bytes});
    const auto orphan = Registry::builtIn().decode(m_server.read(key.bytes));
    QVERIFY(orphan.second && orphan.second->holders.isEmpty() && orphan.second->queue.size() == 2);
}

LOCKSCOPE_TEST(tst_fairlockscripts)

} // namespace tst_fairlockscripts

#include "tst_fairlockscripts.moc"
