// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/pollplan.h"
#include "core/engine/table/deadlines.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QTest>

#include <map>

namespace tst_deadlines
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

LockName key(int number)
{
    return {QByteArray::number(number)};
}

} // namespace

class TestDeadlines : public QObject
{
    Q_OBJECT

private slots:
    void givesWhatIsDueInOrderOfTime()
    {
        Deadlines deadlines;
        deadlines.set(key(3), Start + 3s);
        deadlines.set(key(1), Start + 1s);
        deadlines.set(key(2), Start + 2s);
        QCOMPARE(*deadlines.next(), Start + 1s);
        QCOMPARE(deadlines.due(Start + 2s), (std::vector<LockName>{key(1), key(2)}));
        QCOMPARE(*deadlines.next(), Start + 3s);
        QVERIFY(deadlines.due(Start + 2s).empty());
        QCOMPARE(deadlines.due(Start + 3s), std::vector<LockName>{key(3)});
        QVERIFY(!deadlines.next());
    }

    void nextIsExactAfterPostponing()
    {
        Deadlines deadlines;
        deadlines.set(key(1), Start + 1s);
        deadlines.set(key(1), Start + 10s);
        QCOMPARE(*deadlines.next(), Start + 10s);
        deadlines.set(key(1), Start + 4s);
        QCOMPARE(*deadlines.next(), Start + 4s);
        QCOMPARE(deadlines.due(Start + 20s), std::vector<LockName>{key(1)});
        QVERIFY(deadlines.due(Start + 20s).empty());
    }

    void removedKeysAreNeverDue()
    {
        Deadlines deadlines;
        deadlines.set(key(1), Start + 1s);
        deadlines.remove(key(1));
        QVERIFY(!deadlines.next());
        deadlines.set(key(1), Start + 1s);
        QCOMPARE(deadlines.due(Start + 1s), std::vector<LockName>{key(1)});
        QVERIFY(deadlines.due(Start + 1s).empty());
    }

    void agreesWithAPlainMapOverRandomActs()
    {
        QRandomGenerator random(7);
        Deadlines deadlines;
        std::map<int, Instant> expected;
        Instant at = Start;
        for (int act = 0; act < 200'000; ++act) {
            const int number = random.bounded(2000);
            const Instant when = at + milliseconds(random.bounded(5000));
            switch (random.bounded(4)) {
            case 0:
            case 1:
                deadlines.set(key(number), when);
                expected[number] = when;
                break;
            case 2:
                deadlines.remove(key(number));
                expected.erase(number);
                break;
            default:
                at += milliseconds(random.bounded(4));
                std::vector<Instant> times;
                for (const LockName &due : deadlines.due(at)) {
                    const auto found = expected.find(due.bytes.toInt());
                    QVERIFY(found != expected.end());
                    QVERIFY(found->second <= at);
                    times.push_back(found->second);
                    expected.erase(found);
                }
                QVERIFY(std::is_sorted(times.begin(), times.end()));
            }
            QCOMPARE(deadlines.size(), qsizetype(expected.size()));
        }
        QVERIFY(std::none_of(expected.begin(), expected.end(),
                             [at](auto &entry) { return entry.second <= at - 5s; }));
    }

    void pollsASixthOfTheLease_data()
    {
        QTest::addColumn<int>("ttl");
        QTest::addColumn<int>("interval");
        QTest::newRow("no expiry") << -1 << 5000;
        QTest::newRow("a long lease") << 3'600'000 << 5000;
        QTest::newRow("the watchdog's lease") << 30'000 << 5000;
        QTest::newRow("a short lease") << 6'000 << 1000;
        QTest::newRow("a very short lease") << 300 << 250;
    }

    void pollsASixthOfTheLease()
    {
        QFETCH(int, ttl);
        QFETCH(int, interval);
        const auto given = ttl < 0 ? std::nullopt : std::optional(milliseconds(ttl));
        QCOMPARE(pollInterval(given), milliseconds(interval));
    }

    void pollsAtTheDeadlineRatherThanAfterIt()
    {
        Lock lock;
        lock.lease = 30s;
        lock.expiresAt = Start + 2s;
        QCOMPARE(nextPoll(lock, Start), Start + 2s + DeadlineSlack);
        lock.expiresAt = Start + 20s;
        QCOMPARE(nextPoll(lock, Start), Start + 5s);
        lock.expiresAt = Start - 1s; // Overdue but still present: poll again without spinning
        QCOMPARE(nextPoll(lock, Start), Start + 5s);
        lock.lease = 1s;
        QCOMPARE(nextPoll(lock, Start), Start + 250ms);
    }

    void readsAtTheFirstExpiry()
    {
        Lock lock;
        lock.readAt = Start;
        QCOMPARE(nextAtExpiry(lock), std::optional<Instant>());
        lock.expiresAt = Start + 20s;
        QCOMPARE(nextAtExpiry(lock), std::optional(Start + 20s + DeadlineSlack));
        lock.holders.append({.id = {"a"}, .expiresAt = Start + 2s});
        QCOMPARE(nextAtExpiry(lock), std::optional(Start + 2s + DeadlineSlack));
        lock.holders[0].expiresAt = Start - 1s; // Overdue but still present: read again without spinning
        QCOMPARE(nextAtExpiry(lock), std::optional(Start + RereadPause));
    }
};

LOCKSCOPE_TEST(TestDeadlines)

} // namespace tst_deadlines

#include "tst_deadlines.moc"
