// SPDX-License-Identifier: GPL-3.0-or-later
// The Overview page: figures of synthetic tallies, their accuracy, the effect of clicks, and the cost.

#include "core/engine/filter/lockfilter.h"
#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/contentionmodel.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/figurecard.h"
#include "ui/contention/holdhistogram.h"
#include "ui/contention/overviewpage.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"
#include "ui/theme/language.h"
#include "ui/widgets/linklist.h"

#include <QAbstractItemModelTester>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

#include <cmath>

namespace tst_overviewpage
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// A page with a fixed clock, and a history played by the test.
struct Page {
    const WallTime now{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h + 4min};
    HistoryBridge bridge{};
    OverviewPage page{bridge, [this] { return now; }};
    QSignalSpy asked{&bridge, &HistoryBridge::talliesWanted};
    QSignalSpy askedLocks{&bridge, &HistoryBridge::contentionWanted};

    void answer(const std::vector<Tally> &tallies)
    {
        emit bridge.talliesReady(asked.last().at(0).toULongLong(), tallies);
    }
    void answerLocks(const std::vector<Contention> &locks)
    {
        emit bridge.contentionReady(askedLocks.last().at(0).toULongLong(), locks);
    }
};

} // namespace

class tst_OverviewPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void figuresAreThoseOfTheLastSecond()
    {
        Page p;
        p.page.show();
        QCOMPARE(p.asked.count(), 1);
        p.answer(samples::seconds(p.now - 300s, 300));
        QTRY_COMPARE(p.page.card(Curve::Held).value(),
                     QString::number(samples::second(p.now, 299).totals.held));
        const auto rate = [&p](qint64 Tally::*figure) { // Of the last half minute
            qint64 sum = 0;
            for (int i = 270; i < 300; ++i)
                sum += samples::second(p.now - 300s, i).*figure;
            return curveText(Curve::Acquired, double(sum) / 30);
        };
        QCOMPARE(p.page.card(Curve::Acquired).value(), rate(&Tally::acquired));
        QCOMPARE(p.page.card(Curve::Released).value(), rate(&Tally::released));
        QCOMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("1"));
        QCOMPARE(p.page.card(VerdictLevel::Warning).value(), QStringLiteral("5"));
        HoldLengths all;
        for (int n = 0; n < 300; ++n)
            all.add(samples::second(p.now - 300s, n).holds);
        QCOMPARE(p.page.card(Curve::HoldNinety).value(), text::duration(*all.percentile(0.9)));
        QVERIFY(p.page.card(Curve::Held).mark().isEmpty());
    }

    // The list, the cards, the plots and the histogram say the same of one name.
    void figuresOfOneNameAgree()
    {
        Page p;
        p.page.show();
        const std::vector<Tally> tallies = samples::seconds(p.now - 300s, 300);
        p.answer(tallies);
        TimeWindow window([&p] { return p.now; });
        ContentionPage contention(p.bridge, window);
        contention.show();
        p.answer(tallies);
        LockTotals now{.locks = 150, .held = 4711, .waiters = 5, .countable = 1, .levels = {100, 33, 10, 7}};
        p.page.showNow(now);
        contention.showNow(now);
        QCOMPARE(p.page.card(Curve::Held).value(), text::number(4711)); // At once
        QCOMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("5"));
        QCOMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("7"));
        QTRY_VERIFY(contention.histogram().title().contains(QStringLiteral("p99")));
        QCOMPARE(contention.plots().figureOf(Curve::Held), text::number(4711));
        QTRY_VERIFY(p.page.card(Curve::HoldNinetyNine).value() != QStringLiteral("—"));
        for (const Curve curve : {Curve::HoldMedian, Curve::HoldNinety, Curve::HoldNinetyNine}) {
            const QString figure = p.page.card(curve).value();
            QCOMPARE(contention.plots().figureOf(curve), figure);
            QTRY_VERIFY2(contention.histogram().title().contains(figure), qPrintable(figure));
        }
        QCOMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("5")); // Also after it was drawn
        QVERIFY(contention.plots().figureOf(Curve::Waiters).endsWith(u'5'));
        now.uncertain = 1; // more may wait
        p.page.showNow(now);
        contention.showNow(now);
        QCOMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("≥ 5"));
        QCOMPARE(contention.plots().figureOf(Curve::Waiters), QStringLiteral("≥ 5"));
        now.countable = 0; // their clients poll
        p.page.showNow(now);
        contention.showNow(now);
        QTRY_COMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("—"));
        QCOMPARE(contention.plots().figureOf(Curve::Waiters), QStringLiteral("—"));
        QCOMPARE(p.page.card(Curve::Held).value(), text::number(4711)); // Also after it was drawn
        now.undecided = 2;                                              // in a RedLock group without a quorum
        p.page.showNow(now);
        contention.showNow(now);
        QCOMPARE(p.page.card(Curve::Held).value(), text::heldCount(4711, 2));
        QCOMPARE(contention.plots().figureOf(Curve::Held), text::heldCount(4711, 2));
        QVERIFY(p.page.card(Curve::HoldNinetyNine)
                    .toolTip()
                    .contains(QStringLiteral("last 5 min"))); // Of which time
    }

    void theThreeWorstLocksAreNamed()
    {
        Page p;
        QSignalSpy askedCosts(&p.bridge, &HistoryBridge::costsWanted);
        p.page.show();
        QVERIFY(!p.page.worst().isVisible());
        p.answer(samples::seconds(p.now - 300s, 300));
        emit p.bridge.costsReady(askedCosts.last().at(0).toULongLong(),
                                 samples::costs({p.now - 300s, p.now}, 5));
        QVERIFY(p.page.worst().isVisible());
        const QString worst = p.page.worst().text();
        QCOMPARE(worst.count(QStringLiteral("<a ")), 3);
        QVERIFY(worst.contains(text::key(samples::lockName(4))));
        QVERIFY(worst.contains(text::key(samples::lockName(2))));
        QVERIFY(worst.contains(text::duration(50s)));
        QVERIFY(!worst.contains(text::key(samples::lockName(1))));
        QSignalSpy wanted(&p.page, &OverviewPage::lockWanted);
        emit p.page.worst().linkActivated(QStringLiteral("0"));
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(4));
    }

    void percentilesNeedEnoughHolds()
    {
        const auto tallies = [](int count, int holds) {
            std::deque<Tally> all;
            for (int i = 0; i < count; ++i) {
                Tally tally{.from = WallTime(std::chrono::seconds(i))};
                for (int hold = 0; hold < holds; ++hold)
                    tally.holds.add(100ms);
                all.push_back(tally);
            }
            return all;
        };
        const auto value = [](const std::deque<Tally> &all) {
            return valueAt(Curve::HoldNinety, all, all.size() - 1);
        };
        const auto over = [](const std::deque<Tally> &all) {
            return valueOver(Curve::HoldNinety, all, {.to = WallTime(1h)});
        };
        for (const auto &[count, holds, known] :
             {std::tuple(29, 1, false), std::tuple(30, 1, true), std::tuple(1, 29, false),
              std::tuple(1, 30, true), std::tuple(400, 0, false)}) {
            const std::deque<Tally> all = tallies(count, holds);
            QCOMPARE(!std::isnan(value(all)), known);
            QCOMPARE(!std::isnan(over(all)), known);
        }
        QCOMPARE(curveText(Curve::HoldNinety, value(tallies(3, 2))), QStringLiteral("—"));
        const std::deque<Tally> busy = tallies(1, 99);
        QVERIFY(!std::isnan(valueOver(Curve::HoldNinety, busy, {.to = WallTime(1h)})));
        QVERIFY(std::isnan(valueOver(Curve::HoldNinetyNine, busy, {.to = WallTime(1h)})));
        std::deque<Tally> before = tallies(30, 1); // a value is of a time near it
        for (const size_t later : {MostBefore - 29, MostBefore - 28}) {
            std::deque<Tally> all = before;
            for (size_t i = 0; i < later; ++i)
                all.push_back({.from = WallTime(1min)});
            QCOMPARE(std::isnan(value(all)), later > MostBefore - 29);
        }
        std::deque<Tally> gap = tallies(40, 1);
        gap[20].blind = true; // What was not seen makes no rhythm
        QVERIFY(std::isnan(value(gap)));
    }

    void theNextSecondComesWithoutAQuestion()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        Tally next = samples::second(p.now, 0);
        next.totals.held = 4711;
        emit p.bridge.tallied(next);
        QTRY_COMPARE(p.page.card(Curve::Held).value(), text::number(4711));
        QCOMPARE(p.asked.count(), 1);
    }

    // What happens every ten seconds is no 0, and no 1.
    void aRateIsOfTheLastHalfMinute()
    {
        std::deque<Tally> tallies;
        for (int i = 0; i < 90; ++i)
            tallies.push_back({.from = WallTime(std::chrono::seconds(i)),
                               .acquired = i < 60    ? 7
                                           : i == 89 ? 5
                                                     : 0,
                               .renewed = i % 10 == 3 ? 3 : 0});
        const auto shown = [&](Curve curve) {
            return curveText(curve, valueOver(curve, tallies, {.to = WallTime(1h)}));
        };
        QCOMPARE(curveText(Curve::Acquired, 1.0 / 30), QStringLiteral("0.03")); // Not none
        QCOMPARE(shown(Curve::Renewed), QStringLiteral("0.3"));
        QCOMPARE(shown(Curve::Acquired), QStringLiteral("0.2"));
        tallies[87].blind = true; // What was not seen is not averaged
        QCOMPARE(shown(Curve::Acquired), QStringLiteral("2.5"));
    }

    // Also after a time of waiting.
    void withoutLocksThereIsNoWait()
    {
        std::deque<Tally> tallies{{.acquired = 1, .totals = {.held = 1, .waiters = 3}, .waiterSeconds = 660}};
        QVERIFY(!std::isnan(valueOver(Curve::WaitEstimate, tallies, {.to = WallTime(1h)})));
        tallies.push_back({.from = WallTime(1s)});
        QVERIFY(std::isnan(valueOver(Curve::WaitEstimate, tallies, {.to = WallTime(1h)})));
    }

    // The acquisitions of one lock say nothing about the wait for another.
    void theWaitIsThatOfOneLock()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        const FigureCard &card = p.page.card(Curve::WaitEstimate);
        QCOMPARE(card.value(), QStringLiteral("—"));
        std::vector<Contention> locks = samples::contended(2);
        p.answerLocks(locks);
        QTRY_COMPARE(card.value(), text::duration(*locks[0].waitEstimate()));
        QCOMPARE(card.mark(), sampledMark());
        QVERIFY(card.toolTip().contains(text::key(locks[0].key)));
        locks[1].acquired = 0; // Its waiters wait for a lock without an expiry
        QTRY_COMPARE(p.askedLocks.count(), 2);
        p.answerLocks(locks);
        QTRY_COMPARE(card.value(), QStringLiteral("—"));
        QCOMPARE(card.mark(), QStringLiteral("unknown"));
        QVERIFY2(card.toolTip().contains(text::key(locks[1].key) +
                                         QStringLiteral(" had waiters and was not acquired")),
                 qPrintable(card.toolTip()));
        locks[1].acquired = 400;
        QTRY_COMPARE(p.askedLocks.count(), 3);
        p.answerLocks(locks);
        QTRY_COMPARE(card.value(), text::duration(*locks[0].waitEstimate()));
        p.page.showNow({.locks = 2, .held = 2, .waiters = 4, .countable = 2}, true); // The server is lost
        QTRY_COMPARE(card.mark(), QStringLiteral("unknown"));
        QVERIFY(card.toolTip().contains(QStringLiteral("No connection")));
    }

    void noFigureIsCut()
    {
        Page p;
        p.page.resize(1400, 800);
        p.page.show();
        const QTreeView &table = p.page.table();
        const int margin = 2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
        const QString longest = QStringLiteral("≈ ") + text::duration(59min + 59s);
        QVERIFY(table.columnWidth(ContentionModel::WaitColumn) >=
                table.fontMetrics().horizontalAdvance(longest) + margin);
        QCOMPARE(table.textElideMode(), Qt::ElideRight); // Names alone are cut in the middle
    }

    void aLostServerIsToldOfAtOnce()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        const LockTotals now{.locks = 150, .held = 4711, .countable = 1, .levels = {100, 33, 10, 7}};
        p.page.showNow(now);
        QTRY_COMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("7"));
        p.page.showNow(now, true);
        QCOMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("—"));
        // As above the list
        QCOMPARE(p.page.card(VerdictLevel::Critical).mark(), QStringLiteral("unknown, was 7"));
        QCOMPARE(p.page.card(Curve::Held).value(), QStringLiteral("—"));
        QCOMPARE(p.page.card(Curve::Held).mark(), QStringLiteral("unknown, was ") + text::number(4711));
        QCOMPARE(p.page.card(Curve::Acquired).mark(), QStringLiteral("unknown"));
        QCOMPARE(p.page.card(Curve::Acquired).value(), QStringLiteral("—"));
        p.page.showNow(now);
        QCOMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("7"));
        QVERIFY(p.page.card(VerdictLevel::Critical).mark().isEmpty());
    }

    void sampledAndBlindAreTold()
    {
        Page p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(p.now - 300s, 300);
        tallies.back().sampled = true;
        p.answer(tallies);
        QTRY_COMPARE(p.page.card(Curve::Acquired).mark(), sampledMark());
        QVERIFY(p.page.card(Curve::Acquired).toolTip().contains(whySampled()));
        // From the minute it belongs to
        QVERIFY(p.page.card(Curve::HoldMedian).mark().contains(sampledMark()));
        Tally blind = samples::second(p.now, 0);
        blind.blind = true;
        emit p.bridge.tallied(blind);
        QTRY_COMPARE(p.page.card(Curve::Held).mark(),
                     QStringLiteral("unknown, was ") + text::number(blind.totals.held));
        for (const Curve unseen : {Curve::Acquired, Curve::Released, Curve::Renewed, Curve::Waiters})
            QCOMPARE(p.page.card(unseen).value(), QStringLiteral("—"));
        // A lost server's locks count as harmless.
        QCOMPARE(p.page.card(VerdictLevel::Critical).value(), QStringLiteral("—"));
        QCOMPARE(p.page.card(VerdictLevel::Critical).mark(), QStringLiteral("unknown"));
    }

    void eachFigureOpensAListThatTheFilterUnderstands()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        QSignalSpy wanted(&p.page, &OverviewPage::filterWanted);
        for (size_t i = 0; i < CurveCount; ++i)
            p.page.card(Curve(i)).click();
        for (const VerdictLevel level :
             {VerdictLevel::Ok, VerdictLevel::Info, VerdictLevel::Warning, VerdictLevel::Critical})
            p.page.card(level).click();
        QCOMPARE(wanted.count(), int(CurveCount) + 4);
        for (const QList<QVariant> &call : wanted) {
            const QString text = call.at(0).toString();
            const auto filter = LockFilter::parse(text);
            QVERIFY2(filter.ok() && !filter->isEmpty(), qPrintable(text));
        }
        QCOMPARE(wanted.at(int(Curve::Waiters)).at(0).toString(), QStringLiteral("waiters>0"));
        QCOMPARE(wanted.last().at(0).toString(), QStringLiteral("verdict:critical"));
        QVERIFY(wanted.at(int(Curve::HoldNinetyNine)).at(0).toString().startsWith(QStringLiteral("held>")));
    }

    void theFiltersFindWhatTheFiguresCount()
    {
        const Instant at = now();
        Lock held{.heldSince = at - 20s};
        held.holders.append(Holder{.id = OwnerId{"a"}});
        Lock free{.heldSince = at - 20s};
        const auto finds = [at](const char *filter, const Lock &lock) {
            return LockFilter::parse(QString::fromLatin1(filter))->matches(lock, at);
        };
        QVERIFY(finds("count>0", held));
        QVERIFY(!finds("count>0", free));
        QVERIFY(finds("count:0", free));
        QVERIFY(!finds("count:0", held));
        QVERIFY(!finds("held<5s", held));
    }

    void locksInDemandAreListedAndChosen()
    {
        Page p;
        QAbstractItemModelTester tester(p.page.table().model());
        p.page.resize(1200, 320);
        p.page.show();
        QCOMPARE(p.askedLocks.count(), 1);
        p.answerLocks(samples::contended(5));
        QCOMPARE(p.page.table().model()->rowCount(), 5);
        QCOMPARE(p.page.table().contention().lockAt(0), samples::lockName(0));
        const QAbstractItemModel &model = *p.page.table().model();
        QCOMPARE(model.index(0, ContentionModel::AcquiredColumn).data().toString(), QStringLiteral("400"));
        QCOMPARE(model.index(1, ContentionModel::AcquiredColumn).data().toString(), QStringLiteral("≈ 393"));
        QCOMPARE(model.index(0, ContentionModel::WaitersColumn).data().toString(), QStringLiteral("≈ 12"));
        QCOMPARE(model.headerData(ContentionModel::WaitersColumn, Qt::Horizontal).toString(),
                 QStringLiteral("Most waiters")); // Not of now, as in the list
        QVERIFY(
            model.index(0, ContentionModel::WaitColumn).data().toString().startsWith(QStringLiteral("≈")));
        QSignalSpy wanted(&p.page, &OverviewPage::lockWanted);
        const QRect row = p.page.table().visualRect(model.index(2, 0));
        QTest::mouseClick(p.page.table().viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(wanted.count() >= 1);
        QCOMPARE(wanted.first().at(0).value<LockName>(), samples::lockName(2));
    }

    void aShareIsOfTheTimeThatIsKnown()
    {
        Page p;
        p.page.show();
        std::vector<Contention> locks = samples::contended(1);
        locks[0].heldFor = 30s;
        locks[0].over = {p.now - 60s, p.now}; // The known part of a window of five minutes
        p.answerLocks(locks);
        const QAbstractItemModel &model = *p.page.table().model();
        QCOMPARE(model.index(0, ContentionModel::HeldColumn).data().toString(), QStringLiteral("50%"));
    }

    void theSameLocksAreNoReset()
    {
        Page p;
        p.page.show();
        p.answerLocks(samples::contended(5));
        QSignalSpy reset(p.page.table().model(), &QAbstractItemModel::modelReset);
        p.page.table().setCurrentIndex(p.page.table().model()->index(3, 0));
        QTRY_VERIFY(p.askedLocks.count() >= 2);
        std::vector<Contention> next = samples::contended(5);
        next[3].mostWaiters = 77;
        p.answerLocks(next);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(
            p.page.table().currentIndex().siblingAtColumn(ContentionModel::WaitersColumn).data().toString(),
            QStringLiteral("≈ 77"));
    }

    void aHiddenPageAsksAndDrawsNothing()
    {
        Page p;
        emit p.bridge.tallied(samples::second(p.now, 0));
        emit p.bridge.opened();
        QCOMPARE(p.asked.count(), 0);
        QCOMPARE(p.askedLocks.count(), 0);
        QVERIFY(!p.page.feed().isWanted() && !p.page.table().isWanted() && !p.page.pace().isWanted());
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        QVERIFY(p.page.table().isWanted() && p.page.pace().isWanted());
        p.page.hide();
        const int asked = p.asked.count();
        const int drawn = p.page.pace().drawn();
        QTRY_VERIFY(!p.page.pace().isWanted());
        QCOMPARE(p.page.pace().drawn(), drawn); // A redraw was due, but the page is hidden
        emit p.bridge.tallied(samples::second(p.now, 0));
        emit p.bridge.opened();
        QVERIFY(!p.page.feed().isWanted() && !p.page.table().isWanted() && !p.page.pace().isWanted());
        QCOMPARE(p.asked.count(), asked);
    }

    void allFiguresFitALowPanel()
    {
        Page p;
        p.page.resize(1280, p.page.fontMetrics().height() * 13);
        p.page.show();
        QTRY_COMPARE(p.page.findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
        const FigureCard &last = p.page.card(VerdictLevel::Ok);
        QVERIFY(p.page.rect().contains(QRect(last.mapTo(&p.page, QPoint()), last.size())));
    }

    void aBurstIsDrawnOnce()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        QTRY_VERIFY(!p.page.card(Curve::Held).value().startsWith(u'—'));
        const int drawn = p.page.pace().drawn();
        for (int n = 0; n < 1000; ++n)
            emit p.bridge.tallied(samples::second(p.now, n));
        QTRY_COMPARE(p.page.pace().drawn(), drawn + 1);
    }

    void anotherConnectionBeginsAnew()
    {
        Page p;
        p.page.show();
        p.answer(samples::seconds(p.now - 300s, 300));
        QTRY_VERIFY(!p.page.card(Curve::Held).value().startsWith(u'—'));
        emit p.bridge.opened();
        QTRY_COMPARE(p.page.card(Curve::Held).value(), QStringLiteral("—"));
        QTRY_COMPARE(p.asked.count(), 2);
    }
};

LOCKSCOPE_UI_TEST(tst_OverviewPage)

} // namespace tst_overviewpage

#include "tst_overviewpage.moc"
