// SPDX-License-Identifier: GPL-3.0-or-later
// What a lock table tells as events, and what it tells only as a lower bound.

#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_locktable_changes
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestLockTableChanges : public TableTest
{
    Q_OBJECT

private slots:
    void tellsThatOwnersChanged()
    {
        QCOMPARE(m_table->totals().held, qint64(0));
        quint64 known = m_table->ownersRevision();
        const auto changed = [&] { return std::exchange(known, m_table->ownersRevision()) != known; };
        read(token("lock:a", "me", 30s, 0s));
        QVERIFY(changed());
        QCOMPARE(m_table->totals().held, qint64(1));
        read(token("lock:a", "me", 30s, 5s)); // Renewed
        QVERIFY(!changed());
        read(token("lock:a", "other", 30s, 6s));
        QVERIFY(changed());
        m_table->failOver(Node, OtherNode, Start + 7s);
        QVERIFY(changed());
        m_table->apply(gone("lock:a", 8s), OtherNode, 0, EventSource::Tracking);
        QVERIFY(changed());
    }

    // Redisson, whose hash outlives the keys of its readers.
    void readersThatAreOverTogetherHoldOn()
    {
        Lock first;
        first.kind = {"rw-lock"};
        first.readAt = first.heldSince = Start;
        first.expiresAt = Start + 60s;
        for (const auto &[owner, until] : {std::pair("ann", 5s), std::pair("bob", 9s)})
            first.holders.append(
                {.id = {owner}, .count = 1, .mode = HoldMode::Read, .expiresAt = Start + until});
        const auto readAt = [&first](milliseconds at) {
            Lock lock = first;
            lock.readAt = Start + at;
            return lock;
        };
        const Tolerance tolerance = Tolerance::of(30s, 0ms, true);
        const Shares none;
        const Steps one = stepsBetween(first, readAt(6s), tolerance, none);
        QCOMPARE(one.size(), 1);
        QVERIFY(one.front().kind == EventKind::Expired && one.front().owner.bytes == "ann");
        // Now both are over, and the key keeps writers out.
        QVERIFY(stepsBetween(readAt(6s), readAt(10s), tolerance, none).isEmpty());
        QVERIFY(stepsBetween(first, readAt(10s), tolerance, none).isEmpty());
        const Shares shares = sharesOf(readAt(6s), readAt(10s), none, true);
        QCOMPARE(shares.size(), 1);
        QVERIFY(shares.front().id.bytes == "ann" && shares.front().since == Start + 10s &&
                shares.front().isLowerBound);
        for (const auto &[until, kind] :
             {std::pair(20s, EventKind::Released), std::pair(60s, EventKind::Expired)}) {
            const Steps gone = stepsToNothing(readAt(10s), Start + until, tolerance, false, shares);
            QCOMPARE(gone.size(), 2);
            QVERIFY(gone[0].kind == kind && gone[1].kind == kind);
        }
        // They are over for good once another holds the lock beside them.
        Lock joined = readAt(11s);
        joined.holders.append({.id = {"carl"}, .count = 1, .mode = HoldMode::Read, .expiresAt = Start + 40s});
        const Steps over = stepsBetween(readAt(10s), joined, tolerance, shares);
        QCOMPARE(over.size(), 3);
        QVERIFY(over[0].kind == EventKind::Expired && over[1].kind == EventKind::Expired &&
                over[2].kind == EventKind::Acquired && over[2].owner.bytes == "carl");
        // Of one that died, nothing is acquired when the other leaves, until it renews its own key.
        Lock left = readAt(7s);
        left.holders.resize(1);
        const Steps leaving = stepsBetween(readAt(6s), left, tolerance, none);
        QCOMPARE(leaving.size(), 1);
        QVERIFY(leaving.front().kind == EventKind::Released && leaving.front().owner.bytes == "bob");
        Lock renewed = readAt(7s);
        renewed.holders[0].expiresAt = Start + 30s;
        const Steps again = stepsBetween(readAt(6s), renewed, tolerance, none);
        QVERIFY(again.size() == 1 && again.front().kind == EventKind::Acquired);
    }

    void tellsWhatHappenedBetweenTwoReadings_data()
    {
        QTest::addColumn<KeyReading>("before");
        QTest::addColumn<KeyReading>("after");
        QTest::addColumn<EventSource>("source");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *text, const KeyReading &before, const KeyReading &after,
                            const char *expected, EventSource source = EventSource::Tracking) {
            QTest::newRow(text) << before << after << source << QByteArray(expected);
        };
        const auto me = [](int count) { return Fields{{"me", QByteArray::number(count)}}; };
        row("nothing new", token("lock:a", "me", 30s, 0s), token("lock:a", "me", 25s, 5s), "");
        row("the expiry jitters", token("lock:a", "me", 30s, 0s), token("lock:a", "me", 25'009ms, 5s), "");
        row("renewed", token("lock:a", "me", 30s, 0s), token("lock:a", "me", 30s, 10s), "renewed me 1");
        row("renewed a tenth of a second later", token("lock:a", "me", 30s, 0s),
            token("lock:a", "me", 30s, 100ms), "renewed me 1");
        row("renewed, with a lease of 200 ms", token("lock:a", "me", 200ms, 0s),
            token("lock:a", "me", 200ms, 40ms), "renewed me 1");
        row("a clock adjusted by half a second is no renewal", token("lock:a", "me", 30s, 0s),
            token("lock:a", "me", 25'500ms, 5s), "", EventSource::Poll);
        row("renewed, as a poll sees it", token("lock:a", "me", 30s, 0s), token("lock:a", "me", 28s, 5s),
            "renewed me 1", EventSource::Poll);
        row("reentered", hash("lock:a", me(1), 30s, 0s), hash("lock:a", me(2), 30s, 1s), "reentered me 2");
        row("one of two holds given back", hash("lock:a", me(2), 30s, 0s), hash("lock:a", me(1), 30s, 1s),
            "released me 1");
        row("released", token("lock:a", "me", 30s, 0s), gone("lock:a", 20s), "released me 0");
        row("expired", token("lock:a", "me", 30s, 0s), gone("lock:a", 30s), "expired me 0");
        row("expired, seen late", token("lock:a", "me", 30s, 0s), gone("lock:a", 50s), "expired me 0");
        row("gone without a deadline", token("lock:a", "me", {}, 0s), gone("lock:a", 50s), "released me 0");
        row("changed hands", token("lock:a", "me", 30s, 0s), token("lock:a", "you", 30s, 1s),
            "released me 0, acquired you 1");
        row("taken after the expiry", token("lock:a", "me", 30s, 0s), token("lock:a", "you", 30s, 31s),
            "expired me 0, acquired you 1");
        row("a reader joins", hash("lock:a", {{"me", "1"}}, 30s, 0s),
            hash("lock:a", {{"you", "1"}, {"me", "1"}}, 30s, 1s), "acquired you 1");
        row("a reader leaves", hash("lock:a", {{"you", "1"}, {"me", "1"}}, 30s, 0s),
            hash("lock:a", me(1), 29s, 1s), "released you 0");
        row("the writer reads too, then writes no more",
            hash("lock:a", {{"me", "1"}, {"me:read", "1"}}, 30s, 0s),
            hash("lock:a", {{"me:read", "1"}}, 30s, 1s), "released me 1");
        row("given an expiry", token("lock:a", "me", {}, 0s), token("lock:a", "me", 30s, 1s), "changed me 1");
        row("made to last for ever", token("lock:a", "me", 30s, 0s), token("lock:a", "me", {}, 1s),
            "changed me 1");
        row("shortened", token("lock:a", "me", 30s, 0s), token("lock:a", "me", 5s, 1s), "changed me 1");
        row("free now", hash("lock:a", me(1), 30s, 0s), hash("lock:a", {{"free", "1"}}, {}, 1s),
            "released me 0");
        row("taken from free", hash("lock:a", {{"free", "1"}}, {}, 0s), hash("lock:a", me(1), 30s, 1s),
            "acquired me 1");
        row("no lock any more", token("lock:a", "me", 30s, 0s), token("lock:a", "no lock", {}, 1s),
            "changed me 0");
        row("an older reading comes late", token("lock:a", "me", 30s, 2s), token("lock:a", "you", 30s, 1s),
            "");
        row("an older absence comes late", token("lock:a", "me", 30s, 2s), gone("lock:a", 1s), "");
    }
    void tellsWhatHappenedBetweenTwoReadings()
    {
        QFETCH(KeyReading, before);
        QFETCH(KeyReading, after);
        QFETCH(EventSource, source);
        QFETCH(QByteArray, expected);
        read(before, EventSource::Scan);
        QCOMPARE(happened(), QByteArray());
        read(after, source);
        QCOMPARE(happened(), expected);
    }

    // The number of free permits alone looks like the value of a lock.
    void aSemaphoreReadWholeIsNoOtherHold()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        KeyReading counter = token("perm:lock", "2", {}, 0s);
        read(counter, EventSource::Scan);
        QCOMPARE(m_table->find(key("perm:lock"))->owner().bytes, QByteArray("2"));
        passOverNothing();
        counter.readAt += 1s;
        KeyReading permits = gone("{perm:lock}:timeout", 1s);
        permits.type = ValueType::SortedSet;
        permits.size = 1;
        permits.members.push_back({.bytes = QByteArray(16, 'p'), .score = 4102444800000.0});
        counter.companions = {permits};
        counter.companionsRead = true;
        read(counter, EventSource::Scan);
        QCOMPARE(m_table->find(key("perm:lock"))->kind, LockKind{"permit-semaphore"});
        QCOMPARE(m_table->find(key("perm:lock"))->owner().bytes, QByteArray(16, 'p'));
        QVERIFY(m_table->find(key("perm:lock"))->heldIsLowerBound);
        QCOMPARE(happened(), QByteArray());
        // From now on it is compared.
        counter.readAt += 1s;
        counter.companions.front().members.front().bytes = QByteArray(16, 'q');
        read(counter, EventSource::Scan);
        QCOMPARE(happened(),
                 "released " + QByteArray(16, 'p') + " 0, acquired " + QByteArray(16, 'q') + " 1");
    }

    void firstPassTellsNoEvents()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.upserted.size(), 1);
        QVERIFY(delta.events.empty());
        QVERIFY(delta.upserted[0]->heldIsLowerBound);
        QCOMPARE(delta.upserted[0]->owner().bytes, QByteArray("me"));
        QCOMPARE(*delta.upserted[0]->expiresAt, Start + 30s);
        QCOMPARE(delta.upserted[0]->node, Node);
    }

    void anAcquisitionSeenIsExact()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 5s));
        QCOMPARE(happened(), QByteArray("acquired me 1"));
        QVERIFY(!lockA().heldIsLowerBound);
        QCOMPARE(lockA().heldSince, Start + 5s);
        read(token("lock:a", "me", 30s, 15s));
        QCOMPARE(lockA().heldSince, Start + 5s);
    }

    void anAcquisitionFoundByALaterPassIsALowerBound()
    {
        passOverNothing();
        read(token("lock:a", "me", 20s, 5s), EventSource::Scan);
        QCOMPARE(happened(), QByteArray("acquired me 1"));
        QVERIFY(lockA().heldIsLowerBound);
    }

    void whileTheFirstPassRunsAChangeIsNoAcquisition()
    {
        read(token("lock:a", "me", 30s, 5s));
        QCOMPARE(happened(), QByteArray("changed me 1"));
        QVERIFY(lockA().heldIsLowerBound);
    }

    void aGapMakesWhatAppearsALowerBound()
    {
        passOverNothing();
        m_table->noteGap(Node, Start + 1s);
        read(token("lock:a", "me", 30s, 5s));
        QVERIFY(lockA().heldIsLowerBound);
        m_table->dropUnseen(Node, {key("lock:a")}, Start + 2s, Start + 6s);
        read(token("lock:b", "me", 30s, 7s));
        QVERIFY(!m_table->find(key("lock:b"))->heldIsLowerBound);
    }

    void aPassMayBeNotedWithoutDroppingAnything()
    {
        read(token("lock:b", "me", 30s, 0s), EventSource::Scan);
        m_table->notePass(Node, Start + 1s);
        read(token("lock:a", "me", 30s, 5s));
        QCOMPARE(happened(), QByteArray("acquired me 1"));
        QVERIFY(m_table->find(key("lock:b")));
    }

    void aGapDuringThePassLeavesItIncomplete()
    {
        m_table->noteGap(Node, Start + 3s);
        m_table->dropUnseen(Node, {}, Start + 2s, Start + 6s);
        read(token("lock:a", "me", 30s, 7s));
        QVERIFY(lockA().heldIsLowerBound);
    }

    void aNameWatchedWithoutAPassIsExactOnceSeenMissing()
    {
        read(gone("lock:a", 0s), EventSource::Poll);
        QVERIFY(m_table->takeDelta().isEmpty());
        read(token("lock:a", "me", 30s, 5s));
        QCOMPARE(happened(), QByteArray("acquired me 1"));
        QVERIFY(!lockA().heldIsLowerBound);
    }

    void aPageOfAScanDoesNotRaiseTheDead()
    {
        read(token("lock:a", "me", 30s, 0s));
        read(gone("lock:a", 5s));
        read(token("lock:a", "me", 26s, 4s), EventSource::Scan);
        QVERIFY(!m_table->find(key("lock:a")));
    }

    void aChangeThatNobodySawEndsTheHoldOfWhoHadIt()
    {
        passOverNothing();
        read(hash("lock:a", {{"me", "1"}}, 30s, 1s));
        m_table->failOver(Node, OtherNode, Start + 2s);
        m_table->takeDelta();
        m_table->apply(hash("lock:a", {{"you", "2"}}, 30s, 5s), OtherNode, 0, EventSource::Scan);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(story(events), QByteArray("changed me 0, changed you 2"));
        QCOMPARE(events[0].held, std::optional<milliseconds>(0s)); // It was read once
        QVERIFY(events[0].heldIsLowerBound);
        QVERIFY(!events[1].held);
    }

    // The same owner may have acquired it again, if the server lost its data or while nobody looked.
    void afterARestartItMayBeAnotherHold_data()
    {
        QTest::addColumn<std::optional<milliseconds>>("left"); // At the first read after it
        QTest::addColumn<bool>("isRestart");
        QTest::addColumn<QByteArray>("expected");
        const std::optional<milliseconds> none;
        QTest::newRow("the expiry did not move") << std::optional(26'000ms) << true << QByteArray();
        QTest::newRow("the expiry is another")
            << std::optional(30'000ms) << true << QByteArray("changed me 1");
        QTest::newRow("the expiry is gone") << none << true << QByteArray("changed me 1");
        QTest::newRow("another master, another expiry")
            << std::optional(30'000ms) << false << QByteArray("changed me 1");
        QTest::newRow("another master, the same expiry") << std::optional(26'000ms) << false << QByteArray();
    }

    void afterARestartItMayBeAnotherHold()
    {
        QFETCH(std::optional<milliseconds>, left);
        QFETCH(bool, isRestart);
        passOverNothing();
        read(hash("lock:a", {{"me", "1"}}, 30s, 1s));
        QVERIFY(!lockA().heldIsLowerBound);
        const NodeId master = isRestart ? Node : OtherNode;
        m_table->failOver(Node, master, Start + 2s);
        m_table->takeDelta();
        m_table->apply(hash("lock:a", {{"me", "1"}}, left, 5s), master, 0, EventSource::Scan);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QTEST(story(events), "expected");
        QCOMPARE(lockA().heldSince, Start + 1s);
        QCOMPARE(lockA().holdSince(), Start + (events.empty() ? 1s : 5s));
        QCOMPARE(lockA().isHoldSinceExact(), events.empty());
        m_table->apply(gone("lock:a", 7s), master, 0, EventSource::Keyspace);
        const LockEvent end = m_table->takeDelta().events.back();
        QCOMPARE(*end.held, events.empty() ? 6s : 2s);
        QCOMPARE(end.heldIsLowerBound, !events.empty());
    }

    // A lock without an expiry may be the same, but nothing shows it.
    void anEndlessHoldIsOneSinceARestartOnly()
    {
        passOverNothing();
        read(token("lock:a", "me", {}, 1s));
        m_table->failOver(Node, Node, Start + 2s);
        m_table->apply(token("lock:a", "me", {}, 5s), Node, 0, EventSource::Tracking);
        QCOMPARE(lockA().holdSince(), Start + 5s);
        read(token("lock:a", "me", {}, 9s));
        QCOMPARE(lockA().holdSince(), Start + 5s);
    }

    void eachShareIsHeldSinceItWasTaken()
    {
        m_table->setFeed(Node, LiveMode::Tracking, Start);
        passOverNothing();
        read(hash("lock:a", {{"a", "1"}}, {}, 1s));
        read(hash("lock:a", {{"a", "1"}, {"b", "1"}}, {}, 11s));
        read(hash("lock:a", {{"a", "1"}, {"b", "1"}, {"c", "1"}}, {}, 21s), EventSource::Poll);
        m_table->takeDelta();
        const auto ends = [this](const KeyReading &reading) {
            read(reading);
            QByteArrayList all;
            for (const LockEvent &event : m_table->takeDelta().events) {
                if (event.held)
                    all += event.owner.bytes + (event.heldIsLowerBound ? " >" : " ") +
                           QByteArray::number(qint64(event.held->count() / 1000));
            }
            return all.join(", ");
        };
        QCOMPARE(ends(hash("lock:a", {{"b", "1"}, {"c", "1"}}, {}, 31s)), QByteArray("a 30"));
        QCOMPARE(lockA().heldSince, Start + 1s); // Held throughout, by changing owners
        QCOMPARE(ends(hash("lock:a", {{"b", "1"}}, {}, 41s)), QByteArray("c >20"));
        QCOMPARE(ends(hash("lock:a", {{"d", "1"}}, {}, 51s)), QByteArray("b 40"));
        QCOMPARE(ends(gone("lock:a", 61s)), QByteArray("d 10"));
    }

    void howTheLastHoldEndedStaysKnown()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 1s));
        m_table->noteHappened(key("lock:a"), "expired", Node, Start + 31s);
        read(gone("lock:a", 31s));
        read(hash("lock:a", {{"free", "1"}}, {}, 32s));
        QCOMPARE(lockA().ended, Ending::Expired);
        read(hash("lock:a", {{"me", "1"}}, 30s, 33s));
        QCOMPARE(lockA().ended, Ending::NotSeen);
        read(hash("lock:a", {{"free", "1"}}, {}, 34s));
        QCOMPARE(lockA().ended, Ending::Released);
    }

    void ourOwnForceIsToldAsSuch()
    {
        read(token("lock:a", "me", 30s, 0s));
        read(token("lock:b", "me", 30s, 0s));
        m_table->markForced(key("lock:a"));
        m_table->markForced(key("lock:b"));
        m_table->markForced(key("lock:unknown"));
        read(gone("lock:a", 1s));
        read(token("lock:b", "you", 30s, 1s));
        QCOMPARE(happened(),
                 QByteArray("changed me 1, changed me 1, forced me 0, forced me 0, acquired you 1"));
        read(gone("lock:b", 2s));
        QCOMPARE(happened(), QByteArray("released you 0"));
    }

    void aForceThatWasRefusedLeavesNoMark()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->markForced(key("lock:a"));
        read(token("lock:a", "me", 29s, 1s), EventSource::Act);
        read(gone("lock:a", 2s));
        QCOMPARE(happened(), QByteArray("released me 0"));
    }

    void whatAnotherHoldsAfterAFlushWasNotReleased()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 1s));
        m_table->takeDelta();
        m_table->noteFlush(Node, Start + 2s);
        m_table->noteGap(Node, Start + 2s);
        read(token("lock:a", "you", 30s, 3s), EventSource::Scan);
        QCOMPARE(happened(), QByteArray("changed me 0, changed you 1"));
    }

    // Such as a second owner in the hash of a lock that has one: that released nothing.
    void whatIsNoLockAnyMoreWasNotReleased()
    {
        passOverNothing();
        KeyReading other = gone("lock:a", 2s);
        other.type = ValueType::List;
        read(token("lock:a", "me", 30s, 1s));
        read(other);
        QCOMPARE(happened(), QByteArray("acquired me 1, changed me 0"));
        read(token("lock:b", "me", 30s, 1s));
        other.key = key("lock:b");
        other.readAt = Start + 40s;
        read(other);
        QCOMPARE(happened(), QByteArray("acquired me 1, expired me 0")); // Its time was over
    }

    void waitersAreToldWhenTheyChange()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->takeDelta();
        m_table->setWaiters(key("lock:a"), 0, Start + 1s);
        QCOMPARE(happened(), QByteArray());
        m_table->setWaiters(key("lock:a"), 2, Start + 1s);
        m_table->setWaiters(key("lock:a"), 2, Start + 2s);
        m_table->setWaiters(key("lock:unknown"), 2, Start + 2s);
        QCOMPARE(happened(), QByteArray("waiters me 2"));
        QCOMPARE(lockA().verdict.level, VerdictLevel::Info);
        read(token("lock:a", "me", 30s, 10s));
        QCOMPARE(lockA().waiters.count().least, 2);
    }

    // Clients of a plain lock of that name listen as well, and stand in no queue.
    void whoListensNeedNotStandInTheQueue()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        const auto readQueue = [&](milliseconds at, const QByteArrayList &waiters) {
            KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, at);
            queue.type = ValueType::List;
            queue.size = waiters.size();
            for (const QByteArray &waiter : waiters)
                queue.members.push_back({.bytes = waiter + "-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7"});
            KeyReading held = hash("lock:a", {{alice, "1"}}, 30s - at, at);
            held.companions = {queue};
            held.companionsRead = true;
            read(held);
        };
        readQueue(1s, {"00000000", "11111111"});
        std::vector<QueuedWaiter> listening = lockA().waiters.queued;
        for (QueuedWaiter &waiter : listening)
            waiter.alive = true;
        m_table->setWaiters(key("lock:a"), 3, Start + 2s, listening);
        readQueue(3s, {"00000000", "11111111"});
        QCOMPARE(lockA().waiters.count().least, 3);
        readQueue(4s, {"11111111"});
        QCOMPARE(lockA().waiters.count().least, 2);
        readQueue(5s, {"11111111", "22222222"}); // it may not listen yet
        QCOMPARE(lockA().waiters.count().least, 2);
        QCOMPARE(lockA().waiters.queued[0].seenSince, Start + 1s);
        QCOMPARE(lockA().waiters.queued[1].seenSince, Start + 5s);
    }

    void eventsNobodyTakesAreBounded()
    {
        passOverNothing();
        for (int i = 0; i < int(EventLog::Capacity); ++i)
            read(token("lock:a", "me", 30s, 10s * i));
        read(gone("lock:a", 10s * int(EventLog::Capacity)));
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.events.size(), EventLog::Capacity / 2 + 1);
        QCOMPARE(delta.events.back().kind, EventKind::Released);
        QCOMPARE(delta.dropped, qint64(EventLog::Capacity / 2));
        QCOMPARE(m_table->takeDelta().dropped, qint64(0)); // None since then
    }
};

LOCKSCOPE_TEST(TestLockTableChanges)

} // namespace tst_locktable_changes

#include "tst_locktable_changes.moc"
