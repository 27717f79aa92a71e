// SPDX-License-Identifier: GPL-3.0-or-later
// The details follow the selected lock: queries, events, its end and return.

#include "core/engine/blocking/blockingreport.h"
#include "tests/support/uirunner.h"
#include "tests/ui/printedcolumn.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/detail/lockinspection.h"
#include "ui/holders/eventtimeline.h"
#include "ui/holders/eventtimelinemodel.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/lockfacts.h"
#include "ui/text/format.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

namespace tst_detailpane
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;
using lockscope::samples::upsert;
using lockscope::test::printed;

class TestDetailPane : public QObject
{
    Q_OBJECT

private slots:
    void verdictAndHoldersAreThereAtOnce();
    void theCloserLookIsAskedForOnce();
    void lateAnswersOfAnotherLockAreDropped();
    void aBusyLockIsLookedAtOnceASecond();
    void historyAndLiveEventsMeetOnce();
    void aGoneLockStaysGreyed();
    void aGoneLockIsHeldNoLongerWhenItIsSelectedAgain();
    void thePaneStaysWhereItIsWhenTheLockIsGone();
    void aLockThatIsGoneIsOnANodeThatAnswers();
    void whatAProbeHeardIsTold();
    void theButtonsStayWhenTheVerdictGrows();
    void aLockThatComesBackIsLiveAgain();
    void deltasOfOtherLocksTouchNothing();
    void aFailedLookIsShown();
    void aFreeLockIsNotGone();
    void theLibrariesAreThoseOfTheOwner();
};

void TestDetailPane::verdictAndHoldersAreThereAtOnce()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QVERIFY(pane.shownKey().isEmpty());
    const LockPtr lock = shared(samples::stuck(now()));
    pane.showLock(lock);
    QCOMPARE(pane.shownKey(), lock->key);
    const auto *headline = pane.findChild<LockHeadline *>();
    QCOMPARE(headline->name(), QStringLiteral("lock:stock:1001"));
    QCOMPARE(headline->verdict()->level(), VerdictLevel::Critical);
    QVERIFY(!headline->verdict()->sentence().isEmpty());
    QCOMPARE(pane.findChild<HoldersView *>()->holders()->rowCount(), 1);
    pane.clear();
    QVERIFY(pane.shownKey().isEmpty());
}

void TestDetailPane::theCloserLookIsAskedForOnce()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    QSignalSpy planned(&bridge, &EngineBridge::planWanted);
    Lock lock = samples::renewed(now());
    for (int i = 0; i < 40; ++i) { // Like a held arrow key in the list
        lock.key.bytes = "lock:" + QByteArray::number(i);
        pane.showLock(shared(lock));
    }
    QVERIFY(asked.wait(30'000));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().at(1).value<LockName>(), LockName{"lock:39"});
    QCOMPARE(planned.size(), 3);
    for (const QList<QVariant> &plan : planned)
        QVERIFY(plan.at(1).value<ActRequest>().dryRun);
}

void TestDetailPane::lateAnswersOfAnotherLockAreDropped()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    const LockPtr first = shared(samples::renewed(now()));
    const LockPtr second = shared(samples::stuck(now()));
    pane.showLock(first);
    QVERIFY(asked.wait(30'000));
    const quint64 firstId = asked.first().at(0).toULongLong();
    pane.showLock(second);
    emit bridge.inspected(firstId, samples::detail(*first, samples::history(*first, now())));
    const auto *timeline = pane.findChild<EventTimeline *>();
    QCOMPARE(timeline->events()->rowCount(), 0);
    QVERIFY(asked.wait(30'000));
    const quint64 secondId = asked.last().at(0).toULongLong();
    emit bridge.inspected(firstId, samples::detail(*first, samples::history(*first, now())));
    QCOMPARE(timeline->events()->rowCount(), 0);
    emit bridge.inspected(
        secondId, samples::detail(*second, {samples::event(EventKind::Acquired, *second, now(), {})}));
    QCOMPARE(timeline->events()->rowCount(), 1);
    pane.clear();
    emit bridge.inspected(secondId, samples::detail(*second, {}));
    QVERIFY(pane.shownKey().isEmpty());
}

void TestDetailPane::aBusyLockIsLookedAtOnceASecond()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    pane.show();
    const Instant begin = now();
    pane.showLock(shared(samples::renewed(begin)));
    while (asked.size() < 3 && now() - begin < 30s) { // Only a failure takes so long
        pane.applyDelta(upsert(shared(samples::renewed(now()))));
        asked.wait(5);
    }
    QCOMPARE(asked.size(), 3);
    QVERIFY(now() - begin >= 2 * LockInspection::AgainAfter);
    // While hidden, it requests nothing.
    pane.hide();
    asked.clear();
    pane.applyDelta(upsert(shared(samples::renewed(now()))));
    QVERIFY(!asked.wait(int((LockInspection::AgainAfter + 200ms).count())));
    pane.show();
    QVERIFY(asked.wait(30'000));
}

void TestDetailPane::historyAndLiveEventsMeetOnce()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    const Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    std::vector<LockEvent> history = samples::history(lock, now());
    const LockEvent live = samples::event(EventKind::Renewed, lock, now(), 30s);
    pane.applyDelta(upsert(shared(lock), {live}));
    const auto *timeline = pane.findChild<EventTimeline *>();
    QCOMPARE(timeline->events()->rowCount(), 1);
    QVERIFY(asked.wait(30'000));
    history.push_back(live); // The engine saw it too
    emit bridge.inspected(asked.last().at(0).toULongLong(), samples::detail(lock, history));
    QCOMPARE(timeline->events()->rowCount(), int(history.size()));
    QSignalSpy reset(timeline->events(), &QAbstractItemModel::modelReset);
    pane.applyDelta(upsert(shared(lock), {samples::event(EventKind::Renewed, lock, now(), 30s)}));
    QCOMPARE(timeline->events()->rowCount(), int(history.size()) + 1);
    QCOMPARE(reset.size(), 0);
}

void TestDetailPane::aGoneLockStaysGreyed()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(400, 900);
    pane.show();
    const LockPtr lock = shared(samples::renewed(now()));
    pane.showLock(lock);
    LockDelta delta{.removed = {lock->key},
                    .events = {samples::event(EventKind::Expired, *lock, now(), {}, 0)}};
    pane.applyDelta(delta);
    QCOMPARE(pane.shownKey(), lock->key);
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(headline->gone()->isVisible());
    QVERIFY(headline->gone()->sentence().startsWith(QStringLiteral("Gone since ")));
    QVERIFY(headline->gone()->sentence().endsWith(QStringLiteral("expired")));
    QVERIFY(!headline->verdict()->isVisible());
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        QVERIFY(!headline->button(act)->isEnabled());
        QVERIFY(!headline->button(act)->toolTip().isEmpty());
    }
    QCOMPARE(pane.findChild<EventTimeline *>()->events()->rowCount(), 1);
    const auto *facts = pane.findChild<LockFacts *>();
    QVERIFY(!facts->isEnabled());
    QCOMPARE(facts->value(LockFact::TimeToLive), QStringLiteral("—"));
    QCOMPARE(printed(*pane.findChild<HoldersView *>()->holders(), HoldersModel::TtlColumn),
             QStringList{QStringLiteral("—")});
}

void TestDetailPane::aGoneLockIsHeldNoLongerWhenItIsSelectedAgain()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.show();
    Lock lock = samples::renewed(now() - 30s);
    lock.heldSince = now() - 1h;
    lock.heldIsLowerBound = false;
    lock.oneHoldSince = Instant::min();
    lock.readAt = lock.heldSince + 20min;
    const LockDelta end{.removed = {lock.key},
                        .events = {samples::event(EventKind::Released, lock, lock.heldSince + 20min, {}, 0)}};
    pane.showEnded(shared(lock), end);
    QCOMPARE(pane.findChild<LockFacts *>()->value(LockFact::Held), QStringLiteral("20 min"));
}

// The server was restarted and has lost the lock.
void TestDetailPane::aLockThatIsGoneIsOnANodeThatAnswers()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.show();
    Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    const auto *facts = pane.findChild<LockFacts *>();
    const QString node = facts->value(LockFact::Node);
    lock.stale = true;
    lock.readAt = now() - 8s;
    pane.applyDelta(upsert(shared(lock)));
    QCOMPARE(facts->value(LockFact::Node), node + QStringLiteral(" (unreachable)"));
    QCOMPARE(printed(*pane.findChild<HoldersView *>()->holders(), HoldersModel::TtlColumn),
             QStringList{text::ttl(millisecondsBetween(lock.readAt, *lock.expiresAt))});
    lock.verdict = {VerdictLevel::Info, "stale"};
    lock.lastKnown = std::make_shared<const Verdict>(Verdict{VerdictLevel::Warning, "renewal-overdue", 1});
    pane.applyDelta(upsert(shared(lock)));
    const Notice *verdict = pane.findChild<LockHeadline *>()->verdict();
    QCOMPARE(verdict->level(), VerdictLevel::Warning); // no better than before
    QVERIFY2(verdict->sentence().startsWith(QStringLiteral("Last known: ")), qPrintable(verdict->sentence()));
    QVERIFY(verdict->isOld());
    lock.lastKnown = std::make_shared<const Verdict>(Verdict{VerdictLevel::Critical, "no-expiry"});
    lock.expiresAt.reset();
    lock.heldSince = lock.readAt - 90s;
    pane.applyDelta(upsert(shared(lock)));
    QCOMPARE(verdict->sentence(), QStringLiteral("Last known: No expiry. Held for at least 1 min 30 s"));
    lock.lastKnown = std::make_shared<const Verdict>(Verdict{VerdictLevel::Ok, {}, 1});
    pane.applyDelta(upsert(shared(lock)));
    QCOMPARE(verdict->level(), VerdictLevel::Info); // that it was OK does not make it OK
    QVERIFY2(verdict->isOld() && verdict->sentence().startsWith(QStringLiteral("Unknown: ")),
             qPrintable(verdict->sentence()));
    Lock again = lock;
    again.stale = false;
    again.verdict = {};
    again.lastKnown.reset();
    pane.applyDelta(upsert(shared(again)));
    QCOMPARE(verdict->level(), VerdictLevel::Ok);
    QVERIFY(!verdict->isOld());
    pane.applyDelta(upsert(shared(lock)));
    pane.applyDelta({.removed = {lock.key}});
    QCOMPARE(facts->value(LockFact::Node), node);
    const QString said = pane.findChild<LockHeadline *>()->gone()->sentence();
    static const QRegularExpression between(
        QStringLiteral("^Gone: it ended between (\\S+) and (\\S+), while its server could not be read$"));
    const QRegularExpressionMatch times = between.match(said);
    QVERIFY2(times.hasMatch() && times.captured(1) != times.captured(2), qPrintable(said));
}

void TestDetailPane::whatAProbeHeardIsTold()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.show();
    const LockPtr lock = shared(samples::stuck(now()));
    const LockPtr other = shared(samples::renewed(now()));
    pane.showLock(lock);
    const auto *facts = pane.findChild<LockFacts *>();
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown"));
    BlockedLock blocked{.lock = lock};
    for (const char *address : {"10.0.3.7:50112", "10.0.3.8:50112"})
        blocked.waits.push_back({.client = {.address = address}, .source = WaitSource::Probe, .attempts = 3});
    blocked.waits.push_back({.id = samples::Orders, .source = WaitSource::Queue});
    BlockingReport report{.at = now()};
    report.graph.locks.push_back(blocked);
    emit bridge.blockingFound(1, report); // Without a probe
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown"));
    report.probes.push_back({});
    emit bridge.blockingFound(2, report);
    const QString heard = facts->value(LockFact::Waiters);
    QVERIFY2(heard.startsWith(QStringLiteral("2 client(s) heard by a probe until ")), qPrintable(heard));
    pane.applyDelta(upsert(shared(samples::stuck(now()))));
    QCOMPARE(facts->value(LockFact::Waiters), heard);
    pane.showLock(other);
    QVERIFY(!facts->value(LockFact::Waiters).contains(QStringLiteral("probe")));
    pane.showLock(lock);
    QCOMPARE(facts->value(LockFact::Waiters), heard);
    bridge.close(); // On another connection, it may be another lock
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown"));
}

void TestDetailPane::theButtonsStayWhenTheVerdictGrows()
{
    QWidget pane;
    auto *headline = new LockHeadline(&pane); // Alone, as the pane shows the verdict of its lock anew
    auto *column = new QVBoxLayout(&pane);
    column->addWidget(headline);
    column->addStretch();
    pane.resize(400, 900);
    pane.show();
    headline->showLock(shared(samples::stuck(now())), Kinds());
    const QPushButton *release = headline->button(ActKind::ForceRelease);
    const auto laidOut = [&](const QString &verdict) {
        headline->showVerdict(VerdictLevel::Ok, verdict);
        for (int round = 0; round < 5; ++round) // Each widget tells its parent
            QCoreApplication::sendPostedEvents();
        return headline->height();
    };
    const int height = laidOut(QStringLiteral("OK"));
    const QPoint place = release->mapTo(&pane, QPoint());
    QVERIFY(laidOut(QStringLiteral("OK, ").repeated(20)) > height);
    QCOMPARE(release->mapTo(&pane, QPoint()), place);
}

// The focused button is disabled, so the focus goes to another widget, which may be far below.
void TestDetailPane::thePaneStaysWhereItIsWhenTheLockIsGone()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(400, 300);
    pane.show();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    const LockPtr lock = shared(samples::renewed(now()));
    pane.showLock(lock);
    QPushButton *whoIsThis = nullptr;
    for (QPushButton *button : pane.findChildren<QPushButton *>())
        whoIsThis = button->text().contains(QStringLiteral("Who is this")) ? button : whoIsThis;
    QVERIFY(whoIsThis);
    QScrollBar *bar = pane.findChild<QScrollArea *>(QStringLiteral("details"))->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    whoIsThis->setFocus();
    QVERIFY(whoIsThis->hasFocus());
    bar->setValue(0);
    pane.applyDelta({.removed = {lock->key}});
    QVERIFY(!whoIsThis->hasFocus());
    QCOMPARE(bar->value(), 0);
}

void TestDetailPane::aLockThatComesBackIsLiveAgain()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.show();
    const LockPtr lock = shared(samples::renewed(now()));
    pane.showLock(lock);
    pane.applyDelta({.removed = {lock->key}});
    pane.applyDelta(upsert(shared(samples::renewed(now(), samples::Billing))));
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(!headline->gone()->isVisible());
    QVERIFY(headline->button(ActKind::ForceRelease)->isEnabled());
    QVERIFY(pane.findChild<LockFacts *>()->isEnabled());
    QCOMPARE(printed(*pane.findChild<HoldersView *>()->holders(), HoldersModel::OwnerColumn),
             QStringList{QString::fromUtf8(samples::Billing.bytes)});
}

void TestDetailPane::deltasOfOtherLocksTouchNothing()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    const LockPtr lock = shared(samples::renewed(now()));
    const LockPtr other = shared(samples::stuck(now()));
    pane.showLock(lock);
    pane.applyDelta({.upserted = {other},
                     .removed = {LockName{"lock:third"}},
                     .events = {samples::event(EventKind::Acquired, *other, now(), {})}});
    QCOMPARE(pane.shownKey(), lock->key);
    QCOMPARE(pane.findChild<EventTimeline *>()->events()->rowCount(), 0);
    // After a reset the lock counts as gone.
    pane.applyDelta({.reset = true});
    QVERIFY(!pane.findChild<LockHeadline *>()->button(ActKind::Wake)->isEnabled());
}

void TestDetailPane::aFailedLookIsShown()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(asked.wait(30'000));
    emit bridge.inspected(asked.last().at(0).toULongLong(),
                          Failure{.kind = ErrorKind::NoPerm,
                                  .text = QStringLiteral("may not read this key"),
                                  .remedy = QStringLiteral("ask for ~lock:*")});
    QStringList texts;
    for (const Prose *prose : pane.findChildren<Prose *>())
        texts << prose->text();
    const QString all = texts.join(u'\n');
    QVERIFY(all.contains(QStringLiteral("may not read this key")));
    QVERIFY(all.contains(QStringLiteral("Ask for ~lock:*")));
}

void TestDetailPane::aFreeLockIsNotGone()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(500, 1200);
    pane.show();
    Lock lock = samples::queued(now());
    pane.showLock(shared(lock));
    lock.holders.clear();
    lock.expiresAt.reset();
    pane.applyDelta(upsert(shared(lock)));
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(!headline->gone()->isVisible());
    QVERIFY(headline->button(ActKind::Wake)->isEnabled()); // its waiters may have missed the message
    pane.applyDelta({.removed = {lock.key}});
    QVERIFY(headline->gone()->isVisible());
}

void TestDetailPane::theLibrariesAreThoseOfTheOwner()
{
    static const std::vector<std::string_view> those{"redlock-rb", "RedLock.net"};
    static const std::vector<std::string_view> others{"redislock"};
    EngineBridge bridge;
    DetailPane pane(bridge);
    Lock lock = samples::stuck(now());
    lock.libraries = &those;
    pane.showLock(shared(lock));
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY2(headline->kind().contains(QStringLiteral("redlock-rb")), qPrintable(headline->kind()));
    lock.libraries = &others;
    pane.applyDelta(samples::upsert(shared(lock)));
    QVERIFY2(headline->kind().contains(QStringLiteral("redislock")), qPrintable(headline->kind()));
    QVERIFY(!headline->kind().contains(QStringLiteral("redlock-rb")));
}

LOCKSCOPE_UI_TEST(TestDetailPane)

} // namespace tst_detailpane

#include "tst_detailpane.moc"
