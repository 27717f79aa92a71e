// SPDX-License-Identifier: GPL-3.0-or-later
// Holders, queue and events of one lock as rows.

#include "tests/support/uirunner.h"
#include "tests/ui/printedcolumn.h"
#include "tests/ui/uisamples.h"
#include "ui/holders/copiesmodel.h"
#include "ui/holders/copiesview.h"
#include "ui/holders/eventtimelinemodel.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/queuemodel.h"
#include "ui/holders/shownlock.h"
#include "ui/theme/metrics.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

namespace tst_holdermodels
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;
using lockscope::test::printed;

namespace
{

constexpr auto Fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

} // namespace

class TestHolderModels : public QObject
{
    Q_OBJECT

private slots:
    void timelineIsARing();
    void timelineTellsEachBatchOnce();
    void theNumberOfWaitersStandsAtTheirEvent();
    void holdersFollowTheLock();
    void copiesThatAreLastKnownHaveNoTick();
    void ownersAreCutBeforeNodesAndTtls();
    void readersHaveTheirOwnColumns();
    void queueFollowsTheLock();
    void aLockLostInARestartSaysSo();
    void aGroupIsNotLostWithOneNode();
};

void TestHolderModels::aLockLostInARestartSaysSo()
{
    const LockPtr lock = shared(samples::renewed(now()));
    for (const bool isReportFirst : {true, false}) {
        ShownLock shown(lock);
        FailoverReport report{.from = {"10.0.3.7:6379"}, .to = {"10.0.3.7:6379"}, .lost = {lock}};
        if (isReportFirst)
            QVERIFY(shown.noteFailover(report));
        LockDelta delta;
        delta.removed = {lock->key};
        QVERIFY(shown.apply(delta));
        QVERIFY(isReportFirst || shown.noteFailover(report));
        QVERIFY2(shown.goneText().startsWith(QStringLiteral("Lost: its server restarted without it")),
                 qPrintable(shown.goneText()));
        delta.removed.clear();
        delta.upserted = {lock};
        shown.apply(delta); // acquired again
        report.lost.clear();
        QVERIFY(!shown.noteFailover(report));
        delta.upserted.clear();
        delta.removed = {lock->key};
        shown.apply(delta);
        QVERIFY(shown.goneText().startsWith(QStringLiteral("Gone since")));
    }
}

void TestHolderModels::aGroupIsNotLostWithOneNode()
{
    Lock held = samples::renewed(now());
    LockExtras extras = held.extras ? *held.extras : LockExtras{};
    extras.quorum = Quorum{.nodes = 3, .needed = 2, .agreeing = 3, .reachable = 3};
    held.extras = std::make_shared<const LockExtras>(std::move(extras));
    const LockPtr lock = shared(held);
    ShownLock shown(lock);
    QVERIFY(!shown.noteFailover({.from = {"10.0.3.7:6379"}, .to = {"10.0.3.7:6379"}, .lost = {lock}}));
    LockDelta delta;
    delta.removed = {lock->key};
    QVERIFY(shown.apply(delta));
    QVERIFY2(shown.goneText().startsWith(QStringLiteral("Gone since")), qPrintable(shown.goneText()));
}

void TestHolderModels::timelineIsARing()
{
    EventTimelineModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    const Lock lock = samples::renewed(now());
    std::vector<LockEvent> batch;
    for (int i = 0; i < 70; ++i)
        batch.push_back(samples::event(EventKind::Renewed, lock, now(), 30s, i));
    for (int i = 0; i < 10; ++i)
        model.add(batch);
    QCOMPARE(model.rowCount(), int(EventTimelineModel::MaxEvents));
    // Newest on top.
    QCOMPARE(printed(model, EventTimelineModel::CountColumn).first(), QStringLiteral("69"));
    batch.resize(EventTimelineModel::MaxEvents * 2, batch.front());
    model.add(batch);
    QCOMPARE(model.rowCount(), int(EventTimelineModel::MaxEvents));
    model.setEvents({});
    QCOMPARE(model.rowCount(), 0);
}

void TestHolderModels::timelineTellsEachBatchOnce()
{
    EventTimelineModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    const Lock lock = samples::renewed(now());
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.add(samples::history(lock, now()));
    model.add(samples::history(lock, now()));
    model.add({});
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(printed(model, EventTimelineModel::EventColumn).first(), QStringLiteral("renewed"));
    QCOMPARE(printed(model, EventTimelineModel::EventColumn).last(), QStringLiteral("acquired"));
    const QString time = printed(model, EventTimelineModel::TimeColumn).first();
    const QStringList forms{QStringLiteral("HH:mm:ss.zzz"), QStringLiteral("MM-dd HH:mm:ss"),
                            QStringLiteral("yyyy-MM-dd HH:mm")}; // Just after midnight
    QVERIFY2(
        std::any_of(forms.begin(), forms.end(),
                    [&time](const QString &form) { return QDateTime::fromString(time, form).isValid(); }),
        qPrintable(time));
}

// It is no hold count.
void TestHolderModels::theNumberOfWaitersStandsAtTheirEvent()
{
    EventTimelineModel model;
    LockEvent waiting = samples::event(EventKind::Waiters, samples::renewed(now()), now(), {}, 3);
    model.add({waiting});
    QVERIFY(printed(model, EventTimelineModel::EventColumn).first().endsWith(QStringLiteral(": 3")));
    QCOMPARE(printed(model, EventTimelineModel::CountColumn).first(), QString());
}

void TestHolderModels::holdersFollowTheLock()
{
    HoldersModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    Lock lock = samples::renewed(now());
    model.setLock(shared(lock));
    model.setLock(shared(lock)); // Renewals of others change no row
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 0);
    lock.holders.append(Holder{.id = samples::Billing, .mode = HoldMode::Read});
    lock.holders.append(Holder{.id = OwnerId{"third"}, .mode = HoldMode::Read});
    model.setLock(shared(lock));
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(printed(model, HoldersModel::OwnerColumn).at(1), QString::fromUtf8(samples::Billing.bytes));
    lock.holders.remove(0, 2);
    model.setLock(shared(lock));
    QCOMPARE(removed.size(), 1);
    QCOMPARE(printed(model, HoldersModel::OwnerColumn), QStringList{QStringLiteral("third")});
    model.setLock({});
    QCOMPARE(model.rowCount(), 0);
}

void TestHolderModels::readersHaveTheirOwnColumns()
{
    HoldersView view;
    view.showLock(shared(samples::renewed(now())));
    QVERIFY(view.isColumnHidden(HoldersModel::ModeColumn));
    QVERIFY(view.isColumnHidden(HoldersModel::PartColumn));
    QVERIFY(!view.isColumnHidden(HoldersModel::CountColumn));
    Lock lock = samples::readWrite(now(), 3);
    view.showLock(shared(lock));
    QVERIFY(view.isColumnHidden(HoldersModel::ModeColumn)); // the title says so
    QVERIFY(view.isColumnHidden(HoldersModel::PartColumn));
    QCOMPARE(printed(*view.holders(), HoldersModel::ModeColumn), QStringList(3, QStringLiteral("read")));
    // Each hold has its own time.
    const QStringList left = printed(*view.holders(), HoldersModel::TtlColumn);
    QCOMPARE(QSet<QString>(left.begin(), left.end()).size(), 3);
    lock.holders[1].part = "customer:7";
    view.showLock(shared(lock));
    QVERIFY(!view.isColumnHidden(HoldersModel::PartColumn));
    QCOMPARE(printed(*view.holders(), HoldersModel::PartColumn).at(1), QStringLiteral("customer:7"));
    view.showLock(shared(samples::permits(now())));
    QVERIFY(view.isColumnHidden(HoldersModel::CountColumn));
    view.holders()->setNotes({QStringLiteral("a1b2c3 is made by host x"), QStringLiteral("nothing of it")});
    const QString help = view.holders()->index(0, HoldersModel::OwnerColumn).data(Qt::ToolTipRole).toString();
    QCOMPARE(help, QStringLiteral("a1b2c3\na1b2c3 is made by host x"));
    view.showLock({});
    QVERIFY(!view.selected());
}

void TestHolderModels::queueFollowsTheLock()
{
    QueueModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    Lock lock = samples::queued(now());
    model.setLock(shared(lock));
    model.setLock(shared(lock));
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 0);
    lock.waiters.queued[1].alive = true;
    model.setLock(shared(lock));
    QCOMPARE(changed.size(), 1);
    lock.waiters.queued.erase(lock.waiters.queued.begin());
    model.setLock(shared(lock));
    QCOMPARE(removed.size(), 1);
    model.setPast(true);
    QCOMPARE(printed(model, QueueModel::DeadlineColumn).join(u' '), QStringLiteral("— —"));
    model.setLock({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.waiterAt(model.index(0, 0)));
}

void TestHolderModels::copiesThatAreLastKnownHaveNoTick()
{
    CopiesModel model;
    model.setCopies(
        {{.node = {"a:1"}, .state = CopyState::Held, .owner = {"ann"}, .expiresAt = now() + 18s}});
    const QModelIndex owner = model.index(0, CopiesModel::OwnerColumn);
    QVERIFY(!owner.data(Qt::DecorationRole).isNull());
    QVERIFY(printed(model, CopiesModel::TtlColumn).front() != QStringLiteral("—"));
    model.setPast(true);
    QVERIFY(owner.data(Qt::DecorationRole).isNull());
    QCOMPARE(owner.data().toString(), QStringLiteral("ann"));
    QCOMPARE(printed(model, CopiesModel::TtlColumn), QStringList{QStringLiteral("—")});
    model.setPast(false);
    QVERIFY(!owner.data(Qt::DecorationRole).isNull());
}

void TestHolderModels::ownersAreCutBeforeNodesAndTtls()
{
    std::vector<Copy> copies;
    for (int i = 0; i < 3; ++i)
        copies.push_back({.node = {"127.0.0.1:1379" + QByteArray::number(i)},
                          .state = CopyState::Held,
                          .owner = {"5e2d8c1b7f3a49d06b"},
                          .expiresAt = now() + 59min + 54s});
    CopiesView view;
    view.showCopies(copies);
    const auto fits = [&view](int column) {
        const QString text = view.model()->index(0, column).data().toString();
        return view.columnWidth(column) > view.fontMetrics().horizontalAdvance(text);
    };
    view.resize(characters(view, 80), 200);
    view.show();
    QTRY_VERIFY(fits(CopiesModel::OwnerColumn));
    QVERIFY(fits(CopiesModel::NodeColumn) && fits(CopiesModel::TtlColumn));
    view.resize(characters(view, 42), 200);
    QTRY_VERIFY(!fits(CopiesModel::OwnerColumn));
    QVERIFY(fits(CopiesModel::NodeColumn) && fits(CopiesModel::TtlColumn));
}

LOCKSCOPE_UI_TEST(TestHolderModels)

} // namespace tst_holdermodels

#include "tst_holdermodels.moc"
