// SPDX-License-Identifier: GPL-3.0-or-later
// What the details of a lock say, and that all of it can be read.

#include "tests/support/uirunner.h"
#include "tests/ui/printedcolumn.h"
#include "tests/ui/uisamples.h"
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/detail/permitsbar.h"
#include "ui/holders/copiesview.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/lockfacts.h"
#include "ui/holders/queuemodel.h"
#include "ui/holders/queueview.h"
#include "ui/text/kinds.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/prose.h"
#include "ui/widgets/section.h"

#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tst_detailfacts
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::shared;
using lockscope::samples::upsert;
using lockscope::test::printed;

class TestDetailFacts : public QObject
{
    Q_OBJECT

private slots:
    void longNamesKeepBothEnds();
    void factsHaveAllTheirLines();
    void theKindIsNamedAndExplained();
    void permitsAreShownWhereThereAreSome();
    void longNamesAreNotCutOff();
    void theQueueTellsWhoIsAlive();
    void whoGoesOnIsToldWhereClientsWait();
    void aQueueThatCouldNotBeReadIsUnknown();
    void tokensAndCountsHaveTheirLines();
    void aHolderSeenOnlyOnSilentNodesIsLastKnown();
    void theNodesOfAGroupComeFirst();
    void theButtonsStayWhereTheyAre();
};

void TestDetailFacts::longNamesKeepBothEnds()
{
    ElidedLabel label;
    label.resize(120, 20);
    label.setText(QString(300, u'x'));
    QVERIFY(label.isElided());
    QVERIFY(label.sizeHint().width() < 120);
    label.setText(QStringLiteral("short"));
    QVERIFY(!label.isElided());
}

// Of a group, they are what the verdict is made of, and all of them are of one reading.
void TestDetailFacts::theNodesOfAGroupComeFirst()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(characters(pane, 46), lines(pane, 30));
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    Lock lock = samples::renewed(now());
    pane.showLock(shared(lock));
    const auto *copies = pane.findChild<CopiesView *>();
    const auto *holders = pane.findChild<HoldersView *>();
    const auto top = [&pane](const QWidget *widget) { return widget->mapTo(&pane, QPoint()).y(); };
    QTRY_VERIFY(holders->isVisible() && !copies->isVisible());
    LockExtras extras;
    for (int node = 0; node < 5; ++node)
        extras.copies.push_back({.node = {"node-" + QByteArray::number(node)},
                                 .state = node < 2 ? CopyState::Held : CopyState::Missing,
                                 .owner = node < 2 ? samples::Orders : OwnerId()});
    extras.quorum = Quorum{.nodes = 5, .needed = 3, .agreeing = 2, .reachable = 5, .owners = 1};
    lock.extras = std::make_shared<const LockExtras>(extras);
    lock.verdict = {VerdictLevel::Warning, "no-quorum"};
    pane.showLock(shared(lock));
    QTRY_VERIFY(copies->isVisible() && top(copies) < top(holders));
    QTRY_VERIFY(top(copies) + copies->height() <= pane.height());
    QCOMPARE(copies->model()->rowCount(), 5);
    QVERIFY(copies->visualRect(copies->model()->index(4, 0)).bottom() <= copies->viewport()->height());
}

void TestDetailFacts::theButtonsStayWhereTheyAre()
{
    LockHeadline headline;
    headline.resize(characters(headline, 46), lines(headline, 20));
    headline.show();
    Lock lock = samples::renewed(now());
    static const std::vector<std::string_view> many{"Redisson", "a library", "another library",
                                                    "a third one"};
    const auto place = [&](const std::vector<std::string_view> &libraries) {
        lock.libraries = &libraries;
        headline.showLock(shared(lock), Kinds());
        QCoreApplication::processEvents();
        return headline.button(ActKind::ForceRelease)->pos();
    };
    static const std::vector<std::string_view> none;
    QCOMPARE(place(many), place(none));
}

// A lock was shown in an empty pane: the layout gave its facts one line each.
void TestDetailFacts::factsHaveAllTheirLines()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
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

void TestDetailFacts::theKindIsNamedAndExplained()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.showLock(shared(samples::renewed(now())));
    const auto *headline = pane.findChild<LockHeadline *>();
    QVERIFY(headline->kind().contains(Kinds().title(LockKind{"rlock"})));
    QVERIFY(headline->kind().contains(QStringLiteral("certainly a lock")));
    const auto texts = pane.findChildren<Prose *>();
    const auto alternatives = [&texts] {
        const auto shown = std::ranges::find_if(texts, [](const Prose *text) {
            return !text->isHidden() && text->text().startsWith(QLatin1String("May also be: "));
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
    QCOMPARE(alternatives(), QStringLiteral("May also be: %1").arg(Kinds().title(LockKind{"rlock"})));
    pane.showLock(shared(samples::stuck(now())));
    QVERIFY(alternatives().isEmpty());
    Lock turned = samples::stuck(now());
    turned.kind = LockKind{"token-lock"};
    pane.applyDelta(upsert(shared(turned)));
    QVERIFY(headline->kind().contains(Kinds().title(LockKind{"token-lock"})));
}

void TestDetailFacts::permitsAreShownWhereThereAreSome()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
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

void TestDetailFacts::longNamesAreNotCutOff()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(pane.minimumWidth(), 1200);
    pane.show();
    Lock lock = samples::renewed(now());
    const QByteArray name(150, 'n');
    lock.key = LockName{"lock:" + name};
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    pane.showLock(shared(lock));
    QVERIFY(asked.wait(30'000));
    LockDetail detail = samples::detail(lock, {});
    detail.explanation = {
        QStringLiteral("Somebody waits on channel__%1, which is long").arg(QLatin1String(name))};
    detail.sameOwner = {LockName{"other:" + name}};
    emit bridge.inspected(asked.last().at(0).toULongLong(), detail);
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

void TestDetailFacts::theQueueTellsWhoIsAlive()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
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

void TestDetailFacts::whoGoesOnIsToldWhereClientsWait()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.resize(500, 1200);
    pane.show();
    QSignalSpy asked(&bridge, &EngineBridge::inspectWanted);
    const auto look = [&](const Lock &lock, const LockDetail &detail) {
        const qsizetype before = asked.size();
        pane.showLock(shared(lock));
        QTRY_VERIFY(asked.size() > before);
        emit bridge.inspected(asked.last().at(0).toULongLong(), detail);
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
    emit bridge.tableChanged({});
    pane.applyDelta({.removed = {lock.key}});
    QCOMPARE(told(), QString());
    // Of clients that may poll there is nothing to tell.
    const Lock polled = samples::stuck(now());
    detail = samples::detail(polled, {});
    detail.effect->holds.clear();
    look(polled, detail);
    QCOMPARE(told(), QString());
}

void TestDetailFacts::aQueueThatCouldNotBeReadIsUnknown()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    pane.show();
    Lock lock = samples::stuck(now());
    lock.waiters = {.areUnread = true};
    pane.showLock(shared(lock));
    const auto *facts = pane.findChild<LockFacts *>();
    QCOMPARE(facts->value(LockFact::Waiters), QStringLiteral("unknown: the queue could not be read"));
    lock.waiters.subscribed = 2;
    pane.showLock(shared(lock));
    const QString more = facts->value(LockFact::Waiters);
    QVERIFY2(more.startsWith(u'2') &&
                 more.endsWith(QStringLiteral("maybe more in the queue, which could not be read")),
             qPrintable(more));
}

void TestDetailFacts::tokensAndCountsHaveTheirLines()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
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

// The TTL of a holder ran on that only nodes had which did not answer any more.
void TestDetailFacts::aHolderSeenOnlyOnSilentNodesIsLastKnown()
{
    EngineBridge bridge;
    DetailPane pane(bridge);
    const Instant at = now();
    Lock lock = samples::renewed(at);
    lock.readAt = at - 5s;
    lock.expiresAt = at + 20s;
    LockExtras extras;
    extras.quorum = Quorum{.nodes = 5, .needed = 3, .agreeing = 0, .reachable = 2};
    lock.extras = std::make_shared<const LockExtras>(extras);
    pane.showLock(shared(lock));
    const auto *facts = pane.findChild<LockFacts *>();
    QCOMPARE(facts->value(LockFact::TimeToLive), QStringLiteral("25.0 s when it was last read"));
    const auto titles = [&pane] {
        QStringList all;
        for (const QToolButton *button : pane.findChildren<QToolButton *>())
            all << button->text();
        return all;
    };
    QVERIFY2(titles().contains(QStringLiteral("Holder, last known")), qPrintable(titles().join(u'|')));
    extras.quorum->agreeing = 3;
    lock.extras = std::make_shared<const LockExtras>(extras);
    pane.showLock(shared(lock));
    QVERIFY2(titles().contains(QStringLiteral("Holder")), qPrintable(titles().join(u'|')));
}

LOCKSCOPE_UI_TEST(TestDetailFacts)

} // namespace tst_detailfacts

#include "tst_detailfacts.moc"
