// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog that acquires a lock.

#include "core/formats/format.h"
#include "tests/support/uirunner.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/forms/durationedit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

namespace tst_acquiredialog
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestAcquireDialog : public test::ActTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void plansAreAskedForOncePerPause();
    void aKeyThatCannotBeTypedStaysThatKey();
    void acquireNeedsKeyAndOwner();
    void acquireMakesOwnersOfItsKind();
    void acquireKindsAreKnownToTheEngine();
    void waitingCanBeStopped();
    void closingWhileWaitingCancels();
    void acquireForReadingOrWriting();
    void acquireWithTheLibrarysLease();
    void acquireWhatDoesNotRunOut();
};

void TestAcquireDialog::plansAreAskedForOncePerPause()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    QTest::keyClicks(dialog->keyEdit(), QStringLiteral("lock:orders:42"));
    QTRY_COMPARE(m_plans->size(), 1);
    QCOMPARE(lastPlan().key, LockName{"lock:orders:42"});
}

void TestAcquireDialog::aKeyThatCannotBeTypedStaysThatKey()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->setKey({"lock:\xff"});
    QTRY_COMPARE(m_plans->size(), 1);
    QCOMPARE(lastPlan().key, LockName{"lock:\xff"});
    QVERIFY(dialog->keyEdit()->isReadOnly());
}

void TestAcquireDialog::acquireNeedsKeyAndOwner()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->ownerEdit()->clear();
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->ownerEdit()->setText(QStringLiteral("me"));
    dialog->waitEdit()->edit()->setText(QStringLiteral("long"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->waitEdit()->setValue(0s);
    dialog->watchdogBox()->setChecked(true);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    const ActRequest request = lastAct();
    QCOMPARE(request.owner, OwnerId{"me"});
    QCOMPARE(request.kind, QByteArrayLiteral("rlock"));
    QCOMPARE(request.lease, std::optional<milliseconds>()); // The default of the library
    QCOMPARE(request.wait, 0ms);
    QVERIFY(request.watchdog);
}

void TestAcquireDialog::acquireMakesOwnersOfItsKind()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    const QString first = dialog->ownerEdit()->text();
    QVERIFY(first.endsWith(QStringLiteral(":1")));
    QVERIFY(dialog->modeBox()->isHidden());
    dialog->setKind(LockKind{"token-lock"});
    QVERIFY(dialog->ownerEdit()->text() != first);
    QVERIFY(!dialog->ownerEdit()->text().contains(u':'));
    dialog->watchdogBox()->setChecked(true);
    dialog->setKind(LockKind{"untokened-lock"});
    QVERIFY(!dialog->ownerEdit()->isEnabled());
    QVERIFY(!dialog->watchdogBox()->isChecked());
}

void TestAcquireDialog::acquireKindsAreKnownToTheEngine()
{
    const AcquireDialog dialog(*m_bridge);
    QStringList offered;
    for (int at = 0; at < dialog.kindBox()->count(); ++at)
        offered << dialog.kindBox()->itemData(at).toString();
    QVERIFY(offered.contains(QStringLiteral("rlock")) && offered.contains(QStringLiteral("token-lock")));
    QCOMPARE(dialog.kindBox()->currentData().toString(), QStringLiteral("rlock"));
    for (const auto &format : Registry::builtIn().formats()) {
        const LockKind kind = format->kind();
        const bool readOrWrite = format->nature() == Nature::ReadWrite;
        const Outcome<ActPlan> plan =
            format->plan({.act = ActKind::Acquire,
                          .key = LockName{"lock:a"},
                          .owner = format->makeOwner(),
                          .mode = readOrWrite ? HoldMode::Write : HoldMode::Exclusive,
                          .part = "3", // For a semaphore, its number of permits
                          .lease = 30s},
                         nullptr);
        // Only what a family cannot do is missing.
        const bool can = plan.ok() || plan.failure().kind != ErrorKind::Unsupported;
        QCOMPARE(offered.contains(Kinds::name(kind)), can);
        QVERIFY2(Kinds().title(kind) != Kinds::name(kind), kind.name.data());
        QVERIFY2(!Kinds().legend(kind).isEmpty(), kind.name.data());
    }
}

void TestAcquireDialog::waitingCanBeStopped()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(dialog->step(), ActDialog::Step::Running);
    QCOMPARE(lastAct().wait, milliseconds(10s));
    dialog->cancelButton()->click();
    QVERIFY(m_dialog); // It waits for the result
    QCOMPARE(m_cancels->size(), 1);
    QCOMPARE(lastId(*m_cancels), lastId(*m_acts));
    emit m_bridge->acted(
        lastId(*m_acts),
        Receipt{.act = ActKind::Acquire, .result = ActResult::NotAcquired, .foundOwner = samples::Orders});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
    QVERIFY(dialog->backButton()->isVisible());
}

void TestAcquireDialog::closingWhileWaitingCancels()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    dialog->close();
    QVERIFY(m_cancels->size() >= 1);
    QCOMPARE(lastId(*m_cancels), lastId(*m_acts));
    dialog->close();
    QTRY_VERIFY(!m_dialog);
}

void TestAcquireDialog::acquireForReadingOrWriting()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    for (const Takeable &kind : Kinds().takeable()) {
        dialog->setKind(kind.kind);
        QCOMPARE(dialog->modeBox()->isVisibleTo(dialog), kind.readOrWrite);
        QCOMPARE(dialog->ownerEdit()->isEnabled(), kind.namesOwner);
        m_plans->clear();
        dialog->keyEdit()->setText(QStringLiteral("lock:") + Kinds::name(kind.kind));
        QTRY_COMPARE(m_plans->size(), 1);
        const ActRequest request = lastPlan();
        QCOMPARE(request.kind, Kinds::name(kind.kind).toLatin1());
        // Binary ids arrive unchanged.
        if (kind.namesOwner)
            QVERIFY(isPlainText(request.owner.bytes) || !request.owner.bytes.startsWith("\\x"));
        QCOMPARE(request.mode, kind.readOrWrite ? HoldMode::Write : HoldMode::Exclusive);
    }
}

void TestAcquireDialog::acquireWithTheLibrarysLease()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QVERIFY(dialog->leaseEdit()->edit()->text().isEmpty());
    QVERIFY(dialog->leaseEdit()->edit()->placeholderText().contains(QStringLiteral("30s")));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!lastPlan().lease);
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12s"));
    QTRY_COMPARE(lastPlan().lease, std::optional<milliseconds>(12s));
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->leaseEdit()->edit()->clear();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QVERIFY(!lastAct().lease);
}

void TestAcquireDialog::acquireWhatDoesNotRunOut()
{
    auto *dialog = opened(new AcquireDialog(*m_bridge));
    dialog->keyEdit()->setText(QStringLiteral("semaphore:a"));
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12s"));
    dialog->watchdogBox()->setChecked(true);
    dialog->setKind(LockKind{"semaphore"}); // Its permits have no expiry
    QVERIFY(!dialog->leaseEdit()->isEnabled());
    QVERIFY(!dialog->watchdogBox()->isEnabled() && !dialog->watchdogBox()->isChecked());
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!lastPlan().lease && !lastPlan().watchdog);
    dialog->setKind(LockKind{"permit-semaphore"}); // Optional, without a default
    QVERIFY(dialog->leaseEdit()->isEnabled());
    QVERIFY(!dialog->leaseEdit()->edit()->placeholderText().contains(QStringLiteral("0s")));
    dialog->setKind(LockKind{"rlock"});
    QVERIFY(dialog->watchdogBox()->isEnabled());
}

LOCKSCOPE_UI_TEST(TestAcquireDialog)

} // namespace tst_acquiredialog

#include "tst_acquiredialog.moc"
