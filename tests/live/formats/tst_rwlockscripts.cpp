// SPDX-License-Identifier: GPL-3.0-or-later
// What its owners do with Redisson's read-write lock: each branch of each script, on a real server.

#include "tests/live/formats/rwlocktest.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_rwlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_rwlockscripts : public RwLockTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
    void readersJoinEachOther();
    void theWriterIsAlone();
    void theWriterMayReadToo();
    void aReaderDoesNotBecomeTheWriter();
    void aHolderIsRenewedWithHisOwnHoldsOnly();
    void renewsForHoldersOnly();
    void oneHoldIsGivenBackAtATime();
    void whatIsLeftExpiresWithTheLongestHold();
    void readersWhoseHoldsAreOverCountNoMore();
    void theLastReaderWakesOne();
    void theWriterWakesAll();
    void aWriterWhoStillReadsTellsNobody();
    void isNotGivenBackForAnother();
    void waitersAreToldEvenWhenItIsGone();
    void namesWithATag();
    void isReadBackAsItIs();
};

void tst_rwlockscripts::readersJoinEachOther()
{
    const Receipt first = read(ann, 20s);
    QVERIFY(first.result == ActResult::Done);
    QCOMPARE(first.foundOwner->bytes, ann.bytes);
    QVERIFY(*first.ttl > 19s && *first.ttl <= 20s);
    QCOMPARE(field("mode"), QByteArray("read"));
    QCOMPARE(field(ann.bytes), QByteArray("1"));
    QCOMPARE(m_server.get(holdKey(ann, 1)), QByteArray("1"));
    QVERIFY(m_server.pttl(holdKey(ann, 1)) > 19000);

    QCOMPARE(read(ann, 5s).foundCount, 2);
    QVERIFY(m_server.pttl(holdKey(ann, 2)) <= 5000);
    QVERIFY2(pttl() > 19000, "a shorter lease does not shorten the lock");
    QCOMPARE(read(bob, 60s).foundCount, 1);
    QVERIFY(pttl() > 59000);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 4);
}

void tst_rwlockscripts::theWriterIsAlone()
{
    const Receipt first = write(ann, 20s);
    QVERIFY(first.result == ActResult::Done);
    QCOMPARE(first.foundOwner->bytes, annWrites.bytes);
    QCOMPARE(field("mode"), QByteArray("write"));
    QCOMPARE(field(annWrites.bytes), QByteArray("1"));
    const QByteArray before = m_server.dump();
    for (const Receipt &refused : {write(bob), read(bob)}) {
        QVERIFY(refused.result == ActResult::NotAcquired);
        QCOMPARE(refused.foundOwner->bytes, annWrites.bytes);
        QVERIFY(*refused.ttl > 19s);
        QCOMPARE(m_server.dump(), before);
    }
    const Receipt again = write(ann, 20s);
    QCOMPARE(again.foundCount, 2);
    QVERIFY2(pttl() > 39000 && pttl() <= 40000, "Redisson adds the lease to what is left");
}

void tst_rwlockscripts::theWriterMayReadToo()
{
    write(ann);
    QVERIFY(read(ann).result == ActResult::Done);
    QCOMPARE(field("mode"), QByteArray("write"));
    QCOMPARE(field(ann.bytes), QByteArray("1"));
    QVERIFY(m_server.exists(holdKey(ann, 1)));
    QVERIFY(read(bob).result == ActResult::NotAcquired);
}

void tst_rwlockscripts::aReaderDoesNotBecomeTheWriter()
{
    read(ann);
    const QByteArray before = m_server.dump();
    const Receipt refused = write(ann);
    QVERIFY(refused.result == ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.dump(), before);
}

void tst_rwlockscripts::aHolderIsRenewedWithHisOwnHoldsOnly()
{
    read(ann, 5s);
    read(ann, 5s);
    read(bob, 5s);
    const Receipt renewed = act(ActKind::Renew, ann, HoldMode::Read, 30s);
    QVERIFY(renewed.result == ActResult::Done && renewed.foundCount == 2);
    QVERIFY(pttl() > 29000 && m_server.pttl(holdKey(ann, 1)) > 29000 &&
            m_server.pttl(holdKey(ann, 2)) > 29000);
    QVERIFY2(m_server.pttl(holdKey(bob, 1)) <= 5000, "a dead reader would live on");
    m_server.clear();
    write(ann, 5s);
    QCOMPARE(act(ActKind::Renew, ann, HoldMode::Exclusive, 30s).foundOwner->bytes, annWrites.bytes);
    QVERIFY(pttl() > 29000);
}

void tst_rwlockscripts::renewsForHoldersOnly()
{
    QCOMPARE(word(ActKind::Renew, ann), QByteArray("already-gone"));
    QVERIFY2(!exists(), "a renewal never makes a lock");
    read(bob, 5s);
    const Receipt foreign = act(ActKind::Renew, ann);
    QVERIFY(foreign.result == ActResult::OwnerChanged);
    QCOMPARE(foreign.foundOwner->bytes, bob.bytes);
    QCOMPARE(word(ActKind::Renew, bob, HoldMode::Write), QByteArray("owner-changed"));
    QVERIFY(pttl() <= 5000);
}

void tst_rwlockscripts::oneHoldIsGivenBackAtATime()
{
    for (int hold = 0; hold < 3; ++hold)
        read(ann);
    const Receipt one = act(ActKind::Release, ann, HoldMode::Read);
    QVERIFY(one.result == ActResult::Done);
    QCOMPARE(one.foundCount, 2);
    QCOMPARE(one.foundOwner->bytes, ann.bytes);
    QVERIFY(!m_server.exists(holdKey(ann, 3)) && m_server.exists(holdKey(ann, 2)));
    act(ActKind::Release, ann);
    const Receipt last = act(ActKind::Release, ann);
    QVERIFY(last.result == ActResult::Done && !last.foundOwner && !last.ttl);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);

    write(ann);
    write(ann);
    const Receipt left = act(ActKind::Release, annWrites, HoldMode::Write, 7s);
    QCOMPARE(left.foundCount, 1);
    QVERIFY(pttl() > 6000 && pttl() <= 7000);
    QVERIFY(act(ActKind::Release, ann, HoldMode::Write).foundCount == 0);
    QVERIFY(!exists());
}

void tst_rwlockscripts::whatIsLeftExpiresWithTheLongestHold()
{
    read(ann, 60s);
    read(bob, 10s);
    const Receipt released = act(ActKind::Release, ann);
    QVERIFY(released.result == ActResult::Done);
    QVERIFY2(!released.foundOwner, "he holds it no more, though others do");
    QVERIFY(*released.ttl <= 10s && *released.ttl > 9s);
    QVERIFY(field(ann.bytes).isEmpty() && field(bob.bytes) == "1");
}

void tst_rwlockscripts::readersWhoseHoldsAreOverCountNoMore()
{
    read(ann);
    read(bob);
    m_server.call({"DEL", holdKey(bob, 1)});
    act(ActKind::Release, ann);
    QVERIFY2(!exists(), "nobody alive holds it");
}

void tst_rwlockscripts::theLastReaderWakesOne()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    read(ann);
    read(bob);
    QCOMPARE(act(ActKind::Release, ann).woken, 0);
    QCOMPARE(act(ActKind::Release, bob).woken, 1);
    QTRY_COMPARE(pushed.size(), 2);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("0"));
}

void tst_rwlockscripts::theWriterWakesAll()
{
    if (!m_server.hasShardedChannels())
        QSKIP("this server has no sharded channels (before 7.0)");
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SSUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    write(ann);
    write(ann);
    QCOMPARE(act(ActKind::Release, ann).woken, 0);
    QCOMPARE(act(ActKind::Release, ann).woken, 1);
    QTRY_COMPARE(pushed.size(), 2);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("1"));
}

void tst_rwlockscripts::aWriterWhoStillReadsTellsNobody()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    write(ann, 60s);
    read(ann, 10s);
    const Receipt released = act(ActKind::Release, annWrites);
    QVERIFY(released.result == ActResult::Done && released.woken == 0);
    QCOMPARE(field("mode"), QByteArray("read"));
    QVERIFY(field(annWrites.bytes).isEmpty() && field(ann.bytes) == "1");
    QVERIFY2(pttl() > 59000, "the expiry stays");
    QVERIFY(read(bob).result == ActResult::Done);
    m_server.clear();
    write(ann, 60s);
    read(ann, 10s);
    act(ActKind::Release, ann, HoldMode::Read);
    QVERIFY2(field("mode") == "write" && field(annWrites.bytes) == "1", "his read hold goes first");
    QVERIFY(!m_server.exists(holdKey(ann, 1)) && pttl() > 59000);
}

void tst_rwlockscripts::isNotGivenBackForAnother()
{
    read(ann);
    const QByteArray before = m_server.dump();
    for (const OwnerId &other : {bob, annWrites}) {
        const Receipt receipt = act(ActKind::Release, other);
        QVERIFY(receipt.result == ActResult::OwnerChanged);
        QCOMPARE(receipt.foundOwner->bytes, ann.bytes);
        QCOMPARE(m_server.dump(), before);
    }
}

void tst_rwlockscripts::waitersAreToldEvenWhenItIsGone()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    const Receipt receipt = act(ActKind::Release, ann, HoldMode::Read);
    QVERIFY(receipt.result == ActResult::AlreadyGone && receipt.woken == 1);
}

void tst_rwlockscripts::namesWithATag()
{
    const LockName tagged{"{shop}:order"};
    const auto done = [&](ActKind act) {
        return m_server.act("rw-lock", {.act = act, .key = tagged, .owner = ann, .mode = HoldMode::Read})
                   .result == ActResult::Done;
    };
    QVERIFY(done(ActKind::Acquire));
    QVERIFY(m_server.exists("{shop}:order:" + ann.bytes + ":rwlock_timeout:1"));
    QVERIFY(done(ActKind::Renew) && done(ActKind::Release));
    QVERIFY(done(ActKind::Acquire) && done(ActKind::ForceRelease));
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
}

void tst_rwlockscripts::isReadBackAsItIs()
{
    read(ann, 60s);
    read(bob, 10s);
    const KeyReading reading = m_server.read(key.bytes);
    const auto [format, decoded] = Registry::builtIn().decode(reading);
    QVERIFY(decoded && format->kind() == LockKind{"rw-lock"});
    QCOMPARE(decoded->holders.size(), 2);
    for (const Holder &holder : decoded->holders) {
        const milliseconds left = millisecondsBetween(reading.readAt, *holder.expiresAt);
        QVERIFY2(holder.id == ann ? left > 50s : left <= 10s, "each reader has a time of his own");
    }
}

LOCKSCOPE_TEST(tst_rwlockscripts)

} // namespace tst_rwlockscripts

#include "tst_rwlockscripts.moc"
