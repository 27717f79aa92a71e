// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format.h"
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/planview.h"
#include "ui/acts/receiptview.h"
#include "ui/acts/sharerung.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/durationedit.h"
#include "ui/text/format.h"
#include "ui/text/receipttext.h"
#include "ui/widgets/codebox.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QToolButton>

namespace tst_actdialogs
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

LockPtr shared(Lock lock)
{
    return std::make_shared<const Lock>(std::move(lock));
}

ConnectionSpec server(Environment environment)
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders");
    spec.environment = environment;
    spec.readOnly = false;
    return spec;
}

template<class Dialog> void open(Dialog *dialog)
{
    dialog->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
}

quint64 lastId(const QSignalSpy &spy)
{
    return spy.last().at(0).toULongLong();
}

ActRequest lastRequest(const QSignalSpy &spy)
{
    return spy.last().at(1).value<ActRequest>();
}

} // namespace

class TestActDialogs : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void cancelIsTheDefaultEverywhere();
    void enterInAFieldPressesNothing();
    void enterInNoFieldActs();
    void tabLeadsFromThePlanToTheAct();
    void aReasonIsRequired();
    void productionAsksForTheName();
    void theRequestNamesOwnerAndCountAsShown();
    void anotherOwnerMustBeConfirmed();
    void anotherCountMustBeConfirmed();
    void aGoneLockCannotBeReleased();
    void aRefusedPlanStopsTheAct();
    void answersToOthersAreIgnored();
    void theReceiptIsShownAndCopied();
    void ownerChangedMayBeTriedAgain();
    void receiptsTellResultsApart();
    void plansAreAskedForOncePerPause();
    void theCommandsAreNamedForAScreenReader();
    void expiryOnlyShortens();
    void expiryGivesOneToALockWithout();
    void expiryHeedsAnotherOwner();
    void badDurationsSayWhy();
    void acquireNeedsKeyAndOwner();
    void acquireMakesOwnersOfItsKind();
    void acquireKindsAreKnownToTheEngine();
    void waitingCanBeStopped();
    void cancelWaitsForTheResultOfWhatWasSent();
    void closingWhileWaitingCancels();
    void wakeAsksForNothingElse();
    void severalHoldersAreAllExpected();
    void anotherReaderMustBeConfirmed();
    void aFreedLockCannotBeReleased();
    void whatHasNoHoldersIsComparedByItsNumber_data();
    void whatHasNoHoldersIsComparedByItsNumber();
    void aShareIsTakenAwayAlone();
    void aWaiterIsTakenOutOfTheQueue();
    void removingAsksOnProduction();
    void aShareThatChangedMustBeConfirmed();
    void aShareThatWentCannotBeRemoved();
    void acquireForReadingOrWriting();
    void acquireWithTheLibrarysLease();
    void acquireWhatDoesNotRunOut();

private:
    std::unique_ptr<EngineBridge> m_link;
    std::unique_ptr<QSignalSpy> m_plans;
    std::unique_ptr<QSignalSpy> m_acts;
    std::unique_ptr<QSignalSpy> m_cancels;
    QPointer<ActDialog> m_dialog;
    bool m_answerPlans = true;

    LadderDialog *forceDialog(Environment environment = Environment::Development)
    {
        auto *dialog =
            new LadderDialog(*m_link, shared(samples::renewed(now())), server(environment), Rung::Force);
        m_dialog = dialog;
        open(dialog);
        return dialog;
    }
    template<class Dialog> Dialog *opened(Dialog *dialog)
    {
        m_dialog = dialog;
        open(dialog);
        return dialog;
    }
    void change(Lock lock) { emit m_link->tableChanged({.upserted = {shared(std::move(lock))}}); }
};

void TestActDialogs::init()
{
    m_link = std::make_unique<EngineBridge>();
    m_answerPlans = true;
    connect(m_link.get(), &EngineBridge::planWanted, this, [this](quint64 id, const ActRequest &request) {
        if (m_answerPlans)
            QTimer::singleShot(0, m_link.get(),
                               [this, id, request] { emit m_link->planned(id, samples::plan(request)); });
    });
    m_plans = std::make_unique<QSignalSpy>(m_link.get(), &EngineBridge::planWanted);
    m_acts = std::make_unique<QSignalSpy>(m_link.get(), &EngineBridge::actWanted);
    m_cancels = std::make_unique<QSignalSpy>(m_link.get(), &EngineBridge::cancelWanted);
}

void TestActDialogs::cleanup()
{
    delete m_dialog;
    m_plans.reset();
    m_acts.reset();
    m_cancels.reset();
    m_link.reset();
}

void TestActDialogs::cancelIsTheDefaultEverywhere()
{
    const LockPtr lock = shared(samples::renewed(now()));
    const std::unique_ptr<ActDialog> dialogs[] = {
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Production), Rung::Force),
        std::make_unique<AcquireDialog>(*m_link),
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Production), Rung::Expire),
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Development), Rung::Expire),
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Development), Rung::Wake)};
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
}

void TestActDialogs::enterInNoFieldActs()
{
    const LockPtr lock = shared(samples::renewed(now()));
    const std::unique_ptr<ActDialog> dialogs[] = {
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Production), Rung::Force),
        std::make_unique<LadderDialog>(*m_link, lock, server(Environment::Production), Rung::Expire),
        std::make_unique<AcquireDialog>(*m_link)};
    for (const auto &dialog : dialogs) {
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        open(dialog.get());
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
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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
    QVERIFY(lastRequest(*m_plans).dryRun);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(m_acts->size(), 1);
    const ActRequest request = lastRequest(*m_acts);
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

void TestActDialogs::anotherOwnerMustBeConfirmed()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(samples::renewed(now(), samples::Billing));
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(dialog->changeNotice()->confirmButton()->isVisible());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!dialog->changeNotice()->isVisible());
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).expectedOwner, std::optional(samples::Billing));
}

void TestActDialogs::anotherCountMustBeConfirmed()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    Lock lock = samples::renewed(now());
    lock.holders.first().count = 3;
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    // The confirmed holder is back: nothing to confirm.
    change(samples::renewed(now()));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(lock);
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).expectedCount, std::optional<qint64>(3));
}

void TestActDialogs::aGoneLockCannotBeReleased()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    const Lock lock = samples::renewed(now());
    emit m_link->tableChanged({.removed = {LockName{"another"}}});
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    emit m_link->tableChanged(
        {.removed = {lock.key}, .events = {samples::event(EventKind::Released, lock, now(), {}, 0)}});
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(!dialog->changeNotice()->confirmButton()->isVisible());
    QVERIFY(dialog->changeNotice()->sentence().contains(QStringLiteral("released")));
    // The same owner takes it again: it looks the same but is another hold.
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->mustConfirm());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::aRefusedPlanStopsTheAct()
{
    m_answerPlans = false;
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(m_plans->size(), 1);
    // The act is possible only after its plan is shown.
    QVERIFY(!dialog->actButton()->isEnabled());
    emit m_link->planned(lastId(*m_plans), Failure{.kind = ErrorKind::Unsupported,
                                                   .text = QStringLiteral("internal semaphore")});
    QVERIFY(!dialog->actButton()->isEnabled());
    // A changed lock needs a new plan.
    change(samples::renewed(now(), samples::Billing));
    dialog->changeNotice()->confirmButton()->click();
    QTRY_COMPARE(m_plans->size(), 2);
    emit m_link->planned(lastId(*m_plans), samples::plan(lastRequest(*m_plans)));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::answersToOthersAreIgnored()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(m_plans->size(), 1);
    emit m_link->planned(lastId(*m_plans) + 7, Failure{.text = QStringLiteral("of another")});
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    emit m_link->acted(lastId(*m_acts) + 7, Receipt{.result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Running);
}

void TestActDialogs::theReceiptIsShownAndCopied()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QSignalSpy answered(dialog, &ActDialog::answered);
    Receipt receipt{.act = ActKind::ForceRelease,
                    .result = ActResult::Done,
                    .key = LockName{"order:77:lock"},
                    .owner = samples::Orders,
                    .node = NodeId{"127.0.0.1:6379"}};
    receipt.woken = 3;
    receipt.at = wallNow();
    emit m_link->acted(lastId(*m_acts), receipt);
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
    emit m_link->acted(lastId(*m_acts), receipt); // Reported twice
    QCOMPARE(answered.size(), 1);
    dialog->cancelButton()->click();
    QTRY_VERIFY(!m_dialog);
}

void TestActDialogs::ownerChangedMayBeTriedAgain()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    change(samples::renewed(now(), samples::Billing)); // Changed while the act ran
    emit m_link->acted(lastId(*m_acts), Receipt{.act = ActKind::ForceRelease,
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
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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

void TestActDialogs::plansAreAskedForOncePerPause()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    QTest::keyClicks(dialog->keyEdit(), QStringLiteral("lock:orders:42"));
    QTRY_COMPARE(m_plans->size(), 1);
    QCOMPARE(lastRequest(*m_plans).key, LockName{"lock:orders:42"});
}

void TestActDialogs::theCommandsAreNamedForAScreenReader()
{
    const LadderDialog *dialog = forceDialog();
    const auto *commands = dialog->findChild<PlanView *>()->findChild<QPlainTextEdit *>();
    QVERIFY(!commands->accessibleName().isEmpty());
}

void TestActDialogs::expiryOnlyShortens()
{
    auto *dialog = opened(new LadderDialog(*m_link, shared(samples::renewed(now())),
                                           server(Environment::Development), Rung::Expire));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->durationEdit()->setValue(60s); // 21 s are left
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->durationEdit()->problem().contains(QStringLiteral("only be shortened")));
    dialog->durationEdit()->setValue(0s);
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->durationEdit()->setValue(5s);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).lease, std::optional<milliseconds>(5s));
    QCOMPARE(lastRequest(*m_acts).expectedOwner, std::optional(samples::Orders));
}

void TestActDialogs::expiryGivesOneToALockWithout()
{
    auto *dialog = opened(new LadderDialog(*m_link, shared(samples::stuck(now())),
                                           server(Environment::Development), Rung::Expire));
    dialog->durationEdit()->setValue(std::chrono::hours(2));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::expiryHeedsAnotherOwner()
{
    auto *dialog = opened(new LadderDialog(*m_link, shared(samples::renewed(now())),
                                           server(Environment::Development), Rung::Expire));
    dialog->durationEdit()->setValue(5s);
    Lock deeper = samples::renewed(now());
    deeper.holders.first().count = 5; // For the same owner, this does not matter here
    change(deeper);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(samples::renewed(now(), samples::Billing));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::badDurationsSayWhy()
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

void TestActDialogs::acquireNeedsKeyAndOwner()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
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
    const ActRequest request = lastRequest(*m_acts);
    QCOMPARE(request.owner, OwnerId{"me"});
    QCOMPARE(request.kind, QByteArrayLiteral("rlock"));
    QCOMPARE(request.lease, std::optional<milliseconds>()); // The default of the library
    QCOMPARE(request.wait, 0ms);
    QVERIFY(request.watchdog);
}

void TestActDialogs::acquireMakesOwnersOfItsKind()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
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

void TestActDialogs::acquireKindsAreKnownToTheEngine()
{
    const AcquireDialog dialog(*m_link);
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

void TestActDialogs::waitingCanBeStopped()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(dialog->step(), ActDialog::Step::Running);
    QCOMPARE(lastRequest(*m_acts).wait, milliseconds(10s));
    dialog->cancelButton()->click();
    QVERIFY(m_dialog); // It waits for the result
    QCOMPARE(m_cancels->size(), 1);
    QCOMPARE(lastId(*m_cancels), lastId(*m_acts));
    emit m_link->acted(
        lastId(*m_acts),
        Receipt{.act = ActKind::Acquire, .result = ActResult::NotAcquired, .foundOwner = samples::Orders});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
    QVERIFY(dialog->backButton()->isVisible());
}

// An act that was sent goes on: its result must not arrive at a dialog that is closed.
void TestActDialogs::cancelWaitsForTheResultOfWhatWasSent()
{
    LadderDialog *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    dialog->cancelButton()->click();
    QVERIFY(m_dialog && dialog->isVisible());
    QCOMPARE(m_cancels->size(), 0);
    emit m_link->acted(lastId(*m_acts), Receipt{.act = ActKind::ForceRelease, .result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
}

void TestActDialogs::closingWhileWaitingCancels()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    dialog->close();
    QVERIFY(m_cancels->size() >= 1);
    QCOMPARE(lastId(*m_cancels), lastId(*m_acts));
    dialog->close();
    QTRY_VERIFY(!m_dialog);
}

void TestActDialogs::wakeAsksForNothingElse()
{
    auto *dialog = opened(new LadderDialog(*m_link, shared(samples::renewed(now())),
                                           server(Environment::Production), Rung::Wake));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).act, ActKind::Wake);
}

void TestActDialogs::severalHoldersAreAllExpected()
{
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog =
        opened(new LadderDialog(*m_link, shared(lock), server(Environment::Development), Rung::Force));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    const ActRequest request = lastRequest(*m_acts);
    QVERIFY(!request.expectedOwner && !request.expectedCount);
    QCOMPARE(request.expectedHolders, std::vector<Holder>(lock.holders.begin(), lock.holders.end()));
}

void TestActDialogs::anotherReaderMustBeConfirmed()
{
    auto *dialog = opened(new LadderDialog(*m_link, shared(samples::readWrite(now(), 2)),
                                           server(Environment::Development), Rung::Force));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    Lock same = samples::readWrite(now(), 2); // Renewed: other deadlines
    std::swap(same.holders[0], same.holders[1]);
    change(same);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    change(samples::readWrite(now(), 3));
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).expectedHolders.size(), size_t(3));
}

void TestActDialogs::aFreedLockCannotBeReleased()
{
    auto *dialog = forceDialog();
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    Lock free = samples::renewed(now());
    free.holders.clear();
    change(free);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(!dialog->changeNotice()->mustConfirm());
}

void TestActDialogs::whatHasNoHoldersIsComparedByItsNumber_data()
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

void TestActDialogs::whatHasNoHoldersIsComparedByItsNumber()
{
    QFETCH(LockPtr, shown);
    QFETCH(LockPtr, later);
    QFETCH(qint64, before);
    QFETCH(qint64, after);
    auto *dialog = opened(new LadderDialog(*m_link, shown, server(Environment::Development), Rung::Force));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QCOMPARE(lastRequest(*m_plans).expectedCount, std::optional(before));
    QVERIFY(!lastRequest(*m_plans).expectedOwner && lastRequest(*m_plans).expectedHolders.empty());
    change(*shown);
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    change(*later);
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).expectedCount, std::optional(after));
}

void TestActDialogs::aShareIsTakenAwayAlone()
{
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog = opened(
        new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[1]), server(Environment::Development)));
    QVERIFY(dialog->cancelButton()->isDefault());
    QVERIFY(dialog->shareRung()->sentence().contains(text::owner(lock.holders[1].id)));
    QVERIFY(!dialog->nameEdit());
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
    QTRY_COMPARE(m_plans->size(), 1);
    QVERIFY(lastRequest(*m_plans).dryRun);
    dialog->reasonEdit()->setText(QStringLiteral("its process died"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    const ActRequest request = lastRequest(*m_acts);
    QCOMPARE(request.act, ActKind::RemoveShare);
    QCOMPARE(request.owner, lock.holders[1].id);
    QCOMPARE(request.mode, HoldMode::Read);
    QCOMPARE(request.expectedCount, std::optional<qint64>(1));
    QCOMPARE(request.reason, QStringLiteral("its process died"));
    QVERIFY(!request.dryRun);
}

void TestActDialogs::aWaiterIsTakenOutOfTheQueue()
{
    const Lock lock = samples::queued(now());
    auto *dialog = opened(new LadderDialog(*m_link, shared(lock), shareOf(lock.waiters.queued[1]),
                                           server(Environment::Development)));
    QVERIFY(dialog->shareRung()->sentence().contains(QStringLiteral("queue")));
    dialog->reasonEdit()->setText(QStringLiteral("dead"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).owner, lock.waiters.queued[1].id);
    QVERIFY(!lastRequest(*m_acts).expectedCount);
}

void TestActDialogs::removingAsksOnProduction()
{
    const Lock lock = samples::permits(now());
    auto *dialog = opened(
        new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[0]), server(Environment::Production)));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_COMPARE(m_plans->size(), 1);
    QCoreApplication::processEvents(); // Events queued by the plan
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("pool"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestActDialogs::aShareThatChangedMustBeConfirmed()
{
    Lock lock = samples::readWrite(now(), 3);
    auto *dialog = opened(
        new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[0]), server(Environment::Development)));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    lock.holders.remove(2); // Another reader left: irrelevant
    change(lock);
    QVERIFY(dialog->actButton()->isEnabled());
    lock.holders[0].count = 2;
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->shareRung()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastRequest(*m_acts).expectedCount, std::optional<qint64>(2));
}

void TestActDialogs::aShareThatWentCannotBeRemoved()
{
    Lock lock = samples::readWrite(now(), 2);
    auto *dialog = opened(
        new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[0]), server(Environment::Development)));
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    lock.holders.remove(0);
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    change(samples::readWrite(now(), 2)); // It came back: another hold
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->shareRung()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    emit m_link->tableChanged({.removed = {lock.key}});
    QVERIFY(!dialog->actButton()->isEnabled());
}

void TestActDialogs::acquireForReadingOrWriting()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    for (const Takeable &kind : Kinds().takeable()) {
        dialog->setKind(kind.kind);
        QCOMPARE(dialog->modeBox()->isVisibleTo(dialog), kind.readOrWrite);
        QCOMPARE(dialog->ownerEdit()->isEnabled(), kind.namesOwner);
        m_plans->clear();
        dialog->keyEdit()->setText(QStringLiteral("lock:") + Kinds::name(kind.kind));
        QTRY_COMPARE(m_plans->size(), 1);
        const ActRequest request = lastRequest(*m_plans);
        QCOMPARE(request.kind, Kinds::name(kind.kind).toLatin1());
        // Binary ids arrive unchanged.
        if (kind.namesOwner)
            QVERIFY(isPlainText(request.owner.bytes) || !request.owner.bytes.startsWith("\\x"));
        QCOMPARE(request.mode, kind.readOrWrite ? HoldMode::Write : HoldMode::Exclusive);
    }
}

void TestActDialogs::acquireWithTheLibrarysLease()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    dialog->keyEdit()->setText(QStringLiteral("lock:a"));
    QVERIFY(dialog->leaseEdit()->edit()->text().isEmpty());
    QVERIFY(dialog->leaseEdit()->edit()->placeholderText().contains(QStringLiteral("30s")));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!lastRequest(*m_plans).lease);
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12s"));
    QTRY_COMPARE(lastRequest(*m_plans).lease, std::optional<milliseconds>(12s));
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->leaseEdit()->edit()->clear();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QVERIFY(!lastRequest(*m_acts).lease);
}

void TestActDialogs::acquireWhatDoesNotRunOut()
{
    auto *dialog = opened(new AcquireDialog(*m_link));
    dialog->keyEdit()->setText(QStringLiteral("semaphore:a"));
    dialog->leaseEdit()->edit()->setText(QStringLiteral("12s"));
    dialog->watchdogBox()->setChecked(true);
    dialog->setKind(LockKind{"semaphore"}); // Its permits have no expiry
    QVERIFY(!dialog->leaseEdit()->isEnabled());
    QVERIFY(!dialog->watchdogBox()->isEnabled() && !dialog->watchdogBox()->isChecked());
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!lastRequest(*m_plans).lease && !lastRequest(*m_plans).watchdog);
    dialog->setKind(LockKind{"permit-semaphore"}); // Optional, without a default
    QVERIFY(dialog->leaseEdit()->isEnabled());
    QVERIFY(!dialog->leaseEdit()->edit()->placeholderText().contains(QStringLiteral("0s")));
    dialog->setKind(LockKind{"rlock"});
    QVERIFY(dialog->watchdogBox()->isEnabled());
}

LOCKSCOPE_UI_TEST(TestActDialogs)

} // namespace tst_actdialogs

#include "tst_actdialogs.moc"
