// SPDX-License-Identifier: GPL-3.0-or-later
// What all dialogs of acts share: the keyboard, reason, plan, request and receipt.

#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/planview.h"
#include "ui/acts/receiptview.h"
#include "ui/text/format.h"
#include "ui/text/receipttext.h"
#include "ui/widgets/codebox.h"

#include <QClipboard>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_actdialogs
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;

class TestActDialogs : public test::ActTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }
    void cancelIsTheDefaultEverywhere();
    void enterInAFieldPressesNothing();
    void enterInNoFieldActs();
    void tabLeadsFromThePlanToTheAct();
    void aReasonIsRequired();
    void productionAsksForTheName();
    void theRequestNamesOwnerAndCountAsShown();
    void aRefusedPlanStopsTheAct();
    void aReleasedLockHasNoPlan();
    void aLoadingServerIsAskedAgain();
    void answersToOthersAreIgnored();
    void theReceiptIsShownAndCopied();
    void theReceiptFollowsWhoIsNext();
    void ownerChangedMayBeTriedAgain();
    void receiptsTellResultsApart();
    void theCommandsAreNamedForAScreenReader();
    void cancelWaitsForTheResultOfWhatWasSent();
    void wakeAsksForNothingElse();
    void severalHoldersAreAllExpected();
};

void TestActDialogs::cancelIsTheDefaultEverywhere()
{
    const LockPtr lock = shared(samples::renewed(now()));
    const std::unique_ptr<ActDialog> dialogs[] = {
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Production), Rung::Force),
        std::make_unique<AcquireDialog>(*m_bridge),
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Production), Rung::Expire),
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Development), Rung::Expire),
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Development), Rung::Wake)};
    for (const auto &dialog : dialogs) {
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        QVERIFY(dialog->cancelButton()->isDefault());
        QCOMPARE(test::doubledAccessKeys(*dialog), QStringList());
        // Cancel is the default button, but a field has the focus.
        const bool asks = !dialog->findChildren<QLineEdit *>().isEmpty();
        QCOMPARE(qobject_cast<QLineEdit *>(dialog->focusWidget()) != nullptr, asks);
        for (const QPushButton *button : dialog->findChildren<QPushButton *>()) {
            if (button != dialog->cancelButton())
                QVERIFY2(!button->isDefault() && !button->autoDefault(), qPrintable(button->text()));
        }
    }
}

void TestActDialogs::enterInAFieldPressesNothing()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setFocus();
    QTest::keyClicks(dialog->reasonEdit(), QStringLiteral("holder died"));
    QTest::keyClick(dialog->reasonEdit(), Qt::Key_Return);
    QVERIFY(m_dialog);
    QVERIFY(dialog->isVisible());
    QCOMPARE(m_acts->size(), 0);
    QCOMPARE(dialog->reasonEdit()->text(), QStringLiteral("holder died"));
    auto *commands = dialog->findChild<CodeBox *>()->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(commands->isVisible());
    commands->setFocus();
    QTest::keyClick(commands, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QCOMPARE(dialog->reasonEdit()->text(), QStringLiteral("holder died"));
}

void TestActDialogs::enterInNoFieldActs()
{
    const LockPtr lock = shared(samples::renewed(now()));
    const std::unique_ptr<ActDialog> dialogs[] = {
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Production), Rung::Force),
        std::make_unique<LadderDialog>(*m_bridge, lock, server(Environment::Production), Rung::Expire),
        std::make_unique<AcquireDialog>(*m_bridge)};
    for (const auto &dialog : dialogs) {
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog.get()));
        int fields = 0;
        for (QLineEdit *edit : dialog->findChildren<QLineEdit *>()) {
            if (!edit->isVisible() || !edit->isEnabled())
                continue;
            ++fields;
            for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
                edit->setFocus();
                QTest::keyClick(edit, key);
                QVERIFY2(dialog->isVisible(), qPrintable(edit->accessibleName()));
                QCOMPARE(dialog->step(), ActDialog::Step::Asking);
            }
        }
        QVERIFY(fields >= 2);
        QVERIFY(!dialog->actButton()->isEnabled()); // The form is incomplete
        QCOMPARE(m_acts->size(), 0);
    }
}

void TestActDialogs::tabLeadsFromThePlanToTheAct()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    auto *copy = dialog->findChild<CodeBox *>()->findChild<QToolButton *>();
    QTRY_VERIFY(copy->isVisible());
    copy->setFocus();
    QTest::keyClick(copy, Qt::Key_Tab);
    QCOMPARE(dialog->focusWidget(), dialog->actButton());
    QTest::keyClick(dialog->actButton(), Qt::Key_Tab);
    QCOMPARE(dialog->focusWidget(), dialog->cancelButton());
    QTest::keyClick(dialog->cancelButton(), Qt::Key_Tab); // Moves on to the start
    QVERIFY(!dialog->cancelButton()->parentWidget()->isAncestorOf(dialog->focusWidget()));
}

void TestActDialogs::aReasonIsRequired()
{
    LadderDialog *dialog = forceDialog();
    QVERIFY(!dialog->nameEdit());
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(!dialog->actButton()->toolTip().isEmpty());
    dialog->reasonEdit()->setText(QStringLiteral("   "));
    QVERIFY(!dialog->actButton()->isEnabled());
    giveReason(dialog, "OPS-1");
}

void TestActDialogs::productionAsksForTheName()
{
    LadderDialog *dialog = forceDialog(Environment::Production);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("order:77:loc"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("order:77:lock"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("Order:77:lock"));
    QVERIFY(!dialog->actButton()->isEnabled());
}

void TestActDialogs::theRequestNamesOwnerAndCountAsShown()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral(" OPS-1 "));
    QTRY_COMPARE(m_plans->size(), 1);
    QVERIFY(lastPlan().dryRun);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(m_acts->size(), 1);
    const ActRequest request = lastAct();
    QCOMPARE(request.act, ActKind::ForceRelease);
    QCOMPARE(request.key, LockName{"order:77:lock"});
    QCOMPARE(request.expectedOwner, std::optional(samples::Orders));
    QCOMPARE(request.expectedCount, std::optional<qint64>(2));
    QCOMPARE(request.reason, QStringLiteral("OPS-1"));
    QVERIFY(!request.dryRun);
    QCOMPARE(dialog->step(), ActDialog::Step::Running);
    dialog->actButton()->click(); // A second click has no effect
    QCOMPARE(m_acts->size(), 1);
}

void TestActDialogs::aRefusedPlanStopsTheAct()
{
    m_answerPlans = false;
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(m_plans->size(), 1);
    // The act is possible only after its plan is shown.
    QVERIFY(!dialog->actButton()->isEnabled());
    emit m_bridge->planned(lastId(*m_plans), Failure{.kind = ErrorKind::Unsupported,
                                                     .text = QStringLiteral("internal semaphore")});
    QVERIFY(!dialog->actButton()->isEnabled());
    // A changed lock needs a new plan.
    change(samples::renewed(now(), samples::Billing));
    dialog->changeNotice()->confirmButton()->click();
    QTRY_COMPARE(m_plans->size(), 2);
    emit m_bridge->planned(lastId(*m_plans), samples::plan(lastPlan()));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::aReleasedLockHasNoPlan()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    const auto *commands = dialog->findChild<PlanView *>()->findChild<CodeBox *>();
    QVERIFY(commands->isVisible());
    m_answerPlans = false;
    m_plans->clear();
    change(samples::renewed(now(), samples::Billing));
    QTRY_COMPARE(m_plans->size(), 1);
    emit m_bridge->planned(lastId(*m_plans), Failure{.kind = ErrorKind::Unsupported,
                                                     .text = QStringLiteral("no lock has this name")});
    QVERIFY(!commands->isVisible());
    QVERIFY(!dialog->actButton()->isEnabled());
    emit m_bridge->tableChanged({.removed = {samples::renewed(now()).key}});
    QCOMPARE(dialog->actButton()->toolTip(), QStringLiteral("There is no lock to release."));
}

void TestActDialogs::aLoadingServerIsAskedAgain()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    const auto *commands = dialog->findChild<PlanView *>()->findChild<CodeBox *>();
    m_answerPlans = false;
    m_plans->clear();
    change(samples::renewed(now(), samples::Billing));
    QTRY_COMPARE(m_plans->size(), 1);
    m_answerPlans = true;
    emit m_bridge->planned(lastId(*m_plans), Failure{.kind = ErrorKind::Loading});
    QVERIFY(commands->isVisible());
    QVERIFY2(dialog->actButton()->toolTip().contains(QStringLiteral("Showing the last plan")),
             qPrintable(dialog->actButton()->toolTip()));
    QTRY_COMPARE(m_plans->size(), 2);
    confirmChange(dialog);
}

void TestActDialogs::answersToOthersAreIgnored()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(m_plans->size(), 1);
    emit m_bridge->planned(lastId(*m_plans) + 7, Failure{.text = QStringLiteral("of another")});
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    emit m_bridge->acted(lastId(*m_acts) + 7, Receipt{.result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Running);
}

void TestActDialogs::theReceiptIsShownAndCopied()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    QSignalSpy answered(dialog, &ActDialog::answered);
    Receipt receipt{.act = ActKind::ForceRelease,
                    .result = ActResult::Done,
                    .key = LockName{"order:77:lock"},
                    .owner = samples::Orders,
                    .node = NodeId{"127.0.0.1:6379"}};
    receipt.woken = 3;
    receipt.at = wallNow();
    emit m_bridge->acted(lastId(*m_acts), receipt);
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
    QCOMPARE(answered.size(), 1);
    QVERIFY(dialog->receiptView()->isVisible());
    QVERIFY(!dialog->actButton()->isVisible());
    QVERIFY(!dialog->backButton()->isVisible());
    QVERIFY(dialog->cancelButton()->isDefault());
    dialog->receiptView()->copyButton()->click();
    const QString copied = QGuiApplication::clipboard()->text();
    for (const char *part : {"order:77:lock", "127.0.0.1:6379", "6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82"})
        QVERIFY2(copied.contains(QLatin1String(part)), qPrintable(copied));
    emit m_bridge->acted(lastId(*m_acts), receipt); // Reported twice
    QCOMPARE(answered.size(), 1);
    dialog->cancelButton()->click();
    QTRY_VERIFY(!m_dialog);
}

void TestActDialogs::theReceiptFollowsWhoIsNext()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    Lock lock = samples::renewed(now());
    const Receipt receipt{.act = ActKind::ForceRelease,
                          .result = ActResult::Done,
                          .key = lock.key,
                          .kind = lock.kind,
                          .owner = lock.owner(),
                          .at = wallNow()};
    emit m_bridge->acted(lastId(*m_acts), receipt);
    const auto copied = [dialog] {
        dialog->receiptView()->copyButton()->click();
        return QGuiApplication::clipboard()->text();
    };
    QVERIFY2(copied().contains(QStringLiteral("Reason: OPS-1")), qPrintable(copied()));
    QVERIFY2(copied().contains(QStringLiteral("Not acquired again so far.")), qPrintable(copied()));
    const auto acquire = [&](const LockName &key, const OwnerId &owner) {
        lock.key = key;
        lock.holders = {Holder{.id = owner}};
        change(lock, {{.kind = EventKind::Acquired, .key = key, .owner = owner, .at = now()}});
    };
    acquire(LockName{"lock:other"}, samples::Billing);
    QVERIFY(copied().contains(QStringLiteral("Not acquired again so far.")));
    const QString offered = dialog->ladder()->line(Rung::Force);
    acquire(receipt.key, samples::Billing);
    QCOMPARE(dialog->ladder()->line(Rung::Force), offered); // Of the holder that was released
    QVERIFY2(copied().contains(QStringLiteral("Acquired again after")), qPrintable(copied()));
    QVERIFY(!copied().contains(QStringLiteral("so far")));
    const QString next = QStringLiteral("The next holder is ") + text::ownerFull(samples::Billing);
    QVERIFY2(copied().contains(next), qPrintable(copied()));
    acquire(receipt.key, samples::Orders); // One later
    QVERIFY(copied().contains(next));
}

void TestActDialogs::ownerChangedMayBeTriedAgain()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    change(samples::renewed(now(), samples::Billing)); // Changed while the act ran
    emit m_bridge->acted(lastId(*m_acts), Receipt{.act = ActKind::ForceRelease,
                                                  .result = ActResult::OwnerChanged,
                                                  .key = LockName{"order:77:lock"},
                                                  .owner = samples::Orders,
                                                  .foundOwner = samples::Billing});
    QVERIFY(dialog->backButton()->isVisible());
    dialog->backButton()->click();
    QCOMPARE(dialog->step(), ActDialog::Step::Asking);
    // Never automatically for the new owner.
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    confirmChange(dialog);
}

void TestActDialogs::receiptsTellResultsApart()
{
    QStringList headlines;
    for (const ActResult result : {ActResult::Done, ActResult::OwnerChanged, ActResult::AlreadyGone,
                                   ActResult::NotAcquired, ActResult::Refused, ActResult::Unknown}) {
        const Receipt receipt{.act = ActKind::ForceRelease, .result = result};
        QVERIFY(!headlines.contains(receiptHeadline(receipt, Kinds())));
        headlines << receiptHeadline(receipt, Kinds());
    }
    for (const ActKind act :
         {ActKind::Acquire, ActKind::Renew, ActKind::Release, ActKind::Wake, ActKind::SetExpiry}) {
        const QString headline = receiptHeadline({.act = act, .result = ActResult::Done}, Kinds());
        QVERIFY(!headlines.contains(headline));
        headlines << headline;
    }
    const Receipt refused{.result = ActResult::Refused,
                          .failure = {.text = QStringLiteral("no permission"),
                                      .remedy = QStringLiteral("ask for it"),
                                      .node = NodeId{"10.0.0.1:6379"},
                                      .serverText = "NOPERM this user"}};
    const QString facts = receiptFacts(refused, Kinds()).join(u'\n');
    QVERIFY(facts.contains(QStringLiteral("10.0.0.1:6379")));
    QVERIFY(facts.contains(QStringLiteral("NOPERM this user")));
    QVERIFY(!facts.contains(QStringLiteral("Verified"))); // Nothing was read
    QCOMPARE(receiptAdvice(refused), QStringLiteral("ask for it"));
}

void TestActDialogs::theCommandsAreNamedForAScreenReader()
{
    const LadderDialog *dialog = forceDialog();
    const auto *commands = dialog->findChild<PlanView *>()->findChild<QPlainTextEdit *>();
    QVERIFY(!commands->accessibleName().isEmpty());
}

// An act that was sent goes on: its result must not arrive at a dialog that is closed.
void TestActDialogs::cancelWaitsForTheResultOfWhatWasSent()
{
    LadderDialog *dialog = forceDialog();
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    dialog->cancelButton()->click();
    QVERIFY(m_dialog && dialog->isVisible());
    QCOMPARE(m_cancels->size(), 0);
    emit m_bridge->acted(lastId(*m_acts), Receipt{.act = ActKind::ForceRelease, .result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
}

void TestActDialogs::wakeAsksForNothingElse()
{
    auto *dialog = open(samples::renewed(now()), Rung::Wake, server(Environment::Production));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastAct().act, ActKind::Wake);
}

void TestActDialogs::severalHoldersAreAllExpected()
{
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog = open(lock, Rung::Force);
    giveReason(dialog, "ticket 7");
    dialog->actButton()->click();
    const ActRequest request = lastAct();
    QVERIFY(!request.expectedOwner && !request.expectedCount);
    QCOMPARE(request.expectedHolders, std::vector<Holder>(lock.holders.begin(), lock.holders.end()));
}

LOCKSCOPE_UI_TEST(TestActDialogs)

} // namespace tst_actdialogs

#include "tst_actdialogs.moc"
