// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of locks that ended, and a list that is held still.

#include "tests/support/runner.h"
#include "tests/ui/locks/lockmodeltest.h"

#include <QLocale>
#include <QTest>

namespace tst_endedrows
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_EndedRows : public test::LockModelTest
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void aHeldListKeepsItsRows()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(20));
        const auto keyAt = [&](int row) { return model.lockAt(model.index(row, 0))->key.bytes; };
        QList<QByteArray> before;
        for (int row = 0; row < 20; ++row)
            before << keyAt(row);
        model.setHeld(true);
        Signals counted(model);
        auto stuck = made("lock:0new");
        stuck->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"}; // Would be the first row
        auto worse = made("lock:12");
        worse->verdict = {.level = VerdictLevel::Warning, .code = "renewal-overdue"};
        LockDelta delta = upserts({stuck, worse});
        delta.removed = {{QByteArray("lock:3")}, {QByteArray("lock:7")}};
        delta.events.push_back({.kind = EventKind::Expired, .key = {QByteArray("lock:3")}});
        model.apply(delta);
        QCOMPARE(counted.text(), QStringLiteral("inserted 0 removed 0 moved 0 changed 3 laid out 0 reset 0"));
        for (int row = 0; row < 20; ++row)
            QCOMPARE(keyAt(row), before[row]);
        QCOMPARE(model.lockAt(model.index(12, 0))->verdict.level, VerdictLevel::Warning); // Rows are current
        QCOMPARE(model.index(12, 0).data().toString(), QStringLiteral("renewal overdue"));
        QCOMPARE(model.index(3, 0).data().toString(), QStringLiteral("expired"));
        QCOMPARE(model.index(7, 0).data().toString(), QStringLiteral("gone"));
        QVERIFY(!model.find({QByteArray("lock:3")}));
        QCOMPARE(model.shownLocks().size(), size_t(18)); // Nothing acts on what is gone
        QCOMPARE(model.fresh(), 1);
        QCOMPARE(model.totals().ofLevel(VerdictLevel::Critical), 1); // Counts are never held
        model.setHeld(false);
        QCOMPARE(model.rowCount(), 19);
        QCOMPARE(keyAt(0), QByteArrayLiteral("lock:0new"));
        QCOMPARE(keyAt(1), QByteArrayLiteral("lock:12"));
        QCOMPARE(model.fresh(), 0);
    }

    void whatCameAndWentWhileHeldLeavesNothing()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(5));
        model.setHeld(true);
        model.apply(upserts({made("lock:short")}));
        QCOMPARE(model.fresh(), 1);
        model.apply(removals({"lock:short", "lock:1"}));
        QCOMPARE(model.fresh(), 0);
        model.apply(upserts({made("lock:1", "other")})); // Back in its row
        QVERIFY(!model.ended({QByteArray("lock:1")}));
        QCOMPARE(model.lockAt(model.index(1, 0))->owner().bytes, QByteArrayLiteral("other"));
        model.sort(int(LockColumn::Key), Qt::DescendingOrder); // What the user asks for is done
        settled(model);
        QCOMPARE(model.lockAt(model.index(0, 0))->key.bytes, QByteArrayLiteral("lock:4"));
        QVERIFY(model.isHeld());
        LockDelta other = manyLocks(3);
        other.reset = true; // Of another connection
        model.apply(other);
        QCOMPARE(model.rowCount(), 3);
    }

    void theRowOfALockThatEndedStaysForAWhile()
    {
        Instant time = At;
        LockModel model([&time] { return time; });
        const Tester tester(&model, Fatal);
        model.setLinger(10s);
        model.apply(manyLocks(10));
        LockDelta delta = removals({"lock:2"});
        delta.events.push_back({.kind = EventKind::Released, .key = {QByteArray("lock:2")}});
        model.apply(delta);
        time += 4s;
        const QModelIndex row = model.index(2, 0);
        QCOMPARE(model.rowCount(), 10);
        QCOMPARE(row.data().toString(), QStringLiteral("released"));
        QCOMPARE(row.siblingAtColumn(int(LockColumn::Ttl)).data().toString(), QStringLiteral("—"));
        QCOMPARE(row.data(Qt::AccessibleTextRole).toString(), QStringLiteral("lock:2: released, 4 s ago."));
        model.setGrouping(Grouping::Prefix); // Also in another arrangement
        settled(model);
        QVERIFY(model.indexOf({QByteArray("lock:2")}).isValid());
        model.setGrouping(Grouping::None);
        settled(model);
        time += 7s;
        QTRY_COMPARE(model.rowCount(), 9);
        QVERIFY(!model.indexOf({QByteArray("lock:2")}).isValid());
    }

    // The details show it.
    void theSelectedRowOfALockThatEndedStays()
    {
        Instant time = At;
        LockModel model([&time] { return time; });
        const Tester tester(&model, Fatal);
        model.setLinger(10s);
        bool isSelected = true;
        model.setSelectionTest(
            [&](const LockName &key) { return isSelected && key.bytes == QByteArrayLiteral("lock:2"); });
        model.apply(manyLocks(10));
        model.apply(removals({"lock:2", "lock:3"}));
        time += 11s;
        QTRY_COMPARE(model.rowCount(), 9);
        QVERIFY(model.indexOf({QByteArray("lock:2")}).isValid());
        isSelected = false;
        QTRY_COMPARE(model.rowCount(), 8);
        QVERIFY(!model.indexOf({QByteArray("lock:2")}).isValid());
    }

    // The first row is a problem of now, not one that is over.
    void aProblemThatEndedGoesBelowTheLiveOnes()
    {
        Instant time = At;
        LockModel model([&time] { return time; });
        const Tester tester(&model, Fatal);
        model.setLinger(10s);
        model.apply(manyLocks(3));
        const auto stuck = [](const QByteArray &key) {
            auto lock = made(key);
            lock->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
            return lock;
        };
        model.apply(upserts({stuck("lock:a"), stuck("lock:b")}));
        const auto rows = [&model] {
            QByteArrayList keys;
            for (int row = 0; row < model.rowCount(); ++row)
                keys << model.lockAt(model.index(row, 0))->key.bytes;
            return keys;
        };
        QCOMPARE(rows(), (QByteArrayList{"lock:a", "lock:b", "lock:0", "lock:1", "lock:2"}));
        const QPersistentModelIndex first(model.index(0, 0));
        model.apply(removals({"lock:a"}));
        QCOMPARE(rows(), (QByteArrayList{"lock:b", "lock:0", "lock:1", "lock:2", "lock:a"}));
        QCOMPARE(first.row(), 4);
        QCOMPARE(first.data().toString(), QStringLiteral("gone"));
        model.setGrouping(Grouping::Verdict); // And is none of the critical ones
        settled(model);
        QCOMPARE(model.index(0, 0).data(LockModel::GroupRole).value<GroupSummary>().criticals, 1);
        QCOMPARE(model.rowCount(model.index(0, 0)), 1);
        model.setGrouping(Grouping::None);
        model.setFilter(*LockFilter::parse(QStringLiteral("verdict>=warning"))); // What it was is still found
        settled(model);
        QCOMPARE(rows(), (QByteArrayList{"lock:b", "lock:a"}));
        model.setFilter({});
        settled(model);
        model.apply(upserts({stuck("lock:a")})); // Back, and a problem again
        QCOMPARE(rows().front(), QByteArrayLiteral("lock:a"));
        time += 11s;
        model.apply(removals({"lock:b"}));
        QCOMPARE(rows(), (QByteArrayList{"lock:a", "lock:0", "lock:1", "lock:2", "lock:b"}));
    }

    void aProblemThatEndedStaysWhileItIsSelectedOrTheListIsHeld()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.setLinger(10s);
        QSet<LockName> selected{LockName{"lock:a"}};
        model.setSelectionTest([&selected](const LockName &key) { return selected.contains(key); });
        model.apply(manyLocks(3));
        for (const QByteArray key : {"lock:a", "lock:b", "lock:c"}) {
            auto lock = made(key);
            lock->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
            model.apply(upserts({lock}));
        }
        const auto rowOf = [&model](const QByteArray &key) { return model.indexOf({key}).row(); };
        model.setHeld(true);
        model.apply(removals({"lock:a", "lock:b"}));
        QCOMPARE(rowOf("lock:a"), 0);
        QCOMPARE(rowOf("lock:b"), 1);
        model.setHeld(false);
        QCOMPARE(rowOf("lock:a"), 0);
        QCOMPARE(rowOf("lock:c"), 1);
        QCOMPARE(rowOf("lock:b"), 5);
    }

    void onlyRowsOfEndedLocksAreCounted()
    {
        LockModel model(fixedClock());
        model.setLinger(10s);
        model.apply(manyLocks(10));
        model.apply(removals({"lock:2", "lock:3"}));
        QCOMPARE(model.endedRows(), 2);
        QCOMPARE(model.totals().shown - model.endedRows(), 8);
        model.setFilter(*LockFilter::parse(QStringLiteral("lock:3")));
        settled(model);
        QCOMPARE(model.endedRows(), 1);
        QCOMPARE(model.totals().shown - model.endedRows(), 0);
    }

    // A server that loses everything does not leave a list of what was.
    void fewRowsStayOfManyThatEnd()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.setLinger(10s);
        model.apply(manyLocks(500));
        QList<QByteArray> all;
        for (int i = 0; i < 500; ++i)
            all << "lock:" + QByteArray::number(i);
        model.apply(removals(all));
        QCOMPARE(model.rowCount(), int(KeptRows::MostEnded));
        QCOMPARE(model.totals().locks, 0);
        QCOMPARE(model.endedRows(), qint64(KeptRows::MostEnded));
    }
};

LOCKSCOPE_TEST(tst_EndedRows)

} // namespace tst_endedrows

#include "tst_endedrows.moc"
