// SPDX-License-Identifier: GPL-3.0-or-later
// The list of locks: its cells, order, groups and selection.

#include "tests/support/runner.h"
#include "tests/ui/locks/lockmodeltest.h"

#include <QItemSelectionModel>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

namespace tst_lockmodel
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_LockModel : public test::LockModelTest
{
    Q_OBJECT

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
        QCOMPARE(model.totals().ofLevel(VerdictLevel::Critical), 1);
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
                                "12 · 10 s · 1 missed | ≥ 4 | 127.0.0.1:6379 | —"));
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
                                                "at least 4 waiter(s).")
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
        stale->heldSince = At - 20s;
        stale->heldIsLowerBound = false;
        stale->readAt = At - 12s;
        model.apply(upserts({stuck, stale}));
        QCOMPARE(model.index(0, int(LockColumn::Ttl)).data().toString(), QStringLiteral("no expiry"));
        QCOMPARE(model.index(1, int(LockColumn::Ttl)).data().toString(),
                 text::ttl(text::ttlLeft(*stale, stale->readAt))); // As it was
        QCOMPARE(model.index(1, int(LockColumn::Held)).data().toString(), QStringLiteral("≥ 8 s"));
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
        QTRY_COMPARE(model.rowCount(), 3);
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
            return row.data(LockModel::RecentRenewalsRole)
                .value<RecentRenewals>()
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
};

LOCKSCOPE_TEST(tst_LockModel)

} // namespace tst_lockmodel

#include "tst_lockmodel.moc"
