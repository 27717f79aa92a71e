// SPDX-License-Identifier: GPL-3.0-or-later
// Grouping locks by client, and whether all of a group are late at once.
#include "core/engine/table/renewalgroups.h"
#include "core/engine/table/renewaltracker.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_renewalgroups
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;

// Renewed three times, once per period, last at Start + `last`.
LockPtr renewing(const char *key, const char *owner, milliseconds last, milliseconds period = 10s)
{
    Lock lock{.key = {key}};
    lock.holders.append(Holder{.id = {owner}});
    lock.renewals = {.count = 3, .period = period, .lastAt = Start + last};
    return std::make_shared<const Lock>(lock);
}

// The client part of a Redisson owner id "client:thread"; other ids have none.
QByteArray client(const Lock &lock)
{
    const QByteArray owner = lock.owner().bytes;
    return owner.contains(':') ? owner.left(owner.indexOf(':')) : QByteArray();
}

// "ann: a b": one line per group.
QByteArrayList groups(const std::vector<LockPtr> &locks)
{
    QByteArrayList lines;
    for (const RenewalGroup &group : renewalGroups(locks, client)) {
        QByteArrayList keys;
        for (const LockName &key : group.locks)
            keys += key.bytes;
        lines += group.client + ": " + keys.join(' ');
    }
    return lines;
}

QByteArrayList names(const std::vector<LockName> &keys)
{
    QByteArrayList all;
    for (const LockName &key : keys)
        all += key.bytes;
    return all;
}

} // namespace

class TestRenewalGroups final : public QObject
{
    Q_OBJECT

private slots:
    void ownerIdsTellTheClient();
    void aCommonBeatTellsWhereIdsDoNot();
    void whatBeatsOtherwiseIsNotOne_data();
    void whatBeatsOtherwiseIsNotOne();
    void aGroupDoesNotCreep();
    void aClientIsSilentWhenItsLastLockIsLate();
    void othersAreUnsureWhenASilentClientChanges();
    void aClientThatBeatsLeavesTheOthersAlone();
};

void TestRenewalGroups::ownerIdsTellTheClient()
{
    QCOMPARE(groups({renewing("a", "ann:1", 0s), renewing("x", "bob:1", 0s), renewing("b", "ann:2", 5s),
                     std::make_shared<const Lock>(Lock{.key = {"free"}})}),
             (QByteArrayList{"ann: a b"}));
}

void TestRenewalGroups::aCommonBeatTellsWhereIdsDoNot()
{
    QCOMPARE(groups({renewing("a", "t1", 0ms), renewing("x", "t2", 3s), renewing("b", "t3", 50ms, 10'400ms),
                     renewing("y", "t4", 3'010ms), renewing("z", "ann:1", 10ms)}),
             (QByteArrayList{": a b", ": x y"}));
}

void TestRenewalGroups::whatBeatsOtherwiseIsNotOne_data()
{
    QTest::addColumn<LockPtr>("other");
    QTest::newRow("later") << renewing("b", "t2", 51ms);
    QTest::newRow("slower") << renewing("b", "t2", 0ms, 10'501ms);
    Lock twice = *renewing("b", "t2", 0ms);
    twice.renewals.count = 2;
    QTest::newRow("not often enough") << LockPtr(std::make_shared<const Lock>(twice));
}

void TestRenewalGroups::whatBeatsOtherwiseIsNotOne()
{
    QFETCH(LockPtr, other);
    QCOMPARE(groups({renewing("a", "t1", 0ms), other}), QByteArrayList());
}

void TestRenewalGroups::aGroupDoesNotCreep()
{
    QCOMPARE(groups({renewing("a", "t1", 0ms), renewing("b", "t2", 40ms), renewing("c", "t3", 80ms),
                     renewing("d", "t4", 90ms)}),
             (QByteArrayList{": a b", ": c d"}));
}

void TestRenewalGroups::aClientIsSilentWhenItsLastLockIsLate()
{
    RenewalTracker tracker;
    for (const char *key : {"a", "b"})
        tracker.add({key}, "ann");
    tracker.add({"x"}, "bob");
    tracker.setLateAt({"a"}, Start + 15s, Start);
    tracker.setLateAt({"b"}, Start + 20s, Start);
    tracker.setLateAt({"x"}, Start + 90s, Start);
    QCOMPARE(tracker.of({"a"}).locks, 2);
    QVERIFY(tracker.of({"a"}).allLateAt == Start + 20s);
    tracker.remove({"b"}, Start);
    QCOMPARE(tracker.of({"a"}).locks, 1);
    QVERIFY(tracker.of({"a"}).allLateAt == Start + 15s);
    QCOMPARE(tracker.of({"b"}).locks, 0);
}

void TestRenewalGroups::othersAreUnsureWhenASilentClientChanges()
{
    RenewalTracker tracker;
    for (const char *key : {"a", "b", "c"}) {
        tracker.add({key}, "ann");
        tracker.setLateAt({key}, Start + 15s, Start);
    }
    tracker.takeUnsure(Start);
    tracker.setLateAt({"b"}, Start + 31s, Start + 16s); // It renews again
    QCOMPARE(names(tracker.takeUnsure(Start + 17s)), (QByteArrayList{"a", "c"}));
    QCOMPARE(names(tracker.takeUnsure(Start + 17s)), QByteArrayList());
    tracker.remove({"b"}, Start + 18s); // The remaining ones are silent now
    QCOMPARE(names(tracker.takeUnsure(Start + 18s)), (QByteArrayList{"a", "c"}));
    tracker.remove({"a"}, Start + 19s); // One fewer
    QCOMPARE(names(tracker.takeUnsure(Start + 19s)), (QByteArrayList{"c"}));
}

void TestRenewalGroups::aClientThatBeatsLeavesTheOthersAlone()
{
    RenewalTracker tracker;
    for (const char *key : {"a", "b"}) {
        tracker.add({key}, "ann");
        tracker.setLateAt({key}, Start + 15s, Start);
    }
    tracker.takeUnsure(Start);
    tracker.setLateAt({"b"}, Start + 25s, Start + 10s);
    QCOMPARE(names(tracker.takeUnsure(Start + 16s)), QByteArrayList()); // a is late and is judged alone
}

LOCKSCOPE_TEST(TestRenewalGroups)

} // namespace tst_renewalgroups

#include "tst_renewalgroups.moc"
