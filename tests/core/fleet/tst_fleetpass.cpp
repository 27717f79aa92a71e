// SPDX-License-Identifier: GPL-3.0-or-later
// The search in the locks of one connection, step by step, while they change.

#include "core/fleet/fleetpass.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_fleetpass
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

LockPtr lockOf(const QByteArray &key, VerdictLevel level = VerdictLevel::Ok, milliseconds heldFor = 0ms)
{
    Lock lock{.key = {key}};
    lock.holders.append(Holder{.id = {"a"}});
    lock.heldSince = now() - heldFor;
    lock.heldIsLowerBound = false;
    lock.verdict = {.level = level};
    return std::make_shared<const Lock>(std::move(lock));
}

LockFilter filterOf(const char *text)
{
    const auto filter = LockFilter::parse(QLatin1String(text));
    if (!filter)
        qFatal("%s", qPrintable(filter.failure().line()));
    return *filter;
}

LockDelta many(int count, const QByteArray &prefix = "lock:")
{
    LockDelta delta;
    for (int i = 0; i < count; ++i)
        delta.upserted.push_back(lockOf(prefix + QByteArray::number(i)));
    return delta;
}

void finish(FleetPass &pass, FleetTally &tally)
{
    while (!pass.goOn(tally, now() + 1s)) {
    }
}

QList<QByteArray> keysOf(const FleetPass &pass)
{
    QList<QByteArray> keys;
    for (const LockPtr &lock : pass.rows())
        keys << lock->key.bytes;
    std::ranges::sort(keys);
    return keys;
}

} // namespace

class TestFleetPass final : public QObject
{
    Q_OBJECT
private slots:
    void findsWhatMatches();
    void locksOfUnknownClientsAreCounted();
    void goesOnInSteps();
    void aLockThatMovesCountsOnce();
    void whatIsGoneMeanwhileIsNotShown();
    void keepsTheWorst();
    void looksAgainAfterAChange();
    void timeAloneCanMatch();
    void anotherFilterForgets();
};

void TestFleetPass::findsWhatMatches()
{
    FleetTally tally;
    tally.apply({.upserted = {lockOf("lock:orders:1"), lockOf("lock:orders:2"), lockOf("lock:stock:1")}});
    FleetPass pass;
    pass.setFilter(filterOf("orders"));
    QVERIFY(!pass.isKnown());
    finish(pass, tally);
    QVERIFY(pass.isKnown());
    QCOMPARE(pass.found(), 2);
    QCOMPARE(keysOf(pass), (QList<QByteArray>{"lock:orders:1", "lock:orders:2"}));
}

void TestFleetPass::locksOfUnknownClientsAreCounted()
{
    const auto of = [](const QByteArray &key, const QByteArray &address) {
        Lock lock = *lockOf(key);
        lock.clients = std::make_shared<const HolderClients>(
            HolderClients{{OwnerId{"a"}, ClientInfo{.address = address}}});
        return std::make_shared<const Lock>(std::move(lock));
    };
    FleetTally tally;
    Lock free{.key = {"free"}};
    tally.apply({.upserted = {of("found", "10.0.0.7:1"), of("other", "10.0.0.8:1"), of("nameless", ""),
                              lockOf("unknown"), std::make_shared<const Lock>(free)}});
    const auto unsure = [&tally](const char *filter) {
        FleetPass pass;
        pass.setFilter(filterOf(filter));
        finish(pass, tally);
        return std::pair(pass.found(), pass.unsure());
    };
    QCOMPARE(unsure("client:10.0.0.7"), std::pair(qint64(1), qint64(2)));
    QCOMPARE(unsure("client:10.0.0.7 key:unknown"), std::pair(qint64(0), qint64(1)));
    QCOMPARE(unsure("-client:10.0.0.7"), std::pair(qint64(4), qint64(0)));
    QCOMPARE(unsure("key:unknown"), std::pair(qint64(1), qint64(0)));
}

void TestFleetPass::goesOnInSteps()
{
    FleetTally tally;
    tally.apply(many(2'000));
    FleetPass pass;
    pass.setFilter(filterOf("lock:1*"));
    const Instant past = now() - 1s;
    QVERIFY(!pass.goOn(tally, past)); // the deadline has passed: nothing is done
    QVERIFY(!pass.isKnown());
    QCOMPARE(pass.found(), 0);
    finish(pass, tally);
    QCOMPARE(pass.found(), 1'111);
    QCOMPARE(pass.rows().size(), FleetFindings::MostRows);
}

// The last place is taken by no other: the pass goes from there, and a lock that takes the place of one that
// is gone was met already.
void TestFleetPass::aLockThatMovesCountsOnce()
{
    FleetTally tally;
    tally.apply(many(1'000));
    const quint32 mark = tally.newMark();
    for (size_t place = 600; place < 1'000; ++place)
        QVERIFY(tally.meet(place, mark));
    const LockName last = tally.at(999)->key;
    tally.apply({.removed = {tally.at(10)->key}});
    QCOMPARE(tally.at(10)->key, last);
    QVERIFY(!tally.meet(10, mark));
    QVERIFY(tally.meet(11, mark));
    QVERIFY(tally.meet(10, tally.newMark())); // in the next pass
}

void TestFleetPass::whatIsGoneMeanwhileIsNotShown()
{
    FleetTally tally;
    tally.apply({.upserted = {lockOf("lock:a"), lockOf("lock:b")}});
    FleetPass pass;
    pass.setFilter(filterOf("lock:"));
    finish(pass, tally);
    QCOMPARE(pass.found(), 2);
    tally.apply({.removed = {{"lock:a"}}});
    pass.setFilter(filterOf("lock:"));
    finish(pass, tally);
    QCOMPARE(keysOf(pass), QList<QByteArray>{"lock:b"});
    QCOMPARE(pass.found(), 1);
    QVERIFY(!tally.find({"lock:a"}));
    QCOMPARE(tally.find({"lock:b"}), tally.at(0));
}

void TestFleetPass::keepsTheWorst()
{
    FleetTally tally;
    tally.apply(many(1'500));
    tally.apply(
        {.upserted = {lockOf("lock:bad", VerdictLevel::Critical), lockOf("lock:7", VerdictLevel::Warning)}});
    FleetPass pass;
    pass.setFilter(filterOf("lock:"));
    finish(pass, tally);
    QCOMPARE(pass.found(), 1'501);
    QCOMPARE(pass.rows().size(), FleetFindings::MostRows);
    const QList<QByteArray> keys = keysOf(pass);
    QVERIFY(keys.contains("lock:bad"));
    QVERIFY(keys.contains("lock:7"));
}

void TestFleetPass::looksAgainAfterAChange()
{
    FleetTally tally;
    tally.apply(many(3));
    FleetPass pass;
    pass.setFilter(filterOf("lock:"));
    finish(pass, tally);
    const quint64 before = tally.changes();
    tally.apply({});
    QCOMPARE(tally.changes(), before);
    tally.apply({.upserted = {lockOf("lock:new")}});
    QVERIFY(tally.changes() > before);
    const auto again = [&] {
        pass.goOn(tally, now() + 1s);
        return pass.found();
    };
    QTRY_COMPARE(again(), 4); // after its rest
    tally.apply({.upserted = {lockOf("other")}, .reset = true});
    QTRY_COMPARE(again(), 0);
}

void TestFleetPass::timeAloneCanMatch()
{
    FleetTally tally;
    tally.apply({.upserted = {lockOf("lock:a", VerdictLevel::Ok, 59'500ms)}});
    FleetPass pass;
    pass.setFilter(filterOf("held>1m"));
    const auto again = [&] {
        pass.goOn(tally, now() + 1s);
        return pass.found();
    };
    QTRY_COMPARE(again(), 1);
}

void TestFleetPass::anotherFilterForgets()
{
    FleetTally tally;
    tally.apply(many(3));
    FleetPass pass;
    pass.setFilter(filterOf("lock:"));
    finish(pass, tally);
    pass.setFilter(filterOf("lock:2"));
    QVERIFY(!pass.isKnown());
    QCOMPARE(pass.found(), 0);
    QVERIFY(pass.rows().empty());
    finish(pass, tally);
    QCOMPARE(keysOf(pass), QList<QByteArray>{"lock:2"});
    FleetPass other; // of the same locks
    other.setFilter(filterOf("lock:2"));
    finish(other, tally);
    QCOMPARE(keysOf(other), QList<QByteArray>{"lock:2"});
}

LOCKSCOPE_APPLESS_TEST(TestFleetPass)

} // namespace tst_fleetpass

#include "tst_fleetpass.moc"
