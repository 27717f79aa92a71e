// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that changes while it is about to be released by force.

#include "tests/support/uirunner.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/acts/laddersamples.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>

namespace tst_changenotice
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;

class TestChangeNotice : public test::ActTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void anotherOwnerMustBeConfirmed();
    void anotherCountMustBeConfirmed();
    void aGoneLockCannotBeReleased();
    void anotherReaderMustBeConfirmed();
    void whatOneNodeLosesIsNotAcquiredAgain();
    void aFreedLockCannotBeReleased();
    void whatHasNoHoldersIsComparedByItsNumber_data();
    void whatHasNoHoldersIsComparedByItsNumber();
    void aNoticeThatKeptItsHeightGrowsWithItsText();
};

void TestChangeNotice::anotherOwnerMustBeConfirmed()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    change(samples::renewed(now(), samples::Billing));
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(dialog->changeNotice()->confirmButton()->isVisible());
    confirmChange(dialog);
    QVERIFY(!dialog->changeNotice()->isVisible());
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastAct().expectedOwner, std::optional(samples::Billing));
}

void TestChangeNotice::anotherCountMustBeConfirmed()
{
    const Lock confirmed = samples::renewed(now());
    LadderDialog *dialog = open(confirmed, Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    Lock lock = confirmed;
    lock.holders.first().count = 3;
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    // The confirmed holder is back: nothing to confirm.
    change(confirmed);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(lock);
    confirmChange(dialog);
    dialog->actButton()->click();
    QCOMPARE(lastAct().expectedCount, std::optional<qint64>(3));
}

void TestChangeNotice::aGoneLockCannotBeReleased()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    const Lock lock = samples::renewed(now());
    emit m_bridge->tableChanged({.removed = {LockName{"another"}}});
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    emit m_bridge->tableChanged(
        {.removed = {lock.key}, .events = {samples::event(EventKind::Released, lock, now(), {}, 0)}});
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(!dialog->changeNotice()->confirmButton()->isVisible());
    QVERIFY(dialog->changeNotice()->sentence().contains(QStringLiteral("released")));
    // The same owner takes it again: it looks the same but is another hold.
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->mustConfirm());
    confirmChange(dialog);
}

void TestChangeNotice::anotherReaderMustBeConfirmed()
{
    const Instant at = now(); // One hold, whenever it is looked at
    auto *dialog = open(samples::readWrite(at, 2), Rung::Force);
    giveReason(dialog, "ticket 7");
    Lock same = samples::readWrite(at, 2);
    std::swap(same.holders[0], same.holders[1]);
    for (Holder &holder : same.holders)
        *holder.expiresAt += 5s; // Renewed
    change(same);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    change(samples::readWrite(at, 3));
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmChange(dialog);
    dialog->actButton()->click();
    QCOMPARE(lastAct().expectedHolders.size(), size_t(3));
}

// A node of a RedLock group restarts without its data, and the client sets its key there again.
void TestChangeNotice::whatOneNodeLosesIsNotAcquiredAgain()
{
    Lock lock = samples::agreedOnBy(3);
    auto *dialog = open(lock, Rung::Force);
    giveReason(dialog, "ticket 7");
    for (const EventKind kind : {EventKind::Expired, EventKind::Acquired}) {
        lock.readAt = now();
        emit m_bridge->tableChanged(
            {.upserted = {shared(lock)},
             .events = {samples::event(kind, lock, now(), {}, kind == EventKind::Acquired)}});
        QVERIFY(!dialog->changeNotice()->mustConfirm());
    }
    // Known from fewer nodes only, one of which was met later.
    lock.heldSince += 10s;
    lock.heldIsLowerBound = true;
    change(lock);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    lock.heldIsLowerBound = false;
    change(lock);
    QVERIFY(dialog->changeNotice()->mustConfirm());
    confirmChange(dialog);
    // The majority is lost, and then there is one again, whenever that was acquired.
    Lock lost = samples::agreedOnBy(2);
    lost.heldSince = lock.heldSince;
    change(lost);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    lock.heldIsLowerBound = true;
    change(lock);
    QVERIFY(dialog->changeNotice()->mustConfirm());
    confirmChange(dialog);
    emit m_bridge->tableChanged({.removed = {lock.key}});
    change(lock);
    QVERIFY(dialog->changeNotice()->mustConfirm());
}

void TestChangeNotice::aFreedLockCannotBeReleased()
{
    auto *dialog = forceDialog();
    giveReason(dialog, "ticket 7");
    Lock free = samples::renewed(now());
    free.holders.clear();
    change(free);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(!dialog->changeNotice()->mustConfirm());
}

void TestChangeNotice::whatHasNoHoldersIsComparedByItsNumber_data()
{
    QTest::addColumn<LockPtr>("shown");
    QTest::addColumn<LockPtr>("later");
    QTest::addColumn<qint64>("before");
    QTest::addColumn<qint64>("after");
    QTest::newRow("semaphore") << shared(samples::plainSemaphore(now(), 3))
                               << shared(samples::plainSemaphore(now(), 2)) << qint64(3) << qint64(2);
    QTest::newRow("semaphore, all out")
        << shared(samples::plainSemaphore(now(), 0)) << shared(samples::plainSemaphore(now(), 1)) << qint64(0)
        << qint64(1);
    QTest::newRow("latch") << shared(samples::latch(now(), 5)) << shared(samples::latch(now(), 4))
                           << qint64(5) << qint64(4);
}

void TestChangeNotice::whatHasNoHoldersIsComparedByItsNumber()
{
    QFETCH(LockPtr, shown);
    QFETCH(LockPtr, later);
    QFETCH(qint64, before);
    QFETCH(qint64, after);
    auto *dialog = open(*shown, Rung::Force);
    giveReason(dialog, "ticket 7");
    QCOMPARE(lastPlan().expectedCount, std::optional(before));
    QVERIFY(!lastPlan().expectedOwner && lastPlan().expectedHolders.empty());
    change(*shown);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    change(*later);
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmChange(dialog);
    dialog->actButton()->click();
    QCOMPARE(lastAct().expectedCount, std::optional(after));
}

// In a window that is too low for it: the window grows, and no line covers another.
void TestChangeNotice::aNoticeThatKeptItsHeightGrowsWithItsText()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    auto *notice = new Notice(&window);
    column->addWidget(notice);
    notice->tell(VerdictLevel::Info, QStringLiteral("One line"));
    window.resize(400, 10);
    window.show();
    QTRY_COMPARE(notice->height(), notice->minimumSizeHint().height());
    notice->keepHeight();
    const int before = notice->height();
    notice->tell(VerdictLevel::Warning, QStringLiteral("One line"),
                 {QStringLiteral("before"), QStringLiteral("now")}, QStringLiteral("advice"));
    const int lines = 3 * notice->fontMetrics().height(); // more than before
    QTRY_VERIFY(notice->height() >= before + lines);
    notice->keepHeight();
    const int most = notice->height();
    notice->tell(VerdictLevel::Info, QStringLiteral("One line"));
    QCoreApplication::processEvents(); // The layout
    QCOMPARE(notice->height(), most);
}

LOCKSCOPE_UI_TEST(TestChangeNotice)

} // namespace tst_changenotice

#include "tst_changenotice.moc"
