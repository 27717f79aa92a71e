// SPDX-License-Identifier: GPL-3.0-or-later
// How a table handles keyspace events, alone and with the reads that follow them.
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

namespace tst_locktable_events
{

using namespace lockscope;
using namespace lockscope::test;

class TestLockTableEvents : public TableTest
{
    Q_OBJECT

private slots:
    void eventsAndReReadsCountARenewalOnce()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
        m_table->takeDelta();
        hear("lock:a", "expire", 10s);
        read(token("lock:a", "me", 30s, 10'001ms), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 1);
        // Two events for one read.
        hear("lock:a", "expire", 20s);
        hear("lock:a", "expire", 30s);
        read(token("lock:a", "me", 30s, 30'001ms), EventSource::Keyspace);
        QCOMPARE(lockA().renewals.count, 3);
        QCOMPARE(*lockA().renewals.period, milliseconds(10s));
        // The read precedes the event.
        read(token("lock:a", "me", 30s, 40s), EventSource::Keyspace);
        hear("lock:a", "expire", 40'001ms);
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

    // RENAME and MOVE by another program: no holder released it.
    void whatLeftItsKeyWasNotReleased()
    {
        passOverNothing();
        for (const char *event : {"rename_from", "move_from"}) {
            read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
            m_table->takeDelta();
            hear("lock:a", event, 1s);
            QVERIFY(!m_table->find(key("lock:a")));
            QCOMPARE(happened(), QByteArray("changed me 0"));
            m_table = std::make_unique<LockTable>(m_registry);
        }
    }

    // RESTORE, COPY and RENAME over it: nothing was released, and the same owner may have another hold now.
    void aReplacedKeyMayBeAnotherHold()
    {
        passOverNothing();
        for (const char *event : {"restore", "copy_to", "rename_to"}) {
            read(token("lock:a", "me", 30s, 0s), EventSource::Keyspace);
            QVERIFY(lockA().isOneHold());
            hear("lock:a", event, 5s);
            read(token("lock:a", "me", 35s, 5001ms), EventSource::Keyspace);
            QCOMPARE(lockA().holdSince(), Start + 5s);
            QVERIFY(!lockA().isHoldSinceExact());
            QCOMPARE(happened(), QByteArray("acquired me 1, changed me 1"));
            hear("lock:a", event, 6s);
            read(token("lock:a", "you", 30s, 6001ms), EventSource::Keyspace);
            hear("lock:a", "del", 8s);
            const std::vector<LockEvent> events = m_table->takeDelta().events;
            QCOMPARE(story(events), QByteArray("changed me 0, changed you 1, released you 0"));
            QVERIFY(events.front().held && events.front().heldIsLowerBound);
            m_table = std::make_unique<LockTable>(m_registry);
            passOverNothing();
        }
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
