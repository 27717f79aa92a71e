// SPDX-License-Identifier: GPL-3.0-or-later
// What others do to Redisson's read-write lock: force, removed shares, an expiry, a wake-up.

#include "tests/live/formats/rwlocktest.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_rwlockforce
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_rwlockforce : public RwLockTest
{
    Q_OBJECT

private slots:
    void init() { m_server.clear(); }
    void isForcedOnlyAsShown_data();
    void isForcedOnlyAsShown();
    void isForcedWithAllItsKeys();
    void isForcedWhoeverHoldsIt();
    void oneReaderIsTakenOut();
    void theLastReaderIsTakenOutWithTheLock();
    void theWriterIsTakenOut();
    void aHolderIsTakenOutOnlyAsShown();
    void wakesWithAndWithoutALock();
    void expiryIsGivenAndShortenedNeverLengthened();
};

void tst_rwlockforce::isForcedOnlyAsShown_data()
{
    QTest::addColumn<std::vector<Holder>>("expected");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char *title, const std::vector<Holder> &expected, const char *answer,
                        const QByteArray &found) {
        QTest::newRow(title) << expected << QByteArray(answer) << found;
    };
    const Holder annTwice{.id = ann, .count = 2, .mode = HoldMode::Read};
    const Holder bobOnce{.id = bob, .count = 1, .mode = HoldMode::Read};
    const Holder bobAny{.id = bob, .count = 0, .mode = HoldMode::Read};
    const Holder annOnce{.id = ann, .count = 1, .mode = HoldMode::Read};
    const Holder third{.id = {bob.bytes + "2"}, .count = 1, .mode = HoldMode::Read};
    row("all of them", {annTwice, bobOnce}, "done", {});
    row("in another order, any count", {bobAny, annTwice}, "done", {});
    row("one of them", {annTwice}, "owner-changed", bob.bytes);
    row("another count", {annOnce, bobOnce}, "owner-changed", ann.bytes);
    row("one too many", {annTwice, bobOnce, third}, "owner-changed", ann.bytes);
    row("a reader for a writer", {annTwice, {.id = bob, .mode = HoldMode::Write}}, "owner-changed",
        bob.bytes);
}

void tst_rwlockforce::isForcedOnlyAsShown()
{
    QFETCH(std::vector<Holder>, expected);
    QFETCH(QByteArray, found);
    read(ann);
    read(ann);
    read(bob);
    const QByteArray before = m_server.dump();
    const Receipt receipt =
        m_server.act("rw-lock", {.act = ActKind::ForceRelease, .key = key, .expectedHolders = expected});
    QTEST(QByteArray(name(receipt.result)), "answer");
    if (receipt.result == ActResult::Done) {
        QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
    } else {
        QCOMPARE(receipt.foundOwner->bytes, found);
        QCOMPARE(m_server.dump(), before);
    }
}

void tst_rwlockforce::isForcedWithAllItsKeys()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    write(ann);
    read(ann);
    read(ann);
    const QByteArray latch = "redisson_unlock_latch:{lock:order}:0123456789abcdef0123456789abcdef";
    m_server.call({"SET", latch, "1"});
    const ActRequest one{.act = ActKind::ForceRelease, .key = key, .expectedOwner = annWrites};
    QCOMPARE(m_server.word("rw-lock", one), QByteArray("owner-changed")); // The writer also reads
    const Receipt forced = m_server.act(
        "rw-lock", {.act = ActKind::ForceRelease,
                    .key = key,
                    .expectedHolders = {{.id = annWrites, .count = 1}, {.id = ann, .count = 2}}});
    QVERIFY(forced.result == ActResult::Done);
    QCOMPARE(forced.woken, 1);
    QTRY_COMPARE(pushed.size(), 2);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("1"));
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 1);
    QVERIFY(m_server.exists(latch));
    QCOMPARE(m_server.word("rw-lock", one), QByteArray("already-gone"));
}

void tst_rwlockforce::isForcedWhoeverHoldsIt()
{
    m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, "7"}); // Without hold keys or expiry
    QCOMPARE(m_server.word("rw-lock", {.act = ActKind::ForceRelease, .key = key}), QByteArray("done"));
    QVERIFY(!exists());
}

void tst_rwlockforce::oneReaderIsTakenOut()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    read(ann, 60s);
    read(ann, 60s);
    read(bob, 10s);
    const Receipt removed = act(ActKind::RemoveShare, ann, HoldMode::Read);
    QVERIFY(removed.result == ActResult::Done);
    QVERIFY2(removed.woken == 0, "a writer cannot come in, and readers do not wait");
    QVERIFY(*removed.ttl <= 10s && *removed.ttl > 9s);
    QVERIFY(field(ann.bytes).isEmpty() && field(bob.bytes) == "1");
    QVERIFY(!m_server.exists(holdKey(ann, 1)) && !m_server.exists(holdKey(ann, 2)));
    QVERIFY(m_server.exists(holdKey(bob, 1)));
}

void tst_rwlockforce::theLastReaderIsTakenOutWithTheLock()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    read(ann);
    const Receipt removed = act(ActKind::RemoveShare, ann);
    QVERIFY(removed.result == ActResult::Done && removed.woken == 1 && !removed.ttl);
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
    QCOMPARE(word(ActKind::RemoveShare, ann), QByteArray("already-gone"));
    QTRY_COMPARE(pushed.size(), 2);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("1"));
}

void tst_rwlockforce::theWriterIsTakenOut()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    write(ann);
    write(ann);
    read(ann);
    const Receipt removed = act(ActKind::RemoveShare, annWrites, HoldMode::Write);
    QVERIFY(removed.result == ActResult::Done);
    QVERIFY2(removed.woken == 1, "readers may come in");
    QCOMPARE(field("mode"), QByteArray("read"));
    QVERIFY(field(annWrites.bytes).isEmpty() && field(ann.bytes) == "1");
    m_server.clear();
    write(ann);
    QCOMPARE(act(ActKind::RemoveShare, annWrites).woken, 1);
    QVERIFY(!exists());
}

void tst_rwlockforce::aHolderIsTakenOutOnlyAsShown()
{
    read(ann);
    read(ann);
    ActRequest asked{
        .act = ActKind::RemoveShare, .key = key, .owner = ann, .mode = HoldMode::Read, .expectedCount = 1};
    const QByteArray before = m_server.dump();
    const Receipt counted = m_server.act("rw-lock", asked);
    QVERIFY(counted.result == ActResult::OwnerChanged && counted.foundCount == 2);
    asked.owner = bob;
    QCOMPARE(m_server.act("rw-lock", asked).foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.dump(), before);
    asked.owner = ann;
    asked.expectedCount = 2;
    QCOMPARE(m_server.word("rw-lock", asked), QByteArray("done"));
}

void tst_rwlockforce::wakesWithAndWithoutALock()
{
    auto waiter = m_server.connected();
    QSignalSpy pushed(waiter.get(), &Session::pushed);
    waiter->subscribe({"SUBSCRIBE", channel});
    QTRY_COMPARE(pushed.size(), 1);
    const ActRequest wake{.act = ActKind::Wake, .key = key};
    const Receipt none = m_server.act("rw-lock", wake);
    QVERIFY(none.result == ActResult::Done && none.woken == 1 && !none.foundOwner);
    read(ann);
    const QByteArray before = m_server.dump();
    const Receipt held = m_server.act("rw-lock", wake);
    QCOMPARE(held.foundOwner->bytes, ann.bytes);
    QCOMPARE(m_server.dump(), before);
    QTRY_COMPARE(pushed.size(), 3);
    QCOMPARE(pushed.last().first().value<Reply>().items.at(2).bytes, QByteArray("1"));
}

void tst_rwlockforce::expiryIsGivenAndShortenedNeverLengthened()
{
    ActRequest tenSeconds{.act = ActKind::SetExpiry, .key = key, .lease = 10s};
    QCOMPARE(m_server.word("rw-lock", tenSeconds), QByteArray("already-gone"));
    m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, "2"});
    m_server.call({"SET", holdKey(ann, 1), "1"});
    m_server.call({"SET", holdKey(ann, 2), "1", "PX", "5000"});
    const Receipt given = m_server.act("rw-lock", tenSeconds);
    QVERIFY(given.result == ActResult::Done && *given.ttl > 9s && *given.ttl <= 10s);
    QVERIFY(m_server.pttl(holdKey(ann, 1)) > 9000 && m_server.pttl(holdKey(ann, 1)) <= 10000);
    QVERIFY2(m_server.pttl(holdKey(ann, 2)) <= 5000, "sooner anyway");
    QVERIFY(!m_server.exists(holdKey(ann, 3)));
    m_server.call({"PEXPIRE", key.bytes, "5000"});
    QVERIFY(*m_server.act("rw-lock", tenSeconds).ttl <= 5s);
    tenSeconds.expectedOwner = bob;
    const Receipt changed = m_server.act("rw-lock", tenSeconds);
    QVERIFY(changed.result == ActResult::OwnerChanged);
    QCOMPARE(changed.foundOwner->bytes, ann.bytes);
}

LOCKSCOPE_TEST(tst_rwlockforce)

} // namespace tst_rwlockforce

#include "tst_rwlockforce.moc"
