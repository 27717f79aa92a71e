// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks were in demand, minute by minute.

#include "core/history/memory/contentionbook.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_contentionbook
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

class TestContentionBook : public QObject
{
    Q_OBJECT

private slots:
    void theMostWaitedForComesFirst();
    void oldMinutesForgetTheLeastContended();
    void thatLocksWithWaitersWereForgottenIsKnown();
    void whatIsHeldNowCountsUpToNow();
    void aHoldCountsInEachMinuteItLiesIn();
    void whatWasHeldBeforeIsKnownFromTheLock();
    void whatWasHeldBeforeAGapCounts();
};

void TestContentionBook::theMostWaitedForComesFirst()
{
    ContentionBook book;
    book.turnMinute(Start);
    book.noteLock(waitedFor("a", 2), Start);
    book.noteLock(waitedFor("b", 1), Start);
    book.noteLock(waitedFor("c", 0), Start);
    for (int i = 0; i < 5; ++i)
        book.note(lockEvent(EventKind::Acquired, "c", "me", 1000ms));
    book.note(lockEvent(EventKind::Acquired, "a", "me", 1000ms));
    book.note(ending(EventKind::Released, "a", "me", 3000ms, 2000ms));
    book.noteLock(waitedFor("a", 0), Start + 3s);
    book.noteGone({QByteArray("b")}, Start + 5s);
    const auto locks = book.contention({Start, Start + 60s}, 10, Start + 10s);
    QCOMPARE(locks.size(), 3u);
    QCOMPARE(locks[0].key.bytes, QByteArray("a"));
    QCOMPARE(locks[0].waiterSeconds, 6.0);
    QCOMPARE(locks[0].mostWaiters, 2);
    QCOMPARE(locks[0].heldFor, 2000ms);
    QCOMPARE(locks[0].waitEstimate(), std::optional<milliseconds>(6s));
    QCOMPARE(locks[1].key.bytes, QByteArray("b"));
    QCOMPARE(locks[1].waiterSeconds, 5.0);
    QCOMPARE(locks[2].acquired, 5);
    QCOMPARE(book.contention({Start, Start + 60s}, 1, Start + 10s).size(), 1u);
}

void TestContentionBook::oldMinutesForgetTheLeastContended()
{
    ContentionBook book;
    book.turnMinute(Start);
    book.noteLock(waitedFor("hot", 1), Start);
    for (int i = 0; i < 1000; ++i)
        book.note(lockEvent(EventKind::Acquired, QByteArray::number(i), "me", 1000ms));
    QCOMPARE(book.contention({Start, Start + 60s}, 5000, Start + 30s).size(), 1001u);
    book.turnMinute(Start + 60s);
    const auto locks = book.contention({Start, Start + 60s}, 5000, Start + 90s);
    QCOMPARE(qsizetype(locks.size()), ContentionBook::KeptOfOldMinute);
    QCOMPARE(locks[0].key.bytes, QByteArray("hot"));
    QCOMPARE(locks[0].waiterSeconds, 60.0);
    // Still waited for, also in the current minute.
    const auto whole = book.contention({Start, Start + 120s}, 1, Start + 90s);
    QCOMPARE(whole[0].waiterSeconds, 90.0);
}

void TestContentionBook::thatLocksWithWaitersWereForgottenIsKnown()
{
    ContentionBook book;
    book.clear(Start);
    for (int i = 0; i < ContentionBook::KeptOfOldMinute; ++i)
        book.noteLock(waitedFor(QByteArray::number(i).constData(), 2), Start);
    for (int i = 0; i < 100; ++i) // without waiters, they cost nobody any waiting
        book.note(lockEvent(EventKind::Acquired, "free:" + QByteArray::number(i), "me", 1000ms));
    book.turnMinute(Start + 60s);
    book.noteLock(waitedFor("more", 1), Start + 70s);
    book.turnMinute(Start + 120s);
    QVERIFY(!book.isCut({Start, Start + 60s}));
    QVERIFY(book.isCut({Start, Start + 90s}));
    QVERIFY(book.isCut({Start + 90s, Start + 3min}));
    QVERIFY(!book.isCut({Start + 2min, Start + 3min}));
}

void TestContentionBook::whatIsHeldNowCountsUpToNow()
{
    ContentionBook book;
    book.clear(Start);
    Lock lock = waitedFor("a", 1);
    lock.holders.append(Holder{.id = {QByteArray("me")}});
    book.note(lockEvent(EventKind::Acquired, "a", "me", 10s));
    book.noteLock(lock, Start + 10s);
    const auto locks = book.contention({Start, Start + 60s}, 1, Start + 30s);
    QCOMPARE(locks[0].heldFor, 20s);
    QVERIFY(!locks[0].sampled);
    QVERIFY(locks[0].over.from == Start && locks[0].over.to == Start + 30s);
    for (int minute = 1; minute <= 50; ++minute)
        book.turnMinute(Start + minute * 1min);
    // Only the requested range, in whole minutes, which the answer names.
    const auto late = book.contention({Start + 45min + 30s, Start + 2h}, 1, Start + 50min + 10s);
    QCOMPARE(late[0].heldFor, 5min + 10s);
    QVERIFY(late[0].over.from == Start + 45min && late[0].over.to == Start + 50min + 10s);
    book.note(ending(EventKind::Released, "a", "me", 50min + 10s, 50min));
    book.noteLock(waitedFor("a", 1), Start + 50min + 10s);
    QCOMPARE(book.contention({Start + 45min, Start + 2h}, 1, Start + 50min + 30s)[0].heldFor, 5min + 10s);
    QCOMPARE(book.contention({Start, Start + 2h}, 1, Start + 50min + 30s)[0].heldFor, 50min);
}

void TestContentionBook::aHoldCountsInEachMinuteItLiesIn()
{
    ContentionBook book;
    book.clear(Start);
    book.note(lockEvent(EventKind::Acquired, "a", "me", 50s));
    book.turnMinute(Start + 60s);
    book.turnMinute(Start + 120s);
    book.note(ending(EventKind::Released, "a", "me", 125s, 75s));
    const auto of = [&book](milliseconds from, milliseconds to) {
        return book.contention({Start + from, Start + to}, 1, Start + 130s)[0].heldFor;
    };
    QCOMPARE(of(0s, 60s), 10s);
    QCOMPARE(of(60s, 120s), 60s);
    QCOMPARE(of(120s, 130s), 5s);
    QCOMPARE(of(0s, 130s), 75s);
}

void TestContentionBook::whatWasHeldBeforeIsKnownFromTheLock()
{
    ContentionBook book;
    book.clear(Start);
    Lock lock = waitedFor("a", 1);
    lock.holders.append(Holder{.id = {QByteArray("me")}});
    lock.readAt = lock.heldSince + 5s;
    book.noteLock(lock, Start + 20s);
    const auto of = [&book](milliseconds at) {
        return book.contention({Start, Start + 60s}, 1, Start + at)[0];
    };
    QCOMPARE(of(30s).heldFor, 15s);
    QVERIFY(of(30s).sampled); // A lower bound
    // Its end was not reported: it is no longer held.
    book.noteLock(waitedFor("a", 1), Start + 40s);
    QCOMPARE(of(50s).heldFor, 25s);
    book.noteLock(lock, Start + 50s);
    book.noteGone(lock.key, Start + 55s);
    QCOMPARE(of(60s).heldFor, 35s);
}

// The end tells only of what is surely one hold.
void TestContentionBook::whatWasHeldBeforeAGapCounts()
{
    ContentionBook book;
    book.turnMinute(Start);
    book.note(lockEvent(EventKind::Acquired, "a", "me", 1s));
    LockEvent end = ending(EventKind::Released, "a", "me", 11s, 3s);
    end.heldIsLowerBound = true;
    end.anotherBefore = true;
    book.note(end);
    const auto locks = book.contention({Start, Start + 60s}, 10, Start + 20s);
    QCOMPARE(locks.size(), 1u);
    QCOMPARE(locks[0].heldFor, 10s);
}

LOCKSCOPE_TEST(TestContentionBook)

} // namespace tst_contentionbook

#include "tst_contentionbook.moc"
