// SPDX-License-Identifier: GPL-3.0-or-later
// Totals and worst lock of one connection, from deltas.

#include "core/fleet/fleettally.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_fleettally
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start{1'000'000ms};

Lock held(const QByteArray &key, VerdictLevel level, qint64 waiters = 0, milliseconds since = 0ms)
{
    Lock lock{.key = {key}};
    lock.holders.append(Holder{.id = {"a"}});
    lock.heldSince = Start + since;
    lock.waiters.subscribed = waiters;
    lock.verdict = {.level = level};
    return lock;
}

LockPtr shared(Lock lock)
{
    return std::make_shared<const Lock>(std::move(lock));
}

LockPtr stale(Lock lock)
{
    const Lock before = lock;
    lock.stale = true;
    lock.verdict = {.level = VerdictLevel::Info, .code = "stale"};
    lock.keepLastKnown(&before);
    return shared(std::move(lock));
}

} // namespace

class TestFleetTally final : public QObject
{
    Q_OBJECT
private slots:
    void countsEachLockOnce();
    void staleLocksKeepTheirVerdict();
    void theWorstIsCriticalThenMostContended();
    void aResetForgetsAll();
};

void TestFleetTally::countsEachLockOnce()
{
    FleetTally tally;
    tally.apply({.upserted = {shared(held("a", VerdictLevel::Ok, 2)),
                              shared(held("b", VerdictLevel::Warning)), shared(Lock{.key = {"free"}})}});
    QCOMPARE(tally.totals().locks, 3);
    QCOMPARE(tally.totals().held, 2);
    QCOMPARE(tally.totals().waiters, 2);
    QCOMPARE(tally.totals().levels[size_t(VerdictLevel::Warning)], 1);
    tally.apply(
        {.upserted = {shared(held("a", VerdictLevel::Critical, 5))}, .removed = {{"b"}, {"unknown"}}});
    QCOMPARE(tally.totals().locks, 2);
    QCOMPARE(tally.totals().waiters, 5);
    QCOMPARE(tally.totals().levels, (std::array<qint64, 4>{1, 0, 0, 1}));
    QCOMPARE(tally.worst()->key, LockName{"a"});
}

void TestFleetTally::staleLocksKeepTheirVerdict()
{
    FleetTally tally;
    tally.apply({.upserted = {shared(held("a", VerdictLevel::Critical))}});
    tally.apply({.upserted = {stale(held("a", VerdictLevel::Critical))}});
    QCOMPARE(tally.totals().levels[size_t(VerdictLevel::Critical)], 1);
    QCOMPARE(tally.stale(), 1);
    QVERIFY(tally.worst());
    tally.apply({.upserted = {shared(held("a", VerdictLevel::Ok))}});
    QCOMPARE(tally.stale(), 0);
    QVERIFY(!tally.worst());
}

void TestFleetTally::theWorstIsCriticalThenMostContended()
{
    FleetTally tally;
    tally.apply({.upserted = {shared(held("a", VerdictLevel::Warning, 9)),
                              shared(held("info", VerdictLevel::Info, 99))}});
    QCOMPARE(tally.worst()->key, LockName{"a"});
    tally.apply({.upserted = {shared(held("b", VerdictLevel::Critical, 1, 2s)),
                              shared(held("c", VerdictLevel::Critical, 1, 1s))}});
    QCOMPARE(tally.worst()->key, LockName{"c"}); // held longer
    tally.apply({.upserted = {shared(held("b", VerdictLevel::Critical, 2, 2s))}});
    QCOMPARE(tally.worst()->key, LockName{"b"});
    tally.apply({.removed = {{"b"}, {"c"}}});
    QCOMPARE(tally.worst()->key, LockName{"a"});
}

void TestFleetTally::aResetForgetsAll()
{
    FleetTally tally;
    tally.apply({.upserted = {shared(held("a", VerdictLevel::Critical))}});
    tally.apply({.upserted = {shared(held("b", VerdictLevel::Ok))}, .reset = true});
    QCOMPARE(tally.totals().locks, 1);
    QVERIFY(!tally.worst());
}

LOCKSCOPE_APPLESS_TEST(TestFleetTally)

} // namespace tst_fleettally

#include "tst_fleettally.moc"
