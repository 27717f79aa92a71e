// SPDX-License-Identifier: GPL-3.0-or-later
// What changes of the list of locks cost: the number of signals, and random deltas against a reference.

#include "tests/support/runner.h"
#include "tests/ui/locks/lockmodeltest.h"

#include <QItemSelectionModel>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <random>
#include <set>

namespace tst_lockmodelsignals
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_LockModelSignals : public test::LockModelTest
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void tenThousandNewRowsAreOneSignal()
    {
        LockModel model(fixedClock());
        Signals counted(model);
        model.apply(manyLocks(10'000));
        settled(model);
        QCOMPARE(model.rowCount(), 10'000);
        QCOMPARE(counted.text(), QStringLiteral("inserted 1 removed 0 moved 0 changed 0 laid out 0 reset 0"));
    }

    void changesOfOneDeltaAreBounded()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(10'000));
        settled(model);
        Signals counted(model);
        LockDelta delta;
        for (int i = 0; i < 10'000; i += 4) { // Scattered: each a run of its own
            auto renewed = made("lock:" + QByteArray::number(i));
            renewed->expiresAt = At + 60s;
            delta.upserted.push_back(renewed);
        }
        model.apply(delta);
        QCOMPARE(counted.text(), QStringLiteral("inserted 0 removed 0 moved 0 changed 1 laid out 0 reset 0"));
    }

    void aRunIsOneSignal()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(1000));
        Signals counted(model);
        LockDelta delta;
        for (int i = 100; i < 200; ++i)
            delta.upserted.push_back(numbered(i));
        for (int i = 300; i < 400; ++i)
            delta.removed.push_back(numbered(i)->key);
        for (int i = 5000; i < 5100; ++i)
            delta.upserted.push_back(numbered(i));
        model.apply(delta);
        QCOMPARE(counted.text(), QStringLiteral("inserted 1 removed 1 moved 0 changed 1 laid out 0 reset 0"));
    }

    void scatteredChangesOfEveryKindAreBounded()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        LockDelta first;
        for (int i = 0; i < 4000; i += 2)
            first.upserted.push_back(numbered(i));
        model.apply(first);
        Signals counted(model);
        LockDelta delta;
        for (int i = 0; i < 4000; i += 8) {
            delta.upserted.push_back(numbered(i + 1));
            delta.removed.push_back(numbered(i)->key);
            auto bad = made("lock:" + QByteArray::number(i + 2));
            bad->verdict.level = VerdictLevel::Warning; // Moves to the top
            delta.upserted.push_back(bad);
        }
        model.apply(delta);
        QCOMPARE(model.rowCount(), 2000);
        QVERIFY2(counted.all() <= 8, qPrintable(counted.text()));
        QCOMPARE(counted.reset.count(), 0);
    }

    void sortingAndFilteringCostOneSignal()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(10'000));
        settled(model);
        Signals counted(model);
        model.sort(int(LockColumn::Key), Qt::DescendingOrder);
        settled(model);
        QCOMPARE(counted.text(), QStringLiteral("inserted 0 removed 0 moved 0 changed 0 laid out 1 reset 0"));
        model.setFilter(*LockFilter::parse(QStringLiteral("lock:99")));
        settled(model);
        QCOMPARE(counted.text(), QStringLiteral("inserted 0 removed 0 moved 0 changed 0 laid out 2 reset 0"));
        QCOMPARE(model.totals().shown, 111);
        QCOMPARE(model.totals().locks, 10'000);
        QCOMPARE(model.index(0, int(LockColumn::Key)).data().toString(), QStringLiteral("lock:9999"));
    }

    void onlyTheLastOfSeveralJobsIsShown()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(6000));
        QSignalSpy arranged(&model, &LockModel::arranged);
        model.setFilter(*LockFilter::parse(QStringLiteral("nothing")));
        model.setFilter(*LockFilter::parse(QStringLiteral("lock:12")));
        model.sort(int(LockColumn::Key), Qt::AscendingOrder);
        settled(model);
        QCOMPARE(arranged.count(), 1);
        QCOMPARE(model.index(0, int(LockColumn::Key)).data().toString(), QStringLiteral("lock:12"));
    }

    void whatHappensDuringAJobIsNotLost()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(50));
        model.sort(int(LockColumn::Key), Qt::AscendingOrder);
        QVERIFY(model.isArranging());
        model.apply(removals({"lock:0", "lock:7"}));
        model.apply(upserts({made("lock:new"), made("lock:3", "other")}));
        QVERIFY(model.isArranging());
        settled(model);
        QCOMPARE(model.rowCount(), 49);
        QVERIFY(!model.indexOf(LockName{QByteArrayLiteral("lock:7")}).isValid());
        QVERIFY(model.indexOf(LockName{QByteArrayLiteral("lock:new")}).isValid());
        const QModelIndex third = model.indexOf(LockName{QByteArrayLiteral("lock:3")});
        QCOMPARE(model.lockAt(third)->owner().bytes, QByteArrayLiteral("other"));
    }

    void anUnchangedAnswerCostsNoSignal()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(100));
        Signals counted(model);
        QSignalSpy arranged(&model, &LockModel::arranged);
        model.setFilter(*LockFilter::parse(QStringLiteral("lock")));
        QVERIFY(arranged.wait(30'000));
        QCOMPARE(counted.all(), 0);
    }

    void randomDeltasAgainstAReference_data()
    {
        QTest::addColumn<Grouping>("grouping");
        QTest::addColumn<LockColumn>("column");
        QTest::addColumn<QString>("filter");
        QTest::newRow("by key") << Grouping::None << LockColumn::Key << QString();
        QTest::newRow("by ttl") << Grouping::None << LockColumn::Ttl << QString();
        QTest::newRow("by verdict, filtered")
            << Grouping::None << LockColumn::Verdict << QStringLiteral("-owner:o3");
        QTest::newRow("grouped by owner") << Grouping::Owner << LockColumn::Ttl << QString();
        QTest::newRow("grouped by prefix, filtered")
            << Grouping::Prefix << LockColumn::Key << QStringLiteral("verdict>=info");
    }
    void randomDeltasAgainstAReference()
    {
        QFETCH(Grouping, grouping);
        QFETCH(LockColumn, column);
        QFETCH(QString, filter);
        std::mt19937 random(7);
        const auto pick = [&](int below) { return int(random() % unsigned(below)); };
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.setGrouping(grouping);
        model.sort(int(column), Qt::AscendingOrder);
        model.setFilter(*LockFilter::parse(filter));
        settled(model);
        std::map<QByteArray, LockPtr> reference;
        QItemSelectionModel selection(&model);
        for (int round = 0; round < 60; ++round) {
            LockDelta delta;
            std::set<QByteArray> used;
            for (int i = pick(round % 10 == 0 ? 150 : 12); i >= 0; --i) {
                const QByteArray key =
                    QByteArray(1, char('a' + pick(4))) + ':' + QByteArray::number(pick(80));
                if (!used.insert(key).second)
                    continue;
                if (pick(3) == 0) {
                    delta.removed.push_back(LockName{key});
                    reference.erase(key);
                    continue;
                }
                auto lock = made(key, "o" + QByteArray::number(pick(5)));
                lock->expiresAt = At + std::chrono::seconds(pick(60));
                lock->verdict.level = VerdictLevel(pick(4));
                reference[key] = lock;
                delta.upserted.push_back(lock);
            }
            if (round % 13 == 5) // While a job runs
                model.sort(int(column), round % 2 ? Qt::DescendingOrder : Qt::AscendingOrder);
            if (round % 7 == 2)
                model.setHeld(true);
            model.apply(delta);
            settled(model);
            if (round % 7 == 4)
                model.setHeld(false);
            settled(model);
            if (model.isHeld()) {
                QCOMPARE(model.totals().locks, qint64(reference.size()));
                continue;
            }
            std::vector<LockPtr> all;
            for (const auto &entry : reference)
                all.push_back(entry.second);
            const std::atomic<quint64> wanted{1};
            const Arrangement expected = arrange(all, {}, model.criteria(), At, wanted, 1);
            std::vector<LockPtr> rows;
            for (const LockGroup &group : expected.groups)
                rows.insert(rows.end(), group.rows.begin(), group.rows.end());
            QVERIFY(model.shownLocks() == rows);
            QCOMPARE(model.totals().shown, qint64(rows.size()));
            QCOMPARE(model.totals().locks, qint64(reference.size()));
            if (grouping != Grouping::None) {
                QCOMPARE(model.rowCount(), int(expected.groups.size()));
            }
            for (const LockPtr &lock : rows)
                QCOMPARE(model.lockAt(model.indexOf(lock->key)), lock);
            if (!rows.empty())
                selection.select(model.indexOf(rows[size_t(pick(int(rows.size())))]->key),
                                 QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }

    void aHundredThousandRows()
    {
        LockModel model(fixedClock());
        Signals counted(model);
        model.apply(manyLocks(100'000));
        QTRY_COMPARE(model.rowCount(), 100'000);
        for (int tick = 0; tick < 20; ++tick) {
            LockDelta delta;
            for (int i = tick; i < 100'000; i += 200) {
                auto renewed = made("lock:" + QByteArray::number(i));
                renewed->expiresAt = At + 60s;
                delta.upserted.push_back(renewed);
            }
            model.apply(delta);
        }
        QCOMPARE(counted.text(),
                 QStringLiteral("inserted 1 removed 0 moved 0 changed 20 laid out 0 reset 0"));
    }
};

LOCKSCOPE_TEST(tst_LockModelSignals)

} // namespace tst_lockmodelsignals

#include "tst_lockmodelsignals.moc"
