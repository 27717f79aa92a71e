// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder: the preselected option, the banner about a live holder, and that no act applies to a state that
// was not shown.
#include "tests/support/uirunner.h"
#include "tests/ui/accesskeys.h"
#include "tests/ui/uisamples.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/acts/ladderview.h"
#include "ui/acts/sharerung.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/durationedit.h"
#include "ui/forms/reasonedit.h"
#include "ui/text/receipttext.h"
#include "ui/theme/appearance.h"
#include "ui/theme/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace tst_ladder
{

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

// Held without a watchdog, with that TTL.
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

// A watchdog was seen, and its renewals are missing.
Lock silent()
{
    Lock lock = samples::renewed(now());
    lock.renewals.missed = 2;
    lock.renewals.lastAt = now() - 26s;
    lock.expiresAt = now() + 4s;
    lock.holders.first().expiresAt = lock.expiresAt;
    return lock;
}

Lock withClient(Lock lock, std::optional<Instant> goneSince)
{
    const ClientInfo client{.address = QByteArrayLiteral("10.0.3.7:50112"), .goneSince = goneSince};
    lock.clients = std::make_shared<HolderClients>(HolderClients{{lock.owner(), client}});
    return lock;
}

Lock agreedOnBy(int nodes)
{
    Lock lock = samples::renewed(now());
    lock.renewals.lastAt = now();
    auto extras = std::make_shared<LockExtras>();
    extras->quorum =
        Quorum{.nodes = 5, .needed = 3, .agreeing = nodes, .reachable = 5, .owner = lock.owner()};
    lock.extras = std::move(extras);
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
    void whereOnlyForceHelpsNothingIsChosen_data();
    void whereOnlyForceHelpsNothingIsChosen();
    void nothingChosenDoesNothing();
    void withNothingChosenTheKeyboardStartsAtTheFirstRung();
    void whoIsAliveIsToldOf_data();
    void whoIsAliveIsToldOf();
    void aliveIsToldAtEachRung_data();
    void aliveIsToldAtEachRung();
    void aliveIsToldWhileItIsSo();
    void aliveIsSpokenOnce();
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
    void aGoneHolderIsTheFirstShareUnlessRenewedSince();
    void aShareTakenAgainMustBeConfirmed();
    void aShareThatCameBackMustBeConfirmed_data();
    void aShareThatCameBackMustBeConfirmed();
    void theFencingTokenIsTold();
    void afterAGentleRungTheLadderGoesOn();
    void anotherRungPlansAnew();
    void whoGoesOnFollowsTheQueue();
    void theReceiptTellsWhoHasItNext();
    void theOptionsStayWhenANoticeComes_data();
    void theOptionsStayWhenANoticeComes();
    void pictures_data();
    void pictures();

private:
    LadderDialog *open(Lock lock, std::optional<Rung> rung = {}, ConnectionSpec spec = server())
    {
        auto *dialog = new LadderDialog(*m_link, shared(lock), spec, rung);
        m_dialog = dialog;
        m_lock = lock;
        dialog->show();
        if (!QTest::qWaitForWindowExposed(dialog))
            qFatal("not shown");
        return dialog;
    }
    void change(Lock lock, std::vector<LockEvent> events = {})
    {
        m_lock = lock;
        emit m_link->tableChanged({.upserted = {shared(std::move(lock))}, .events = std::move(events)});
    }
    // Null: no banner.
    static const Notice *aliveBanner(const LadderDialog &dialog)
    {
        for (const Notice *notice : dialog.findChildren<Notice *>()) {
            if (notice->isVisible() && notice->sentence().contains(QLatin1String("alive")))
                return notice;
        }
        return nullptr;
    }
    static bool says(const LadderDialog &dialog, const char *text)
    {
        const auto labels = dialog.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [text](const QLabel *label) {
            return label->isVisible() && label->text() == QLatin1String(text);
        });
    }
    ActRequest lastAct() const { return m_acts->last().at(1).value<ActRequest>(); }

    std::unique_ptr<EngineBridge> m_link;
    std::unique_ptr<QSignalSpy> m_plans;
    std::unique_ptr<QSignalSpy> m_acts;
    QPointer<LadderDialog> m_dialog;
    Lock m_lock{}; // as last shown
};

void TestLadder::init()
{
    m_link = std::make_unique<EngineBridge>();
    connect(m_link.get(), &EngineBridge::planWanted, this, [this](quint64 id, const ActRequest &request) {
        QTimer::singleShot(0, m_link.get(), [this, id, request] {
            emit m_link->planned(id, samples::plan(request, &m_lock));
        });
    });
    m_plans = std::make_unique<QSignalSpy>(m_link.get(), &EngineBridge::planWanted);
    m_acts = std::make_unique<QSignalSpy>(m_link.get(), &EngineBridge::actWanted);
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
    Lock dead = samples::queued(now());
    dead.renewals.lastAt = now();
    QTest::newRow("renewed, a dead waiter") << shared(dead) << Rung::LockShare;
    QTest::newRow("renewed no more") << shared(silent()) << Rung::Wait;
    Lock asleep = leased(20s); // When it runs out, those behind the first are not woken
    asleep.kind = LockKind{"fair-lock"};
    asleep.waiters.queued = {{.id = samples::Billing, .deadline = now() + 4min, .alive = false}};
    QTest::newRow("runs out soon, a dead head") << shared(asleep) << Rung::LockShare;
}

void TestLadder::theGentlestThatHelpsIsChosen()
{
    QFETCH(LockPtr, lock);
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(*lock);
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

void TestLadder::whereOnlyForceHelpsNothingIsChosen_data()
{
    QTest::addColumn<LockPtr>("lock");
    Lock alive = samples::renewed(now());
    alive.renewals.lastAt = now();
    QTest::newRow("renewed") << shared(alive);
    QTest::newRow("renewed readers") << shared(renewedReaders());
    Lock once = alive;
    once.renewals.missed = 2; // Some time ago
    QTest::newRow("renewed again") << shared(once);
    QTest::newRow("permits without names") << shared(samples::plainSemaphore(now(), 0));
}

void TestLadder::whereOnlyForceHelpsNothingIsChosen()
{
    QFETCH(LockPtr, lock);
    LadderDialog *dialog = open(*lock, {}, server(Environment::Production));
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
    QCOMPARE(m_plans->last().at(1).value<ActRequest>().act, ActKind::ForceRelease);
    dialog->nameEdit()->setText(QString::fromUtf8(lock->key.bytes));
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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

void TestLadder::whoIsAliveIsToldOf_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<QString>("beginning"); // Start of the sentence; empty: no banner
    Lock renewed = samples::renewed(now());
    renewed.renewals.lastAt = now() - 2s;
    QTest::newRow("renewed") << shared(renewed) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("renewed readers") << shared(renewedReaders())
                                     << QStringLiteral("At least one holder is alive: renewed ");
    Lock justNow = renewed;
    justNow.renewals = {.count = 1, .missed = 0, .period = {}, .lastAt = now()};
    QTest::newRow("once, just now") << shared(justNow) << QStringLiteral("Holder is alive: renewed ");
    Lock once = justNow;
    once.renewals.lastAt = now() - 20s;
    once.expiresAt = now() + 10s;
    QTest::newRow("once, most of its lease ago") << shared(once) << QString();
    QTest::newRow("never renewed") << shared(leased(20s)) << QString();
    QTest::newRow("renewed no more") << shared(silent()) << QString();
    Lock over = renewed;
    over.expiresAt = now() - 1s;
    QTest::newRow("its time is over") << shared(over) << QString();
    QTest::newRow("never runs out") << shared(samples::stuck(now())) << QString();
    Lock persisted = renewed;
    persisted.expiresAt.reset();
    QTest::newRow("has lost its expiry") << shared(persisted) << QString();
    QTest::newRow("free") << shared(freeWithWaiters()) << QString();
    Lock stale = renewed;
    stale.stale = true;
    QTest::newRow("its node is out of reach") << shared(stale) << QString();
    QTest::newRow("its client is there")
        << shared(withClient(renewed, {})) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("its client is gone") << shared(withClient(renewed, now())) << QString();
    QTest::newRow("renewed by nobody") << shared(withClient(renewed, now() - 1h)) << QString();
    QTest::newRow("a reader is gone, another renews")
        << shared(withClient(renewedReaders(), now() - 1h))
        << QStringLiteral("At least one holder is alive: renewed ");
    QTest::newRow("a reader is gone, maybe the one")
        << shared(withClient(renewedReaders(), now() + 1s)) << QString();
    QTest::newRow("a majority agrees")
        << shared(agreedOnBy(3)) << QStringLiteral("Holder is alive: renewed ");
    QTest::newRow("no majority") << shared(agreedOnBy(2)) << QString();
}

void TestLadder::whoIsAliveIsToldOf()
{
    QFETCH(LockPtr, lock);
    QFETCH(QString, beginning);
    LadderDialog *dialog = open(*lock);
    const Notice *banner = aliveBanner(*dialog);
    QCOMPARE(banner != nullptr, !beginning.isEmpty());
    if (!banner)
        return;
    QVERIFY2(banner->sentence().startsWith(beginning), qPrintable(banner->sentence()));
    QCOMPARE(banner->level(), VerdictLevel::Critical);
    for (const Notice *other : dialog->findChildren<Notice *>()) // The banner comes first
        QVERIFY(!other->isVisible() || other->mapTo(dialog, QPoint()).y() >= banner->y());
}

void TestLadder::aliveIsToldAtEachRung_data()
{
    noSingleKeyDestroys_data();
}

void TestLadder::aliveIsToldAtEachRung()
{
    QFETCH(Rung, rung);
    LadderDialog *dialog = open(samples::queued(now()), rung);
    QVERIFY(aliveBanner(*dialog));
    for (const Rung other : AllRungs) {
        dialog->choose(other);
        QVERIFY(aliveBanner(*dialog));
    }
}

void TestLadder::aliveIsToldWhileItIsSo()
{
    Lock renewed = samples::renewed(now());
    renewed.renewals.lastAt = now();
    LadderDialog *dialog = open(leased(20s), Rung::Force);
    QVERIFY(!aliveBanner(*dialog));
    change(renewed);
    QVERIFY(aliveBanner(*dialog));
    Lock fast = renewed; // Its renewals stop now
    fast.renewals.period = 1s;
    fast.renewals.lastAt = now();
    change(fast);
    QVERIFY(aliveBanner(*dialog));
    QTRY_VERIFY(!aliveBanner(*dialog));
    change(renewed);
    QVERIFY(aliveBanner(*dialog));
    emit m_link->tableChanged({.removed = {renewed.key}});
    QVERIFY(!aliveBanner(*dialog));
    change(renewed);
    dialog->choose(Rung::Wake);
    QTRY_VERIFY(dialog->actButton()->isEnabled());
    dialog->actButton()->click();
    emit m_link->acted(m_acts->last().at(0).toULongLong(),
                       Receipt{.act = ActKind::Wake, .result = ActResult::Done});
    QVERIFY(!aliveBanner(*dialog)); // The receipt replaces it
    dialog->backButton()->click();
    QVERIFY(aliveBanner(*dialog));
}

// The age runs on the screen, but the rest is spoken only once.
void TestLadder::aliveIsSpokenOnce()
{
    Lock lock = samples::renewed(now());
    lock.renewals.lastAt = now();
    LadderDialog *dialog = open(lock);
    const Notice *banner = aliveBanner(*dialog);
    QVERIFY(banner);
    QCOMPARE(banner->accessibleName(), QStringLiteral("Critical"));
    QCOMPARE(banner->accessibleDescription(), QStringLiteral("Holder is alive"));
    QStringList spoken;
    for (const QWidget *part : banner->findChildren<QWidget *>())
        spoken << part->accessibleName();
    QVERIFY(spoken.contains(QStringLiteral("Holder is alive")));
    lock.renewals.lastAt = now(); // Opening takes time
    ++lock.renewals.count;
    change(lock);
    QCOMPARE(banner->sentence(), QStringLiteral("Holder is alive: renewed just now"));
    static const QRegularExpression seconds(QStringLiteral("^Holder is alive: renewed [1-9] s ago$"));
    QTRY_VERIFY2(seconds.match(banner->sentence()).hasMatch(), qPrintable(banner->sentence()));
    QCOMPARE(banner->accessibleDescription(), QStringLiteral("Holder is alive"));
    QStringList later;
    for (const QWidget *part : banner->findChildren<QWidget *>())
        later << part->accessibleName();
    QCOMPARE(later, spoken);
}

void TestLadder::whatCannotBeDoneSaysWhy()
{
    LadderDialog *dialog = open(samples::stuck(now())); // No channel, no expiry, one holder
    for (const Rung rung : {Rung::Wake, Rung::Wait, Rung::LockShare}) {
        QVERIFY(!dialog->ladder()->button(rung)->isEnabled());
        QVERIFY(dialog->ladder()->line(rung).contains(dialog->ladder()->whyNot(rung)));
    }
    QVERIFY(dialog->ladder()->whyNot(Rung::Wait).contains(QLatin1String("never expires")));
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
    QVERIFY(dialog->rung() == Rung::Wait);
    QVERIFY(!dialog->actButton()->isVisible());
    QVERIFY2(dialog->waiting().contains(QLatin1String("Expires at")), qPrintable(dialog->waiting()));
    QCOMPARE(m_plans->size(), 0);
    const QString before = dialog->waiting();
    QTRY_VERIFY(dialog->waiting() != before); // It counts down
    change(samples::renewed(now()));          // Meanwhile it is renewed
    QVERIFY(dialog->waiting().contains(QLatin1String("does not help")));
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
    QTest::newRow("share") << shared(samples::permits(now())) << Rung::LockShare;
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
    QVERIFY(!dialog->actButton()->isEnabled()); // The reason is missing
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
    QTRY_VERIFY(dialog->actButton()->isEnabled()); // The reason is optional
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
    // Releasing one of two holds changes the count, but is not another hold.
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
    QVERIFY2(line().contains(QLatin1String("one is dead")), qPrintable(line()));
    const Renewals since{.count = 3, .period = 10s, .lastAt = at - 5s};
    lock.shareRenewals = std::make_shared<const HolderRenewals>(HolderRenewals{{}, since, {}});
    QCOMPARE(likelyShare(lock)->owner, lock.holders[0].id);
    QVERIFY2(!line().contains(QLatin1String("one is dead")), qPrintable(line()));
    clientsGone(at - 20s, at - 20s);
    QCOMPARE(likelyShare(lock)->owner, lock.holders[2].id);
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
    change(lock, {other}); // Of the first reader: irrelevant
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

// It happened without an event: unobserved, or between two reads.
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
    QCOMPARE(m_plans->last().at(1).value<ActRequest>().act, ActKind::ForceRelease);
}

// Its button stays as it is meanwhile: whoever is about to click must not miss it.
void TestLadder::whoGoesOnFollowsTheQueue()
{
    Lock lock = samples::queued(now());
    LadderDialog *dialog = open(lock, Rung::Force);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-1"));
    QTRY_VERIFY(dialog->actButton()->isEnabled());
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
    for (const char *part : {"c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7", "3 client", "12 ms at most"})
        QVERIFY2(facts.contains(QLatin1String(part)), qPrintable(facts));
    receipt.result = ActResult::OwnerChanged;
    receipt.foundOwner = samples::Orders;
    receipt.nextAfter.reset();
    facts = receiptFacts(receipt, Kinds()).join(u'\n');
    QVERIFY2(facts.contains(QLatin1String("acquired again")), qPrintable(facts));
}

void TestLadder::theOptionsStayWhenANoticeComes_data()
{
    QTest::addColumn<LockPtr>("lock");
    Lock alive = samples::renewed(now());
    alive.renewals.lastAt = now();
    QTest::newRow("its holder is alive") << shared(alive);
    QTest::newRow("whether it is, is not known") << shared(leased(1h));
}

void TestLadder::theOptionsStayWhenANoticeComes()
{
    QFETCH(LockPtr, lock);
    LadderDialog *dialog = open(*lock, Rung::Force);
    const auto places = [dialog] {
        QCoreApplication::processEvents();
        QList<QPoint> all;
        for (const Rung rung : AllRungs)
            all << dialog->ladder()->button(rung)->mapTo(dialog, QPoint());
        return all << dialog->actButton()->mapTo(dialog, QPoint());
    };
    const QList<QPoint> before = places();
    Lock another = *lock;
    another.renewals = {};
    another.heldSince = now();
    another.holders.first().id = samples::Billing;
    change(another);
    QVERIFY(dialog->findChild<ChangeNotice *>()->isVisible());
    QCOMPARE(places(), before);
    another.renewals = {.count = 1, .period = 10s, .lastAt = now()};
    another.expiresAt = now() + 30s;
    change(another);
    QTRY_VERIFY(aliveBanner(*dialog));
    QCOMPARE(places(), before);
}

void TestLadder::pictures_data()
{
    QTest::addColumn<LockPtr>("lock");
    QTest::addColumn<std::optional<Rung>>("rung");
    const auto row = [](const char *name, Lock lock, std::optional<Rung> rung) {
        QTest::newRow(name) << shared(std::move(lock)) << rung;
    };
    row("wake", freeWithWaiters(), Rung::Wake);
    row("wait", leased(20s), Rung::Wait);
    row("expire", samples::stuck(now()), Rung::Expire);
    row("share", renewedReaders(), Rung::LockShare);
    row("force", samples::queued(now()), Rung::Force);
    Lock alive = samples::renewed(now());
    alive.renewals.lastAt = now();
    row("alive", alive, {});
}

void TestLadder::pictures()
{
    const QString folder = qEnvironmentVariable("LOCKSCOPE_PICTURES");
    if (folder.isEmpty())
        QSKIP("no folder for pictures was given");
    QFETCH(LockPtr, lock);
    QFETCH(std::optional<Rung>, rung);
    ApplicationTheme theme;
    const std::pair<Appearance, QString> looks[] = {{Appearance::Light, QStringLiteral("en")},
                                                    {Appearance::Dark, QStringLiteral("zh_CN")}};
    for (const auto &[appearance, language] : looks) {
        installTranslations(*qApp, language);
        theme.apply(appearance);
        QSignalSpy planned(m_link.get(), &EngineBridge::planned);
        LadderDialog *dialog = open(*lock, rung, server(Environment::Production));
        QTRY_VERIFY(!rung || rung == Rung::Wait || !planned.isEmpty());
        const auto save = [&, language = language](const char *what) {
            QTest::qWait(100); // It is laid out again once its texts have their height
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
    theme.apply(Appearance::Light);
}

LOCKSCOPE_UI_TEST(TestLadder)

} // namespace tst_ladder

#include "tst_ladder.moc"
