// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder: which rung is offered, and that nobody acts on what he has not seen.
#include "tests/ui/accesskeys.h"
#include "tests/ui/uisamples.h"
#include "ui/actdialogs.h"
#include "ui/appearance.h"
#include "ui/changenotice.h"
#include "ui/durationedit.h"
#include "ui/enginelink.h"
#include "ui/ladderview.h"
#include "ui/language.h"
#include "ui/notice.h"
#include "ui/reasonedit.h"
#include "ui/receipttext.h"
#include "ui/sharerung.h"
#include "ui/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

LockPtr shared(Lock lock)
{
    return std::make_shared<const Lock>(std::move(lock));
}

ConnectionSpec server(Environment environment = Environment::Development)
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders");
    spec.environment = environment;
    spec.readOnly = false;
    return spec;
}

// Held without a watchdog, with so long to go.
Lock leased(milliseconds left)
{
    Lock lock = samples::renewed(now());
    lock.renewals = {};
    lock.expiresAt = now() + left;
    lock.holders.first().expiresAt = lock.expiresAt;
    lock.lease = std::max<milliseconds>(left, 30s);
    return lock;
}

Lock endless()
{
    Lock lock = leased(10s);
    lock.expiresAt.reset();
    lock.holders.first().expiresAt.reset();
    return lock;
}

Lock freeWithWaiters()
{
    Lock lock = samples::queued(now());
    lock.holders.clear();
    lock.expiresAt.reset();
    return lock;
}

Lock renewedReaders()
{
    Lock lock = samples::readWrite(now(), 3);
    lock.renewals = {.count = 4, .missed = 0, .period = 10s, .lastAt = now()};
    return lock;
}

} // namespace

class TestLadder : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theGentlestThatHelpsIsChosen_data();
    void theGentlestThatHelpsIsChosen();
    void whatCannotBeDoneSaysWhy();
    void whatTheProfileDeniesIsNotDone();
    void waitingSendsNothing();
    void noSingleKeyDestroys_data();
    void noSingleKeyDestroys();
    void productionAsksForTheNameAtEachHardRung_data();
    void productionAsksForTheNameAtEachHardRung();
    void aReasonIsOfferedAtGentleRungs();
    void takenAgainByTheSameOwnerMustBeConfirmed_data();
    void takenAgainByTheSameOwnerMustBeConfirmed();
    void aRenewalIsNoChange();
    void theLongestTimeToLiveIsSent_data();
    void theLongestTimeToLiveIsSent();
    void aDeadWaiterIsTheFirstShare();
    void aShareTakenAgainMustBeConfirmed();
    void aShareThatCameBackMustBeConfirmed_data();
    void aShareThatCameBackMustBeConfirmed();
    void theFencingTokenIsTold();
    void afterAGentleRungTheLadderGoesOn();
    void anotherRungPlansAnew();
    void theReceiptTellsWhoHasItNext();
    void pictures_data();
    void pictures();

private:
    LadderDialog *open(Lock lock, std::optional<Rung> rung = {}, ConnectionSpec spec = server())
    {
        auto *dialog = new LadderDialog(*m_link, shared(std::move(lock)), spec, rung);
        m_dialog = dialog;
        dialog->show();
        if (!QTest::qWaitForWindowExposed(dialog))
            qFatal("not shown");
        return dialog;
    }
    void change(Lock lock, std::vector<LockEvent> events = {})
    {
        emit m_link->tableChanged({.upserted = {shared(std::move(lock))}, .events = std::move(events)});
    }
    ActRequest lastAct() const { return m_acts->last().at(1).value<ActRequest>(); }

    std::unique_ptr<EngineLink> m_link;
    std::unique_ptr<QSignalSpy> m_plans;
    std::unique_ptr<QSignalSpy> m_acts;
    QPointer<LadderDialog> m_dialog;
};

void TestLadder::init()
{
    m_link = std::make_unique<EngineLink>();
    connect(m_link.get(), &EngineLink::planWanted, this, [this](quint64 id, const ActRequest &request) {
        QTimer::singleShot(0, m_link.get(),
                           [this, id, request] { emit m_link->planned(id, samples::plan(request)); });
    });
    m_plans = std::make_unique<QSignalSpy>(m_link.get(), &EngineLink::planWanted);
    m_acts = std::make_unique<QSignalSpy>(m_link.get(), &EngineLink::actWanted);
}

void TestLadder::cleanup()
{
    delete m_dialog;
    m_plans.reset();
    m_acts.reset();
    m_link.reset();
}

void TestLadder::theGentlestThatHelpsIsChosen_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<Rung>("rung");
    QTest::newRow("free, and somebody waits") << shared(freeWithWaiters()) << Rung::Wake;
    QTest::newRow("runs out soon") << shared(leased(20s)) << Rung::Wait;
    QTest::newRow("runs out in an hour") << shared(leased(1h)) << Rung::Expire;
    QTest::newRow("never runs out") << shared(samples::stuck(now())) << Rung::Expire;
    QTest::newRow("never runs out, Redisson") << shared(endless()) << Rung::Expire;
    QTest::newRow("renewed, a dead waiter") << shared(samples::queued(now())) << Rung::Share;
    QTest::newRow("renewed readers") << shared(renewedReaders()) << Rung::Share;
    QTest::newRow("renewed") << shared(samples::renewed(now())) << Rung::Force;
    QTest::newRow("permits without names") << shared(samples::plainSemaphore(now(), 0)) << Rung::Force;
    Lock overdue = samples::renewed(now());
    overdue.renewals.missed = 2;
    QTest::newRow("renewed no more") << shared(overdue) << Rung::Wait;
}

void TestLadder::theGentlestThatHelpsIsChosen()
{
    QFETCH(LockPtr, lock);
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(*lock);
    QCOMPARE(dialog->rung(), rung);
    QVERIFY(dialog->ladder()->button(rung)->isChecked());
    QVERIFY(dialog->cancelButton()->isDefault());
    QCOMPARE(test::doubledAccessKeys(*dialog), QStringList());
    // Each rung says what it does, or why it cannot.
    for (const Rung each : AllRungs) {
        QVERIFY(!dialog->ladder()->line(each).isEmpty());
        QCOMPARE(dialog->ladder()->button(each)->isEnabled(), dialog->ladder()->whyNot(each).isEmpty());
    }
}

void TestLadder::whatCannotBeDoneSaysWhy()
{
    LadderDialog *dialog = open(samples::stuck(now())); // no channel, no expiry, one holder
    for (const Rung rung : {Rung::Wake, Rung::Wait, Rung::Share}) {
        QVERIFY(!dialog->ladder()->button(rung)->isEnabled());
        QVERIFY(dialog->ladder()->line(rung).contains(dialog->ladder()->whyNot(rung)));
    }
    QVERIFY(dialog->ladder()->whyNot(Rung::Wait).contains(QLatin1String("never runs out")));
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
    LadderDialog *dialog = open(leased(20s));
    QCOMPARE(dialog->rung(), Rung::Wait);
    QVERIFY(!dialog->actButton()->isVisible());
    QVERIFY2(dialog->waiting().contains(QLatin1String("Runs out at")), qPrintable(dialog->waiting()));
    QCOMPARE(m_plans->size(), 0);
    const QString before = dialog->waiting();
    QTRY_VERIFY(dialog->waiting() != before); // it counts down
    change(samples::renewed(now()));          // by then it is renewed
    QVERIFY(dialog->waiting().contains(QLatin1String("will not help")));
    emit m_link->tableChanged({.removed = {samples::renewed(now()).key}});
    QVERIFY(dialog->changeNotice()->isVisible());
}

void TestLadder::noSingleKeyDestroys_data()
{
    QTest::addColumn<Rung>("rung");
    for (const Rung rung : AllRungs)
        QTest::newRow(qPrintable(titleOf(rung))) << rung;
}

void TestLadder::noSingleKeyDestroys()
{
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(samples::queued(now()), rung);
    if (rung != Rung::Wait) {
        dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
        QTRY_VERIFY(dialog->actButton()->isEnabled());
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

void TestLadder::productionAsksForTheNameAtEachHardRung_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<Rung>("rung");
    QTest::newRow("expiry") << shared(samples::renewed(now())) << Rung::Expire;
    QTest::newRow("share") << shared(samples::permits(now())) << Rung::Share;
    QTest::newRow("force") << shared(samples::renewed(now())) << Rung::Force;
}

void TestLadder::productionAsksForTheNameAtEachHardRung()
{
    QFETCH(LockPtr, lock);
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(*lock, rung, server(Environment::Production));
    QVERIFY(dialog->nameEdit() && dialog->nameEdit()->isVisible());
    QTRY_COMPARE(m_plans->size(), 1);
    dialog->nameEdit()->setText(QString::fromUtf8(lock->key.bytes));
    QVERIFY(!dialog->actButton()->isEnabled()); // no reason yet
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QStringLiteral("another"));
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->nameEdit()->setText(QString::fromUtf8(lock->key.bytes));
    dialog->actButton()->click();
    QCOMPARE(lastAct().confirmedName, QString::fromUtf8(lock->key.bytes));
    QCOMPARE(lastAct().reason, QStringLiteral("OPS-1"));
}

void TestLadder::aReasonIsOfferedAtGentleRungs()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Wake, server(Environment::Production));
    QVERIFY(dialog->reasonEdit()->isVisible() && !dialog->nameEdit());
    QTRY_VERIFY(dialog->actButton()->isEnabled()); // it need not be given
    dialog->reasonEdit()->setText(QStringLiteral("lost message"));
    dialog->actButton()->click();
    QCOMPARE(lastAct().act, ActKind::Wake);
    QCOMPARE(lastAct().reason, QStringLiteral("lost message"));
}

void TestLadder::takenAgainByTheSameOwnerMustBeConfirmed_data()
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

void TestLadder::takenAgainByTheSameOwnerMustBeConfirmed()
{
    QFETCH(LockPtr, before);
    QFETCH(LockPtr, after);
    QFETCH(bool, event);
    LadderDialog *dialog = open(*before, Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    std::vector<LockEvent> events;
    if (event)
        events = {samples::event(EventKind::Released, *before, now(), {}, 0),
                  samples::event(EventKind::Acquired, *before, now(), 30s)};
    change(*after, events);
    QVERIFY(dialog->changeNotice()->isVisible());
    QVERIFY(dialog->changeNotice()->mustConfirm());
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->changeNotice()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QVERIFY(!dialog->changeNotice()->isVisible());
}

void TestLadder::aRenewalIsNoChange()
{
    const Lock renewed = samples::renewed(now());
    LadderDialog *dialog = open(renewed, Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    Lock later = renewed;
    later.expiresAt = now() + 30s;
    later.readAt = now();
    ++later.renewals.count;
    change(later, {samples::event(EventKind::Renewed, later, now(), 30s, 2)});
    QVERIFY(!dialog->changeNotice()->mustConfirm());
    QVERIFY(dialog->actButton()->isEnabled());
    // One hold of two given back is another count, not another hold.
    change(later, {samples::event(EventKind::Released, later, now(), 30s, 1)});
    QVERIFY(!dialog->changeNotice()->mustConfirm());
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
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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
    dialog->reasonEdit()->setText(QStringLiteral("dead"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    QCOMPARE(lastAct().owner, lock.waiters.queued[0].id);
}

void TestLadder::aShareTakenAgainMustBeConfirmed()
{
    Lock lock = samples::readWrite(now(), 3);
    auto *dialog = new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[1]), server());
    m_dialog = dialog;
    dialog->show();
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    LockEvent other = samples::event(EventKind::Acquired, lock, now(), 30s);
    change(lock, {other}); // of the first reader: no matter
    QVERIFY(dialog->actButton()->isEnabled());
    other.owner = lock.holders[1].id;
    change(lock, {other});
    QVERIFY(!dialog->actButton()->isEnabled());
    dialog->shareRung()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
}

void TestLadder::aShareThatCameBackMustBeConfirmed_data()
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

// No event tells of it: it happened while nobody could see it, or between two looks.
void TestLadder::aShareThatCameBackMustBeConfirmed()
{
    QFETCH(LockDelta, away);
    const Lock lock = samples::readWrite(now(), 3);
    auto *dialog = new LadderDialog(*m_link, shared(lock), shareOf(lock.holders[1]), server());
    m_dialog = dialog;
    dialog->show();
    dialog->reasonEdit()->setText(QStringLiteral("ticket 7"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    emit m_link->tableChanged(away);
    QVERIFY(!dialog->actButton()->isEnabled());
    change(lock);
    QVERIFY(!dialog->actButton()->isEnabled());
    QVERIFY(dialog->shareRung()->confirmButton()->isVisible());
    dialog->shareRung()->confirmButton()->click();
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    change(lock);
    QVERIFY(dialog->actButton()->isEnabled());
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
    emit m_link->acted(m_acts->last().at(0).toULongLong(),
                       Receipt{.act = ActKind::Wake, .result = ActResult::Done});
    QCOMPARE(dialog->step(), ActDialog::Step::Answered);
    QVERIFY(dialog->backButton()->isVisible());
    dialog->backButton()->click();
    QCOMPARE(dialog->step(), ActDialog::Step::Asking);
    QVERIFY(dialog->ladder()->isEnabled());
    dialog->ladder()->button(Rung::Force)->click();
    QCOMPARE(dialog->rung(), Rung::Force);
    QVERIFY(!dialog->actButton()->isEnabled()); // no reason yet
}

void TestLadder::anotherRungPlansAnew()
{
    LadderDialog *dialog = open(samples::renewed(now()), Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->choose(Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QVERIFY(!dialog->actButton()->isEnabled()); // its plan is not on the screen yet
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    QCOMPARE(m_plans->last().at(1).value<ActRequest>().act, ActKind::ForceRelease);
}

void TestLadder::theReceiptTellsWhoHasItNext()
{
    Receipt receipt{.act = ActKind::ForceRelease, .result = ActResult::Done, .owner = samples::Orders};
    receipt.foundOwner = samples::Billing;
    receipt.foundCount = 1;
    receipt.woken = 3;
    receipt.nextAfter = 12ms;
    QString facts = receiptFacts(receipt, Kinds()).join(u'\n');
    for (const char *part : {"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7", "3 waiting", "12 ms at most"})
        QVERIFY2(facts.contains(QLatin1String(part)), qPrintable(facts));
    receipt.result = ActResult::OwnerChanged;
    receipt.foundOwner = samples::Orders;
    receipt.nextAfter.reset();
    facts = receiptFacts(receipt, Kinds()).join(u'\n');
    QVERIFY2(facts.contains(QLatin1String("taken anew")), qPrintable(facts));
}

void TestLadder::pictures_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<Rung>("rung");
    QTest::newRow("wake") << shared(freeWithWaiters()) << Rung::Wake;
    QTest::newRow("wait") << shared(leased(20s)) << Rung::Wait;
    QTest::newRow("expire") << shared(samples::stuck(now())) << Rung::Expire;
    QTest::newRow("share") << shared(renewedReaders()) << Rung::Share;
    QTest::newRow("force") << shared(samples::queued(now())) << Rung::Force;
}

void TestLadder::pictures()
{
    const QString folder = qEnvironmentVariable("LOCKSCOPE_PICTURES");
    if (folder.isEmpty())
        QSKIP("no folder for pictures was given");
    QFETCH(LockPtr, lock);
    QFETCH(Rung, rung);
    ApplicationTheme theme;
    const std::pair<Appearance, QString> looks[] = {{Appearance::Light, QStringLiteral("en")},
                                                    {Appearance::Dark, QStringLiteral("zh_CN")}};
    for (const auto &[appearance, language] : looks) {
        installTranslations(*qApp, language);
        theme.wear(appearance);
        QSignalSpy planned(m_link.get(), &EngineLink::planned);
        LadderDialog *dialog = open(*lock, rung, server(Environment::Production));
        QTRY_VERIFY(rung == Rung::Wait || !planned.isEmpty());
        const auto save = [&, language = language](const char *what) {
            dialog->grab().save(QStringLiteral("%1/ladder-%2%3-%4.png")
                                    .arg(folder, QString::fromLatin1(QTest::currentDataTag()),
                                         QString::fromLatin1(what), language));
        };
        save("");
        Lock anew = *lock;
        anew.heldSince = now();
        change(anew);
        save("-changed");
        delete dialog;
    }
    installTranslations(*qApp, QStringLiteral("en"));
    theme.wear(Appearance::Light);
}

QTEST_MAIN(TestLadder)
#include "tst_ladder.moc"
