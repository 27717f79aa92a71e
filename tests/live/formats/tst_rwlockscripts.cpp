// SPDX-License-Identifier: GPL-3.0-or-later
// Each branch of each script of Redisson's read-write lock, planned by its family and run on a real server.
#include "core/formats/redissonnames.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_rwlockscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
const OwnerId annWrites{ann.bytes + ":write"};
const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
const OwnerId bobWrites{bob.bytes + ":write"};
const LockName key{QByteArrayLiteral("lock:order")};
const QByteArray channel = QByteArrayLiteral("redisson_rwlock:{lock:order}");

QByteArray holdKey(const OwnerId &owner, int hold)
{
    return redissonHoldKey(key.bytes, owner.bytes, hold);
}

} // namespace

class tst_rwlockscripts : public QObject
{
    Q_OBJECT
private slots:
    void init();

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
    void anotherTypeIsAnErrorAndNothingChanges_data();
    void anotherTypeIsAnErrorAndNothingChanges();
    void aHostileCountIsAnErrorAndNothingChanges_data();
    void aHostileCountIsAnErrorAndNothingChanges();
    void tooManyReadHoldsAreAnErrorAndNothingChanges_data();
    void tooManyReadHoldsAreAnErrorAndNothingChanges();
    void asManyReadHoldsAsOneStepTakes();
    void writeHoldsCostNoSteps();
    void withoutTheRightToPublishNothingChanges_data();
    void withoutTheRightToPublishNothingChanges();
    void aBadLeaseLeavesNoLockWithoutAnExpiry();
    void outOfMemoryItCanStillBeFreed();
    void namesWithATag();
    void isReadBackAsItIs();

private:
    Receipt read(const OwnerId &owner, milliseconds lease = 30s);
    Receipt write(const OwnerId &owner, milliseconds lease = 30s);
    Receipt act(ActKind act, const OwnerId &owner, HoldMode mode = HoldMode::Exclusive,
                std::optional<milliseconds> lease = {});
    QByteArray word(ActKind kind, const OwnerId &owner, HoldMode mode = HoldMode::Exclusive)
    {
        return name(act(kind, owner, mode).result);
    }
    QByteArray field(const QByteArray &field) { return m_server.call({"HGET", key.bytes, field}).bytes; }
    qint64 pttl() { return m_server.pttl(key.bytes); }
    bool exists() { return m_server.exists(key.bytes); }

    FamilyServer m_server;
};

void tst_rwlockscripts::init()
{
    m_server.clear();
}

Receipt tst_rwlockscripts::act(ActKind act, const OwnerId &owner, HoldMode mode,
                               std::optional<milliseconds> lease)
{
    return m_server.act("rw-lock", {.act = act, .key = key, .owner = owner, .mode = mode, .lease = lease});
}

Receipt tst_rwlockscripts::read(const OwnerId &owner, milliseconds lease)
{
    return act(ActKind::Acquire, owner, HoldMode::Read, lease);
}

Receipt tst_rwlockscripts::write(const OwnerId &owner, milliseconds lease)
{
    return act(ActKind::Acquire, owner, HoldMode::Write, lease);
}

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

void tst_rwlockscripts::isForcedOnlyAsShown_data()
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

void tst_rwlockscripts::isForcedOnlyAsShown()
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

void tst_rwlockscripts::isForcedWithAllItsKeys()
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

void tst_rwlockscripts::isForcedWhoeverHoldsIt()
{
    m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, "7"}); // Without hold keys or expiry
    QCOMPARE(m_server.word("rw-lock", {.act = ActKind::ForceRelease, .key = key}), QByteArray("done"));
    QVERIFY(!exists());
}

void tst_rwlockscripts::oneReaderIsTakenOut()
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

void tst_rwlockscripts::theLastReaderIsTakenOutWithTheLock()
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

void tst_rwlockscripts::theWriterIsTakenOut()
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

void tst_rwlockscripts::aHolderIsTakenOutOnlyAsShown()
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

void tst_rwlockscripts::wakesWithAndWithoutALock()
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

void tst_rwlockscripts::expiryIsGivenAndShortenedNeverLengthened()
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

void tst_rwlockscripts::anotherTypeIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<Command>("put");
    const std::vector<std::pair<const char *, Command>> others{
        {"a string", {"SET", key.bytes, "1"}},
        {"a list", {"RPUSH", key.bytes, "1"}},
        {"a reentrant lock", {"HSET", key.bytes, ann.bytes, "1"}},
        {"another mode", {"HSET", key.bytes, "mode", "append", ann.bytes, "1"}},
        {"a count that is none", {"HSET", key.bytes, "mode", "read", ann.bytes, "soon"}}};
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare}) {
        for (const auto &[title, put] : others)
            QTest::addRow("%s: %s", name(act), title) << act << put;
        if (act != ActKind::Acquire) // For Acquire, Redisson checks only the mode
            QTest::addRow("%s: settings of a file", name(act))
                << act << Command{"HSET", key.bytes, "mode", "read", "path", "1"};
    }
}

void tst_rwlockscripts::anotherTypeIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(Command, put);
    m_server.call(put);
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
}

void tst_rwlockscripts::aHostileCountIsAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<QByteArray>("count");
    QTest::addColumn<bool>("mine");
    for (const ActKind act : {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::ForceRelease,
                              ActKind::SetExpiry, ActKind::RemoveShare}) {
        for (const char *count :
             {"0", "-1", "-9007199254740996", "01", "2147483648", "999999999999999", "1000000000000001",
              "9007199254740992", "9007199254740996", "9223372036854775807", "12345678901234567890"}) {
            QTest::addRow("%s: its own count is %s", name(act), count) << act << QByteArray(count) << true;
            if (act != ActKind::Acquire) // Acquire checks only its own count
                QTest::addRow("%s: another count is %s", name(act), count)
                    << act << QByteArray(count) << false;
        }
    }
}

void tst_rwlockscripts::aHostileCountIsAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(QByteArray, count);
    QFETCH(bool, mine);
    m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, mine ? count : QByteArrayLiteral("1"),
                   bob.bytes, mine ? QByteArrayLiteral("1") : count});
    m_server.call({"SET", holdKey(ann, 1), "1"});
    m_server.call({"SET", holdKey(bob, 1), "1"});
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::WrongType);
    QVERIFY(receipt.failure().serverText.contains("nothing was changed"));
    QCOMPARE(m_server.call({"PING"}).bytes, QByteArray("PONG"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
    QCOMPARE(m_server.pttl(holdKey(ann, 1)), -1);
}

void tst_rwlockscripts::tooManyReadHoldsAreAnErrorAndNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    QTest::addColumn<int>("readers");
    QTest::addColumn<int>("holds");
    for (const ActKind act : {ActKind::Renew, ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry,
                              ActKind::RemoveShare}) {
        QTest::addRow("%s: one more than one step takes", name(act)) << act << 1 << 1001;
        QTest::addRow("%s: as many as Redisson can read", name(act)) << act << 1 << 2147483647;
        if (act == ActKind::Renew) // Renew checks only its own holds
            continue;
        QTest::addRow("%s: too many together", name(act)) << act << 3 << 501;
        QTest::addRow("%s: 1023 readers with 1000 holds each", name(act)) << act << 1023 << 1000;
    }
}

void tst_rwlockscripts::tooManyReadHoldsAreAnErrorAndNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    QFETCH(int, readers);
    QFETCH(int, holds);
    Command put{"HSET", key.bytes, "mode", "read"};
    for (int reader = 0; reader < readers; ++reader) {
        put.push_back(reader == 0 ? ann.bytes : bob.bytes + QByteArray::number(reader));
        put.push_back(QByteArray::number(holds));
    }
    m_server.call(put);
    m_server.call({"SET", holdKey(ann, holds), "1"});
    const QByteArray before = m_server.dump();
    const Outcome<Receipt> receipt = m_server.attempt(
        "rw-lock", {.act = kindOfAct, .key = key, .owner = ann, .mode = HoldMode::Read, .lease = 1s});
    VERIFY_FAILS(receipt, ErrorKind::ServerError);
    QVERIFY2(receipt.failure().text.contains(QStringLiteral("too many read holds")),
             qPrintable(receipt.failure().line()));
    QCOMPARE(m_server.call({"PING"}).bytes, QByteArray("PONG"));
    QCOMPARE(m_server.dump(), before);
    QCOMPARE(pttl(), -1);
    QCOMPARE(m_server.pttl(holdKey(ann, holds)), -1);
}

void tst_rwlockscripts::asManyReadHoldsAsOneStepTakes()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::Release, ActKind::RemoveShare,
                              ActKind::ForceRelease}) {
        m_server.clear();
        m_server.call({"HSET", key.bytes, "mode", "read", ann.bytes, "1000"});
        for (const int hold : {1, 500, 1000})
            m_server.call({"SET", holdKey(ann, hold), "1", "EX", "60"});
        const Receipt receipt = this->act(act, ann, HoldMode::Read, 10s);
        QVERIFY2(receipt.result == ActResult::Done, name(act));
        const bool shortens = act == ActKind::Renew || act == ActKind::SetExpiry;
        for (const int hold : {1, 500, 1000}) {
            const qint64 left = m_server.pttl(holdKey(ann, hold));
            const bool kept = shortens || (act == ActKind::Release && hold < 1000);
            QVERIFY2(kept ? left > 9000 && (!shortens || left <= 10000) : left == -2, name(act));
        }
    }
}

// A writer has a single key, that of the lock.
void tst_rwlockscripts::writeHoldsCostNoSteps()
{
    for (const ActKind act : {ActKind::Renew, ActKind::SetExpiry, ActKind::Release, ActKind::RemoveShare,
                              ActKind::ForceRelease}) {
        m_server.clear();
        m_server.call({"HSET", key.bytes, "mode", "write", annWrites.bytes, "2147483647"});
        const Receipt receipt = this->act(act, annWrites, HoldMode::Write, 10s);
        QVERIFY2(receipt.result == ActResult::Done, name(act));
        QCOMPARE(exists(), act != ActKind::RemoveShare && act != ActKind::ForceRelease);
    }
}

void tst_rwlockscripts::withoutTheRightToPublishNothingChanges_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind act : {ActKind::Release, ActKind::ForceRelease, ActKind::Wake, ActKind::RemoveShare})
        QTest::newRow(name(act)) << act;
}

void tst_rwlockscripts::withoutTheRightToPublishNothingChanges()
{
    QFETCH(ActKind, kindOfAct);
    auto mute = m_server.connectedAs("carl", {"resetchannels"});
    for (const HoldMode mode : {HoldMode::Read, HoldMode::Write}) {
        m_server.clear();
        act(ActKind::Acquire, ann, mode);
        const QByteArray before = m_server.dump();
        const ActRequest asked{.act = kindOfAct, .key = key, .owner = ann, .mode = mode};
        VERIFY_FAILS(m_server.attemptBy(*mute, "rw-lock", asked), ErrorKind::NoPerm);
        QCOMPARE(m_server.dump(), before);
    }
    m_server.call({"ACL", "DELUSER", "carl"});
}

void tst_rwlockscripts::aBadLeaseLeavesNoLockWithoutAnExpiry()
{
    auto session = m_server.connected();
    for (const char *lease : {"0", "-1", "soon", "", "1.5", "99999999999999999"}) {
        for (const char *mode : {"read", "write"}) {
            const Outcome<Receipt> receipt =
                m_server.attemptScript(*session, "redisson-rw-acquire", {key.bytes, holdKey(ann, 1)},
                                       {mode, ann.bytes, annWrites.bytes, lease});
            VERIFY_FAILS(receipt, ErrorKind::ServerError);
            QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
        }
    }
}

void tst_rwlockscripts::outOfMemoryItCanStillBeFreed()
{
    read(ann);
    read(ann);
    read(bob);
    m_server.call({"CONFIG", "SET", "maxmemory", "1"});
    VERIFY_FAILS(m_server.attempt("rw-lock", {.act = ActKind::Acquire, .key = key, .mode = HoldMode::Read}),
                 ErrorKind::OutOfMemory);
    QCOMPARE(act(ActKind::Release, ann).foundCount, 1);
    QVERIFY(act(ActKind::Release, ann).foundCount == 0);
    QCOMPARE(word(ActKind::RemoveShare, bob), QByteArray("done"));
    QVERIFY(!exists());
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
