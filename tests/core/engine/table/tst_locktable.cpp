// SPDX-License-Identifier: GPL-3.0-or-later
// What a lock table holds: owners, counts, verdicts, waiters, nodes that are away, and its deltas.

#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_locktable
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

KeyReading refused(const char *key, milliseconds at)
{
    KeyReading reading = token(key, "", {}, at);
    reading.type = ValueType::Other;
    reading.size = RefusedSize;
    return reading;
}

} // namespace

class TestLockTable : public TableTest
{
    Q_OBJECT

private slots:
    void namesOwnersOfOneLockOrOfAll()
    {
        read(token("lock:a", "me", 30s, 0s));
        read(token("lock:b", "me", 30s, 0s));
        read(token("lock:c", "other", 30s, 0s));
        m_table->takeDelta();
        const quint64 revision = m_table->ownersRevision();
        const ClientInfo mine{.address = "10.0.0.7:1", .name = "app"};
        QVERIFY(m_table->setClients(key("lock:a"), {{{"me"}, mine}}, Start + 1s));
        QVERIFY(!m_table->setClients(key("lock:a"), {{{"me"}, mine}}, Start + 1s));
        QVERIFY(!m_table->setClients(key("lock:none"), {{{"me"}, mine}}, Start + 1s));
        QCOMPARE(m_table->takeDelta().upserted.size(), size_t(1));
        QVERIFY(lockA().clients && lockA().clients->front().second == mine);
        read(token("lock:a", "me", 30s, 2s));
        QVERIFY(lockA().clients && lockA().clients->front().second == mine);
        m_table->takeDelta();
        // All ties: another lock of the same owner gets the client, although nothing else is known.
        QVERIFY(m_table->setClients(Node, {{{"me"}, mine}}, Start + 3s));
        const LockPtr other = m_table->find(key("lock:b"));
        QVERIFY(other->clients && other->clients->front().second == mine);
        QVERIFY(!m_table->find(key("lock:c"))->clients);
        QCOMPARE(m_table->takeDelta().upserted.size(), size_t(1));
        const LockPtr before = m_table->find(key("lock:a"));
        QVERIFY(m_table->setClients(Node, {{{"me"}, mine}, {{"other"}, mine}}, Start + 4s));
        QCOMPARE(m_table->find(key("lock:a")), before); // Not even copied
        QCOMPARE(m_table->ownersRevision(), revision);
        QVERIFY(m_table->setClients(key("lock:a"), {}, Start + 5s));
        QVERIFY(!lockA().clients);
    }

    void forgetsWhoWasGoneFromAFormerMaster()
    {
        read(token("lock:a", "me", 30s, 0s));
        const ClientInfo left{.address = "10.0.0.7:1", .goneSince = Start};
        m_table->setClients(Node, {{{"me"}, left}}, Start + 1s);
        QVERIFY(lockA().clients);
        m_table->failOver(Node, OtherNode, Start + 2s); // The clients moved there
        m_table->failOver(OtherNode, Node, Start + 3s); // And back
        read(token("lock:a", "me", 30s, 4s));
        QVERIFY(!lockA().clients);
        // Nor those of a restarted server: they are reported again once known.
        m_table->setClients(Node, {{{"me"}, left}}, Start + 5s);
        const quint64 revision = m_table->ownersRevision();
        m_table->failOver(Node, Node, Start + 6s);
        read(token("lock:a", "me", 30s, 7s));
        QVERIFY(!lockA().clients && m_table->ownersRevision() != revision);
    }

    // A busy semaphore always shows a waiter, and now and then a permit.
    void aSemaphoreThatMovesIsNotStuck()
    {
        LockTable table(Registry::builtIn());
        const LockName name = key("semaphore:a");
        const auto shows = [&](const char *permits, milliseconds at) {
            KeyReading reading = token(name.bytes.constData(), permits, {}, at);
            reading.listened = "redisson_sc:{semaphore:a}";
            table.apply(reading, Node, 0, EventSource::Tracking);
            table.setWaiters(name, 2, Start + at);
            return table.find(name)->verdict.code;
        };
        QCOMPARE(shows("0", 0s), std::string_view("waited-for"));
        for (int s = 10; s < 60; s += 3)
            QVERIFY(shows(s % 2 ? "1" : "2", std::chrono::seconds(s)) != "free-but-waited-for");
        QCOMPARE(shows("2", 60s), std::string_view("free"));
        table.judge(Start + 66s);
        QCOMPARE(table.find(name)->verdict.code, std::string_view("free")); // they may be gone by now
        table.setWaiters(name, 2, Start + 66s);
        QCOMPARE(table.find(name)->verdict.code, std::string_view("free-but-waited-for"));
    }

    void itsThresholdsDecide()
    {
        m_table = std::make_unique<LockTable>(m_registry, VerdictThresholds{.longHeld = 1s});
        read(token("lock:a", "me", 30s, 0s));
        QCOMPARE(*m_table->nextJudgement(), Start + 1s);
        m_table->judge(Start + 1s);
        QCOMPARE(lockA().verdict.code, std::string_view("long-held"));
    }

    void newThresholdsHoldAtOnce()
    {
        const char *const mine = "mine-0123456789abcdef";
        const auto code = [this](const char *name) { return m_table->find(key(name))->verdict.code; };
        for (const milliseconds at : {-10s, 0s, 10s, 20s}) {
            for (const char *name : {"lock:a", "lock:b"})
                read(token(name, mine, 60s, at));
        }
        read(token("lock:c", "other", 60s, 0s));
        m_table->judge(Start + 32s);
        m_table->takeDelta();
        const Lock before = lockA();
        QCOMPARE(code("lock:a"), std::string_view("healthy"));
        m_table->setThresholds({}, Start + 32s); // Unchanged
        QVERIFY(m_table->takeDelta().upserted.empty());
        for (const char *name : {"lock:a", "lock:b"})
            read(token(name, mine, 48s, 32s));
        m_table->takeDelta();
        m_table->setThresholds({.longHeld = 30s, .overdue = 1.1}, Start + 32s);
        QCOMPARE(code("lock:a"), std::string_view("client-silent"));
        QCOMPARE(code("lock:b"), std::string_view("client-silent"));
        QCOMPARE(code("lock:c"), std::string_view("long-held"));
        QCOMPARE(m_table->totals().levels[size_t(VerdictLevel::Info)], 1);
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.upserted.size(), size_t(3));
        QVERIFY(delta.events.empty() && delta.removed.empty() && !delta.reset);
        QCOMPARE(lockA().heldSince, before.heldSince);
        QCOMPARE(lockA().renewals.count, before.renewals.count);
        m_table->setThresholds({}, Start + 32s);
        QCOMPARE(code("lock:a"), std::string_view("healthy"));
        QCOMPARE(code("lock:b"), std::string_view("healthy"));
        QCOMPARE(code("lock:c"), std::string_view("healthy"));
        for (const char *name : {"lock:a", "lock:b"}) // and when it comes to that
            read(token(name, mine, 44s, 36s));
        QCOMPARE(code("lock:a"), std::string_view("client-silent"));
    }

    void keepsTheLargestHoldCount()
    {
        for (const char *count : {"1", "2", "3", "1"})
            read(hash("lock:a", {{"me", count}}, 30s, 0s));
        QCOMPARE(lockA().maxCount, 3);
        QCOMPARE(lockA().count(), 1);
    }

    void keepsTheOrderOfHolders()
    {
        read(hash("lock:a", {{"b", "1"}, {"a", "1"}}, 30s, 0s));
        read(hash("lock:a", {{"a", "1"}, {"c", "1"}, {"b", "1"}}, 30s, 1s));
        QCOMPARE(lockA().owner().bytes, QByteArray("b"));
        QCOMPARE(lockA().holders[1].id.bytes, QByteArray("a"));
        QCOMPARE(lockA().holders[2].id.bytes, QByteArray("c"));
    }

    void countsAllLocks()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        read(hash("lock:b", {{"free", "1"}}, {}, 0s), EventSource::Scan);
        read(token("lock:c", "me", {}, 0s), EventSource::Scan);
        m_table->setWaiters(key("lock:a"), 3, Start);
        LockTotals totals = m_table->takeDelta().totals;
        QCOMPARE(totals.locks, 3);
        QCOMPARE(totals.held, 2);
        QCOMPARE(totals.waiters, 3);
        QCOMPARE(totals.levels[size_t(VerdictLevel::Warning)], 1);
        read(gone("lock:a", 1s));
        read(token("lock:c", "me", {}, 6s), EventSource::Scan);
        m_table->judge(Start + 1h);
        totals = m_table->takeDelta().totals;
        QCOMPARE(totals.locks, 2);
        QCOMPARE(totals.waiters, 0);
        QCOMPARE(totals.levels[size_t(VerdictLevel::Critical)], 1);
        QCOMPARE(totals.levels[size_t(VerdictLevel::Warning)], 0);
    }

    void heldLocksWithWaitersAreKnown()
    {
        const QSet<LockName> onlyA{key("lock:a")};
        read(token("lock:a", "me", 30s, 0s));
        read(token("lock:b", "me", 30s, 0s));
        QCOMPARE(m_table->waitedFor(), QSet<LockName>());
        m_table->setWaiters(key("lock:a"), 2, Start + 1s);
        m_table->setWaiters(key("lock:b"), 0, Start + 1s);
        QCOMPARE(m_table->waitedFor(), onlyA);
        m_table->setWaiters(key("lock:a"), 0, Start + 2s);
        QCOMPARE(m_table->waitedFor(), QSet<LockName>());
        m_table->setWaiters(key("lock:a"), 1, Start + 3s);
        read(gone("lock:a", 4s));
        QCOMPARE(m_table->waitedFor(), QSet<LockName>());
        read(token("lock:a", "you", 30s, 5s));
        m_table->setWaiters(key("lock:a"), 1, Start + 6s);
        QCOMPARE(m_table->waitedFor(), onlyA);
    }

    // Whether after a failover, or because its slot migrated.
    void onAnotherNodeWaitersAreUnknownUntilTheyAreCounted_data()
    {
        QTest::addColumn<bool>("isFailover");
        QTest::addColumn<qint64>("before");
        QTest::newRow("failover, none") << true << qint64(0);
        QTest::newRow("failover, some") << true << qint64(3);
        QTest::newRow("migration, none") << false << qint64(0);
        QTest::newRow("migration, some") << false << qint64(3);
    }

    void onAnotherNodeWaitersAreUnknownUntilTheyAreCounted()
    {
        QFETCH(bool, isFailover);
        QFETCH(qint64, before);
        const LockName name = key("lock:a");
        read(token("lock:a", "me", 30s, 0s));
        m_table->setWaiters(name, before, Start + 1s);
        QCOMPARE(lockA().waiters.subscribed, std::optional(before));
        m_table->takeDelta();
        if (isFailover) {
            m_table->failOver(Node, OtherNode, Start + 2s);
            QVERIFY(!lockA().waiters.isKnown());
        }
        m_table->apply(token("lock:a", "me", 27s, 3s), OtherNode, 0, EventSource::Scan);
        QCOMPARE(lockA().node, OtherNode);
        QVERIFY(!lockA().waiters.isKnown());
        m_table->setWaiters(name, 0, Start + 4s);
        QCOMPARE(lockA().waiters.subscribed, std::optional<qint64>(0));
        QCOMPARE(happened(), before > 0 ? QByteArray("waiters me 0") : QByteArray());
    }

    void whoWaitsIsKnownOfTheNextHoldToo()
    {
        passOverNothing();
        const auto waitersAfter = [this](milliseconds free) {
            const Instant at = m_table->find(key("lock:a")) ? lockA().readAt : Start;
            const milliseconds then = millisecondsBetween(Start, at) + 1s;
            m_table->setWaiters(key("lock:a"), 3, Start + then);
            hear("lock:a", "del", then);
            hear("lock:a", "set", then + free);
            read(token("lock:a", "you", 30s, then + free), EventSource::Keyspace);
            m_table->takeDelta();
            return lockA().waiters.subscribed.value_or(-1);
        };
        read(token("lock:a", "me", 30s, 1s), EventSource::Keyspace);
        m_table->setWaiters(key("lock:a"), 3, Start + 2s);
        hear("lock:a", "del", 3s);
        hear("lock:a", "set", 3s);
        read(token("lock:a", "you", 30s, 4s), EventSource::Keyspace);
        QCOMPARE(lockA().waiters.subscribed, std::optional<qint64>(3));
        QCOMPARE(happened(),
                 QByteArray("acquired me 1, waiters me 3, released me 0, acquired you 1")); // No event
        QCOMPARE(waitersAfter(9s), 3);
        QCOMPARE(waitersAfter(11s), -1);
        // Waiters counted during a short absence are kept.
        const Instant at = lockA().readAt;
        const milliseconds then = millisecondsBetween(Start, at);
        hear("lock:a", "del", then + 1s);
        m_table->setWaiters(key("lock:a"), 0, at + 2s);
        hear("lock:a", "set", then + 3s);
        read(token("lock:a", "me", 30s, then + 3s), EventSource::Keyspace);
        QCOMPARE(lockA().waiters.subscribed, std::optional<qint64>(0));
        // Waiters counted before a gap are unknown after it.
        hear("lock:a", "del", then + 4s);
        m_table->noteGap(Node, at + 5s);
        read(token("lock:a", "you", 30s, then + 6s));
        QVERIFY(!lockA().waiters.subscribed);
    }

    void deltasMerge()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        read(token("lock:b", "me", 30s, 0s), EventSource::Scan);
        m_table->takeDelta();
        read(token("lock:a", "me", 30s, 10s));
        read(token("lock:a", "me", 30s, 20s));
        read(gone("lock:b", 1s));
        read(gone("lock:c", 1s));
        read(token("lock:c", "me", 30s, 2s)); // Came and went
        read(gone("lock:c", 3s));
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.upserted.size(), 1);
        QCOMPARE(delta.upserted[0]->key, key("lock:a"));
        QCOMPARE(delta.removed, std::vector<LockName>{key("lock:b")});
        QCOMPARE(story(delta.events),
                 QByteArray("renewed me 1, renewed me 1, released me 0, acquired me 1, released me 0"));
        QVERIFY(m_table->takeDelta().isEmpty());
    }

    void goneAndBackWithinADeltaIsAnUpdate()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->takeDelta();
        read(gone("lock:a", 1s));
        read(token("lock:a", "you", 30s, 2s));
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.upserted.size(), 1);
        QVERIFY(delta.removed.empty());
    }

    void aReadingWithNothingNewIsNoDelta()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->takeDelta();
        read(token("lock:a", "me", 25'003ms, 5s), EventSource::Poll);
        QVERIFY(m_table->takeDelta().isEmpty());
        QCOMPARE(lockA().readAt, Start + 5s);
        QCOMPARE(*lockA().expiresAt, Start + 30s);
    }

    void whatWasHandedOutNeverChanges()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        const LockPtr before = m_table->takeDelta().upserted.front();
        read(token("lock:a", "you", 30s, 1s));
        QCOMPARE(before->owner().bytes, QByteArray("me"));
    }

    void dropsWhatACompletePassDidNotMeet()
    {
        for (const char *name : {"lock:met", "lock:gone", "lock:late", "lock:expired"})
            read(token(name, name, name == QByteArray("lock:expired") ? 4s : 30s, 0s), EventSource::Scan);
        m_table->apply(token("lock:elsewhere", "me", 30s, 0s), OtherNode, 0, EventSource::Scan);
        m_table->takeDelta();
        read(token("lock:late", "lock:late", 30s, 6s), EventSource::Poll); // Acquired during the scan
        m_table->dropUnseen(Node, {key("lock:met")}, Start + 3s, Start + 8s);
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.removed.size(), 2);
        QVERIFY(story(delta.events).contains("released lock:gone 0"));
        QVERIFY(story(delta.events).contains("expired lock:expired 0"));
        QVERIFY(m_table->find(key("lock:late")));
        QVERIFY(m_table->find(key("lock:elsewhere")));
    }

    void aReadingUnderWayWhenAPassEndsBringsTheLockBack()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->dropUnseen(Node, {}, Start + 3s, Start + 8s);
        read(token("lock:a", "you", 30s, 7990ms)); // Requested before the end of the scan, answered after it
        QVERIFY(m_table->find(key("lock:a")));
        QCOMPARE(lockA().owner().bytes, QByteArray("you"));
    }

    void aNodeThatIsAwayGoesStaleAndComesBack()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->apply(token("lock:b", "me", 30s, 0s), OtherNode, 0, EventSource::Scan);
        m_table->takeDelta();
        m_table->setStale(Node, true);
        LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.upserted.size(), 1);
        QVERIFY(lockA().stale);
        QCOMPARE(QByteArray(lockA().verdict.code.data()), QByteArray("stale"));
        m_table->noteLoss(Node, Start + 2s);
        read(token("lock:a", "me", 29s, 1s), EventSource::Poll); // Delivered after the loss
        QVERIFY(lockA().stale);
        m_table->takeDelta();
        read(token("lock:a", "me", 20s, 10s), EventSource::Poll);
        QVERIFY(!lockA().stale);
        QCOMPARE(m_table->takeDelta().upserted.size(), 1);
    }

    void aLockIsKnownUntilItsNodeWasLastHeard()
    {
        m_table->setFeed(Node, LiveMode::Tracking, Start - 1s);
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->setStale(Node, true, Start + 9s);
        m_table->noteGap(Node, Start + 12s);
        QVERIFY(lockA().knownUntil(Start + 20s) == Start + 9s);
        m_table->setStale(Node, false);
        read(token("lock:a", "you", 30s, 13s), EventSource::Scan);
        QCOMPARE(story(m_table->takeDelta().events), QByteArray("changed me 0, changed you 1"));
        m_table->noteGap(Node, Start + 17s); // the feed is lost first
        m_table->setFeed(Node, LiveMode::Polling, Start + 17s);
        m_table->setStale(Node, true, Start + 18s);
        QVERIFY(lockA().knownUntil(Start + 30s) == Start + 17s);
        m_table->setStale(Node, false);
        read(token("lock:a", "you", 20s, 19s), EventSource::Scan); // where nobody tells of changes
        m_table->setStale(Node, true, Start + 25s);
        QVERIFY(lockA().knownUntil(Start + 30s) == Start + 19s);
    }

    void whatEndedWhileANodeWasSilentWasNotSeen()
    {
        read(token("lock:short", "me", 4s, 0s), EventSource::Scan);
        read(token("lock:long", "me", 30s, 0s), EventSource::Scan);
        read(token("lock:other", "me", 30s, 0s), EventSource::Scan);
        m_table->setStale(Node, true, Start + 1s);
        m_table->noteGap(Node, Start + 2s);
        m_table->setStale(Node, false);
        m_table->takeDelta();
        for (const char *name : {"lock:short", "lock:long"})
            m_table->apply(gone(name, 10s), Node, 0, EventSource::Scan);
        read(token("lock:other", "you", 30s, 10s), EventSource::Scan);
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(story(delta.events).count("changed"), 4);
        m_table->notePass(Node, Start + 9s);
        read(token("lock:long", "me", 30s, 11s));
        m_table->apply(gone("lock:long", 12s), Node, 0, EventSource::Tracking);
        QCOMPARE(story(m_table->takeDelta().events), QByteArray("acquired me 1, released me 0"));
    }

    void aFirstPassGoesOnFromWhatAnotherTableSaw()
    {
        const std::vector<const char *> names{"lock:same", "lock:renewed", "lock:taken", "lock:met",
                                              "lock:late"};
        std::vector<LockPtr> known;
        for (const char *name : names) {
            read(token(name, "me", 30s, 0s), EventSource::Scan);
            known.push_back(m_table->find(key(name)));
        }
        m_table = std::make_unique<LockTable>(m_registry);
        read(token("lock:met", "me", 21s, 9s), EventSource::Scan);
        m_table->expect(known, Start + 10s);
        read(token("lock:same", "me", 20s, 10s), EventSource::Scan);
        read(token("lock:renewed", "me", 30s, 10s), EventSource::Scan);
        read(token("lock:taken", "you", 30s, 10s), EventSource::Scan);
        const auto lock = [this](const char *name) { return m_table->find(key(name)); };
        for (const char *name : {"lock:same", "lock:met"}) {
            QVERIFY(lock(name)->heldSince == Start && lock(name)->isOneHold());
            QVERIFY(lock(name)->heldIsLowerBound);
        }
        QVERIFY(lock("lock:renewed")->heldSince == Start);
        QVERIFY(lock("lock:renewed")->oneHoldSince == Start + 10s); // acquired again, perhaps
        QVERIFY(lock("lock:taken")->heldSince == Start + 10s);
        QVERIFY(m_table->takeDelta().events.empty());
        m_table->notePass(Node, Start + 8s); // lock:late was free then
        read(token("lock:late", "me", 30s, 11s), EventSource::Poll);
        QVERIFY(lock("lock:late")->heldSince == Start + 11s);
    }

    void aKeyThatMovedIsOneLock()
    {
        m_table->apply(token("lock:a", "me", 30s, 0s), Node, 0, EventSource::Scan);
        m_table->apply(token("lock:a", "me", 29s, 1s), OtherNode, 0, EventSource::Scan);
        m_table->apply(gone("lock:a", 2s), Node, 0, EventSource::Tracking);
        QCOMPARE(m_table->size(), 1);
        QCOMPARE(lockA().node, OtherNode);
    }

    void aKeyThatMayNotBeReadChangesNothing()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        m_table->takeDelta();
        read(refused("lock:a", 1s));
        QVERIFY(m_table->takeDelta().isEmpty());
        QVERIFY(m_table->find(key("lock:a")));
    }

    void whatWasToldOfAKeyThatMayNotBeReadIsForgotten()
    {
        passOverNothing();
        hear("lock:a", "set", 1s);
        read(refused("lock:a", 2s));
        hear("lock:a", "set", 10s);
        read(token("lock:a", "me", 30s, 10'001ms), EventSource::Keyspace);
        QCOMPARE(lockA().heldSince, Start + 10s);
    }

    void ownersAreShared()
    {
        read(token("lock:a", "one and the same client", 30s, 0s));
        read(token("lock:b", "one and the same client", 30s, 0s));
        QCOMPARE(lockA().owner().bytes.constData(), m_table->find(key("lock:b"))->owner().bytes.constData());
    }

    void theOwnerPoolForgetsWhoIsGone()
    {
        OwnerPool pool;
        OwnerId kept{QByteArray("kept by a lock")};
        pool.share(kept);
        for (int i = 0; i < 100'000; ++i) {
            OwnerId passing{QByteArray::number(i)};
            pool.share(passing);
        }
        QVERIFY2(pool.size() <= 2048, qPrintable(QString::number(pool.size())));
        OwnerId again{QByteArray("kept by a lock")};
        pool.share(again);
        QCOMPARE(again.bytes.constData(), kept.bytes.constData());
    }
};

LOCKSCOPE_TEST(TestLockTable)

} // namespace tst_locktable

#include "tst_locktable.moc"
