// SPDX-License-Identifier: GPL-3.0-or-later
// How a table handles keyspace events, alone and with the reads that follow them.
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

namespace tst_locktable_events
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// A read-write lock of DistributedLock: the value of name.writer (empty: none) and the readers.
KeyReading readWrite(const QByteArray &writer, const QByteArrayList &readers, milliseconds at)
{
    KeyReading reading = writer.isEmpty() ? gone("lock:a.writer", at)
                                          : token("lock:a.writer", writer.constData(), 60s - at, at);
    KeyReading set = gone("lock:a.readers", at);
    if (!readers.isEmpty()) {
        set.type = ValueType::Set;
        set.ttl = 60s - at;
        set.size = readers.size();
        for (const QByteArray &reader : readers)
            set.members.push_back({.bytes = reader});
    }
    reading.companions = {std::move(set)};
    reading.companionsRead = true;
    return reading;
}

} // namespace

class TestLockTableEvents : public TableTest
{
    Q_OBJECT

private slots:
    void eventsAndReReadsCountARenewalOnce()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteRenewal(key("lock:a"), Node, Start + 10s);
        read(token("lock:a", "me", 30s, 10'001ms), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 1);
        // Two events for one read.
        m_table->noteRenewal(key("lock:a"), Node, Start + 20s);
        m_table->noteRenewal(key("lock:a"), Node, Start + 30s);
        read(token("lock:a", "me", 30s, 30'001ms), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 3);
        QCOMPARE(*lockA().renewals.period, milliseconds(10s));
        // The read precedes the event.
        read(token("lock:a", "me", 30s, 40s), EventSource::Keyspace);
        m_table->noteRenewal(key("lock:a"), Node, Start + 40'001ms);
        read(token("lock:a", "me", 29'998ms, 40'002ms), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 4);
        QCOMPARE(happened(), QByteArray("renewed me 1, renewed me 1, renewed me 1, renewed me 1"));
        QCOMPARE(*lockA().expiresAt, Start + 70s);
    }

    void findsRenewalsAmongRawEvents()
    {
        read(hash("lock:a", {{"me", "1"}}, 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "expire", Node, Start + 10s);  // By the watchdog
        m_table->noteHappened(key("lock:a"), "hincrby", Node, Start + 11s); // Re-entered
        m_table->noteHappened(key("lock:a"), "expire", Node, Start + 11s);
        read(hash("lock:a", {{"me", "2"}}, 30s, 11s), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 1);
        QCOMPARE(happened(), QByteArray("renewed me 1, reentered me 2"));
    }

    void rawEventsEndALockAtOnce()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        read(token("lock:b", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 30s); // Late, but still a release
        m_table->noteHappened(key("lock:b"), "expired", Node, Start + 30s);
        QCOMPARE(happened(), QByteArray("released me 0, expired me 0"));
        m_table->noteHappened(key("lock:a"), "set", Node, Start + 31s);
        m_table->noteHappened(key("lock:a"), "expire", Node, Start + 31s);
        read(token("lock:a", "you", 30s, 31s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired you 1"));
        QVERIFY(!lockA().heldIsLowerBound);
        QCOMPARE(lockA().renewals.count, 0);
    }

    // The event comes before the read that shows the TTL: it waits for it, and nothing else does.
    void aRenewalHasTheTtlThatItSet()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "expire", 10s);
        read(token("lock:b", "you", 30s, 10'001ms), EventSource::Keyspace);
        QCOMPARE(story(m_table->takeDelta(Start + 10'010ms).events), QByteArray("acquired you 1"));
        read(token("lock:a", "me", 29'998ms, 10'002ms), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta(Start + 10'020ms).events;
        QCOMPARE(story(events), QByteArray("renewed me 1"));
        QCOMPARE(events.front().ttl, std::optional<milliseconds>(30s));
        QCOMPARE(events.front().at, Start + 10s);
    }

    void aRenewalThatIsNotReadSoonHasNoTtl()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "expire", 10s);
        QVERIFY(m_table->takeDelta(Start + 10'199ms).events.empty());
        const std::vector<LockEvent> events = m_table->takeDelta(Start + 10'200ms).events;
        QCOMPARE(story(events), QByteArray("renewed me 1"));
        QVERIFY(!events.front().ttl);
        read(token("lock:a", "me", 29'500ms, 10'500ms), EventSource::Keyspace);
        QVERIFY(m_table->takeDelta(Start + 10'501ms).events.empty());
    }

    // The read shows what a later step set.
    void whatFollowsARenewalIsNotItsTtl()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        read(hash("lock:b", {{"me", "1"}}, 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        for (const char *name : {"lock:a", "lock:b"})
            hear(name, "expire", 10s);
        hear("lock:a", "del", 10'001ms);
        read(hash("lock:b", {{"me", "2"}}, 40s, 10'002ms), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta(Start + 10'010ms).events;
        QCOMPARE(story(events), QByteArray("renewed me 1, released me 0, renewed me 1, reentered me 2"));
        for (const LockEvent &event : events)
            QVERIFY(event.kind != EventKind::Renewed || !event.ttl);
    }

    void ofSeveralRenewalsTheReadShowsTheLast()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "expire", 10s);
        hear("lock:a", "expire", 10'050ms);
        read(token("lock:a", "me", 29'999ms, 10'051ms), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta(Start + 10'060ms).events;
        QCOMPARE(story(events), QByteArray("renewed me 1, renewed me 1"));
        QVERIFY(!events.front().ttl);
        QCOMPARE(events.back().ttl, std::optional<milliseconds>(30s));
    }

    void tellsOfALockThatNoReadingShowed()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        hear("lock:a", "del", 1s);
        hear("lock:a", "set", 2s);
        hear("lock:a", "expire", 2s);
        hear("lock:a", "del", 5s);
        hear("lock:a", "set", 6s);
        read(token("lock:a", "you", 30s, 6001ms), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(story(events),
                 QByteArray("acquired me 1, released me 0, acquired 1, released 0, acquired you 1"));
        QCOMPARE(events[3].held, std::optional<milliseconds>(3s));
        QCOMPARE(events[3].lockKind.name, std::string_view("rlock"));
        QCOMPARE(lockA().heldSince, Start + 6s);
        QVERIFY(!events[2].sampled && !events[3].sampled);
    }

    void aKeyThatWasNeverALockIsNotCounted()
    {
        passOverNothing();
        hear("lock:b", "set", 1s);
        hear("lock:b", "del", 2s);
        hear("lock:b", "set", 3s);
        read(token("lock:b", "no lock", 30s, 3s), EventSource::Keyspace);
        hear("lock:b", "del", 4s);
        QCOMPARE(happened(), QByteArray());
    }

    // The read already shows the next owner, before the events that led to it arrive.
    void aReadingThatOvertakesEventsTellsNothingTwice()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        read(token("lock:a", "you", 30s, 2s), EventSource::Keyspace);
        QCOMPARE(lockA().owner().bytes, QByteArray("me"));
        hear("lock:a", "del", 2s);
        read(token("lock:a", "you", 30s, 3s), EventSource::Keyspace);
        QVERIFY(!m_table->find(key("lock:a")));
        hear("lock:a", "set", 3s);
        read(token("lock:a", "you", 30s, 4s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired me 1, released me 0, acquired you 1"));
    }

    void aLockThatWasOverwrittenChangesHands()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        hear("lock:a", "set", 1s); // Without NX
        hear("lock:a", "expire", 1s);
        read(token("lock:a", "you", 30s, 1s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired me 1, released me 0, acquired you 1"));
    }

    void whoHoldsByAFurtherKeyIsNotLeftToEventsOfTheMainKey_data()
    {
        QTest::addColumn<bool>("mayHaveMoved");
        QTest::newRow("one server") << false;
        QTest::newRow("a cluster") << true;
    }

    void whoHoldsByAFurtherKeyIsNotLeftToEventsOfTheMainKey()
    {
        QFETCH(bool, mayHaveMoved);
        const QByteArray one = "host_1_" + QByteArray(32, 'a');
        const QByteArray two = "host_1_" + QByteArray(32, 'b');
        const QByteArray waiting = "host_1_" + QByteArray(32, 'c') + "_WRITERWAITING";
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        const auto happens = [&](const char *name, const char *event, milliseconds at) {
            m_table->noteHappened(key(name), event, Node, Start + at, mayHaveMoved);
        };
        const auto shows = [&](const QByteArray &writer, const QByteArrayList &readers, milliseconds at,
                               const QByteArray &expected) {
            read(readWrite(writer, readers, at), EventSource::Keyspace);
            QCOMPARE(happened(), expected);
        };
        passOverNothing();
        shows(one, {}, 1s, "acquired " + one + " 1");
        // The writer leaves, and a reader enters.
        happens("lock:a.writer", "del", 2s);
        happens("lock:a.readers", "sadd", 3s);
        shows({}, {two}, 4s, "released " + one + " 0, acquired " + two + " 1");
        // A writer waits and gives up: its key appears and vanishes.
        happens("lock:a.writer", "set", 5s);
        happens("lock:a.writer", "expire", 5s);
        shows(waiting, {two}, 6s, "changed " + two + " 1, waiters " + two + " 1");
        happens("lock:a.writer", "del", 7s);
        shows({}, {two}, 8s, "changed " + two + " 1, waiters " + two + " 0");
        // Other readers.
        happens("lock:a.readers", "srem", 9s);
        happens("lock:a.readers", "sadd", 9s);
        shows({}, {one}, 10s, "released " + two + " 0, acquired " + one + " 1");
        happens("lock:a.readers", "del", 11s);
        shows({}, {}, 12s, "released " + one + " 0");
        // A writer came and went while readers came: no event shows whether it held or waited.
        happens("lock:a.writer", "set", 13s);
        happens("lock:a.readers", "sadd", 13s);
        happens("lock:a.writer", "del", 14s);
        shows({}, {two}, 15s, "acquired " + two + " 1");
    }

    // The end of one hold and the start of the next may fall between two reads.
    void whatOnlyReadingsTellIsSampled()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        read(readWrite("host_1_" + QByteArray(32, 'a'), {}, 1s), EventSource::Keyspace);
        read(token("lock:b", "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f", 30s, 1s), EventSource::Keyspace);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(events.size(), 2u);
        QVERIFY(events[0].sampled && !events[1].sampled);
    }

    void whatComesAndGoesUnreadIsCounted()
    {
        passOverNothing();
        const auto unread = [this] {
            const LockDelta delta = m_table->takeDelta();
            return std::pair(delta.unread, delta.events.size());
        };
        const auto pair = [](qint64 keys, size_t events) { return std::pair(keys, events); };
        hear("lock:new", "hincrby", 1s);
        hear("lock:new", "expire", 1s);
        hear("lock:new", "del", 1s);
        hear("lock:new", "set", 2s);
        read(gone("lock:new", 2s), EventSource::Keyspace); // Requested for the first event
        hear("lock:new", "del", 3s);
        QCOMPARE(unread(), pair(2, 0));
        // It was read and is not a lock.
        hear("lock:list", "rpush", 4s);
        KeyReading list;
        list.key = key("lock:list");
        list.type = ValueType::List;
        list.readAt = Start + 5s;
        read(list, EventSource::Keyspace);
        hear("lock:list", "del", 6s);
        QCOMPARE(unread(), pair(0, 0));
        // It was a lock before, so it was one now too.
        read(token("lock:a", "me", 30s, 7s), EventSource::Keyspace);
        hear("lock:a", "del", 8s);
        hear("lock:a", "set", 9s);
        hear("lock:a", "del", 10s);
        QCOMPARE(unread(), pair(0, 4));
    }

    void aReadingAskedForBeforeAWriteDoesNotAnswerForIt()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        hear("lock:a", "set", 2s); // Without NX
        hear("lock:a", "expire", 2s);
        read(token("lock:a", "me", 29s, 1s), EventSource::Keyspace);
        read(token("lock:a", "you", 30s, 3s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired me 1, released me 0, acquired you 1"));
    }

    void aKeyThatMayHaveMovedIsNotReleasedBeforeItIsMissing()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 1s, true);
        QCOMPARE(happened(), QByteArray());
        m_table->noteHappened(key("lock:a"), "set", Node, Start + 2s,
                              true); // Proves that it was free here
        QCOMPARE(happened(), QByteArray("released me 0"));
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 3s, true);
        read(gone("lock:a", 4s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired 1, released 0"));
    }

    // It may have ended right after that.
    void aPolledHoldLastedUntilItWasLastRead()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 1s), EventSource::Poll);
        read(token("lock:a", "me", 29s, 2s), EventSource::Poll);
        m_table->takeDelta();
        read(gone("lock:a", 4s), EventSource::Poll);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(events.size(), size_t(1));
        QCOMPARE(events[0].held, std::optional<milliseconds>(1s));
        QVERIFY(events[0].heldIsLowerBound);
    }

    // By its clock, the lease may have ended.
    void whatIsGoneSinceTheServersClockWasSetIsNotReleased()
    {
        constexpr WallTime Epoch(1'700'000'000s);
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        m_table->setClock(Node, Epoch, Start);
        read(token("lock:a", "me", 12s, 1s), EventSource::Tracking);
        read(token("lock:b", "me", 12s, 1s), EventSource::Tracking);
        m_table->takeDelta();
        m_table->setClock(Node, Epoch + 7s, Start + 2s);
        read(token("lock:b", "me", 5s, 3s), EventSource::Tracking);
        read(gone("lock:a", 3s), EventSource::Tracking);
        QCOMPARE(happened(), QByteArray("changed me 1, changed me 0"));
        read(gone("lock:b", 4s), EventSource::Tracking);
        QCOMPARE(happened(), QByteArray("released me 0"));
        // Kept right by small steps, it moves no lease.
        read(token("lock:b", "me", 12s, 5s), EventSource::Tracking);
        m_table->takeDelta();
        m_table->setClock(Node, Epoch + 10s + 100ms, Start + 5s);
        read(gone("lock:b", 6s), EventSource::Tracking);
        QCOMPARE(happened(), QByteArray("released me 0"));
    }

    // trySetPermits(5) of a semaphore whose name suggests a lock.
    void aNumberThatMayCountIsNotAcquired()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        read(token("lock:a", "5", {}, 1s), EventSource::Keyspace);
        read(token("lock:a", "3", {}, 2s), EventSource::Keyspace);
        for (const LockEvent &event : m_table->takeDelta().events)
            QCOMPARE(event.kind, EventKind::Changed);
        read(token("lock:b", "5", 30s, 1s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired 5 1"));
    }

    // trySetPermits(1), where clients of the server use semaphores.
    void oneMayCountWhereSemaphoresAreUsed()
    {
        const Registry &registry = Registry::builtIn();
        m_table = std::make_unique<LockTable>(registry);
        passOverNothing();
        read(token("lock:a", "1", {}, 1s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired 1 1"));
        Reply answer;
        const auto sent = registry.find("semaphore")->fingerprints();
        const Command question = ScriptEvidence::question(registry);
        for (size_t i = 2; i < question.size(); ++i) {
            const bool isLoaded = std::ranges::any_of(sent, [&](const Fingerprint &print) {
                return question[i] == QByteArrayView(print.sha1.data(), qsizetype(print.sha1.size()));
            });
            answer.items.push_back({.type = Reply::Type::Integer, .integer = isLoaded});
        }
        m_table->setEvidence(Node, ScriptEvidence::from(registry, answer));
        read(token("lock:b", "1", {}, 1s), EventSource::Keyspace);
        hear("lock:b", "del", 2s);
        QCOMPARE(happened(), QByteArray("changed 1 1, changed 1 0"));
        read(token("lock:c", "1", 30s, 1s), EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray("acquired 1 1"));
    }

    // DECRBY and INCRBY.
    void aNumberThatBecomesAnotherIsCounted()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        read(token("lock:a", "1", {}, 1s), EventSource::Keyspace);
        m_table->takeDelta();
        read(token("lock:a", "2", {}, 2s), EventSource::Keyspace);
        read(token("lock:a", "1", {}, 3s), EventSource::Keyspace);
        for (const LockEvent &event : m_table->takeDelta().events)
            QCOMPARE(event.kind, EventKind::Changed);
    }

    // With keyspace events, a lock is gone between two holds.
    void whoLeftTheQueueMeanwhileIsTold()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        const QByteArray bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 1s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = bob}};
        KeyReading held = hash("lock:a", {{alice, "1"}}, 30s, 1s);
        held.companions = {queue};
        held.companionsRead = true;
        read(held, EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "del", 3s);
        hear("lock:a", "hincrby", 3s);
        KeyReading next = hash("lock:a", {{bob, "1"}}, 30s, 3s);
        next.companionsRead = true;
        read(next, EventSource::Keyspace);
        QCOMPARE(happened(), "released " + alice + " 0, acquired " + bob + " 1, waiters " + bob + " 0");
    }

    // The slot of a fair lock is moving: its queue is on the node that takes over, its hash is not yet.
    void theQueueOfALockThatMovesIsNotTheLock()
    {
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        read(hash("lock:a", {{alice, "1"}}, 30s, 1s));
        m_table->takeDelta();
        KeyReading part = gone("lock:a", 2s);
        part.size = RefusedSize;
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 2s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7"}};
        part.companions = {queue};
        part.companionsRead = true;
        m_table->apply(part, OtherNode, 0, EventSource::Tracking);
        QCOMPARE(happened(), QByteArray());
        QCOMPARE(lockA().owner(), OwnerId{alice});
    }

    // It was counted as one that listens, and takes the lock: nobody waits behind it.
    void whoLeavesAQueueToHoldTheLockWaitsNoMore_data()
    {
        QTest::addColumn<bool>("wasGone"); // between the two holds
        QTest::newRow("handed over") << false;
        QTest::newRow("released, then acquired") << true;
    }
    void whoLeavesAQueueToHoldTheLockWaitsNoMore()
    {
        QFETCH(bool, wasGone);
        m_table = std::make_unique<LockTable>(Registry::builtIn());
        passOverNothing();
        const QByteArray alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";
        const QByteArray bob = "00000000-1c6a-4b5e-9d8e-0a1b2c3d4e5f:7";
        KeyReading queue = token("redisson_lock_queue:{lock:a}", "", {}, 1s);
        queue.type = ValueType::List;
        queue.size = 1;
        queue.members = {{.bytes = bob}};
        KeyReading held = hash("lock:a", {{alice, "1"}}, 30s, 1s);
        held.companions = {queue};
        held.companionsRead = true;
        read(held, EventSource::Keyspace);
        m_table->setWaiters(key("lock:a"), 1, Start + 2s);
        QCOMPARE(lockA().waiters.count().least, 1);
        if (wasGone) {
            hear("lock:a", "del", 3s);
            hear("lock:a", "hincrby", 3s);
        }
        KeyReading next = hash("lock:a", {{bob, "1"}}, 30s, 3s);
        next.companionsRead = true;
        read(next, wasGone ? EventSource::Keyspace : EventSource::Tracking);
        QCOMPARE(lockA().owner(), OwnerId{bob});
        QCOMPARE(lockA().waiters.count().least, 0);
    }

    void aKeyThatMovedIsTheSameHold()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 1s, true);
        m_table->apply(token("lock:a", "me", 29s, 1s), OtherNode, 0, EventSource::Keyspace);
        QCOMPARE(happened(), QByteArray());
        QCOMPARE(lockA().node, OtherNode);
        QCOMPARE(lockA().heldSince, Start);
    }

    // It was released there before it was read there.
    void aKeyThatItsNewNodeDoesNotHaveIsGone()
    {
        passOverNothing();
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 1s, true);
        m_table->noteOwner(key("lock:a"), OtherNode);
        m_table->apply(gone("lock:a", 2s), OtherNode, 0, EventSource::Poll);
        QVERIFY(!m_table->find(key("lock:a")));
        QCOMPARE(happened(), QByteArray("released me 0"));
    }
};

LOCKSCOPE_TEST(TestLockTableEvents)

} // namespace tst_locktable_events

#include "tst_locktable_events.moc"
