// SPDX-License-Identifier: GPL-3.0-or-later
// No act without consent, and none on a state that was not shown.

#include "tests/support/uirunner.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/acts/laddersamples.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/sharerung.h"
#include "ui/widgets/notice.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTest>

namespace tst_ladderconsent
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::endless;
using lockscope::samples::leased;
using lockscope::samples::shared;

class TestLadderConsent : public test::ActTest
{
    Q_OBJECT

private slots:
    void init()
    {
        start();
        m_lock.emplace();
    }

    void cleanup() { end(); }
    void noSingleKeyDestroys_data();
    void noSingleKeyDestroys();
    void productionAsksForTheNameAtEachHardRung_data();
    void productionAsksForTheNameAtEachHardRung();
    void aReasonIsOfferedAtGentleRungs();
    void takenAgainByTheSameOwnerMustBeConfirmed_data();
    void takenAgainByTheSameOwnerMustBeConfirmed();
    void aRenewalIsNoChange();
    void aShareTakenAgainMustBeConfirmed();
    void aShareThatCameBackMustBeConfirmed_data();
    void aShareThatCameBackMustBeConfirmed();
};

void TestLadderConsent::noSingleKeyDestroys_data()
{
    QTest::addColumn<Rung>("rung");
    for (const Rung rung : AllRungs)
        QTest::newRow(qPrintable(titleOf(rung))) << rung;
}

void TestLadderConsent::noSingleKeyDestroys()
{
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(samples::queued(now()), rung);
    if (rung != Rung::Wait) {
        giveReason(dialog, "OPS-1");
    }
    dialog->setFocus();
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_Space, Qt::Key_R, Qt::Key_F}) {
        QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, key);
        QCOMPARE(m_acts->size(), 0);
    }
    QTest::keyClick(dialog, Qt::Key_Return); // Cancel is the default
    QTRY_VERIFY(!m_dialog || !m_dialog->isVisible());
    QCOMPARE(m_acts->size(), 0);
}

void TestLadderConsent::productionAsksForTheNameAtEachHardRung_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<Rung>("rung");
    QTest::newRow("expiry") << shared(samples::renewed(now())) << Rung::Expire;
    QTest::newRow("share") << shared(samples::permits(now())) << Rung::LockShare;
    QTest::newRow("force") << shared(samples::renewed(now())) << Rung::Force;
}

void TestLadderConsent::productionAsksForTheNameAtEachHardRung()
{
    QFETCH(LockPtr, lock);
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(*lock, rung, server(Environment::Production));
    QVERIFY(dialog->nameEdit() && dialog->nameEdit()->isVisible());
    QTRY_COMPARE(m_plans->size(), 1);
    dialog->nameEdit()->setText(QString::fromUtf8(lock->key.bytes));
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
    giveReason(dialog, "OPS-1");
    dialog->nameEdit()->setText(QStringLiteral("another"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QString::fromUtf8(lock->key.bytes));
    dialog->actButton()->click();
    QCOMPARE(lastAct().confirmedName, QString::fromUtf8(lock->key.bytes));
    QCOMPARE(lastAct().reason, QStringLiteral("OPS-1"));
}

void TestLadderConsent::aReasonIsOfferedAtGentleRungs()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Wake, server(Environment::Production));
    QVERIFY(dialog->reasonEdit()->isVisible() && !dialog->nameEdit());
    QTRY_VERIFY(dialog->actButton()->isEnabled()); // The reason is optional
    dialog->reasonEdit()->setText(QStringLiteral("lost message"));
    dialog->actButton()->click();
    QCOMPARE(lastAct().act, ActKind::Wake);
    QCOMPARE(lastAct().reason, QStringLiteral("lost message"));
}

void TestLadderConsent::takenAgainByTheSameOwnerMustBeConfirmed_data()
{
    QTest::addColumn<LockPtr>("before");
    QTest::addColumn<LockPtr>("after");
    QTest::addColumn<bool>("event");
    const Lock renewed = samples::renewed(now());
    Lock anew = renewed;
    anew.heldSince = now();
    QTest::newRow("held since later") << shared(renewed) << shared(anew) << false;
    QTest::newRow("an event told of it") << shared(renewed) << shared(renewed) << true;
    QTest::newRow("more time, never renewed") << shared(leased(5s)) << shared(leased(30s)) << false;
    QTest::newRow("got an expiry") << shared(endless()) << shared(leased(30s)) << false;
    QTest::newRow("lost its expiry") << shared(leased(30s)) << shared(endless()) << false;
    Lock longer = renewed;
    longer.expiresAt = now() + 90s;
    QTest::newRow("more than its lease") << shared(renewed) << shared(longer) << false;
}

void TestLadderConsent::takenAgainByTheSameOwnerMustBeConfirmed()
{
    QFETCH(LockPtr, before);
    QFETCH(LockPtr, after);
    QFETCH(bool, event);
    LadderDialog *dialog = open(*before, Rung::Force);
    giveReason(dialog, "OPS-1");
    std::vector<LockEvent> events;
    if (event)
        events = {samples::event(EventKind::Released, *before, now(), {}, 0),
                  samples::event(EventKind::Acquired, *before, now(), 30s)};
    change(*after, events);
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmChange(dialog);
    QVERIFY(!dialog->changeNotice()->isVisible());
}

void TestLadderConsent::aRenewalIsNoChange()
{
    const Lock renewed = samples::renewed(now());
    LadderDialog *dialog = open(renewed, Rung::Force);
    giveReason(dialog, "OPS-1");
    Lock later = renewed;
    later.expiresAt = now() + 30s;
    later.readAt = now();
    ++later.renewals.count;
    change(later, {samples::event(EventKind::Renewed, later, now(), 30s, 2)});
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    QVERIFY(dialog->actButton()->isEnabled());
    // Releasing one of two holds changes the count, but is not another hold.
    change(later, {samples::event(EventKind::Released, later, now(), 30s, 1)});
    QVERIFY(!dialog->changeNotice()->mustConfirm());
}

void TestLadderConsent::aShareTakenAgainMustBeConfirmed()
{
    Lock lock = samples::readWrite(now(), 3);
    auto *dialog = openShare(lock, shareOf(lock.holders[1]));
    giveReason(dialog, "ticket 7");
    LockEvent other = samples::event(EventKind::Acquired, lock, now(), 30s);
    change(lock, {other}); // Of the first reader: irrelevant
    QVERIFY(dialog->actButton()->isEnabled());
    other.owner = lock.holders[1].id;
    change(lock, {other});
    QVERIFY(!dialog->actButton()->isEnabled());
    confirmShare(dialog);
}

void TestLadderConsent::aShareThatCameBackMustBeConfirmed_data()
{
    QTest::addColumn<LockDelta>("away");
    Lock without = samples::readWrite(now(), 3);
    without.holders.remove(1);
    LockDelta reset;
    reset.reset = true;
    QTest::newRow("seen without it") << LockDelta{.upserted = {shared(without)}};
    QTest::newRow("the lock was gone") << LockDelta{.removed = {without.key}};
    QTest::newRow("the connection was lost") << reset;
    reset.upserted = {shared(samples::readWrite(now(), 3))};
    QTest::newRow("all was read anew") << reset;
}

// It happened without an event: unobserved, or between two reads.
void TestLadderConsent::aShareThatCameBackMustBeConfirmed()
{
    QFETCH(LockDelta, away);
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog = openShare(lock, shareOf(lock.holders[1]));
    giveReason(dialog, "ticket 7");
    emit m_bridge->tableChanged(away);
    QVERIFY(!dialog->actButton()->isEnabled());
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->shareRung()->confirmButton()->isVisible());
    confirmShare(dialog);
    change(lock);
    QVERIFY(dialog->actButton()->isEnabled());
}

LOCKSCOPE_UI_TEST(TestLadderConsent)

} // namespace tst_ladderconsent

#include "tst_ladderconsent.moc"
