// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/blockingreport.h"
#include "tests/support/uirunner.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/detail/lockinspection.h"
#include "ui/detail/permitsbar.h"
#include "ui/holders/eventtimeline.h"
#include "ui/holders/eventtimelinemodel.h"
#include "ui/holders/holdersmodel.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/lockfacts.h"
#include "ui/holders/queuemodel.h"
#include "ui/holders/queueview.h"
#include "ui/text/kinds.h"
#include "ui/text/rawtext.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/section.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

namespace tst_detailpane
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

constexpr auto Fatal = QAbstractItemModelTester::FailureReportingMode::Fatal;

LockPtr shared(Lock lock)
{
    return std::make_shared<const Lock>(std::move(lock));
}

LockDelta upsert(const LockPtr &lock, std::vector<LockEvent> events = {})
{
    return {.upserted = {lock}, .events = std::move(events)};
}

QStringList printed(const QAbstractItemModel &model, int column)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row)
        cells << model.index(row, column).data().toString();
    return cells;
}

} // namespace

class TestDetailPane : public QObject
{
    Q_OBJECT

private slots:
    void timelineIsARing();
    void timelineTellsEachBatchOnce();
    void holdersFollowTheLock();
    void verdictAndHoldersAreThereAtOnce();
    void theCloserLookIsAskedForOnce();
    void lateAnswersOfAnotherLockAreDropped();
    void aBusyLockIsLookedAtOnceASecond();
    void historyAndLiveEventsMeetOnce();
    void aGoneLockStaysGreyed();
    void thePaneStaysWhereItIsWhenTheLockIsGone();
    void aLockThatIsGoneIsOnANodeThatAnswers();
    void whatAProbeHeardIsTold();
    void theButtonsStayWhenTheVerdictGrows();
    void aLockThatComesBackIsLiveAgain();
    void deltasOfOtherLocksTouchNothing();
    void readOnlyOffersNothingAndSaysWhy();
    void whatAPlanRefusesIsNotOffered();
    void actsNameTheLockAsShown();
    void aFailedLookIsShown();
    void bytesAreDumped();
    void largeValuesAreCut();
    void longNamesKeepBothEnds();
    void factsHaveAllTheirLines();
    void theKindIsNamedAndExplained();
    void readersHaveTheirOwnColumns();
    void permitsAreShownWhereThereAreSome();
    void longNamesAreNotCutOff();
    void theQueueTellsWhoIsAlive();
    void queueFollowsTheLock();
    void aFreeLockIsNotGone();
    void aShareIsAskedFor();
    void whatCannotBeRemovedIsNotOffered();
    void otherLocksOfTheOwnerAreLinks();
    void whoGoesOnIsToldWhereClientsWait();
    void membersAreListed();
    void tokensAndCountsHaveTheirLines();
};

void TestDetailPane::timelineIsARing()
{
    EventTimelineModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    const Lock lock = samples::renewed(now());
    std::vector<LockEvent> batch;
    for (int i = 0; i < 70; ++i)
        batch.push_back(samples::event(EventKind::Renewed, lock, now(), 30s, i));
    for (int i = 0; i < 10; ++i)
        model.add(batch);
    QCOMPARE(model.rowCount(), int(EventTimelineModel::MaxEvents));
    // Newest on top.
    QCOMPARE(printed(model, EventTimelineModel::CountColumn).first(), QStringLiteral("69"));
    batch.resize(EventTimelineModel::MaxEvents * 2, batch.front());
    model.add(batch);
    QCOMPARE(model.rowCount(), int(EventTimelineModel::MaxEvents));
    model.setEvents({});
    QCOMPARE(model.rowCount(), 0);
}

void TestDetailPane::timelineTellsEachBatchOnce()
{
    EventTimelineModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    const Lock lock = samples::renewed(now());
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.add(samples::history(lock, now()));
    model.add(samples::history(lock, now()));
    model.add({});
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(printed(model, EventTimelineModel::EventColumn).first(), QStringLiteral("renewed"));
    QCOMPARE(printed(model, EventTimelineModel::EventColumn).last(), QStringLiteral("acquired"));
    const QString time = printed(model, EventTimelineModel::TimeColumn).first();
    const QStringList forms{QStringLiteral("HH:mm:ss.zzz"), QStringLiteral("MM-dd HH:mm:ss"),
                            QStringLiteral("yyyy-MM-dd HH:mm")}; // Just after midnight
    QVERIFY2(
        std::any_of(forms.begin(), forms.end(),
                    [&time](const QString &form) { return QDateTime::fromString(time, form).isValid(); }),
        qPrintable(time));
}

void TestDetailPane::holdersFollowTheLock()
{
    HoldersModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    Lock lock = samples::renewed(now());
    model.setLock(shared(lock));
    model.setLock(shared(lock)); // Renewals of others change no row
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 0);
    lock.holders.append(Holder{.id = samples::Billing, .mode = HoldMode::Read});
    lock.holders.append(Holder{.id = OwnerId{"third"}, .mode = HoldMode::Read});
    model.setLock(shared(lock));
    QCOMPARE(inserted.size(), 2);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(printed(model, HoldersModel::OwnerColumn).at(1), QString::fromUtf8(samples::Billing.bytes));
    lock.holders.remove(0, 2);
    model.setLock(shared(lock));
    QCOMPARE(removed.size(), 1);
    QCOMPARE(printed(model, HoldersModel::OwnerColumn), QStringList{QStringLiteral("third")});
    model.setLock({});
    QCOMPARE(model.rowCount(), 0);
}

void TestDetailPane::verdictAndHoldersAreThereAtOnce()
{
    EngineBridge link;
    DetailPane pane(link);
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
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    QSignalSpy planned(&link, &EngineBridge::planWanted);
    Lock lock = samples::renewed(now());
    for (int i = 0; i < 40; ++i) { // Like a held arrow key in the list
        lock.key.bytes = "lock:" + QByteArray::number(i);
        pane.showLock(shared(lock));
    }
    QVERIFY(asked.wait(2000));
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.first().at(1).value<LockName>(), LockName{"lock:39"});
    QCOMPARE(planned.size(), 3);
    for (const QList<QVariant> &plan : planned)
        QVERIFY(plan.at(1).value<ActRequest>().dryRun);
}

void TestDetailPane::lateAnswersOfAnotherLockAreDropped()
{
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    const LockPtr first = shared(samples::renewed(now()));
    const LockPtr second = shared(samples::stuck(now()));
    pane.showLock(first);
    QVERIFY(asked.wait(2000));
    const quint64 firstId = asked.first().at(0).toULongLong();
    pane.showLock(second);
    emit link.inspected(firstId, samples::detail(*first, samples::history(*first, now())));
    const auto *timeline = pane.findChild<EventTimeline *>();
    QCOMPARE(timeline->events()->rowCount(), 0);
    QVERIFY(asked.wait(2000));
    const quint64 secondId = asked.last().at(0).toULongLong();
    emit link.inspected(firstId, samples::detail(*first, samples::history(*first, now())));
    QCOMPARE(timeline->events()->rowCount(), 0);
    emit link.inspected(secondId,
                        samples::detail(*second, {samples::event(EventKind::Acquired, *second, now(), {})}));
    QCOMPARE(timeline->events()->rowCount(), 1);
    pane.clear();
    emit link.inspected(secondId, samples::detail(*second, {}));
    QVERIFY(pane.shownKey().isEmpty());
}

void TestDetailPane::aBusyLockIsLookedAtOnceASecond()
{
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    pane.show();
    const Instant begin = now();
    pane.showLock(shared(samples::renewed(begin)));
    while (asked.size() < 3 && now() - begin < 6s) {
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
    QVERIFY(asked.wait(3000));
}

void TestDetailPane::historyAndLiveEventsMeetOnce()
{
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    const Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    std::vector<LockEvent> history = samples::history(lock, now());
    const LockEvent live = samples::event(EventKind::Renewed, lock, now(), 30s);
    pane.applyDelta(upsert(shared(lock), {live}));
    const auto *timeline = pane.findChild<EventTimeline *>();
    QCOMPARE(timeline->events()->rowCount(), 1);
    QVERIFY(asked.wait(2000));
    history.push_back(live); // The engine saw it too
    emit link.inspected(asked.last().at(0).toULongLong(), samples::detail(lock, history));
    QCOMPARE(timeline->events()->rowCount(), int(history.size()));
    QSignalSpy reset(timeline->events(), &QAbstractItemModel::modelReset);
    pane.applyDelta(upsert(shared(lock), {samples::event(EventKind::Renewed, lock, now(), 30s)}));
    QCOMPARE(timeline->events()->rowCount(), int(history.size()) + 1);
    QCOMPARE(reset.size(), 0);
}

void TestDetailPane::aGoneLockStaysGreyed()
{
    EngineBridge link;
    DetailPane pane(link);
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

// The server was restarted and has lost the lock.
void TestDetailPane::aLockThatIsGoneIsOnANodeThatAnswers()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.show();
    Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    const auto *facts = pane.findChild<LockFacts *>();
    const QString node = facts->value(LockFact::Node);
    lock.stale = true;
    lock.readAt = now() - 8s;
    pane.applyDelta(upsert(shared(lock)));
    QVERIFY2(facts->value(LockFact::Node).startsWith(node + QStringLiteral(" (unreachable, seen ")),
             qPrintable(facts->value(LockFact::Node)));
    pane.applyDelta({.removed = {lock.key}});
    QCOMPARE(facts->value(LockFact::Node), node);
}

void TestDetailPane::whatAProbeHeardIsTold()
{
    EngineBridge link;
    DetailPane pane(link);
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
    emit link.blockingFound(1, report); // Without a probe
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown"));
    report.probes.push_back({});
    emit link.blockingFound(2, report);
    const QString heard = facts->value(LockFact::Waiters);
    QVERIFY2(heard.startsWith(QStringLiteral("2 client(s) heard by a probe until ")), qPrintable(heard));
    pane.applyDelta(upsert(shared(samples::stuck(now()))));
    QCOMPARE(facts->value(LockFact::Waiters), heard);
    pane.showLock(other);
    QVERIFY(!facts->value(LockFact::Waiters).contains(QStringLiteral("probe")));
    pane.showLock(lock);
    QCOMPARE(facts->value(LockFact::Waiters), heard);
    link.close(); // On another connection, it may be another lock
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown"));
}

void TestDetailPane::theButtonsStayWhenTheVerdictGrows()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(400, 900);
    pane.show();
    pane.showLock(shared(samples::stuck(now())));
    auto *headline = pane.findChild<LockHeadline *>();
    const QPushButton *release = headline->button(ActKind::ForceRelease);
    headline->showVerdict(VerdictLevel::Ok, QStringLiteral("Healthy"));
    QCoreApplication::processEvents();
    const QPoint place = release->mapTo(&pane, QPoint());
    const int height = headline->height();
    headline->showVerdict(VerdictLevel::Ok, QStringLiteral("Healthy, ").repeated(20));
    QTRY_VERIFY(headline->height() > height);
    QCOMPARE(release->mapTo(&pane, QPoint()), place);
}

// The focused button is disabled, so the focus goes to another widget, which may be far below.
void TestDetailPane::thePaneStaysWhereItIsWhenTheLockIsGone()
{
    EngineBridge link;
    DetailPane pane(link);
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
    EngineBridge link;
    DetailPane pane(link);
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
    EngineBridge link;
    DetailPane pane(link);
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

void TestDetailPane::readOnlyOffersNothingAndSaysWhy()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.setReadOnly(true);
    pane.showLock(shared(samples::renewed(now())));
    const auto *headline = pane.findChild<LockHeadline *>();
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease}) {
        QVERIFY(!headline->button(act)->isEnabled());
        QVERIFY(headline->button(act)->toolTip().contains(QStringLiteral("read-only")));
    }
    pane.setReadOnly(false);
    QVERIFY(headline->button(ActKind::ForceRelease)->isEnabled());
}

void TestDetailPane::whatAPlanRefusesIsNotOffered()
{
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy planned(&link, &EngineBridge::planWanted);
    pane.showLock(shared(samples::stuck(now())));
    QTRY_COMPARE(planned.size(), 3);
    for (const QList<QVariant> &asked : planned) {
        const ActRequest request = asked.at(1).value<ActRequest>();
        if (request.act == ActKind::Wake)
            emit link.planned(asked.at(0).toULongLong(), Failure{.kind = ErrorKind::Unsupported,
                                                                 .text = QStringLiteral("waiters poll")});
        else
            emit link.planned(asked.at(0).toULongLong(), samples::plan(request));
    }
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(!headline->button(ActKind::Wake)->isEnabled());
    QCOMPARE(headline->button(ActKind::Wake)->toolTip(), QStringLiteral("waiters poll"));
    QVERIFY(headline->button(ActKind::ForceRelease)->isEnabled());
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(headline->button(ActKind::Wake)->isEnabled());
}

void TestDetailPane::actsNameTheLockAsShown()
{
    EngineBridge link;
    DetailPane pane(link);
    const LockPtr lock = shared(samples::renewed(now()));
    pane.showLock(lock);
    const LockPtr newer = shared(samples::renewed(now(), samples::Billing));
    pane.applyDelta(upsert(newer));
    QSignalSpy wanted(&pane, &DetailPane::actWanted);
    pane.findChild<LockHeadline *>()->button(ActKind::ForceRelease)->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().at(0).value<ActKind>(), ActKind::ForceRelease);
    QCOMPARE(wanted.first().at(1).value<LockPtr>(), newer);
}

void TestDetailPane::aFailedLookIsShown()
{
    EngineBridge link;
    DetailPane pane(link);
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(asked.wait(2000));
    emit link.inspected(asked.last().at(0).toULongLong(),
                        Failure{.kind = ErrorKind::NoPerm,
                                .text = QStringLiteral("may not read this key"),
                                .remedy = QStringLiteral("ask for ~lock:*")});
    QStringList texts;
    for (const Prose *prose : pane.findChildren<Prose *>())
        texts << prose->text();
    const QString all = texts.join(u'\n');
    QVERIFY(all.contains(QStringLiteral("may not read this key")));
    QVERIFY(all.contains(QStringLiteral("ask for ~lock:*")));
}

void TestDetailPane::bytesAreDumped()
{
    LockDetail detail{.typeFound = ValueType::String};
    detail.rawString = QByteArrayLiteral("\x00\x01owner\xff 0123456789");
    detail.size = detail.rawString.size();
    QCOMPARE(rawText(detail),
             QStringLiteral("0000  00 01 6f 77 6e 65 72 ff 20 30 31 32 33 34 35 36  ..owner. 0123456\n"
                            "0010  37 38 39                                         789"));
    detail.rawString = QByteArrayLiteral("8f3c09d2");
    QCOMPARE(rawText(detail), QStringLiteral("8f3c09d2"));
    LockDetail hash{.typeFound = ValueType::Hash, .size = 1, .rawFields = {{"field\n", "2"}}};
    QCOMPARE(rawText(hash), QStringLiteral("field\\x0a = 2"));
}

void TestDetailPane::largeValuesAreCut()
{
    LockDetail detail{.typeFound = ValueType::String, .size = 100'000'000};
    detail.rawString = QByteArray(100'000, 'x');
    detail.rawTruncated = true;
    QVERIFY(rawText(detail).size() < 5000);
    QVERIFY(rawText(detail).contains(QStringLiteral("truncated")));
}

void TestDetailPane::longNamesKeepBothEnds()
{
    ElidedLabel label;
    label.resize(120, 20);
    label.setText(QString(300, u'x'));
    QVERIFY(label.isElided());
    QVERIFY(label.sizeHint().width() < 120);
    label.setText(QStringLiteral("short"));
    QVERIFY(!label.isElided());
}

// A lock was shown in an empty pane: the layout gave its facts one line each.
void TestDetailPane::factsHaveAllTheirLines()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(300, 640);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    Lock lock = samples::queued(now());
    lock.waiters.subscribed = 1;
    pane.showLock(shared(lock));
    const auto values = pane.findChild<LockFacts *>()->findChildren<ElidedLabel *>();
    const auto wrapped = std::ranges::find_if(values, [](const ElidedLabel *value) {
        return value->fontMetrics().horizontalAdvance(value->text()) > value->width();
    });
    QTRY_VERIFY(values.front()->isVisible());
    QVERIFY(wrapped != values.end());
    for (const ElidedLabel *value : values) {
        const QRect endless(0, 0, value->width(), 1000);
        const QRect text = value->fontMetrics().boundingRect(endless, Qt::TextWordWrap, value->text());
        QTRY_VERIFY2(value->height() >= text.height(), qPrintable(value->text()));
    }
}

void TestDetailPane::theKindIsNamedAndExplained()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.showLock(shared(samples::renewed(now())));
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(headline->kind().contains(Kinds().title(LockKind{"rlock"})));
    QVERIFY(headline->kind().contains(QStringLiteral("certain")));
    const auto texts = pane.findChildren<Prose *>();
    const auto alternatives = [&texts] {
        const auto shown = std::ranges::find_if(texts, [](const Prose *text) {
            return !text->isHidden() && text->text().startsWith(QLatin1String("Could also be: "));
        });
        return shown == texts.end() ? QString() : (*shown)->text();
    };
    QVERIFY(alternatives().isEmpty());
    const QString legend = Kinds().legend(LockKind{"rlock"});
    QVERIFY(
        std::any_of(texts.begin(), texts.end(), [&](const Prose *prose) { return prose->text() == legend; }));
    Lock other = samples::queued(now());
    other.key = LockName{"other"};
    pane.showLock(shared(other));
    // Itself is no other kind.
    QCOMPARE(alternatives(), QStringLiteral("Could also be: %1").arg(Kinds().title(LockKind{"rlock"})));
    pane.showLock(shared(samples::stuck(now())));
    QVERIFY(alternatives().isEmpty());
    Lock turned = samples::stuck(now());
    turned.kind = LockKind{"token-lock"};
    pane.applyDelta(upsert(shared(turned)));
    QVERIFY(headline->kind().contains(Kinds().title(LockKind{"token-lock"})));
}

void TestDetailPane::readersHaveTheirOwnColumns()
{
    HoldersView view;
    view.showLock(shared(samples::renewed(now())));
    QVERIFY(view.isColumnHidden(HoldersModel::ModeColumn));
    QVERIFY(view.isColumnHidden(HoldersModel::PartColumn));
    QVERIFY(!view.isColumnHidden(HoldersModel::CountColumn));
    Lock lock = samples::readWrite(now(), 3);
    view.showLock(shared(lock));
    QVERIFY(view.isColumnHidden(HoldersModel::ModeColumn)); // the title says so
    QVERIFY(view.isColumnHidden(HoldersModel::PartColumn));
    QCOMPARE(printed(*view.holders(), HoldersModel::ModeColumn), QStringList(3, QStringLiteral("read")));
    // Each hold has its own time.
    const QStringList left = printed(*view.holders(), HoldersModel::TtlColumn);
    QCOMPARE(QSet<QString>(left.begin(), left.end()).size(), 3);
    lock.holders[1].part = "customer:7";
    view.showLock(shared(lock));
    QVERIFY(!view.isColumnHidden(HoldersModel::PartColumn));
    QCOMPARE(printed(*view.holders(), HoldersModel::PartColumn).at(1), QStringLiteral("customer:7"));
    view.showLock(shared(samples::permits(now())));
    QVERIFY(view.isColumnHidden(HoldersModel::CountColumn));
    view.holders()->setNotes({QStringLiteral("a1b2c3 is made by host x"), QStringLiteral("nothing of it")});
    const QString help = view.holders()->index(0, HoldersModel::OwnerColumn).data(Qt::ToolTipRole).toString();
    QCOMPARE(help, QStringLiteral("a1b2c3\na1b2c3 is made by host x"));
    view.showLock({});
    QVERIFY(!view.selected());
}

void TestDetailPane::permitsAreShownWhereThereAreSome()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    pane.showLock(shared(samples::permits(now())));
    const auto *bar = pane.findChild<PermitsBar *>();
    QVERIFY(bar->isVisible());
    QVERIFY(bar->words().contains(QStringLiteral("2 held")));
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(!bar->isVisible());
    pane.showLock(shared(samples::latch(now(), 2)));
    QVERIFY(!bar->isVisible());
    QVERIFY(!pane.findChild<HoldersView *>()->isVisible()); // nobody to list
}

void TestDetailPane::longNamesAreNotCutOff()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(pane.minimumWidth(), 1200);
    pane.show();
    Lock lock = samples::renewed(now());
    const QByteArray name(150, 'n');
    lock.key = LockName{"lock:" + name};
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    pane.showLock(shared(lock));
    QVERIFY(asked.wait(2000));
    LockDetail detail = samples::detail(lock, {});
    detail.explanation = {
        QStringLiteral("Somebody waits on channel__%1, which is long").arg(QLatin1String(name))};
    detail.sameOwner = {LockName{"other:" + name}};
    emit link.inspected(asked.last().at(0).toULongLong(), detail);
    for (Section *section : pane.findChildren<Section *>())
        section->setOpen(true);
    const auto *area = pane.findChild<QScrollArea *>(QStringLiteral("details"));
    const auto isWhole = [](const Prose *prose) {
        return !prose->isVisible() || prose->height() >= int(prose->document()->size().height());
    };
    const auto all = pane.findChildren<Prose *>();
    QTRY_VERIFY(std::all_of(all.begin(), all.end(), isWhole));
    QTRY_VERIFY(area->widget()->width() <= area->viewport()->width());
}

void TestDetailPane::theQueueTellsWhoIsAlive()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    pane.showLock(shared(samples::queued(now())));
    const auto *queue = pane.findChild<QueueView *>();
    QVERIFY(queue->isVisible());
    const QueueModel &model = *queue->waiters();
    QCOMPARE(printed(model, QueueModel::PlaceColumn).join(u' '), QStringLiteral("1 2 3"));
    QCOMPARE(printed(model, QueueModel::AliveColumn).join(u' '), QStringLiteral("alive dead unknown"));
    QCOMPARE(printed(model, QueueModel::DeadlineColumn).at(1), QStringLiteral("passed"));
    QCOMPARE(printed(model, QueueModel::DeadlineColumn).at(2), QStringLiteral("—"));
    for (int row = 0; row < 3; ++row)
        QVERIFY(!model.index(row, QueueModel::AliveColumn).data(Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(queue->isColumnHidden(QueueModel::ModeColumn));
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(!queue->isVisible());
}

void TestDetailPane::queueFollowsTheLock()
{
    QueueModel model;
    QAbstractItemModelTester tester(&model, Fatal);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    Lock lock = samples::queued(now());
    model.setLock(shared(lock));
    model.setLock(shared(lock));
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(changed.size(), 0);
    lock.waiters.queued[1].alive = true;
    model.setLock(shared(lock));
    QCOMPARE(changed.size(), 1);
    lock.waiters.queued.erase(lock.waiters.queued.begin());
    model.setLock(shared(lock));
    QCOMPARE(removed.size(), 1);
    model.setPast(true);
    QCOMPARE(printed(model, QueueModel::DeadlineColumn).join(u' '), QStringLiteral("— —"));
    model.setLock({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.waiterAt(model.index(0, 0)));
}

void TestDetailPane::aFreeLockIsNotGone()
{
    EngineBridge link;
    DetailPane pane(link);
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

void TestDetailPane::aShareIsAskedFor()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy wanted(&pane, &DetailPane::removalWanted);
    const auto button = [&](const QString &text) {
        for (auto *button : pane.findChildren<QPushButton *>()) {
            if (button->text() == text)
                return button;
        }
        return static_cast<QPushButton *>(nullptr);
    };
    auto *remove = button(QStringLiteral("Remove share…"));
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(!remove->isVisible()); // all of it is one share
    const Lock lock = samples::readWrite(now(), 3);
    pane.showLock(shared(lock));
    QVERIFY(remove->isVisible());
    QVERIFY(!remove->isEnabled()); // which one?
    auto *holders = pane.findChild<HoldersView *>();
    holders->setCurrentIndex(holders->holders()->index(1, 0));
    QVERIFY(remove->isEnabled());
    remove->click();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.last().at(1).value<LockShare>(), shareOf(lock.holders[1]));
    pane.setReadOnly(true);
    QVERIFY(!remove->isEnabled());
    QVERIFY(!remove->toolTip().isEmpty());
    pane.setReadOnly(false);
    const Lock fair = samples::queued(now());
    pane.showLock(shared(fair));
    auto *queue = pane.findChild<QueueView *>();
    queue->setCurrentIndex(queue->waiters()->index(1, 0));
    auto *drop = button(QStringLiteral("Remove from queue…"));
    QVERIFY(drop->isEnabled());
    drop->click();
    QCOMPARE(wanted.size(), 2);
    QVERIFY(wanted.last().at(1).value<LockShare>().queued);
    pane.applyDelta({.removed = {fair.key}});
    QVERIFY(!drop->isEnabled());
}

void TestDetailPane::whatCannotBeRemovedIsNotOffered()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy planned(&link, &EngineBridge::planWanted);
    pane.showLock(shared(samples::readWrite(now(), 2)));
    auto *holders = pane.findChild<HoldersView *>();
    holders->setCurrentIndex(holders->holders()->index(0, 0));
    QTRY_COMPARE(planned.size(), 4);
    const ActRequest asked = planned.last().at(1).value<ActRequest>();
    QCOMPARE(asked.act, ActKind::RemoveShare);
    QVERIFY(asked.dryRun);
    emit link.planned(planned.last().at(0).toULongLong(),
                      Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("not so")});
    for (const auto *button : pane.findChildren<QPushButton *>()) {
        if (button->text() != QStringLiteral("Remove share…"))
            continue;
        QVERIFY(!button->isEnabled());
        QVERIFY(button->toolTip().contains(QStringLiteral("not so")));
    }
}

void TestDetailPane::otherLocksOfTheOwnerAreLinks()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    QSignalSpy wanted(&pane, &DetailPane::lockWanted);
    const Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    QVERIFY(asked.wait(2000));
    LockDetail detail = samples::detail(lock, {});
    detail.sameOwner = {LockName{"a<b>"}, LockName{"lock:2"}};
    detail.alternatives = {LockKind{"token-lock"}};
    emit link.inspected(asked.last().at(0).toULongLong(), detail);
    QVERIFY(std::ranges::any_of(pane.findChildren<Prose *>(), [](const Prose *text) {
        return text->isVisible() && text->text() == QLatin1String("Could also be: Token lock");
    }));
    QLabel *links = nullptr;
    for (auto *label : pane.findChildren<QLabel *>()) {
        if (label->text().contains(QStringLiteral("<a href")))
            links = label;
    }
    QVERIFY(links && links->isVisible());
    QVERIFY(links->text().contains(QStringLiteral("a&lt;b&gt;")));
    emit links->linkActivated(QStringLiteral("1"));
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.last().first().value<LockName>(), LockName{"lock:2"});
    emit links->linkActivated(QStringLiteral("99"));
    QCOMPARE(wanted.size(), 1);
    pane.showLock(shared(samples::stuck(now())));
    QVERIFY(!links->isVisible());
}

void TestDetailPane::whoGoesOnIsToldWhereClientsWait()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy asked(&link, &EngineBridge::inspectWanted);
    const auto look = [&](const Lock &lock, const LockDetail &detail) {
        const qsizetype before = asked.size();
        pane.showLock(shared(lock));
        QTRY_VERIFY(asked.size() > before);
        emit link.inspected(asked.last().at(0).toULongLong(), detail);
    };
    const auto told = [&pane]() -> QString {
        for (const Prose *text : pane.findChildren<Prose *>()) {
            if (text->isVisible() && text->text().contains(QLatin1String("Old holder:")))
                return text->text();
        }
        return {};
    };
    const Lock lock = samples::queued(now());
    LockDetail detail = samples::detail(lock, {});
    detail.effect->others = {{.key = {"lock:other"}}};
    detail.notices = {{.library = "Redisson", .text = QStringLiteral("unlock() throws")}};
    look(lock, detail);
    QVERIFY2(told().contains(QLatin1String("1. c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7, otherwise in about")),
             qPrintable(told()));
    QVERIFY(!told().contains(QLatin1String("lock:other"))); // it has a section of its own
    const QString before = told();
    QTRY_VERIFY(told() != before); // the time runs
    emit link.tableChanged({});
    pane.applyDelta({.removed = {lock.key}});
    QCOMPARE(told(), QString());
    // Of clients that may poll there is nothing to tell.
    const Lock polled = samples::stuck(now());
    detail = samples::detail(polled, {});
    detail.effect->holds.clear();
    look(polled, detail);
    QCOMPARE(told(), QString());
}

void TestDetailPane::membersAreListed()
{
    LockDetail detail{.typeFound = ValueType::SortedSet, .size = 2};
    detail.rawMembers = {{.bytes = "one", .score = 1731667200123.0},
                         {.bytes = QByteArray("\x00\xff", 2), .score = 2}};
    QCOMPARE(rawText(detail), QStringLiteral("one = 1731667200123\n\\x00\\xff = 2"));
    detail.typeFound = ValueType::List;
    QCOMPARE(rawText(detail), QStringLiteral("one\n\\x00\\xff"));
    detail.rawMembers.assign(500, Member{.bytes = "x"});
    QCOMPARE(rawText(detail).count(u'\n'), 200);
}

void TestDetailPane::tokensAndCountsHaveTheirLines()
{
    EngineBridge link;
    DetailPane pane(link);
    pane.showLock(shared(samples::queued(now())));
    const auto *facts = pane.findChild<LockFacts *>();
    QVERIFY(facts->value(LockFact::FencingToken).startsWith(QLocale().toString(4711)));
    QVERIFY(facts->value(LockFact::ToGo).isEmpty());
    pane.showLock(shared(samples::latch(now(), 3)));
    QVERIFY(facts->value(LockFact::ToGo).startsWith(u'3'));
    QVERIFY(facts->value(LockFact::FencingToken).isEmpty());
    QVERIFY(facts->value(LockFact::Renewals).isEmpty()); // it is never renewed
    pane.showLock(shared(samples::renewed(now())));
    QVERIFY(!facts->value(LockFact::Renewals).isEmpty());
}

LOCKSCOPE_UI_TEST(TestDetailPane)

} // namespace tst_detailpane

#include "tst_detailpane.moc"
