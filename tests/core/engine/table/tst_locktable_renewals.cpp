// SPDX-License-Identifier: GPL-3.0-or-later
// Leases and renewals in a lock table: periods, missed renewals, clocks, replicas that are behind.

#include "core/engine/reading/decodedlock.h"
#include "core/formats/redissonnames.h"
#include "tests/support/plaintable.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_locktable_renewals
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestLockTableRenewals : public TableTest
{
    Q_OBJECT

private slots:
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
        constexpr WallTime Epoch(1'700'000'000s);
        table.setClock(Node, Epoch + 60s, Start); // Our clock is a minute slow
        QCOMPARE(permits(1s).overdue, 1);
        table.setClock(Node, Epoch + 60s + 10ms, Start); // No change
        QCOMPARE(permits(2s).overdue, 1);
        table.setClock(Node, Epoch - 60s, Start);
        QCOMPARE(permits(40s).overdue, 0);
    }

    // What is read is by the server's clock, which does not depend on ours.
    void ourOwnClockEndsNoPermit()
    {
        LockTable table(Registry::builtIn());
        constexpr WallTime Epoch(1'700'000'000s);
        table.setClock(Node, Epoch, Start);
        KeyReading reading = token("{jobs}", "2", {}, 10s);
        KeyReading times = token("{jobs}:timeout", "", {}, 10s);
        times.type = ValueType::SortedSet;
        times.size = 1;
        times.members = {{.bytes = QByteArray(16, 'p'), .score = 1'700'000'030'000.0}};
        reading.wallAt = times.wallAt = Epoch + 60s; // set ahead since the server was asked
        reading.companions = {times};
        reading.companionsRead = true;
        table.apply(reading, Node, 0, EventSource::Scan);
        const LockPtr lock = table.find(reading.key);
        QCOMPARE(lock->permits()->overdue, 0);
        QCOMPARE(lock->holders.front().expiresAt, std::optional(Start + 30s));
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
        hear("lock:a", "expire", 1s);
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

    void aLeaseOfAnAgeIsHeldInBounds()
    {
        read(token("lock:a", "me", milliseconds(std::numeric_limits<qint64>::max()), 0s), EventSource::Scan);
        QVERIFY(*lockA().expiresAt > Start + 24h * 365);
        QVERIFY(*lockA().lease < 24h * 365 * 101);
    }

    void slowLinksWidenTheTolerance()
    {
        KeyReading reading = token("lock:a", "me", 2s, 0s);
        reading.uncertainty = 100ms;
        read(reading, EventSource::Scan);
        reading.readAt += 1s;
        reading.ttl = 1'200ms;
        read(reading);
        QCOMPARE(happened(), QByteArray());
    }

    // This process or the server stood still for 3 s while a reply was under way, before or after the server
    // read.
    void aReadingThatTookLongIsNoRenewal_data()
    {
        QTest::addColumn<milliseconds>("off");
        QTest::newRow("its expiry seems too late") << 1400ms;
        QTest::newRow("its expiry seems too early") << -1400ms;
    }
    void aReadingThatTookLongIsNoRenewal()
    {
        QFETCH(const milliseconds, off);
        KeyReading slow = token("lock:a", "me", 24s + off, 6s);
        slow.uncertainty = 1500ms;
        read(token("lock:a", "me", 30s, 0s), EventSource::Scan);
        read(slow);
        QCOMPARE(lockA().expiresAt, Start + 30s);
        QCOMPARE(lockA().uncertainty, 0ms);
        read(token("lock:a", "me", 20s, 10s));
        QCOMPARE(happened(), QByteArray());
        // The first reading is the slow one.
        m_table = std::make_unique<LockTable>(m_registry);
        read(slow, EventSource::Scan);
        QCOMPARE(lockA().expiresAt, Start + 30s + off);
        QCOMPARE(lockA().uncertainty, 1500ms);
        read(token("lock:a", "me", 20s, 10s));
        QCOMPARE(lockA().expiresAt, Start + 30s);
        QCOMPARE(lockA().uncertainty, 0ms);
        read(token("lock:a", "me", 30s, 11s));
        QCOMPARE(happened(), QByteArray("renewed me 1"));
    }
};

LOCKSCOPE_TEST(TestLockTableRenewals)

} // namespace tst_locktable_renewals

#include "tst_locktable_renewals.moc"
