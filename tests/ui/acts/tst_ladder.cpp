// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder: the preselected option, what each option says and sends, and how it goes on.

#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/acts/acttest.h"
#include "tests/ui/acts/laddersamples.h"
#include "tests/ui/doubleclicktime.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/sharerung.h"
#include "ui/bridges/enginebridge.h"
#include "ui/text/receipttext.h"
#include "ui/theme/appearance.h"
#include "ui/theme/language.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

namespace tst_ladder
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::endless;
using lockscope::samples::freeWithWaiters;
using lockscope::samples::leased;
using lockscope::samples::MadeLock;
using lockscope::samples::renewedNow;
using lockscope::samples::renewedReaders;
using lockscope::samples::shared;
using lockscope::samples::silent;

class TestLadder : public test::ActTest
{
    Q_OBJECT

private slots:
    void theTitleNamesTheAct();
    void init()
    {
        start();
        m_lock.emplace();
    }

    void cleanup() { end(); }
    void theGentlestThatHelpsIsChosen_data();
    void theGentlestThatHelpsIsChosen();
    void whereNothingGentleHelpsNothingIsChosen_data();
    void whereNothingGentleHelpsNothingIsChosen();
    void nothingChosenDoesNothing();
    void whatIsTypedAfterAChoiceIsTheReason();
    void theNumbersChoose();
    void withNothingChosenTheKeyboardStartsAtTheFirstRung();
    void theVerdictIsShown();
    void whatCannotBeDoneSaysWhy();
    void whatTheProfileDeniesIsNotDone();
    void waitingSendsNothing();
    void theLongestTimeToLiveIsSent_data();
    void theLongestTimeToLiveIsSent();
    void aDeadWaiterIsTheFirstShare();
    void deadWaitersAreNotSaidToRetry();
    void aGoneHolderIsTheFirstShareUnlessRenewedSince();
    void theFencingTokenIsTold();
    void afterAGentleRungTheLadderGoesOn();
    void anotherRungPlansAnew();
    void whoGoesOnFollowsTheQueue();
    void theReceiptTellsWhoHasItNext();

private:
    static bool says(const LadderDialog &dialog, const char *text)
    {
        const auto labels = dialog.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [text](const QLabel *label) {
            return label->isVisible() && label->text() == QLatin1String(text);
        });
    }
};

void TestLadder::theGentlestThatHelpsIsChosen_data()
{
    QTest::addColumn<MadeLock>("lock");
    QTest::addColumn<Rung>("rung");
    const auto row = [](const char *name, Rung rung, const MadeLock &lock) {
        QTest::newRow(name) << lock << rung;
    };
    row("free, and somebody waits", Rung::Wake, freeWithWaiters);
    row("runs out soon", Rung::Wait, [] { return leased(20s); });
    row("renewed, a dead waiter", Rung::LockShare, [] {
        Lock dead = samples::queued(now());
        dead.renewals.lastAt = now();
        return dead;
    });
    row("renewed no more", Rung::Wait, silent);
    row("runs out soon, a dead head", Rung::LockShare, [] {
        Lock asleep = leased(20s); // When it runs out, those behind the first are not woken
        asleep.kind = LockKind{"fair-lock"};
        asleep.waiters.queued = {{.id = samples::Billing, .deadline = now() + 4min, .alive = false}};
        return asleep;
    });
}

void TestLadder::theGentlestThatHelpsIsChosen()
{
    QFETCH(MadeLock, lock);
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(lock());
    QVERIFY(dialog->rung() == rung);
    QVERIFY(dialog->ladder()->button(rung)->isChecked());
    QVERIFY(dialog->cancelButton()->isDefault());
    QCOMPARE(test::doubledAccessKeys(*dialog), QStringList());
    // Each option says what it does, or why it is not possible.
    for (const Rung each : AllRungs) {
        QVERIFY(!dialog->ladder()->line(each).isEmpty());
        QCOMPARE(dialog->ladder()->button(each)->isEnabled(), dialog->ladder()->whyNot(each).isEmpty());
    }
}

// An expiry ends the hold of a client that may be at work.
void TestLadder::whereNothingGentleHelpsNothingIsChosen_data()
{
    QTest::addColumn<MadeLock>("lock");
    const auto row = [](const char *name, const MadeLock &lock) { QTest::newRow(name) << lock; };
    row("runs out in an hour", [] { return leased(1h); });
    row("never runs out", [] { return samples::stuck(now()); });
    row("never runs out, Redisson", endless);
    row("renewed", renewedNow);
    row("renewed readers", renewedReaders);
    row("renewed again", [] {
        Lock once = renewedNow();
        once.renewals.missed = 2; // Some time ago
        return once;
    });
    row("permits without names", [] { return samples::plainSemaphore(now(), 0); });
}

void TestLadder::whereNothingGentleHelpsNothingIsChosen()
{
    QFETCH(MadeLock, lock);
    const Lock shown = lock();
    LadderDialog *dialog = open(shown, {}, server(Environment::Production));
    for (const Rung each : AllRungs) {
        QVERIFY(!dialog->ladder()->button(each)->isChecked());
        QVERIFY(!dialog->ladder()->line(each).isEmpty());
        QCOMPARE(dialog->ladder()->button(each)->isEnabled(), dialog->ladder()->whyNot(each).isEmpty());
    }
    QVERIFY(dialog->actButton()->isVisible() && !dialog->actButton()->isEnabled());
    QVERIFY(!dialog->reasonEdit()->isVisible());
    QVERIFY(says(*dialog, "Select an option"));
    QCOMPARE(test::doubledAccessKeys(*dialog), QStringList());
    // Then it works as usual.
    dialog->ladder()->button(Rung::Force)->click();
    QVERIFY(dialog->rung() == Rung::Force);
    QVERIFY(!says(*dialog, "Select an option"));
    QTRY_COMPARE(m_plans->size(), 1); // An earlier request would have arrived first
    QCOMPARE(lastPlan().act, ActKind::ForceRelease);
    dialog->nameEdit()->setText(QString::fromUtf8(shown.key.bytes));
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    QCOMPARE(lastAct().act, ActKind::ForceRelease);
}

void TestLadder::nothingChosenDoesNothing()
{
    LadderDialog *dialog = open(samples::renewed(now()));
    change(samples::renewed(now()));
    dialog->actButton()->click();
    for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_Backspace, Qt::Key_R, Qt::Key_F}) {
        QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, key);
        QVERIFY(!dialog->actButton()->isEnabled());
    }
    QTest::keyClick(dialog->focusWidget() ? dialog->focusWidget() : dialog, Qt::Key_Return); // Cancels
    QTRY_VERIFY(!m_dialog || !m_dialog->isVisible());
    QCOMPARE(m_acts->size(), 0);
}

void TestLadder::whatIsTypedAfterAChoiceIsTheReason()
{
    LadderDialog *dialog = open(samples::renewed(now()));
    QTest::mouseClick(dialog->ladder()->button(Rung::Force), Qt::LeftButton, {}, QPoint(8, 8));
    QVERIFY(dialog->rung() == Rung::Force);
    QCOMPARE(dialog->focusWidget(), dialog->reasonEdit());
    QTest::keyClicks(dialog->focusWidget(), QStringLiteral("OPS-1"));
    QCOMPARE(dialog->reasonEdit()->text(), QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    test::DoubleClickTime doubleClick(test::DoubleClickTime::Long);
    QTest::keyClick(dialog->reasonEdit(), Qt::Key_Return);
    QCOMPARE(dialog->focusWidget(), dialog->actButton());
    QVERIFY(!dialog->reasonEdit()->visibleRegion().isEmpty()); // Still in sight
    QTest::keyClick(dialog->actButton(), Qt::Key_Return);      // The same press, bounced
    QCOMPARE(m_acts->size(), 0);
    doubleClick.set(0); // Later
    QTest::keyClick(dialog->actButton(), Qt::Key_Return);
    QCOMPARE(m_acts->size(), 1);
}

void TestLadder::theNumbersChoose()
{
    LadderDialog *dialog = open(samples::renewed(now()));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_1);
    QVERIFY(dialog->rung() == Rung::Wake);
    QCOMPARE(dialog->focusWidget(), dialog->reasonEdit()); // Optional, and it may begin with a digit
    QTest::keyClick(dialog->focusWidget(), Qt::Key_5);
    QVERIFY(dialog->rung() == Rung::Wake);
    QCOMPARE(dialog->reasonEdit()->text(), QStringLiteral("5"));
    dialog->ladder()->button(Rung::Wake)->setFocus();
    QTest::keyClick(dialog->focusWidget(), Qt::Key_5, Qt::KeypadModifier);
    QVERIFY(dialog->rung() == Rung::Force);
    QCOMPARE(dialog->focusWidget(), dialog->reasonEdit());
}

void TestLadder::withNothingChosenTheKeyboardStartsAtTheFirstRung()
{
    LadderDialog *dialog = open(samples::renewed(now()));
    QPushButton *act = dialog->actButton();
    QCOMPARE(dialog->focusWidget(), dialog->ladder()->button(Rung::Wake));
    QVERIFY(!dialog->ladder()->button(Rung::Wake)->isChecked());
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Space);
    QVERIFY(dialog->rung() == Rung::Wake);
    QTRY_VERIFY(act->isEnabled());
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Down);
    QVERIFY(dialog->rung() == Rung::Wait);
    QCOMPARE(m_acts->size(), 0);
}

void TestLadder::theVerdictIsShown()
{
    const auto isTold = [](const LadderDialog &dialog, VerdictLevel level, const char *words) {
        const auto notices = dialog.findChildren<Notice *>();
        return std::ranges::any_of(notices, [&](const Notice *notice) {
            return notice->isVisible() && notice->level() == level &&
                   notice->sentence().contains(QLatin1String(words));
        });
    };
    Lock lock = samples::stuck(now());
    lock.verdict = {VerdictLevel::Warning, "no-expiry"};
    LadderDialog *dialog = open(lock);
    QVERIFY(isTold(*dialog, VerdictLevel::Warning, "No expiry"));
    lock.expiresAt = now() + 1h;
    lock.verdict = {};
    change(lock);
    QVERIFY(!isTold(*dialog, VerdictLevel::Warning, "No expiry"));
    QVERIFY(isTold(*dialog, VerdictLevel::Ok, ""));
}

void TestLadder::whatCannotBeDoneSaysWhy()
{
    LadderDialog *dialog = open(samples::stuck(now())); // No channel, no expiry, one holder
    for (const Rung rung : {Rung::Wake, Rung::Wait, Rung::LockShare}) {
        QVERIFY(!dialog->ladder()->button(rung)->isEnabled());
        QVERIFY(dialog->ladder()->line(rung).contains(dialog->ladder()->whyNot(rung)));
    }
    QVERIFY(dialog->ladder()->whyNot(Rung::Wait).contains(QLatin1String("has no expiry")));
    QVERIFY(dialog->ladder()->button(Rung::Force)->isEnabled());
}

void TestLadder::whatTheProfileDeniesIsNotDone()
{
    ConnectionSpec spec = server();
    spec.limits.denied = {ActKind::ForceRelease};
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Force, spec);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_COMPARE(m_plans->size(), 1);
    QTRY_VERIFY(dialog->actButton()->toolTip().contains(QLatin1String("denies")));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->choose(Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestLadder::waitingSendsNothing()
{
    // Half a second from a full one, which the time is told to: two clocks are not read at the same moment
    const auto past = std::chrono::duration_cast<milliseconds>(wallNow().time_since_epoch()) % 1000ms;
    LadderDialog *dialog = open(leased(20s + 500ms - past));
    QVERIFY(dialog->rung() == Rung::Wait);
    QVERIFY(!dialog->actButton()->isVisible());
    QVERIFY2(dialog->waiting().contains(QLatin1String("Expires at")), qPrintable(dialog->waiting()));
    QCOMPARE(m_plans->size(), 0);
    QVERIFY(dialog->waiting().endsWith(QLatin1String("unless renewed")));
    const QString before = dialog->waiting();
    QTRY_VERIFY(dialog->waiting() != before); // It counts down
    static const QRegularExpression at(QStringLiteral("^Expires at \\d\\d:\\d\\d:\\d\\d, in "));
    QVERIFY2(at.match(before).hasMatch(), qPrintable(before));
    QCOMPARE(at.match(dialog->waiting()).captured(), at.match(before).captured()); // To the same moment
    change(samples::renewed(now()));                                               // Meanwhile it is renewed
    QVERIFY(dialog->waiting().contains(QLatin1String("does not help")));
    emit m_bridge->tableChanged({.removed = {samples::renewed(now()).key}});
    QVERIFY(dialog->changeNotice()->isVisible());
}

void TestLadder::theLongestTimeToLiveIsSent_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<bool>("given");
    QTest::addColumn<qint64>("least");
    QTest::addColumn<qint64>("most");
    QTest::newRow("never renewed") << shared(leased(20s)) << true << qint64(1000) << qint64(20500);
    QTest::newRow("renewed") << shared(samples::renewed(now())) << true << qint64(30500) << qint64(30500);
    QTest::newRow("no expiry") << shared(endless()) << true << qint64(-1) << qint64(-1);
    QTest::newRow("a writer") << shared(samples::readWrite(now(), 0)) << true << qint64(1000)
                              << qint64(30500);
    QTest::newRow("readers") << shared(samples::readWrite(now(), 2)) << false << qint64(0) << qint64(0);
    QTest::newRow("stays by design") << shared(samples::plainSemaphore(now(), 1)) << false << qint64(0)
                                     << qint64(0);
}

void TestLadder::theLongestTimeToLiveIsSent()
{
    QFETCH(LockPtr, lock);
    QFETCH(qint64, least);
    QFETCH(qint64, most);
    LadderDialog *dialog = open(*lock, Rung::Force);
    giveReason(dialog, "OPS-1");
    dialog->actButton()->click();
    const std::optional<milliseconds> longest = lastAct().longestTtl;
    QTEST(longest.has_value(), "given");
    if (longest)
        QVERIFY2(longest->count() >= least && longest->count() <= most, qPrintable(humanDuration(*longest)));
}

void TestLadder::aDeadWaiterIsTheFirstShare()
{
    const Lock lock = samples::queued(now());
    LadderDialog *dialog = open(lock);
    QCOMPARE(dialog->shareRung()->share().owner, lock.waiters.queued[1].id);
    QCOMPARE(dialog->shareRung()->box()->count(), 3);
    dialog->shareRung()->box()->setCurrentIndex(0);
    emit dialog->shareRung()->box()->activated(0);
    QCOMPARE(dialog->shareRung()->share().owner, lock.waiters.queued[0].id);
    giveReason(dialog, "dead");
    dialog->actButton()->click();
    QCOMPARE(lastAct().owner, lock.waiters.queued[0].id);
}

void TestLadder::deadWaitersAreNotSaidToRetry()
{
    Lock lock = samples::queued(now());
    lock.waiters.subscribed.reset();
    const auto line = [&](Rung rung) { return ladderOf(lock, server(), Kinds(), now())[size_t(rung)].line; };
    QVERIFY2(line(Rung::Wake).startsWith(QLatin1String("At least 2 ")), qPrintable(line(Rung::Wake)));
    for (QueuedWaiter &waiter : lock.waiters.queued)
        waiter.alive = false;
    QVERIFY2(line(Rung::LockShare).endsWith(QLatin1String("; 3 are dead")),
             qPrintable(line(Rung::LockShare)));
    QVERIFY2(line(Rung::Wake).startsWith(QLatin1String("No live waiter")), qPrintable(line(Rung::Wake)));
    lock.holders.clear();
    QVERIFY2(line(Rung::Wake).contains(QLatin1String("3 dead")), qPrintable(line(Rung::Wake)));
    QVERIFY(gentlest(ladderOf(lock, server(), Kinds(), now())) == Rung::Wake); // Drops them
}

void TestLadder::aGoneHolderIsTheFirstShareUnlessRenewedSince()
{
    const Instant at = now();
    Lock lock = renewedReaders();
    const auto clientsGone = [&lock](Instant second, std::optional<Instant> third) {
        lock.clients = std::make_shared<HolderClients>(HolderClients{
            {lock.holders[1].id, {.goneSince = second}}, {lock.holders[2].id, {.goneSince = third}}});
    };
    const auto line = [&] { return ladderOf(lock, server(), Kinds(), at)[size_t(Rung::LockShare)].line; };
    clientsGone(at - 20s, {});
    QCOMPARE(likelyShare(lock)->owner, lock.holders[1].id);
    QVERIFY2(line().contains(QLatin1String("; 1 are dead")), qPrintable(line()));
    const Renewals since{.count = 3, .period = 10s, .lastAt = at - 5s};
    lock.shareRenewals = std::make_shared<const HolderRenewals>(HolderRenewals{{}, since, {}});
    QCOMPARE(likelyShare(lock)->owner, lock.holders[0].id);
    QVERIFY2(!line().contains(QLatin1String("dead")), qPrintable(line()));
    clientsGone(at - 20s, at - 20s);
    QCOMPARE(likelyShare(lock)->owner, lock.holders[2].id);
}

void TestLadder::theFencingTokenIsTold()
{
    LadderDialog *dialog = open(samples::queued(now()), Rung::Force);
    bool told = false;
    for (const Notice *notice : dialog->findChildren<Notice *>())
        told = told || (notice->isVisible() && notice->sentence().contains(QLatin1String("4,711")));
    QVERIFY(told);
}

void TestLadder::afterAGentleRungTheLadderGoesOn()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QVERIFY(!dialog->ladder()->isEnabled());
    emit m_bridge->acted(lastId(*m_acts), Receipt{.act = ActKind::Wake, .result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
    QVERIFY(dialog->backButton()->isVisible());
    dialog->backButton()->click();
    QCOMPARE(dialog->step(), ActDialog::Step::Asking);
    QVERIFY(dialog->ladder()->isEnabled());
    dialog->ladder()->button(Rung::Force)->click();
    QVERIFY(dialog->rung() == Rung::Force);
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
}

void TestLadder::anotherRungPlansAnew()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->choose(Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QVERIFY(!dialog->actButton()->isEnabled()); // Its plan is not shown yet
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QCOMPARE(lastPlan().act, ActKind::ForceRelease);
}

// Its button stays as it is meanwhile: whoever is about to click must not miss it.
void TestLadder::whoGoesOnFollowsTheQueue()
{
    Lock lock = samples::queued(now());
    LadderDialog *dialog = open(lock, Rung::Force);
    giveReason(dialog, "OPS-1");
    const auto tells = [dialog](const QString &words) {
        const auto texts = dialog->findChildren<Prose *>();
        return std::ranges::any_of(
            texts, [&](const Prose *text) { return text->isVisible() && text->text().contains(words); });
    };
    QVERIFY(says(*dialog, "After the release"));
    QVERIFY(tells(QStringLiteral("1. c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7, otherwise in about")));
    QVERIFY(tells(QStringLiteral("c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:8 is passed over by a forced release: "
                                 "no client listens for it")));
    const qsizetype plans = m_plans->size();
    lock.readAt += 1s;
    change(lock); // read again, and the same: there is nothing to plan again
    lock.waiters.queued.erase(lock.waiters.queued.begin());
    change(lock);
    QVERIFY(dialog->actButton()->isEnabled());
    QTRY_VERIFY(tells(QStringLiteral("1. c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:9, if it is alive")));
    QCOMPARE(m_plans->size(), plans + 1);
    QVERIFY(dialog->actButton()->isEnabled());
    lock.renewals.count += 1;
    lock.expiresAt = now() + 25s;
    change(lock); // the same waiters, but it was renewed
    QTRY_COMPARE(m_plans->size(), plans + 2);
    dialog->choose(Rung::Wake); // releases nothing
    QTRY_COMPARE(m_plans->size(), plans + 3);
    QTRY_VERIFY(!says(*dialog, "After the release"));
}

void TestLadder::theReceiptTellsWhoHasItNext()
{
    Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .owner = samples::Orders};
    receipt.foundOwner = samples::Billing;
    receipt.foundCount = 1;
    receipt.woken = 3;
    receipt.nextAfter = 12ms;
    QString facts = receiptFacts(receipt, Kinds()).join(u'\n');
    for (const char *part : {"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7", "3 subscriber", "12 ms at most"})
        QVERIFY2(facts.contains(QLatin1String(part)), qPrintable(facts));
    receipt.result = ActResult::OwnerChanged;
    receipt.foundOwner = samples::Orders;
    receipt.nextAfter.reset();
    facts = receiptFacts(receipt, Kinds()).join(u'\n');
    QVERIFY2(facts.contains(QLatin1String("acquired again")), qPrintable(facts));
}

void TestLadder::theTitleNamesTheAct()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Expire);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Set the expiry of order:77:lock"));
    dialog->choose(Rung::Force);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Release order:77:lock"));
    delete dialog;
    dialog = open(samples::queued(now()), Rung::LockShare);
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Remove a waiter of order:77:lock"));
}

LOCKSCOPE_UI_TEST(TestLadder)

} // namespace tst_ladder

#include "tst_ladder.moc"
