// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/decodedlock.h"
#include "core/formats/redissonnames.h"
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
        m_table->clear();
        QVERIFY(changed());
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
            "released me 0");
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

    // A dead reader of Redisson's read-write lock stays in the hash as long as others read: its own key is
    // gone, so its end is the time of reading.
    void whoseEndIsOverIsNotRenewed()
    {
        const QByteArray dead = "8743c9c0-0795-4907-87fd-6c719a6b4586:1";
        const QByteArray alive = "8743c9c0-0795-4907-87fd-6c719a6b4586:2";
        const auto readers = [&](milliseconds at) {
            KeyReading reading = hash("lock:a", {{"mode", "read"}, {dead, "1"}, {alive, "1"}}, 60s - at, at);
            reading.companionsRead = true;
            KeyReading own =
                token(redissonHoldKey(reading.key.bytes, alive, 1).constData(), "1", 60s - at, at);
            KeyReading missing = gone(redissonHoldKey(reading.key.bytes, dead, 1).constData(), at);
            reading.companions = {std::move(own), std::move(missing)};
            return reading;
        };
        LockTable table(Registry::builtIn());
        for (const milliseconds at : {0s, 1s, 2s, 10s})
            table.apply(readers(at), Node, 0, EventSource::Tracking);
        QCOMPARE(story(table.takeDelta().events), QByteArray("changed " + dead + " 1"));
        const LockPtr lock = table.find(key("lock:a"));
        QCOMPARE(lock->renewals.count, 0);
        QCOMPARE(lock->holders.size(), 2);
        for (const Holder &holder : lock->holders)
            QCOMPARE(*holder.expiresAt, holder.id.bytes == dead ? Start : Start + 60s);
    }

    void anEndThatNoClockCanHoldIsFarAway()
    {
        Lock lock;
        const KeyReading reading = token("lock:a", "me", 9'000'000'000'000'000ms, 0s); // Accepted by PEXPIRE
        describe(lock, reading, Decoded{});
        QVERIFY(lock.expiresAt && *lock.expiresAt - reading.readAt > 24h * 36'000);
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

    void learnsTheLeaseAndTheBeatOfAWatchdog()
    {
        read(token("lock:a", "me", 12s, 0s), EventSource::Scan);
        QCOMPARE(*lockA().lease, milliseconds(12s));
        for (const milliseconds at : {2s, 12s, 22s, 32s})
            read(token("lock:a", "me", 30s, at));
        QCOMPARE(*lockA().lease, milliseconds(30s));
        QCOMPARE(lockA().renewals.count, 4);
        QCOMPARE(*lockA().renewals.period, milliseconds(10s));
        QCOMPARE(*lockA().renewals.lastAt, Start + 32s);
        QCOMPARE(happened(), QByteArray("renewed me 1, renewed me 1, renewed me 1, renewed me 1"));
    }

    void aPollFindsTheTimeOfTheRenewal()
    {
        read(token("lock:a", "me", 30s, 0s), EventSource::Poll);
        read(token("lock:a", "me", 27s, 13s), EventSource::Poll);
        QCOMPARE(*lockA().renewals.lastAt, Start + 10s);
    }

    void countsMissedBeats()
    {
        for (const milliseconds at : {0s, 10s, 20s, 30s})
            read(token("lock:a", "me", 60s, at));
        m_table->judge(Start + 46s);
        QCOMPARE(lockA().renewals.missed, 0); // it may have been renewed without a word of it
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
        QCOMPARE(*m_table->nextReading(key("lock:a")), Start + 45'250ms);
        read(token("lock:a", "me", 44s, 46s));
        QCOMPARE(lockA().renewals.missed, 1);
        QCOMPARE(QByteArray(lockA().verdict.code.data()), QByteArray("renewal-overdue"));
        read(token("lock:a", "me", 34s, 56s));
        QCOMPARE(lockA().renewals.missed, 2);
        QCOMPARE(lockA().verdict.level, VerdictLevel::Critical);
        read(token("lock:a", "me", 60s, 57s));
        QCOMPARE(lockA().renewals.missed, 2);
        QCOMPARE(QByteArray(lockA().verdict.code.data()), QByteArray("healthy"));
    }

    // As a re-entered write lock of Redisson has it, whose watchdog sets the plain lease again.
    void aLeaseThatWasShortenedKeepsItsBeat()
    {
        read(token("lock:a", "me", 60s, 0s));
        for (const milliseconds at : {10s, 20s, 30s, 40s})
            read(token("lock:a", "me", 30s, at));
        QCOMPARE(*lockA().lease, milliseconds(30s));
        QCOMPARE(*lockA().renewals.lastAt, Start + 40s);
        m_table->judge(Start + 46s);
        QCOMPARE(QByteArray(lockA().verdict.code.data()), QByteArray("healthy"));
    }

    void aClientIsSilentWhenAllItsLocksAre()
    {
        const char *const mine = "mine-0123456789abcdef";
        const auto code = [this](const char *name) { return m_table->find(key(name))->verdict.code; };
        for (const milliseconds at : {-10s, 0s, 10s, 20s}) {
            read(token("lock:a", mine, 60s, at));
            read(token("lock:b", mine, 60s, at + 2s));
            read(token("lock:c", "yours-0123456789abcdef", 60s, at));
        }
        read(token("lock:a", mine, 44s, 36s));
        read(token("lock:c", "yours-0123456789abcdef", 44s, 36s));
        QCOMPARE(code("lock:a"), std::string_view("renewal-overdue"));
        QCOMPARE(*m_table->nextReading(key("lock:a")), Start + 37'250ms);
        read(token("lock:a", mine, 42s, 38s));
        read(token("lock:b", mine, 44s, 38s));
        m_table->judge(Start + 38s);
        QCOMPARE(code("lock:a"), std::string_view("client-silent"));
        QCOMPARE(code("lock:b"), std::string_view("client-silent"));
        QCOMPARE(lockA().verdict.figure, 2);
        QCOMPARE(code("lock:c"), std::string_view("renewal-overdue"));
        m_table->takeDelta();
        read(token("lock:b", mine, 60s, 39s));
        m_table->judge(Start + 39s);
        QCOMPARE(code("lock:a"), std::string_view("renewal-overdue"));
        QCOMPARE(m_table->takeDelta().upserted.size(), 2u); // It changes the verdict of lock:a
        read(gone("lock:b", 40s));
        m_table->judge(Start + 40s);
        QCOMPARE(code("lock:a"), std::string_view("renewal-overdue")); // Its only remaining lock
    }

    // A renewal that nobody could see is not overdue: while the node is away, and until it is read again.
    void onlyReadingsTellWhatIsOverdue()
    {
        for (const milliseconds at : {-10s, 0s, 10s, 20s})
            read(token("lock:a", "me", 60s, at));
        m_table->noteGap(Node, Start + 25s);
        m_table->judge(Start + 51s);
        QCOMPARE(lockA().verdict.code, std::string_view("healthy")); // It has not been read yet
        read(token("lock:a", "me", 59s, 51s), EventSource::Scan);    // Renewed meanwhile
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
        QCOMPARE(lockA().renewals.missed, 0);
        read(token("lock:a", "me", 44s, 66s), EventSource::Poll);
        QCOMPARE(lockA().verdict.code, std::string_view("renewal-overdue"));
    }

    void whatIsPolledIsOverdueWhenAReadingShowsIt()
    {
        for (const milliseconds at : {-10s, 0s, 10s, 20s}) {
            read(token("lock:a", "me", 60s, at), EventSource::Poll);
            read(token("lock:a", "me", 55s, at + 5s), EventSource::Poll);
        }
        read(token("lock:a", "me", 44s, 36s), EventSource::Poll);
        QCOMPARE(lockA().verdict.code, std::string_view("renewal-overdue"));
        read(token("lock:a", "me", 59s, 38s), EventSource::Poll);
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
    }

    // Each poll finds it renewed, or taken anew by the same owner: that has the rhythm of the polls.
    void whatIsRenewedBetweenAnyTwoPollsHasNoKnownPeriod()
    {
        for (const milliseconds at : {0s, 5s, 10s, 15s, 20s, 25s})
            read(token("lock:a", "me", 30s, at), EventSource::Poll);
        QVERIFY(lockA().renewals.count >= 5);
        QVERIFY(!lockA().renewals.period);
        read(token("lock:a", "me", 17s, 38s), EventSource::Poll);
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
    }

    // Times in values are by the clock of the server, or of programs that agree with it.
    void theServersClockTellsWhatIsOver()
    {
        LockTable table(Registry::builtIn());
        const auto permits = [&table](milliseconds readAt) {
            KeyReading reading = token("{jobs}", "2", {}, readAt);
            KeyReading times = token("{jobs}:timeout", "", {}, readAt);
            times.type = ValueType::SortedSet;
            times.size = 1;
            reading.wallAt = times.wallAt = WallTime(1'700'000'000s + readAt);
            times.members = {{.bytes = QByteArray(16, 'p'), .score = 1'700'000'030'000.0}};
            reading.companions = {times};
            reading.companionsRead = true;
            table.apply(reading, Node, 0, EventSource::Scan);
            return *table.find(reading.key)->permits();
        };
        QCOMPARE(permits(0s).overdue, 0);
        table.setClock(Node, 60s); // Our clock is a minute slow
        QCOMPARE(permits(1s).overdue, 1);
        table.setClock(Node, 60s + 10ms); // No change
        QCOMPARE(permits(2s).overdue, 1);
        table.setClock(Node, -60s);
        QCOMPARE(permits(40s).overdue, 0);
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

    // Many programs write such values: being late together says nothing about "1".
    void whoIsNotNamedIsNoClient()
    {
        for (const milliseconds at : {-10s, 0s, 10s, 20s}) {
            read(token("lock:a", "1", 60s, at));
            read(token("lock:b", "1", 60s, at));
        }
        for (const char *name : {"lock:a", "lock:b"})
            read(token(name, "1", 42s, 38s));
        QCOMPARE(lockA().verdict.code, std::string_view("renewal-overdue"));
    }

    void theRestOfALeaseIsNoFirstLease()
    {
        read(token("lock:a", "me", 2s, 0s), EventSource::Scan); // Part of a lease of 30 s
        m_table->noteRenewal(key("lock:a"), Node, Start + 1s);
        read(token("lock:a", "me", 30s, 1s));
        QCOMPARE(lockA().verdict.code, std::string_view("healthy"));
        read(token("lock:a", "me", 500s, 11s));
        QCOMPARE(lockA().verdict.code, std::string_view("lease-absurd"));
        QCOMPARE(lockA().verdict.figure, 30'000);
    }

    void tellsOfReplicasThatAreBehind()
    {
        const Replication replica{.master = Node, .linked = true, .lagBytes = 0, .lag = milliseconds(0)};
        const auto isBehind = [this] { return lockA().verdict.code == "replica-behind"; };
        const auto tell = [this](const std::vector<Replication> &replicas, milliseconds at) {
            m_table->setReplication(Node, replicas, Start + at, Start + at);
        };
        passOverNothing();
        tell({replica}, 1s);
        read(token("lock:a", "me", 30s, 500ms));
        Replication late = replica;
        late.lagBytes = 90;
        late.lag = 2s;
        tell({late}, 4s);
        QVERIFY(!isBehind());
        late.lag = 3s;
        tell({late}, 5s);
        QVERIFY(!isBehind()); // It had everything by 1 s, including the lock
        read(token("lock:a", "me", 30s, 6s));
        QVERIFY(isBehind());
        tell({late, replica}, 7s);
        QVERIFY(!isBehind());
        read(token("lock:a", "me", 30s, 8s));
        Replication away = replica;
        away.linked = false;
        tell({away}, 9s);
        QVERIFY(!isBehind());
        tell({away}, 11s);
        QVERIFY(isBehind());
        tell({}, 12s);
        QVERIFY(!isBehind());
    }

    void aLagThatGrowsIsNoReasonToLookAtOldLocks()
    {
        const auto behindBy = [this](milliseconds lag, milliseconds at) {
            const Replication late{.master = Node, .linked = true, .lagBytes = 90, .lag = lag};
            m_table->setReplication(Node, {late}, Start + at, Start + at);
        };
        passOverNothing();
        read(token("lock:a", "me", 30s, 1s));
        read(token("lock:b", "me", 30s, 8s));
        const LockPtr old = m_table->find(key("lock:a"));
        behindBy(4s, 10s);
        QCOMPARE(m_table->find(key("lock:a")), old);
        QCOMPARE(m_table->find(key("lock:b"))->verdict.code, std::string_view("replica-behind"));
        behindBy(4s, 12s);
        QCOMPARE(m_table->find(key("lock:a")), old);
        QCOMPARE(m_table->find(key("lock:b"))->verdict.figure, (Start + 7s).time_since_epoch() / 1ms);
        behindBy(4s, 14s);
        QCOMPARE(m_table->find(key("lock:b"))->verdict.code, std::string_view("healthy"));
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
        QCOMPARE(events[0].held, std::optional<milliseconds>(4s));
        QVERIFY(!events[1].held);
    }

    void eachShareIsHeldSinceItWasTaken()
    {
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

    void anotherOwnerStartsAnew()
    {
        passOverNothing();
        for (const milliseconds at : {0s, 10s, 20s})
            read(hash("lock:a", {{"me", "3"}}, 30s, at));
        read(token("lock:a", "you", 5s, 21s));
        QCOMPARE(lockA().renewals, Renewals());
        QCOMPARE(*lockA().lease, milliseconds(5s));
        QCOMPARE(lockA().maxCount, 1);
        QCOMPARE(lockA().heldSince, Start + 21s);
        QVERIFY(!lockA().heldIsLowerBound);
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
        QCOMPARE(lockA().waiters.atLeast(), 2);
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
        m_table->clear();
        QCOMPARE(m_table->waitedFor(), QSet<LockName>());
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
        read(token("lock:a", "me", 20s, 10s), EventSource::Poll);
        QVERIFY(!lockA().stale);
        QCOMPARE(m_table->takeDelta().upserted.size(), 1);
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

    void clearingResets()
    {
        read(token("lock:a", "me", 30s, 0s));
        m_table->clear();
        const LockDelta delta = m_table->takeDelta();
        QVERIFY(delta.reset);
        QVERIFY(delta.upserted.empty() && delta.removed.empty() && delta.events.empty());
        QCOMPARE(m_table->size(), 0);
        QVERIFY(!m_table->nextJudgement());
        QVERIFY(!m_table->takeDelta().reset);
    }

    void aLeaseOfAnAgeIsHeldInBounds()
    {
        read(token("lock:a", "me", milliseconds(std::numeric_limits<qint64>::max()), 0s), EventSource::Scan);
        QVERIFY(*lockA().expiresAt > Start + 24h * 365);
        QVERIFY(*lockA().lease < 24h * 365 * 101);
    }

    void slowLinksWidenTheTolerance()
    {
        m_table->setRoundTrip(Node, 200ms);
        read(token("lock:a", "me", 2s, 0s), EventSource::Scan);
        read(token("lock:a", "me", 1'200ms, 1s));
        QCOMPARE(happened(), QByteArray());
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
