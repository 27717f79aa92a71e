// SPDX-License-Identifier: GPL-3.0-or-later
// Two of the gentler options: an expiry for the lock, and the removal of one share.

#include "tests/support/uirunner.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/sharerung.h"
#include "ui/forms/durationedit.h"
#include "ui/text/format.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_expiryandshares
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestExpiryAndShares : public test::ActTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void expiryOnlyShortens();
    void expiryGivesOneToALockWithout();
    void expiryHeedsAnotherOwner();
    void badDurationsSayWhy();
    void aShareIsTakenAwayAlone();
    void aWaiterIsTakenOutOfTheQueue();
    void removingAsksOnProduction();
    void aShareThatChangedMustBeConfirmed();
    void aShareThatWentCannotBeRemoved();
};

void TestExpiryAndShares::expiryOnlyShortens()
{
    auto *dialog = open(samples::renewed(now()), Rung::Expire);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->durationEdit()->setValue(60s); // 21 s are left
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->durationEdit()->problem().contains(QStringLiteral("only be shortened")));
    dialog->durationEdit()->setValue(0s);
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->durationEdit()->setValue(5s);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastAct().lease, std::optional<milliseconds>(5s));
    QCOMPARE(lastAct().expectedOwner, std::optional(samples::Orders));
}

void TestExpiryAndShares::expiryGivesOneToALockWithout()
{
    auto *dialog = open(samples::stuck(now()), Rung::Expire);
    dialog->durationEdit()->setValue(std::chrono::hours(2));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestExpiryAndShares::expiryHeedsAnotherOwner()
{
    const Lock lock = samples::renewed(now());
    auto *dialog = open(lock, Rung::Expire);
    dialog->durationEdit()->setValue(5s);
    Lock deeper = lock;
    deeper.holders.first().count = 5; // For the same owner, this does not matter here
    change(deeper);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(samples::renewed(now(), samples::Billing));
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmChange(dialog);
}

void TestExpiryAndShares::badDurationsSayWhy()
{
    DurationEdit edit(30s);
    QCOMPARE(edit.value(), std::optional<milliseconds>(30s));
    QVERIFY(edit.problem().isEmpty());
    QSignalSpy changed(&edit, &DurationEdit::changed);
    for (const char *bad : {"", "30", "soon", "-5s", "5 parsecs"}) {
        edit.edit()->setText(QLatin1String(bad));
        QVERIFY(!edit.value());
        QVERIFY2(!edit.problem().isEmpty(), bad);
    }
    edit.edit()->setText(QStringLiteral(" 1.5s "));
    QCOMPARE(edit.value(), std::optional(1500ms));
    QCOMPARE(changed.size(), 6);
}

void TestExpiryAndShares::aShareIsTakenAwayAlone()
{
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog = openShare(lock, shareOf(lock.holders[1]));
    QVERIFY(dialog->cancelButton()->isDefault());
    QVERIFY(dialog->shareRung()->sentence().contains(text::owner(lock.holders[1].id)));
    QVERIFY(!dialog->nameEdit());
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
    QTRY_COMPARE(m_plans->size(), 1);
    QVERIFY(lastPlan().dryRun);
    giveReason(dialog, "its process died");
    dialog->actButton()->click();
    const ActRequest request = lastAct();
    QCOMPARE(request.act, ActKind::RemoveShare);
    QCOMPARE(request.owner, lock.holders[1].id);
    QCOMPARE(request.mode, HoldMode::Read);
    QCOMPARE(request.expectedCount, std::optional<qint64>(1));
    QCOMPARE(request.reason, QStringLiteral("its process died"));
    QVERIFY(!request.dryRun);
}

void TestExpiryAndShares::aWaiterIsTakenOutOfTheQueue()
{
    const Lock lock = samples::queued(now());
    auto *dialog = openShare(lock, shareOf(lock.waiters.queued[1]));
    QVERIFY(dialog->shareRung()->sentence().contains(QStringLiteral("queue")));
    giveReason(dialog, "dead");
    dialog->actButton()->click();
    QCOMPARE(lastAct().owner, lock.waiters.queued[1].id);
    QVERIFY(!lastAct().expectedCount);
}

void TestExpiryAndShares::removingAsksOnProduction()
{
    const Lock lock = samples::permits(now());
    auto *dialog = openShare(lock, shareOf(lock.holders[0]), server(Environment::Production));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_COMPARE(m_plans->size(), 1);
    QCoreApplication::processEvents(); // Events queued by the plan
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("pool"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestExpiryAndShares::aShareThatChangedMustBeConfirmed()
{
    Lock lock = samples::readWrite(now(), 3);
    auto *dialog = openShare(lock, shareOf(lock.holders[0]));
    giveReason(dialog, "ticket 7");
    lock.holders.remove(2); // Another reader left: irrelevant
    change(lock);
    QVERIFY(dialog->actButton()->isEnabled());
    lock.holders[0].count = 2;
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmShare(dialog);
    dialog->actButton()->click();
    QCOMPARE(lastAct().expectedCount, std::optional<qint64>(2));
}

void TestExpiryAndShares::aShareThatWentCannotBeRemoved()
{
    Lock lock = samples::readWrite(now(), 2);
    auto *dialog = openShare(lock, shareOf(lock.holders[0]));
    giveReason(dialog, "ticket 7");
    lock.holders.remove(0);
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    change(samples::readWrite(now(), 2)); // It came back: another hold
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmShare(dialog);
    emit m_bridge->tableChanged({.removed = {lock.key}});
    QVERIFY(!dialog->actButton()->isEnabled());
}

LOCKSCOPE_UI_TEST(TestExpiryAndShares)

} // namespace tst_expiryandshares

#include "tst_expiryandshares.moc"
