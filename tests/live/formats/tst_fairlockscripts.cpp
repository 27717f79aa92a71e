// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of each script of Redisson's fair lock, planned by its family and run on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_fairlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
const OwnerId cat{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:2")};
const OwnerId dan{QByteArrayLiteral("dddddddd-0795-4907-87fd-6c719a6b4586:3")};
const LockName key{QByteArrayLiteral("lock:order")};
const QByteArray queueName = QByteArrayLiteral("redisson_lock_queue:{lock:order}");
const QByteArray deadlinesName = QByteArrayLiteral("redisson_lock_timeout:{lock:order}");
const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

} // namespace

class tst_fairlockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init();

    void isTakenAndReentered();
    void refusedWithoutAWaitItDoesNotQueue();
    void waitersQueueOnceInOrder();
    void aDeadlineIsTheOneBeforePlusTheWait();
    void onlyTheFirstGetsIt();
    void whoGetsItBringsTheOthersNearer();
    void deadHeadsAreDropped_data();
    void deadHeadsAreDropped();
    void aWaiterWithoutADeadlineIsNotDropped();
    void releaseTellsTheFirst();
    void releaseOfALockThatIsGoneTellsTheFirst();
    void forceReleaseTellsTheFirst_data();
    void forceReleaseTellsTheFirst();
    void forceReleaseDropsTheDead();
    void dropsThoseForWhomNobodyListens_data();
    void dropsThoseForWhomNobodyListens();
    void forcedOnlyAsShown();
    void wakeTellsTheFirst();
    void wakeDropsTheDeadOnlyWhenNobodyHoldsIt();
    void givesItsPlaceBack();
    void aDeadWaiterIsTakenOut();
    void theNextIsToldWhenADeadHeadGoes();
    void aStrangerIsNotTakenOut();
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aQueueOfAnotherTypeIsLeftAlone();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void giveUpNeedsNoRightToPublish();
    void badNumbersChangeNothing();
    void outOfMemoryItCanStillBeLeft();
    void isReadBackAsItIs();

private:
    Receipt acquire(const OwnerId &owner, milliseconds wait = 0ms, milliseconds lease = 30s)
    {
        return m_server.act(
            "fair-lock", {.act = ActKind::Acquire, .key = key, .owner = owner, .lease = lease, .wait = wait});
    }
    Receipt act(ActKind act, const OwnerId &owner = {}, milliseconds wait = 0ms)
    {
        return m_server.act("fair-lock", {.act = act, .key = key, .owner = owner, .wait = wait});
    }
    QByteArrayList queue();
    qint64 deadline(const OwnerId &waiter);
    qint64 clock();
    void setDeadline(const OwnerId &waiter, qint64 fromNow);
    // Ann holds the lock; Bob and Cat wait.
    void fill();
    bool exists() { return m_server.exists(key.bytes); }

    FamilyServer m_server;
};

void tst_fairlockscripts::init()
{
    m_server.clear();
}

QByteArrayList tst_fairlockscripts::queue()
{
    QByteArrayList owners;
    for (const Reply &item : m_server.call({"LRANGE", queueName, "0", "-1"}).items)
        owners << item.bytes;
    return owners;
}

// -1: none.
qint64 tst_fairlockscripts::deadline(const OwnerId &waiter)
{
    const Reply score = m_server.call({"ZSCORE", deadlinesName, waiter.bytes});
    return score.bytes.isEmpty() ? -1 : qint64(score.bytes.toDouble());
}

qint64 tst_fairlockscripts::clock()
{
    const Reply time = m_server.call({"TIME"});
    return time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
}

void tst_fairlockscripts::setDeadline(const OwnerId &waiter, qint64 fromNow)
{
    m_server.call({"ZADD", deadlinesName, QByteArray::number(clock() + fromNow), waiter.bytes});
}

void tst_fairlockscripts::fill()
{
    acquire(ann);
    acquire(bob, 300s);
    acquire(cat, 300s);
}

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

void tst_fairlockscripts::deadHeadsAreDropped_data()
{
    QTest::addColumn<milliseconds>("wait");
    QTest::newRow("by one that queues") << milliseconds(300s);
    QTest::newRow("by one that does not") << milliseconds(0);
}

void tst_fairlockscripts::deadHeadsAreDropped()
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

void tst_fairlockscripts::aWaiterWithoutADeadlineIsNotDropped()
{
    m_server.call({"RPUSH", queueName, bob.bytes});
    const Receipt refused = acquire(ann);
    QVERIFY(refused.result == ActResult::NotAcquired && !refused.ttl);
    QCOMPARE(queue(), QByteArrayList{bob.bytes});
    QVERIFY(act(ActKind::RemoveShare, bob).result == ActResult::Done);
    QVERIFY(acquire(ann).result == ActResult::Done);
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

void tst_fairlockscripts::dropsThoseForWhomNobodyListens_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::newRow("force-release") << ActKind::ForceRelease;
    QTest::newRow("wake") << ActKind::Wake;
}

// Bob and Dan were found silent, and Eve, who listens by now; Cat was never asked.
void tst_fairlockscripts::dropsThoseForWhomNobodyListens()
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

void tst_fairlockscripts::wakeTellsTheFirst()
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

void tst_fairlockscripts::wakeDropsTheDeadOnlyWhenNobodyHoldsIt()
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

void tst_fairlockscripts::givesItsPlaceBack()
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

void tst_fairlockscripts::aDeadWaiterIsTakenOut()
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

void tst_fairlockscripts::theNextIsToldWhenADeadHeadGoes()
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

void tst_fairlockscripts::aStrangerIsNotTakenOut()
{
    fill();
    const QByteArray before = m_server.dump();
    QVERIFY(act(ActKind::RemoveShare, dan).result == ActResult::AlreadyGone);
    QCOMPARE(m_server.dump(), before);
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
