// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/runner.h"
#include "ui/locks/model/lockmerge.h"

#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <random>
#include <set>

namespace tst_lockmodel
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const Instant At{100000s};

std::shared_ptr<Lock> made(const QByteArray &key, const QByteArray &owner = "owner-1")
{
    auto lock = std::make_shared<Lock>();
    lock->confidence = Confidence::Certain;
    lock->key.bytes = key;
    lock->node.bytes = "127.0.0.1:6379";
    lock->kind.name = "rlock";
    lock->holders.append(Holder{.id = OwnerId{owner}});
    lock->expiresAt = At + 30s;
    lock->lease = 30s;
    lock->heldSince = At - 5s;
    lock->heldIsLowerBound = false;
    return lock;
}

LockPtr numbered(int number)
{
    return made("lock:" + QByteArray::number(number));
}

LockDelta upserts(std::vector<LockPtr> locks)
{
    LockDelta delta;
    delta.upserted = std::move(locks);
    return delta;
}

LockDelta removals(const QList<QByteArray> &keys)
{
    LockDelta delta;
    for (const QByteArray &key : keys)
        delta.removed.push_back(LockName{key});
    return delta;
}

LockDelta manyLocks(int count)
{
    LockDelta delta;
    for (int i = 0; i < count; ++i)
        delta.upserted.push_back(numbered(i));
    return delta;
}

// Counts the structural signals of a model.
class Signals
{
public:
    explicit Signals(QAbstractItemModel &model)
        : inserted(&model, &QAbstractItemModel::rowsInserted),
          removed(&model, &QAbstractItemModel::rowsRemoved), moved(&model, &QAbstractItemModel::rowsMoved),
          changed(&model, &QAbstractItemModel::dataChanged),
          laidOut(&model, &QAbstractItemModel::layoutChanged), reset(&model, &QAbstractItemModel::modelReset)
    {
    }
    QString text() const
    {
        return QStringLiteral("inserted %1 removed %2 moved %3 changed %4 laid out %5 reset %6")
            .arg(inserted.count())
            .arg(removed.count())
            .arg(moved.count())
            .arg(changed.count())
            .arg(laidOut.count())
            .arg(reset.count());
    }
    qsizetype all() const
    {
        return inserted.count() + removed.count() + moved.count() + changed.count() + laidOut.count() +
               reset.count();
    }
    QSignalSpy inserted, removed, moved, changed, laidOut, reset;
};

QString printed(const QAbstractItemModel &model, const QModelIndex &parent = {}, int depth = 0)
{
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex first = model.index(row, 0, parent);
        const bool group = model.data(first, LockModel::GroupRole).isValid();
        const QModelIndex name = group ? first : first.siblingAtColumn(int(LockColumn::Key));
        text += QString(depth, u'.') + model.data(name).toString() + u'\n';
        text += printed(model, first, depth + 1);
    }
    return text;
}

void settled(LockModel &model)
{
    QTRY_VERIFY(!model.isArranging());
}

} // namespace

class tst_LockModel : public QObject
{
    Q_OBJECT

    using Tester = QAbstractItemModelTester;
    static constexpr auto Fatal = Tester::FailureReportingMode::Fatal;

    static LockModel::Clock fixedClock()
    {
        return [] { return At; };
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void aSnapshotIsListedInOrder()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        auto bad = made("lock:9");
        bad->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
        model.apply(upserts({numbered(10), numbered(2), bad}));
        QCOMPARE(printed(model), QStringLiteral("lock:9\nlock:2\nlock:10\n"));
        QCOMPARE(model.totals().locks, 3);
        QCOMPARE(model.totals().held, 3);
        QCOMPARE(model.totals().criticals, 1);
        QCOMPARE(model.totals().shown, 3);
    }

    void cellsSayWhatIsKnown()
    {
        LockModel model(fixedClock());
        auto lock = made("lock:a", "6f96ab12-1111-2222-3333-444455556666:82");
        lock->holders.front().count = 2;
        lock->renewals = {.count = 12, .missed = 1, .period = 10s, .lastAt = At - 3s};
        lock->waiters.subscribed = 4;
        model.apply(upserts({lock}));
        QStringList cells;
        for (int column = 0; column < LockColumnCount; ++column)
            cells << model.index(0, column).data().toString();
        QCOMPARE(cells.join(QStringLiteral(" | ")),
                 QStringLiteral("OK | lock:a | rlock | 6f96ab12…:82 | 2 | 30.0 s | 5 s | "
                                "12 · 10 s · 1 missed | 4 | 127.0.0.1:6379"));
        QCOMPARE(model.index(0, int(LockColumn::Ttl)).data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("TTL: 30.0 s"));
        QCOMPARE(model.lockAt(model.index(0, 0)), LockPtr(lock));
    }

    // A screen reader reads the current cell only.
    void aRowIsReadAsOneSentence()
    {
        LockModel model(fixedClock());
        auto held = made("lock:a", "6f96ab12-1111-2222-3333-444455556666:82");
        held->waiters.subscribed = 4;
        auto stuck = made("lock:b");
        stuck->expiresAt.reset();
        stuck->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
        auto free = made("lock:c");
        free->holders.clear();
        model.apply(upserts({held, stuck, free}));
        model.setPins({{QByteArray("lock:a")}});
        const auto said = [&model](const char *key) {
            const QModelIndex row = model.indexOf({QByteArray(key)});
            const QString sentence = row.data(Qt::AccessibleTextRole).toString();
            for (int column = 1; column < LockColumnCount; ++column) {
                const QModelIndex cell = row.siblingAtColumn(column);
                if (cell.data(Qt::AccessibleDescriptionRole).toString() != sentence ||
                    cell.data(Qt::AccessibleTextRole).toString() == sentence)
                    return QStringLiteral("column %1").arg(column);
            }
            return sentence;
        };
        const QString kind = Kinds().title(held->kind);
        QCOMPARE(said("lock:a"), QStringLiteral("lock:a, pinned: OK, %1, held by 6f96ab12…:82, TTL: 30.0 s, "
                                                "4 waiter(s).")
                                     .arg(kind));
        QCOMPARE(said("lock:b"), QStringLiteral("lock:b: Critical, no expiry, %1, held by owner-1, "
                                                "TTL: no expiry.")
                                     .arg(kind));
        QCOMPARE(said("lock:c"), QStringLiteral("lock:c: OK, %1, free.").arg(kind));
    }

    void aLockWithoutExpiryOrReachHasWordsForIt()
    {
        LockModel model(fixedClock());
        auto stuck = made("a");
        stuck->expiresAt.reset();
        auto stale = made("b");
        stale->stale = true;
        stale->readAt = At - 12s;
        model.apply(upserts({stuck, stale}));
        QCOMPARE(model.index(0, int(LockColumn::Ttl)).data().toString(), QStringLiteral("no expiry"));
        QCOMPARE(model.index(1, int(LockColumn::Ttl)).data().toString(), QStringLiteral("12 s old"));
    }

    void theHoldCountShowsItsTrend()
    {
        LockModel model(fixedClock());
        const auto held = [](int count, const char *owner) {
            auto lock = made("a", owner);
            lock->holders.front().count = count;
            return LockPtr(lock);
        };
        const auto cell = [&] { return model.index(0, int(LockColumn::Holds)).data().toString(); };
        model.apply(upserts({held(1, "x")}));
        QCOMPARE(cell(), QStringLiteral("1"));
        model.apply(upserts({held(2, "x")}));
        QCOMPARE(cell(), QStringLiteral("2 ↑"));
        model.apply(upserts({held(1, "x")}));
        QCOMPARE(cell(), QStringLiteral("1 ↓"));
        model.apply(upserts({held(3, "y")}));
        QCOMPARE(cell(), QStringLiteral("3"));
    }

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

    void selectionSurvivesEverything()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(200));
        const LockName key{QByteArrayLiteral("lock:77")};
        QItemSelectionModel selection(&model);
        selection.setCurrentIndex(model.indexOf(key),
                                  QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const auto stillThere = [&] {
            return selection.currentIndex().isValid() && model.lockAt(selection.currentIndex())->key == key &&
                   selection.selectedRows().size() == 1 &&
                   model.lockAt(selection.selectedRows().front())->key == key;
        };
        model.apply(removals({"lock:1", "lock:76", "lock:78"}));
        QVERIFY(stillThere());
        model.sort(int(LockColumn::Key), Qt::DescendingOrder);
        settled(model);
        QVERIFY(stillThere());
        model.setFilter(*LockFilter::parse(QStringLiteral("lock:7")));
        settled(model);
        QVERIFY(stillThere());
        model.setGrouping(Grouping::Verdict);
        settled(model);
        QVERIFY(stillThere());
        auto bad = made(key.bytes);
        bad->verdict.level = VerdictLevel::Critical;
        model.apply(upserts({bad})); // To another group
        QVERIFY(stillThere());
        model.setGrouping(Grouping::None);
        settled(model);
        model.sort(int(LockColumn::Ttl), Qt::AscendingOrder);
        settled(model);
        auto renewed = made(key.bytes);
        renewed->expiresAt = At + 90s;
        model.apply(upserts({renewed})); // To the end
        QVERIFY(stillThere());
        QCOMPARE(selection.currentIndex().row(), model.rowCount() - 1);
    }

    void aNewSnapshotOfTheSameLocksKeepsTheSelection()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(100));
        const QPersistentModelIndex kept = model.indexOf(LockName{QByteArrayLiteral("lock:40")});
        LockDelta again = manyLocks(90);
        again.reset = true;
        model.apply(again);
        QCOMPARE(model.rowCount(), 90);
        QVERIFY(kept.isValid());
        QCOMPARE(model.lockAt(kept)->key.bytes, QByteArrayLiteral("lock:40"));
        LockDelta nothing;
        nothing.reset = true;
        model.apply(nothing);
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(model.totals().locks, 0);
        QVERIFY(!kept.isValid());
    }

    void groupsByPrefix()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.setGrouping(Grouping::Prefix);
        auto bad = made("lock:stock:2");
        bad->verdict.level = VerdictLevel::Warning;
        model.apply(
            upserts({made("lock:stock:1"), bad, made("cart:81:lock"), made("cart:82:lock"), made("one")}));
        settled(model);
        QCOMPARE(printed(model), QStringLiteral("(no prefix) — 1 lock(s)\n.one\n"
                                                "cart:*: — 2 lock(s)\n.cart:81:lock\n.cart:82:lock\n"
                                                "lock:stock: — 2 lock(s), 1 warning(s)\n"
                                                ".lock:stock:2\n.lock:stock:1\n"));
        model.apply(removals({"one", "lock:stock:2"}));
        model.apply(upserts({made("lock:user:1"), made("cart:83:lock")}));
        QCOMPARE(printed(model),
                 QStringLiteral("cart:*: — 3 lock(s)\n.cart:81:lock\n.cart:82:lock\n.cart:83:lock\n"
                                "lock:stock: — 1 lock(s)\n.lock:stock:1\n"
                                "lock:user: — 1 lock(s)\n.lock:user:1\n"));
    }

    void groupsByVerdictTheWorstFirst()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        auto bad = made("b");
        bad->verdict.level = VerdictLevel::Critical;
        model.apply(upserts({made("a"), bad}));
        model.setGrouping(Grouping::Verdict);
        settled(model);
        QCOMPARE(printed(model),
                 QStringLiteral("Critical — 1 lock(s), 1 critical\n.b\nOK — 1 lock(s)\n.a\n"));
        model.apply(upserts({made("b")}));
        QCOMPARE(printed(model), QStringLiteral("OK — 2 lock(s)\n.a\n.b\n"));
    }

    void aFilterOnTimeIsAskedAgain()
    {
        Instant time = At;
        LockModel model([&] { return time; });
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(3));
        model.setFilter(*LockFilter::parse(QStringLiteral("ttl<10s")));
        settled(model);
        QCOMPARE(model.rowCount(), 0);
        time += 25s;
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 3, 5000);
    }

    void anUnchangedAnswerCostsNoSignal()
    {
        LockModel model(fixedClock());
        model.apply(manyLocks(100));
        Signals counted(model);
        QSignalSpy arranged(&model, &LockModel::arranged);
        model.setFilter(*LockFilter::parse(QStringLiteral("lock")));
        QVERIFY(arranged.wait());
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
        QCOMPARE(model.totals().criticals, 1); // Counts are never held
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
        QCOMPARE(row.siblingAtColumn(int(LockColumn::Ttl)).data().toString(), QStringLiteral("4 s ago"));
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

    void renewalsSeenAreMarked()
    {
        LockModel model(fixedClock());
        const auto beat = [&](Instant at, const QByteArray &owner) {
            auto lock = made("lock:a", owner);
            lock->renewals = {.count = 1, .period = 10s, .lastAt = at};
            model.apply(upserts({lock}));
        };
        const auto ages = [&] {
            const QModelIndex row = model.index(0, 0);
            return row.data(LockModel::BeatsRole)
                .value<Beats>()
                .ages(*row.data(LockModel::LockRole).value<LockPtr>(), At);
        };
        beat(At - 25s, "one");
        beat(At - 15s, "one");
        beat(At - 15s, "one"); // Read again
        beat(At - 4s, "one");
        QVERIFY(ages() == (std::vector<milliseconds>{4s, 15s, 25s}));
        beat(At - 1s, "two");
        QVERIFY(ages() == std::vector<milliseconds>{1s}); // A rhythm belongs to one owner
    }

    void pinnedLocksAreMarked()
    {
        LockModel model(fixedClock());
        const Tester tester(&model, Fatal);
        model.apply(manyLocks(50));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSet<LockName> pins{{QByteArray("lock:3")}, {QByteArray("lock:4")}, {QByteArray("no such")}};
        model.setPins(pins);
        QCOMPARE(changed.size(), 2);
        model.setPins(pins);
        QCOMPARE(changed.size(), 2);
        model.setPins({{QByteArray("lock:4")}});
        QCOMPARE(changed.size(), 3); // Unchanged rows emit nothing
        const auto key = [&model](const char *name) {
            return model.indexOf({QByteArray(name)}).siblingAtColumn(int(LockColumn::Key));
        };
        QVERIFY(!key("lock:3").data(LockModel::PinnedRole).toBool());
        QVERIFY(key("lock:4").data(LockModel::PinnedRole).toBool());
        QVERIFY(key("lock:4").data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("pinned")));
        QCOMPARE(key("lock:4").data().toString(), QStringLiteral("lock:4")); // As it is copied
    }

    void aHundredThousandRows()
    {
        LockModel model(fixedClock());
        Signals counted(model);
        model.apply(manyLocks(100'000));
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 100'000, 20'000);
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

LOCKSCOPE_TEST(tst_LockModel)

} // namespace tst_lockmodel

#include "tst_lockmodel.moc"
