// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what an owner holds is one hold: it may release a lock and acquire it again between two reads.

#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_onehold
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestOneHold : public TableTest
{
    Q_OBJECT

    // Told of so many changes since the reading before; its expiry is 30 s later.
    void readTold(milliseconds at, int changes, const char *count = "1")
    {
        KeyReading reading = hash("lock:a", {{"me", count}}, 30s, at);
        reading.changes = changes;
        m_table->apply(reading, Node, 0, EventSource::Tracking);
    }

    void acquireWhileTold()
    {
        m_table->setFeed(Node, LiveMode::Tracking, Start);
        passOverNothing();
        readTold(1s, 1);
        QCOMPARE(happened(), QByteArray("acquired me 1"));
        QVERIFY(lockA().isOneHold() && lockA().isHoldSinceExact());
    }

    // Until when each of two holders has it; nothing: that one is none.
    void readTwo(milliseconds at, std::optional<milliseconds> mine, std::optional<milliseconds> yours,
                 int changes, EventSource source = EventSource::Tracking)
    {
        if (!m_table->find(key("lock:a")))
            acquireWhileTold();
        Fields holders;
        for (const auto &[owner, until] : {std::pair("me", mine), std::pair("you", yours)}) {
            if (until)
                holders.emplace_back(owner, "1@" + QByteArray::number(qint64((*until - at).count())));
        }
        KeyReading reading = hash("lock:a", holders, std::max(mine, yours).value() - at, at);
        reading.changes = changes;
        m_table->apply(reading, Node, 0, source);
    }

private slots:
    // The clock begins when the machine starts.
    void aHoldMayBeOlderThanTheClock()
    {
        Lock lock;
        lock.holders.append(Holder{.id = {"me"}});
        lock.heldSince = Instant() - 41min;
        QVERIFY(lock.isOneHold());
        QCOMPARE(lock.holdSince(), lock.heldSince);
    }

    void oneChangeIsARenewal()
    {
        acquireWhileTold();
        readTold(11s, 1);
        readTold(21s, 1);
        QCOMPARE(happened(), QByteArray("renewed me 1, renewed me 1"));
        QVERIFY(lockA().isHoldSinceExact());
        QCOMPARE(lockA().renewals.count, 2);
    }

    void moreChangesThanWereReadMayBeAnotherHold()
    {
        acquireWhileTold();
        readTold(11s, 1);
        readTold(21s, 2);
        QCOMPARE(happened(), QByteArray("renewed me 1, changed me 1"));
        QVERIFY(!lockA().isOneHold() && !lockA().isHoldSinceExact());
        QCOMPARE(lockA().heldSince, Start + 1s);
        QCOMPARE(lockA().holdSince(), Start + 21s);
        QCOMPARE(lockA().renewals.count, 1);
        readTold(31s, 1);
        QCOMPARE(lockA().renewals.count, 2);
        QCOMPARE(lockA().holdSince(), Start + 21s);
    }

    void aShortHoldIsAcquiredAgain()
    {
        acquireWhileTold();
        readTold(1'100ms, 2);
        QVERIFY(!lockA().isOneHold());
    }

    // The next renewal is due one period after it was acquired again, whenever that was.
    void anotherHoldIsNotOverdueByTheOldOne()
    {
        acquireWhileTold();
        for (const milliseconds at : {11s, 21s, 31s, 41s})
            readTold(at, 1);
        readTold(48s, 2);
        QCOMPARE(lockA().renewals.count, 4);
        read(hash("lock:a", {{"me", "1"}}, 21s, 57s));
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
        read(hash("lock:a", {{"me", "1"}}, 14s, 64s));
        QCOMPARE(lockA().verdict.code, std::string_view("renewal-overdue"));
    }

    // Messages about changes do not say in which database.
    void aKeyOfThisNameInAnotherDatabaseHidesNoMissedRenewal()
    {
        acquireWhileTold();
        for (const milliseconds at : {11s, 21s, 31s, 41s})
            readTold(at, 1);
        for (milliseconds at = 42s; at < 58s; at += 1s) {
            KeyReading same = hash("lock:a", {{"me", "1"}}, 71s - at, at);
            same.changes = 1;
            m_table->apply(same, Node, 0, EventSource::Tracking);
        }
        QVERIFY(lockA().isOneHold());
        QCOMPARE(lockA().renewals.count, 4);
        m_table->judge(Start + 58s);
        QCOMPARE(lockA().verdict.code, std::string_view("renewal-overdue"));
    }

    // The server notices the end of a key only when it is written next, and tells of one change then.
    void whatIsLongerOnlyAfterItsEndIsNoRenewal()
    {
        acquireWhileTold();
        readTold(31'500ms, 1);
        QCOMPARE(happened(), QByteArray("changed me 1"));
        QCOMPARE(lockA().holdSince(), Start + 31'500ms);
        QCOMPARE(lockA().renewals.count, 0);
    }

    // SETNX and EXPIRE, read before the second is told.
    void aChangeMayBeToldLate()
    {
        acquireWhileTold();
        KeyReading same = hash("lock:a", {{"me", "1"}}, 29'990ms, 1'010ms);
        same.changes = 1;
        m_table->apply(same, Node, 0, EventSource::Tracking);
        read(hash("lock:a", {{"me", "1"}}, 30s, 11s), EventSource::Scan);
        same.readAt = Start + 11'010ms;
        m_table->apply(same, Node, 0, EventSource::Tracking);
        QVERIFY(lockA().isOneHold());
        QCOMPARE(lockA().renewals.count, 1);
    }

    void eachCountIsAChange()
    {
        acquireWhileTold();
        readTold(11s, 2, "3");
        QVERIFY(lockA().isOneHold());
        readTold(21s, 3, "2"); // released, acquired and released, say
        QVERIFY(!lockA().isOneHold());
    }

    void ofSeveralHoldersOnlyThatIsInDoubtWhoseDeadlineMoved()
    {
        readTwo(2s, 32s, 31s, 1);
        readTwo(12s, 42s, 31s, 2);
        QCOMPARE(happened(), QByteArray("acquired you 1, changed me 1"));
        QVERIFY(lockA().isOneHold());
        readTwo(13s, {}, 31s, 1);
        const LockEvent mine = m_table->takeDelta().events.back();
        QCOMPARE(*mine.held, 1s);
        QVERIFY(mine.heldIsLowerBound);
        read(gone("lock:a", 14s));
        const LockEvent yours = m_table->takeDelta().events.back();
        QCOMPARE(*yours.held, 12s);
        QVERIFY(!yours.heldIsLowerBound);
    }

    void renewalsOfSeveralHoldersAreNoDoubt()
    {
        readTwo(2s, 32s, 31s, 1);
        readTwo(12s, 42s, 41s, 2);
        readTwo(22s, 52s, 51s, 1); // one script of Redisson before 4.4
        QVERIFY(lockA().isOneHold());
        read(gone("lock:a", 30s));
        for (const LockEvent &event : m_table->takeDelta().events)
            QVERIFY(!event.heldIsLowerBound);
    }

    void doubtsAreTold()
    {
        acquireWhileTold();
        readTold(11s, 1);
        QVERIFY(m_table->takeDelta().doubts.empty());
        readTold(21s, 2);
        const auto doubts = m_table->takeDelta().doubts;
        QCOMPARE(doubts.size(), size_t(1));
        QCOMPARE(doubts[0].key, key("lock:a"));
        QCOMPARE(doubts[0].owner, OwnerId{"me"});
        QVERIFY(m_table->takeDelta().doubts.empty());
    }

    // Of several holders, only that of the share.
    void theDoubtOfAShareIsTold()
    {
        readTwo(2s, 32s, 31s, 1);
        readTwo(12s, 42s, 31s, 2);
        const auto doubts = m_table->takeDelta().doubts;
        QCOMPARE(doubts.size(), size_t(1));
        QCOMPARE(doubts[0].owner, OwnerId{"me"});
    }

    // It is called a renewal, each time.
    void aPolledRenewalIsNoDoubtToBeTold()
    {
        m_table->setFeed(Node, LiveMode::Polling, Start);
        read(token("lock:a", "me", 30s, 1s), EventSource::Poll);
        read(token("lock:a", "me", 30s, 11s), EventSource::Poll);
        QVERIFY(!lockA().isOneHold() && m_table->takeDelta().doubts.empty());
    }

    void whereEachMayHaveAcquiredItAgainNobodyIsSureToHaveHeldItThroughout()
    {
        readTwo(2s, 32s, 31s, 1);
        readTwo(12s, 42s, 41s, 4);
        QVERIFY(!lockA().isOneHold());
        QCOMPARE(lockA().holdSince(), Start + 12s);
        QCOMPARE(lockA().renewals.count, 0);
    }

    // One that leaves and one that comes are changes, too.
    void whoLeavesAndWhoComesExplainsAChange()
    {
        readTwo(2s, 32s, 31s, 1);
        readTwo(3s, {}, 33s, 2);
        readTwo(4s, 34s, 33s, 1);
        QVERIFY(lockA().isOneHold());
        readTwo(5s, {}, 35s, 3);
        QVERIFY(!lockA().isOneHold());
    }

    void afterAGapEachDeadlineIsLookedAt()
    {
        readTwo(2s, 32s, 31s, 1);
        m_table->noteGap(Node, Start + 5s);
        readTwo(12s, 42s, 31s, 0, EventSource::Scan);
        QVERIFY(lockA().isOneHold());
        m_table->takeDelta();
        read(gone("lock:a", 13s));
        const auto ends = m_table->takeDelta().events;
        QCOMPARE(ends.size(), size_t(2));
        QVERIFY(ends.front().heldIsLowerBound && !ends.back().heldIsLowerBound);
        QCOMPARE(*ends.front().held, 1s);
        QCOMPARE(*ends.back().held, 11s);
    }

    // An event connection on which nothing comes any more, before that is noticed.
    void whatWasReadButNeverToldIsInDoubtAfterAGap()
    {
        for (const bool isTold : {false, true}) {
            m_table = std::make_unique<LockTable>(m_registry);
            acquireWhileTold();
            read(hash("lock:a", {{"me", "1"}}, 30s, 11s), EventSource::Scan);
            QVERIFY(lockA().isOneHold());
            if (isTold) {
                KeyReading same = hash("lock:a", {{"me", "1"}}, 29s, 12s);
                same.changes = 1;
                m_table->apply(same, Node, 0, EventSource::Tracking);
            }
            read(hash("lock:a", {{"me", "1"}}, 28s, 13s), EventSource::Scan);
            m_table->noteGap(Node, Start + 14s);
            QCOMPARE(lockA().isOneHold(), isTold);
            if (!isTold)
                QCOMPARE(lockA().holdSince(), Start + 13s);
        }
    }

    void afterAGapOnlyAnExpiryThatStayedProvesIt()
    {
        for (const bool moves : {false, true}) {
            m_table = std::make_unique<LockTable>(m_registry);
            acquireWhileTold();
            m_table->noteGap(Node, Start + 5s);
            const milliseconds ttl = moves ? 30s : 23s;
            read(hash("lock:a", {{"me", "1"}}, ttl, 8s), EventSource::Scan);
            QCOMPARE(lockA().isOneHold(), !moves);
            QCOMPARE(lockA().heldSince, Start + 1s);
            m_table->takeDelta();
            read(gone("lock:a", 10s));
            const LockEvent end = m_table->takeDelta().events.back();
            QCOMPARE(*end.held, moves ? 2s : 9s);
            QCOMPARE(end.heldIsLowerBound, moves);
            QCOMPARE(end.anotherBefore, moves);
        }
    }

    void withoutAnExpiryNothingProvesIt()
    {
        acquireWhileTold();
        read(hash("lock:a", {{"me", "1"}}, {}, 2s));
        QVERIFY(lockA().isOneHold());
        m_table->noteGap(Node, Start + 5s);
        read(hash("lock:a", {{"me", "1"}}, {}, 8s), EventSource::Scan);
        QVERIFY(!lockA().isOneHold());
    }

    void whatIsOnlyPolledMayBeAnotherHold()
    {
        for (const LiveMode mode : {LiveMode::Polling, LiveMode::TrackingKnownKeys}) {
            m_table = std::make_unique<LockTable>(m_registry);
            m_table->setFeed(Node, mode, Start);
            const EventSource source = mode == LiveMode::Polling ? EventSource::Poll : EventSource::Tracking;
            read(token("lock:a", "me", 30s, 1s), source);
            read(token("lock:a", "me", 26s, 5s), source);
            QVERIFY(lockA().isOneHold());
            read(token("lock:a", "me", 30s, 11s), source);
            QVERIFY(!lockA().isOneHold());
            QCOMPARE(happened(),
                     QByteArray("changed me 1, renewed me 1").mid(mode == LiveMode::Polling ? 14 : 0));
        }
    }

    // A watched key is read before its feed starts.
    void whatWasJustFirstSeenBeginsWithTheFeed()
    {
        m_table->setFeed(Node, LiveMode::Polling, Start);
        read(token("lock:a", "me", {}, 100ms), EventSource::Poll);
        m_table->setFeed(Node, LiveMode::Tracking, Start + 200ms);
        read(token("lock:a", "me", {}, 300ms), EventSource::Scan);
        QVERIFY(lockA().isOneHold() && lockA().heldIsLowerBound);
        QCOMPARE(lockA().heldSince, Start + 300ms);
    }

    void aFeedThatComesLaterToldNothingOfBefore()
    {
        passOverNothing();
        m_table->setFeed(Node, LiveMode::Polling, Start);
        read(token("lock:a", "me", 30s, 1s), EventSource::Poll);
        m_table->setFeed(Node, LiveMode::Tracking, Start + 5s);
        read(token("lock:a", "me", 30s, 6s), EventSource::Scan);
        QVERIFY(!lockA().isOneHold());
        QCOMPARE(lockA().holdSince(), Start + 6s);
        read(token("lock:a", "me", 30s, 16s));
        QCOMPARE(lockA().holdSince(), Start + 6s);
    }
};

LOCKSCOPE_TEST(TestOneHold)

} // namespace tst_onehold

#include "tst_onehold.moc"
