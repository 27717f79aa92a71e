// SPDX-License-Identifier: GPL-3.0-or-later
// What a lock table tells of changes that nobody saw: a failover lies in between, or the server refused to
// show the key.

#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_unseenchanges
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const Failure Refusal{.kind = ErrorKind::NoPerm, .text = QStringLiteral("this user may not access this key")};
const WallTime RefusedAt{1'700'000'000s};

} // namespace

class tst_UnseenChanges : public TableTest
{
    Q_OBJECT

private slots:
    void init()
    {
        m_table = std::make_unique<LockTable>(m_registry);
        m_table->setFeed(Node, LiveMode::Tracking, Start);
        passOverNothing();
    }

    void aReleaseThatAFailoverLost()
    {
        read(token("lock:a", "me", 120s, 1s));
        read(gone("lock:a", 3s));
        QCOMPARE(happened(), QByteArray("acquired me 1, released me 0"));
        m_table->failOver(Node, OtherNode, Start + 4s);
        m_table->apply(token("lock:a", "me", 115s, 6s), OtherNode, 0, EventSource::Scan);
        QCOMPARE(happened(), QByteArray("changed me 1"));
        QVERIFY(lockA().heldIsLowerBound);
    }

    void theEndThatAFailoverHides()
    {
        read(token("lock:a", "me", 120s, 1s));
        read(token("lock:a", "me", 118s, 3s));
        m_table->failOver(Node, OtherNode, Start + 4s);
        m_table->takeDelta();
        m_table->apply(gone("lock:a", 9s), OtherNode, 0, EventSource::Tracking);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(story(events), QByteArray("changed me 0"));
        QCOMPARE(events[0].held, std::optional<milliseconds>(2s));
        QVERIFY(events[0].heldIsLowerBound);
    }

    // Also where it is read at once because it is watched.
    void aFlushIsNoRelease()
    {
        read(token("lock:a", "me", 120s, 1s));
        m_table->takeDelta();
        m_table->noteFlush(Node, Start + 2s);
        read(gone("lock:a", 3s));
        QCOMPARE(happened(), QByteArray("changed me 0"));
    }

    void aReleaseAfterAFlushIsAnnounced()
    {
        read(token("lock:a", "me", 120s, 1s));
        m_table->takeDelta();
        m_table->noteFlush(Node, Start + 2s);
        KeyReading released = gone("lock:a", 3s);
        released.changes = 1;
        read(released);
        QCOMPARE(happened(), QByteArray("released me 0"));
    }

    void anEntryThatMayBeExtended_data()
    {
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("mayBe");
        QTest::newRow("the same host, later") << QByteArray("ADDED:2026-08-21T10:00:30.512Z@batch-1") << true;
        QTest::newRow("another host") << QByteArray("ADDED:2026-08-21T10:00:30.512Z@batch-2") << false;
        QTest::newRow("the same host, earlier") << QByteArray("ADDED:2026-08-21T09:59:59Z@batch-1") << false;
    }

    void anEntryThatMayBeExtended()
    {
        QFETCH(QByteArray, after);
        QFETCH(bool, mayBe);
        LockTable table(Registry::builtIn());
        const auto write = [&](const QByteArray &entry, milliseconds at) {
            table.apply(token("job-lock:prod:report", entry.constData(), 60s, at), Node, 0,
                        EventSource::Tracking);
            return story(table.takeDelta().events);
        };
        const QByteArray before = "ADDED:2026-08-21T10:00:00Z@batch-1";
        write(before, 1s);
        const QByteArray as = after + " 1";
        QCOMPARE(write(after, 31s), mayBe ? "changed " + as : "released " + before + " 0, acquired " + as);
        QCOMPARE(table.find(key("job-lock:prod:report"))->heldIsLowerBound, mayBe);
    }

    void aLockThatIsRefusedIsUnknown()
    {
        read(token("lock:a", "me", 120s, 1s));
        m_table->takeDelta();
        QVERIFY(noteRefused("lock:a"));
        QVERIFY(noteRefused("lock:a"));
        const LockDelta delta = m_table->takeDelta();
        QCOMPARE(delta.refused.size(), size_t(1)); // Once
        QCOMPARE(delta.refused[0].key, key("lock:a"));
        QCOMPARE(delta.refused[0].owner, OwnerId{"me"});
        QVERIFY(delta.refused[0].at == RefusedAt);
        QVERIFY(delta.events.empty() && lockA().stale);
        read(token("lock:a", "you", 120s, 5s));
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(story(events), QByteArray("changed me 0, changed you 1"));
        QVERIFY(events[0].heldIsLowerBound && lockA().heldIsLowerBound && !lockA().stale);
        read(gone("lock:a", 6s));
        QCOMPARE(happened(), QByteArray("released you 0"));
    }

    void theSameHoldIsToldAgain()
    {
        read(token("lock:a", "me", 120s, 1s));
        noteRefused("lock:a");
        m_table->takeDelta();
        read(token("lock:a", "me", 116s, 5s));
        QCOMPARE(happened(), QByteArray("changed me 1"));
        QVERIFY(!lockA().stale);
    }

    // Neither an answer of its node nor a reading that is older shows it again.
    void whatIsRefusedStaysUnknown()
    {
        read(token("lock:a", "me", 120s, 3s));
        noteRefused("lock:a");
        m_table->setStale(Node, true, Start + 4s);
        m_table->setStale(Node, false);
        QVERIFY(lockA().stale);
        read(token("lock:a", "me", 120s, 1s));
        m_table->takeDelta();
        read(token("lock:a", "you", 120s, 9s));
        QCOMPARE(happened(), QByteArray("changed me 0, changed you 1"));
        QVERIFY(!lockA().stale);
    }

    // Its feed told of changes, but not what they were.
    void whatIsRefusedMayBeAcquiredAgain()
    {
        for (const milliseconds ttl : {116s, 120s}) {
            init();
            read(token("lock:a", "me", 120s, 1s));
            noteRefused("lock:a");
            m_table->takeDelta();
            read(token("lock:a", "me", ttl, 5s));
            const bool isSame = ttl == 116s; // its expiry did not move
            QCOMPARE(lockA().isOneHold(), isSame);
            const LockDelta delta = m_table->takeDelta();
            QCOMPARE(story(delta.events), QByteArray("changed me 1"));
            QCOMPARE(delta.doubts.size(), size_t(isSame ? 0 : 1));
            read(gone("lock:a", 6s));
            QCOMPARE(m_table->takeDelta().events.back().heldIsLowerBound, !isSame);
        }
    }

    // Whether it was taken meanwhile, and by whom, the event does not tell.
    void anEndThatIsToldWhileItIsRefused()
    {
        read(token("lock:a", "me", 120s, 1s));
        noteRefused("lock:a");
        m_table->takeDelta();
        m_table->noteHappened(key("lock:a"), "del", Node, Start + 3s);
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(story(events), QByteArray("changed me 0"));
        QVERIFY(events[0].heldIsLowerBound);
    }

    void aFreeLockThatIsRefusedMayBeTaken()
    {
        read(token("lock:a", "me", 120s, 1s));
        read(gone("lock:a", 2s));
        m_table->takeDelta();
        QVERIFY(noteRefused("lock:a"));
        QCOMPARE(m_table->takeDelta().refused.size(), size_t(1));
        read(token("lock:a", "you", 120s, 9s));
        QCOMPARE(happened(), QByteArray("changed you 1"));
        QVERIFY(lockA().heldIsLowerBound);
    }

    void aKeyThatIsNoLockMayBeRefused()
    {
        QVERIFY(!noteRefused("lock:b"));
        QVERIFY(m_table->takeDelta().isEmpty());
        QVERIFY(noteRefused("lock:b", Refusal, true)); // Somebody asked for it
        QCOMPARE(m_table->takeDelta().refused.size(), size_t(1));
    }

    void adviceIsAboutTheKeyThatIsRefused()
    {
        Failure first = Refusal;
        first.key = "lock:a";
        first.remedy = QStringLiteral("required permission: ~lock:a");
        read(token("lock:a", "me", 120s, 1s));
        read(token("lock:b", "me", 120s, 1s));
        for (const char *name : {"lock:a", "lock:b"})
            QVERIFY(noteRefused(name, first));
        const std::vector<UnreadLock> refused = m_table->takeDelta().refused;
        QCOMPARE(refused.size(), size_t(2));
        QCOMPARE(refused[0].why.remedy, first.remedy);
        QVERIFY(refused[1].why.remedy.isEmpty());
    }

    // It stands in the hash until another reader releases.
    void aDeadReaderEndsWithItsTime()
    {
        read(hash("lock:a", {{"a:read", "1@10000"}, {"b:read", "1@30000"}}, 30s, 1s));
        m_table->takeDelta();
        read(hash("lock:a", {{"a:read", "1@0"}, {"b:read", "1@20000"}}, 20s, 11s), EventSource::Poll);
        QCOMPARE(happened(), QByteArray("expired a 0"));
        read(hash("lock:a", {{"a:read", "1@0"}, {"b:read", "1@18000"}}, 18s, 13s), EventSource::Poll);
        read(hash("lock:a", {{"b:read", "1@16000"}}, 16s, 15s), EventSource::Poll);
        QCOMPARE(happened(), QByteArray());
    }

    void aReaderMayComeBack()
    {
        read(hash("lock:a", {{"a:read", "1@0"}, {"b:read", "1@30000"}}, 30s, 1s));
        m_table->takeDelta();
        read(hash("lock:a", {{"a:read", "1@30000"}, {"b:read", "1@29000"}}, 30s, 2s));
        QCOMPARE(happened(), QByteArray("acquired a 1"));
        read(hash("lock:a", {{"a:read", "1@0"}, {"b:read", "1@10000"}}, 10s, 33s));
        QCOMPARE(happened(), QByteArray("expired a 0"));
        read(gone("lock:a", 34s));
        QCOMPARE(happened(), QByteArray("released b 0"));
    }

    // The server ran its release between the reads of its two keys, and then it acquired again.
    void aNewcomerWhoseTimeIsOver()
    {
        read(hash("lock:a", {{"b:read", "1@30000"}}, 30s, 1s));
        m_table->takeDelta();
        read(hash("lock:a", {{"a:read", "1@0"}, {"b:read", "1@29000"}}, 29s, 2s));
        QCOMPARE(happened(), QByteArray());
        read(hash("lock:a", {{"a:read", "1@30000"}, {"b:read", "1@28000"}}, 30s, 3s));
        QCOMPARE(happened(), QByteArray("acquired a 1"));
    }

    void aShareIsToldWithItsOwnTime()
    {
        read(hash("lock:a", {{"a", "1@3000"}, {"b", "1@30000"}}, {}, 1s));
        const std::vector<LockEvent> events = m_table->takeDelta().events;
        QCOMPARE(events.size(), size_t(2));
        QCOMPARE(events[0].ttl, std::optional<milliseconds>(3s));
        QCOMPARE(events[1].ttl, std::optional<milliseconds>(30s));
    }

private:
    bool noteRefused(const char *name, const Failure &why = Refusal, bool isWatched = false)
    {
        return m_table->noteRefused(key(name), why, isWatched, RefusedAt);
    }
};

LOCKSCOPE_TEST(tst_UnseenChanges)

} // namespace tst_unseenchanges

#include "tst_unseenchanges.moc"
