// SPDX-License-Identifier: GPL-3.0-or-later
// The Contention page and the time window that its plots share: queries, drawing, exported files.

#include "core/history/causes/causesdocument.h"
#include "core/history/causes/causestext.h"
#include "core/history/orders/ordersdocument.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/pictures.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/causes/changelist.h"
#include "ui/contention/causes/costtable.h"
#include "ui/contention/causes/orderlist.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <numeric>

namespace tst_contentionpage
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h + 4min};

struct Page {
    WallTime now = Start;
    HistoryBridge link{};
    TimeWindow window{[this] { return now; }};
    ContentionPage page{link, window};
    QSignalSpy asked{&link, &HistoryBridge::talliesWanted};
    QSignalSpy askedLocks{&link, &HistoryBridge::contentionWanted};
    QSignalSpy askedHolds{&link, &HistoryBridge::holdsWanted};
    QSignalSpy askedCosts{&link, &HistoryBridge::costsWanted};
    QSignalSpy askedChanges{&link, &HistoryBridge::changesWanted};
    QSignalSpy askedOrders{&link, &HistoryBridge::ordersWanted};

    HistoryRange askedRange() const { return asked.last().at(1).value<HistoryRange>(); }
    milliseconds askedStep() const { return asked.last().at(2).value<milliseconds>(); }
    // Answers like a history.
    void answer()
    {
        emit link.talliesReady(asked.last().at(0).toULongLong(), samples::tallies(askedRange(), askedStep()));
    }
    void together() { page.scope().setView(ContentionScope::AllTogether); }
    // The most contended locks, and what happened to them.
    void answerLocks(int count)
    {
        emit link.contentionReady(askedLocks.last().at(0).toULongLong(), samples::contended(count));
        answerHolds();
    }
    void answerLocks(const std::vector<int> &order)
    {
        std::vector<Contention> locks;
        for (const int n : order)
            locks.push_back({.key = samples::lockName(n), .acquired = 3});
        emit link.contentionReady(askedLocks.last().at(0).toULongLong(), locks);
    }
    WaitingCosts answerCosts(int locks)
    {
        const WaitingCosts costs = samples::costs(window.range(), locks);
        emit link.costsReady(askedCosts.last().at(0).toULongLong(), costs);
        return costs;
    }
    OrdersAnswer answerOrders(bool both)
    {
        LockOrders orders;
        const auto note = [&](int first, int second, const char *owner, milliseconds ago) {
            orders.note(
                {samples::lockName(first), samples::lockName(second), {owner}, {"a:6379"}, 0, now - ago});
        };
        for (int times = 12; times > 0; --times)
            note(0, 1, "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:61", times * 1min);
        if (both)
            note(1, 0, "8743c9c0-0795-4907-87fd-6c719a6b4586:57", 30s);
        emit link.ordersReady(askedOrders.last().at(0).toULongLong(), orders.answer());
        return orders.answer();
    }
    QString cell(int row, int column) { return page.table().model()->index(row, column).data().toString(); }
    std::vector<LockName> askedKeys() const { return askedHolds.last().at(1).value<HoldsQuery>().keys; }
    void answerHolds()
    {
        HoldsAnswer holds = samples::holds(now, 12);
        holds.since = now - 1h;
        for (int n = 0; n < 12; ++n)
            holds.waiters.push_back({samples::lockName(n), now - 200s, 12 - n});
        emit link.holdsReady(askedHolds.last().at(0).toULongLong(), holds);
    }
    std::vector<LockName> lockPlots()
    {
        std::vector<LockName> keys;
        for (const ContentionCell &cell : page.plots().cells())
            keys.push_back(cell.key);
        return keys;
    }
    bool isAtRest() // It neither queries nor draws by itself
    {
        return !page.feed().isWanted() && !page.table().isWanted() && !page.causes().feed().isWanted() &&
               !page.causes().changes().isWanted() && !page.causes().orders().isWanted() &&
               !page.plots().pace().isWanted();
    }
    void drawn()
    {
        const int before = page.plots().pace().drawn();
        QTRY_VERIFY(page.plots().pace().drawn() > before);
    }
};

} // namespace

class tst_ContentionPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theWindowFollowsAndStandsStill()
    {
        WallTime now = Start;
        TimeWindow window([&now] { return now; });
        QSignalSpy changed(&window, &TimeWindow::changed);
        now += 10s;
        QCOMPARE(window.range().to, now);
        QCOMPARE(window.range().from, now - 5min);
        QCOMPARE(changed.count(), 0); // The passing of time emits nothing
        window.pause();
        now += 10s;
        QCOMPARE(window.range().to, now - 10s);
        window.goLive();
        QCOMPARE(window.range().to, now);
        QCOMPARE(changed.count(), 2);
    }

    void zoomKeepsWhatIsUnderTheMouse()
    {
        WallTime now = Start;
        TimeWindow window([&now] { return now; });
        window.zoom(0.5, axisSeconds(now - 200s)); // Live: the end stays
        QCOMPARE(window.span(), milliseconds(150s));
        QVERIFY(window.isLive());
        window.pause();
        const double at = axisSeconds(now - 100s);
        window.zoom(0.5, at);
        const HistoryRange range = window.range();
        QCOMPARE(window.span(), milliseconds(75s));
        QVERIFY(std::abs((axisSeconds(range.to) - at) / 75.0 - 100.0 / 150.0) < 0.001);
        window.zoom(1e-9, at);
        QCOMPARE(window.span(), TimeWindow::Shortest);
        window.zoom(1e12, at);
        QCOMPARE(window.span(), TimeWindow::Longest);
        QVERIFY(window.range().to <= now);
    }

    void panningStopsAndEndsAtNow()
    {
        WallTime now = Start;
        TimeWindow window([&now] { return now; });
        window.pan(50);
        QVERIFY(window.isLive()); // There is nothing later
        window.pan(-60);
        QVERIFY(!window.isLive());
        QCOMPARE(window.range().to, now - 60s);
        window.pan(1000);
        QCOMPARE(window.range().to, now);
    }

    void aWideWindowIsAskedInFewPoints()
    {
        for (const milliseconds span :
             {milliseconds(1min), milliseconds(1h), milliseconds(24h), milliseconds(24h * 365)})
            QVERIFY2(span / tallyStep(span) <= 2000, qPrintable(durationText(span)));
        QCOMPARE(tallyStep(5min), milliseconds(1s));
        Page p;
        p.window.setSpan(6h);
        p.page.show();
        QVERIFY((p.askedRange().to - p.askedRange().from) / p.askedStep() <= 2000);
    }

    void followingCostsOneQuestion()
    {
        Page p;
        p.page.show();
        QCOMPARE(p.asked.count(), 1);
        p.answer();
        for (int n = 0; n < 400; ++n) {
            p.now += 1s;
            emit p.link.tallied(samples::second(Start, n));
        }
        p.drawn();
        QCOMPARE(p.asked.count(), 1);
        const Tally last = samples::second(Start, 399);
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QString::number(last.acquired));
    }

    void aSecondIsPutToTheLongerTimeItIsPartOf()
    {
        Page p;
        p.window.setSpan(6h);
        p.page.show();
        const milliseconds step = p.askedStep();
        QVERIFY(step > 1s);
        emit p.link.talliesReady(p.asked.last().at(0).toULongLong(), {});
        for (int n = 0; n < int(step / 1s); ++n)
            emit p.link.tallied(Tally{.from = Start - step + n * 1s, .acquired = 3});
        p.drawn();
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QStringLiteral("3")); // Per second, over all of it
        QTemporaryDir folder;
        VERIFY_OK(p.page.plots().save(folder.filePath(QStringLiteral("f.csv"))));
        QCOMPARE(test::csvOf(folder.filePath(QStringLiteral("f.csv"))).size(), 2);
    }

    void zoomingAsksOnceWhenTheHandIsDone()
    {
        Page p;
        p.page.show();
        p.answer();
        for (int i = 0; i < 20; ++i)
            p.window.zoom(1.3, axisSeconds(p.now));
        QTRY_COMPARE(p.asked.count(), 2);
        QVERIFY(p.askedRange().from <= p.window.range().from);
        p.answer();
        p.window.pan(-1); // Within the loaded range
        QVERIFY(!p.page.feed().isWanted());
        p.window.pan(-axisSeconds(p.now) / 1e3);
        QTRY_COMPARE(p.asked.count(), 3);
    }

    void aLateAnswerIsDropped()
    {
        Page p;
        p.page.show();
        const quint64 first = p.asked.last().at(0).toULongLong();
        p.window.setSpan(1h);
        QTRY_COMPARE(p.asked.count(), 2);
        emit p.link.talliesReady(first, samples::seconds(Start - 300s, 300));
        QVERIFY(!p.page.feed().isKnown());
        QCOMPARE(p.page.plots().figureOf(Curve::Held), QStringLiteral("–"));
        p.answer();
        QTRY_VERIFY(p.page.plots().figureOf(Curve::Held) != QStringLiteral("–"));
    }

    void figuresUnderTheMouse()
    {
        Page p;
        p.page.show();
        p.answer();
        p.drawn();
        const HistoryRange range = p.askedRange();
        const Tally third = samples::second(range.from, 2);
        p.page.plots().hover(axisSeconds(range.from) + 2.5);
        QCOMPARE(p.page.plots().figureOf(Curve::Held), QString::number(third.totals.held));
        QCOMPARE(p.page.plots().figureOf(Curve::HoldMedian), text::duration(*third.holds.percentile(0.5)));
        QVERIFY(p.page.bar().text().contains(QStringLiteral("exact")));
        p.page.plots().hover({});
        QVERIFY(p.page.bar().text().contains(QStringLiteral("the last")));
    }

    void keysTellTheFiguresOfAMoment()
    {
        Page p;
        p.page.show();
        p.answer();
        p.drawn();
        ContentionPlots &plots = p.page.plots();
        const QString now = plots.figureOf(Curve::Held);
        p.page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&p.page));
        auto *plot = plots.findChild<QScrollArea *>()->widget();
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->rect().center());
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget *>(&plots));
        plots.hover({});
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&plots, Qt::Key_Left, Qt::ShiftModifier);
        QTest::keyClick(&plots, Qt::Key_Right);
        const QString then = text::dateAndTime(Start - 87s);
        QVERIFY2(p.page.bar().text().startsWith(then), qPrintable(p.page.bar().text()));
        for (int i = 0; i < 30; ++i)
            QTest::keyClick(&plots, Qt::Key_Left, Qt::ShiftModifier); // Stops at the edge of the range
        QVERIFY(p.page.bar().text().startsWith(text::dateAndTime(Start - 300s)));
        QTest::keyClick(&plots, Qt::Key_Escape);
        QVERIFY(p.page.bar().text().contains(QStringLiteral("the last")));
        QCOMPARE(plots.figureOf(Curve::Held), now);
    }

    void sampledAndBlindFigures()
    {
        Page p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 300s, 300);
        tallies[100].sampled = true;
        tallies[200].blind = true;
        emit p.link.talliesReady(p.asked.last().at(0).toULongLong(), tallies);
        p.drawn();
        p.page.plots().hover(axisSeconds(Start - 199500ms));
        QVERIFY(p.page.plots().figureOf(Curve::Acquired).startsWith(QStringLiteral("≈ ")));
        p.page.plots().hover(axisSeconds(Start - 99500ms));
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QStringLiteral("–"));
    }

    void theHistogramCountsTheHoldsInSight()
    {
        Page p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 400s, 400);
        emit p.link.talliesReady(p.asked.last().at(0).toULongLong(), tallies);
        QTRY_VERIFY(!p.page.histogram().bars().empty());
        const std::vector<qint64> bars = p.page.histogram().bars();
        QCOMPARE(std::accumulate(bars.begin(), bars.end(), qint64(0)), qint64(300 * 40));
        HoldHistogram &histogram = p.page.histogram();
        QStringList told;
        for (int x = 0; x < histogram.width(); ++x) {
            if (const QString text = histogram.textAt({x, histogram.height() / 3}); !told.contains(text))
                told << text;
        }
        told.removeAll(QString());
        QCOMPARE(told.size(), qsizetype(bars.size()));
        QVERIFY2(told[0].endsWith(QStringLiteral(": %1 hold").arg(bars[0]) +
                                  (bars[0] == 1 ? QString() : QStringLiteral("s"))),
                 qPrintable(told[0]));
        p.window.setSpan(1min);
        QTRY_VERIFY(p.page.histogram().bars() != bars);
    }

    void theEdgesOfTheHistogramDoNotTouch()
    {
        HoldLengths lengths;
        for (const milliseconds length : {7s, 12s, 30s, 119s, 250s, 500s, 881s})
            lengths.add(length);
        HoldHistogram histogram;
        histogram.setAttribute(Qt::WA_DontShowOnScreen);
        histogram.resize(200, 160);
        histogram.show();
        histogram.show(lengths, true);
        QTRY_VERIFY(!histogram.bars().empty());
        const auto widthOf = [&histogram](const QStringList &labels) {
            QFont small = histogram.font();
            small.setPointSizeF(small.pointSizeF() * 0.85);
            return QFontMetrics(small).horizontalAdvance(labels.join(u' '));
        };
        const auto fits = [&] {
            return !histogram.edges().isEmpty() && widthOf(histogram.edges()) < histogram.width();
        };
        QVERIFY2(fits(), qPrintable(histogram.edges().join(u'|')));
        const qsizetype few = histogram.edges().size();
        histogram.resize(1600, 160);
        QTRY_COMPARE(histogram.edges().size(), qsizetype(8)); // All labels
        QVERIFY(few < 8 && fits());
        for (const int width : {800, 400, 200}) {
            histogram.resize(width, 160);
            QTRY_VERIFY2(fits(), qPrintable(histogram.edges().join(u'|')));
        }
        QTRY_COMPARE(histogram.edges().size(), few);
    }

    void csvIsReadBack()
    {
        Page p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 300s, 300);
        tallies[0].sampled = true;
        tallies[1].blind = true;
        tallies[2].holds = {};
        emit p.link.talliesReady(p.asked.last().at(0).toULongLong(), tallies);
        QTemporaryDir folder;
        const QString fileName = folder.filePath(QStringLiteral("f.csv"));
        VERIFY_OK(p.page.plots().save(fileName));
        const QList<QByteArrayList> rows = test::csvOf(fileName);
        QCOMPARE(rows.size(), 301);
        const QByteArrayList &head = rows[0];
        for (const QByteArrayList &row : rows)
            QCOMPARE(row.size(), head.size());
        const auto cell = [&](int row, const char *name) { return rows[row][head.indexOf(name)]; };
        QCOMPARE(cell(1, "time"), QByteArray("2026-06-12T02:59:00.000Z"));
        QCOMPARE(cell(1, "sight"), QByteArray("sampled"));
        QCOMPARE(cell(2, "sight"), QByteArray("blind"));
        QCOMPARE(cell(3, "sight"), QByteArray("exact"));
        QVERIFY(cell(3, "hold_p90_ms").isEmpty());
        QCOMPARE(cell(3, "waiters_sight"), QByteArray("sampled")); // However changes are followed
        QCOMPARE(cell(300, "acquired").toLongLong(), tallies[299].acquired);
        QCOMPARE(cell(300, "held").toLongLong(), tallies[299].totals.held);
        QCOMPARE(cell(300, "hold_p99_ms").toLongLong(), tallies[299].holds.percentile(0.99)->count());
    }

    void picturesAreReadBack()
    {
        Page p;
        p.together();
        p.page.resize(1300, 400);
        p.page.show();
        p.answer();
        p.drawn();
        QTemporaryDir folder;
        const QString png = folder.filePath(QStringLiteral("f.png"));
        VERIFY_OK(p.page.plots().save(png));
        const QImage image(png);
        QVERIFY(image.width() > 1000 && image.height() > 400);
        const QString svg = folder.filePath(QStringLiteral("f.svg"));
        VERIFY_OK(p.page.plots().save(svg));
        QVERIFY(test::svgElements(svg) > 50);
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.png")).ok());
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.svg")).ok());
        QVERIFY(!p.page.plots().save(QStringLiteral("/proc/nowhere/f.csv")).ok());
        const Done unclear = p.page.plots().save(folder.filePath(QStringLiteral("f.gif")));
        QVERIFY(!unclear && unclear.failure().text.contains(QStringLiteral(".svg")));
    }

    void whereNobodyLookedNothingIsClaimed()
    {
        Page p;
        QSignalSpy askedHolds(&p.link, &HistoryBridge::holdsWanted);
        p.page.show();
        emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), {});
        QCOMPARE(askedHolds.count(), 1);
        const auto query = askedHolds.last().at(1).value<HoldsQuery>();
        QVERIFY(query.most == 0 && query.range.from == Start - 5min);
        const auto shown = [&](const HoldsAnswer &answer) {
            emit p.link.holdsReady(askedHolds.last().at(0).toULongLong(), answer);
            return p.page.table().why();
        };
        QVERIFY(shown({.since = Start - 1h}).startsWith(QStringLiteral("No lock was acquired")));
        QVERIFY(shown({.since = Start - 1h, .unseen = {{Start - 20min, Start}}})
                    .contains(QStringLiteral("Not observed")));
    }

    void eachPartIsExported()
    {
        Page p;
        p.page.resize(1300, 500);
        p.page.show();
        p.answer();
        const std::vector<Contention> locks = samples::contended(3);
        emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), locks);
        p.drawn();
        QTRY_VERIFY(!p.page.histogram().bars().empty());
        QTemporaryDir folder;
        const QList<QAction *> offers = p.page.exportButton()->menu()->actions();
        QCOMPARE(offers.size(), 4);
        const WaitingCosts costs = p.answerCosts(3);
        const auto save = [&](int offer, const QString &name) {
            offers[offer]->trigger();
            return test::chooseFile(p.page, folder.filePath(name));
        };
        for (const char *name : {"plots.png", "plots.svg", "plots.csv"})
            QVERIFY2(save(0, QString::fromLatin1(name)), name);
        for (const char *name : {"holds.png", "holds.svg", "holds.csv"})
            QVERIFY2(save(1, QString::fromLatin1(name)), name);
        QVERIFY(save(2, QStringLiteral("demand.csv")));
        QVERIFY(save(3, QStringLiteral("causes.csv")));
        QCOMPARE(test::contentOf(folder.filePath(QStringLiteral("causes.csv"))),
                 costsCsv(costs, CostBy::Lock));
        for (const char *name : {"plots.png", "holds.png"})
            QVERIFY2(QImage(folder.filePath(QString::fromLatin1(name))).width() > 300, name);
        for (const char *name : {"plots.svg", "holds.svg"})
            QVERIFY2(test::svgElements(folder.filePath(QString::fromLatin1(name))) > 10, name);
        const auto lengths = test::csvOf(folder.filePath(QStringLiteral("holds.csv")));
        qint64 counted = 0;
        for (const QByteArrayList &row : lengths.mid(1))
            counted += row[lengths[0].indexOf("holds")].toLongLong();
        const std::vector<qint64> bars = p.page.histogram().bars();
        QCOMPARE(counted, std::accumulate(bars.begin(), bars.end(), qint64(0)));
        const auto demand = test::csvOf(folder.filePath(QStringLiteral("demand.csv")));
        QCOMPARE(demand.size(), 4);
        // As shown: the one that caused most waiting first
        QCOMPARE(demand[1][demand[0].indexOf("key")], locks[2].key.bytes);
        QCOMPARE(demand[2][demand[0].indexOf("acquired")].toLongLong(), locks[1].acquired);
        QCOMPARE(demand[2][demand[0].indexOf("key")], locks[1].key.bytes);
    }

    void theMostContendedLocksHaveAPlotEach()
    {
        Page p;
        p.page.resize(1400, 500);
        p.page.show();
        p.answer();
        QCOMPARE(p.askedHolds.count(), 0); // No lock is known yet
        p.answerLocks(12);
        QCOMPARE(p.askedKeys().size(), ContentionPage::MostPlots);
        QCOMPARE(p.lockPlots(), p.askedKeys());
        QCOMPARE(p.lockPlots().front(), samples::lockName(0));
        p.drawn();
        const ContentionPlots &plots = p.page.plots();
        for (int n = 0; n < int(ContentionPage::MostPlots); ++n) {
            QCOMPARE(plots.figureOf(Curve::Waiters, samples::lockName(n)),
                     QStringLiteral("≈ %1").arg(12 - n));
            QCOMPARE(plots.scaleOf(size_t(n)), plots.scaleOf(0)); // Comparable at a glance
        }
        QVERIFY(plots.scaleOf(0) > 12);
        QVERIFY2(plots.accessibleName().startsWith(text::key(samples::lockName(0))),
                 qPrintable(plots.accessibleName()));
        QVERIFY(plots.accessibleName().endsWith(QStringLiteral("Waiters")));
    }

    void aLockKeepsItsPlaceAmongThePlots()
    {
        Page p;
        p.page.show();
        p.answer();
        p.answerLocks({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        const std::vector<LockName> first = p.lockPlots();
        emit p.link.opened();
        p.answerLocks({9, 7, 0, 3, 2, 1, 5, 6, 4}); // 4 is now the ninth
        std::vector<LockName> expected = first;
        expected[4] = samples::lockName(9);
        QCOMPARE(p.lockPlots(), expected);
    }

    void aClickOnALockPlotsOnlyIt()
    {
        Page p;
        p.page.resize(1400, 500);
        p.page.show();
        p.answer();
        p.answerLocks(12);
        p.drawn();
        const LockName third = samples::lockName(2);
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        auto *plot = p.page.plots().findChild<QScrollArea *>()->widget();
        QTest::mouseClick(plot, Qt::LeftButton, {}, p.page.plots().pointOf(2));
        QCOMPARE(p.page.table().chosen(), std::vector{third});
        QCOMPARE(p.page.table().selectionModel()->selectedRows().size(), 1);
        QCOMPARE(p.lockPlots(), std::vector<LockName>(6, third)); // All figures
        QVERIFY(p.page.scope().backButton()->isVisible() && !p.page.scope().views()->isVisible());
        QVERIFY(p.page.scope().backButton()->toolTip().contains(text::key(third)));
        QVERIFY(p.page.bar().text().contains(text::key(third)));
        QCOMPARE(p.askedKeys(), std::vector{third});
        p.answerHolds();
        QTRY_VERIFY2(p.page.histogram().title().startsWith(text::key(third)),
                     qPrintable(p.page.histogram().title()));
        const std::vector<qint64> bars = p.page.histogram().bars();
        const Tally sum = sumOf(p.page.lockFeed().tallies().at(third), p.window.range());
        QCOMPARE(std::accumulate(bars.begin(), bars.end(), qint64(0)), sum.holds.count());
        QVERIFY(sum.holds.count() > 0);
        // One without a plot so far: no figure of others is shown meanwhile.
        p.page.table().choose({samples::lockName(10)});
        QTRY_COMPARE(p.page.histogram().title(),
                     text::key(samples::lockName(10)) + QStringLiteral(". Hold times"));
        QVERIFY(p.page.histogram().bars().empty());
        // Back to all.
        p.page.scope().backButton()->click();
        QCOMPARE(p.lockPlots().size(), ContentionPage::MostPlots);
        QVERIFY(!p.page.scope().backButton()->isVisible());
        QTRY_VERIFY(p.page.histogram().title().startsWith(QStringLiteral("Hold times")));
        // By keyboard: the table, then Escape.
        p.page.activateWindow();
        p.page.table().setFocus();
        QTest::keyClick(&p.page.table(), Qt::Key_Down);
        QTest::keyClick(&p.page.table(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(p.lockPlots(), p.page.table().chosen()); // Several locks have one plot each
        QCOMPARE(p.lockPlots().size(), size_t(2));
        QTest::keyClick(&p.page.table(), Qt::Key_Escape);
        QCOMPARE(p.lockPlots().size(), ContentionPage::MostPlots);
        QCOMPARE(wanted.count(), 0); // The list is left alone until a row is clicked or opened
    }

    void aSelectedLockStaysWhenTheOrderChanges()
    {
        Page p;
        p.page.show();
        p.answer();
        p.answerLocks({0, 1, 2});
        p.page.table().choose({samples::lockName(1)});
        QSignalSpy changed(&p.page.table(), &ContentionTable::choiceChanged);
        const auto askAgain = [&p] {
            p.window.pan(-1);
            const int asked = int(p.askedLocks.count());
            return QTest::qWaitFor([&] { return p.askedLocks.count() > asked; });
        };
        QVERIFY(askAgain());
        p.answerLocks({2, 0, 1});
        QCOMPARE(p.page.table().selectionModel()->selectedRows().size(), 1);
        QCOMPARE(p.page.table().chosen(), std::vector{samples::lockName(1)});
        QVERIFY(askAgain());
        p.answerLocks({2, 0}); // Not listed, but still what the plots show
        QCOMPARE(p.page.table().chosen(), std::vector{samples::lockName(1)});
        QCOMPARE(p.lockPlots().front(), samples::lockName(1));
        QCOMPARE(changed.count(), 0);
    }

    void figuresOfALockComeBackWithThePage()
    {
        Page p;
        p.window.pause();
        p.page.show();
        p.answer();
        p.answerLocks(3);
        QVERIFY(!p.page.lockFeed().tallies().empty());
        p.page.hide();
        QVERIFY(p.page.lockFeed().tallies().empty());
        const int asked = int(p.askedHolds.count());
        p.page.show(); // The range is the same as before
        p.answer();
        QCOMPARE(p.askedHolds.count(), asked + 1);
        p.answerHolds();
        QVERIFY(!p.page.lockFeed().tallies().empty());
    }

    void figuresAreSelected()
    {
        Page p;
        p.page.show();
        p.answer();
        p.answerLocks(12);
        ContentionScope &scope = p.page.scope();
        const auto entries = scope.seriesButton()->menu()->actions();
        QCOMPARE(entries.size(), 6);
        QCOMPARE(scope.seriesButton()->text(), QStringLiteral("Waiters"));
        entries[3]->trigger(); // One at a time, because each lock has one plot
        QCOMPARE(scope.series(), std::vector<size_t>{3});
        QCOMPARE(scope.seriesButton()->text(), QStringLiteral("Hold times"));
        QCOMPARE(p.page.plots().cells().front().curves.front(), Curve::HoldMedian);
        p.together();
        QCOMPARE(p.page.plots().cells().size(), size_t(6));
        QCOMPARE(scope.seriesButton()->text(), QStringLiteral("All figures"));
        for (const int entry : {0, 1, 3, 4, 5})
            entries[entry]->trigger();
        QCOMPARE(p.page.plots().cells().size(), size_t(1));
        entries[2]->trigger(); // The last one stays
        QCOMPARE(scope.series(), std::vector<size_t>{2});
        QVERIFY(entries[2]->isChecked());
        scope.setView(ContentionScope::EachLock); // Has a choice of its own
        QCOMPARE(scope.series(), std::vector<size_t>{3});
    }

    void theChoiceIsWrittenAndRead()
    {
        ContentionScope scope;
        const QString first = scope.saved();
        scope.setSeries({4});
        scope.setView(ContentionScope::AllTogether);
        scope.setSeries({0, 5});
        ContentionScope next;
        next.restore(scope.saved());
        QCOMPARE(next.view(), ContentionScope::AllTogether);
        QCOMPARE(next.series(), (std::vector<size_t>{0, 5}));
        next.setView(ContentionScope::EachLock);
        QCOMPARE(next.series(), std::vector<size_t>{4});
        for (const char *odd : {"", "nonsense", "each-lock;;", "each-lock;waiters,held;none"}) {
            next.restore(QLatin1String(odd));
            QCOMPARE(next.saved(), first);
        }
    }

    void withoutContendedLocksItIsSaidWhatToDo()
    {
        Page p;
        p.page.show();
        p.answer();
        emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), {});
        QVERIFY(!p.page.plots().isVisible());
        const auto buttons = p.page.findChildren<QPushButton *>();
        const auto together = std::ranges::find_if(buttons, [](const QPushButton *one) {
            return one->isVisible() && one->text() == QStringLiteral("Show all locks together");
        });
        QVERIFY(together != buttons.end());
        (*together)->click();
        QVERIFY(p.page.plots().isVisible());
        QCOMPARE(p.page.scope().view(), ContentionScope::AllTogether);
    }

    void plotsOfLocksAreReadBack()
    {
        Page p;
        p.page.resize(1300, 500);
        p.page.show();
        p.answer();
        p.answerLocks(12);
        QTemporaryDir folder;
        const QString fileName = folder.filePath(QStringLiteral("f.csv"));
        VERIFY_OK(p.page.plots().save(fileName));
        const QList<QByteArrayList> rows = test::csvOf(fileName);
        QCOMPARE(rows[0].front(), QByteArray("key"));
        QSet<QByteArray> keys;
        qint64 most = 0;
        for (const QByteArrayList &row : rows.mid(1)) {
            QCOMPARE(row.size(), rows[0].size());
            keys.insert(row.front());
            most = std::max(most, row[rows[0].indexOf("most_waiters")].toLongLong());
        }
        QCOMPARE(keys.size(), qsizetype(ContentionPage::MostPlots));
        QCOMPARE(most, 12);
    }

    void plotsStandInColumnsWhereTheyAreLow()
    {
        Page p;
        p.together();
        p.page.resize(1400, 380);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
        p.page.resize(1400, 1100);
        QTRY_COMPARE(p.page.plots().columns(), 1);
    }

    void allPlotsFitALowPanel()
    {
        Page p;
        p.together();
        p.page.resize(1280, p.page.fontMetrics().height() * 15);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
        QTRY_COMPARE(p.page.plots().findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
    }

    void eightLocksFitTheLeastWindow()
    {
        Page p;
        p.page.resize(characters(p.page, 100), p.page.fontMetrics().height() * 13);
        p.page.show();
        p.answer();
        p.answerLocks(12);
        QTRY_COMPARE(p.page.plots().cells().size(), size_t(ContentionPage::MostPlots));
        QTRY_COMPARE(p.page.plots().columns(), 3);
        QTRY_COMPARE(p.page.plots().findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
    }

    void aBurstIsDrawnOnce()
    {
        Page p;
        p.page.show();
        p.answer();
        p.drawn();
        const int drawn = p.page.plots().pace().drawn();
        for (int n = 0; n < 10'000; ++n)
            emit p.link.tallied(Tally{.from = Start + n * 1ms, .length = 1ms});
        QTRY_COMPARE(p.page.plots().pace().drawn(), drawn + 1);
    }

    void aHiddenPageCostsNothing()
    {
        Page p;
        p.window.setSpan(1h);
        emit p.link.opened();
        emit p.link.tallied(samples::second(Start, 0));
        QCOMPARE(p.asked.count(), 0);
        QCOMPARE(p.askedLocks.count(), 0);
        QVERIFY(p.isAtRest());
        p.page.show();
        QCOMPARE(p.asked.count(), 1);
        QCOMPARE(p.askedLocks.count(), 1);
        p.answer();
        QVERIFY(!p.isAtRest());
        p.page.hide();
        const int drawn = p.page.plots().pace().drawn();
        QTRY_VERIFY(p.isAtRest());
        QCOMPARE(p.page.plots().pace().drawn(), drawn); // A redraw was due, but the page is hidden
        p.window.setSpan(24h);
        emit p.link.opened();
        QVERIFY(p.isAtRest());
        QCOMPARE(p.asked.count(), 1);
        QCOMPARE(p.askedLocks.count(), 1);
    }

    void theBarAndTheWindowAgree()
    {
        Page p;
        p.page.show();
        QVERIFY(p.page.bar().live()->isChecked());
        p.page.bar().live()->click();
        QVERIFY(!p.window.isLive());
        p.page.bar().live()->click();
        QVERIFY(p.window.isLive());
        QComboBox *spans = p.page.bar().spans();
        p.window.setSpan(1h);
        QCOMPARE(spans->currentText(), text::duration(1h));
        const int rows = spans->count();
        p.window.setSpan(17min);
        QCOMPARE(spans->currentText(), text::duration(17min));
        p.window.setSpan(18min);
        QCOMPARE(spans->count(), rows + 1);
        p.window.setSpan(5min);
        QCOMPARE(spans->count(), rows);
    }

    void theTableIsAskedAgainAfterTheWindowMoved()
    {
        Page p;
        p.page.show();
        p.window.pan(-100); // While the first query is pending
        QTRY_VERIFY(p.page.table().isWantedAgain());
        QCOMPARE(p.askedLocks.count(), 1);
        emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), samples::contended(3));
        QCOMPARE(p.askedLocks.count(), 2);
        QCOMPARE(p.askedLocks.last().at(1).value<HistoryRange>().to, p.window.range().to);
    }

    void theLockThatCausesMostWaitingComesFirst()
    {
        Page p;
        p.page.show();
        p.answer();
        p.answerLocks(4); // In the order of the history
        QCOMPARE(p.cell(0, ContentionModel::LockColumn), text::key(samples::lockName(0)));
        QCOMPARE(p.cell(0, ContentionModel::CausedColumn), QStringLiteral("–"));
        QCOMPARE(p.askedCosts.count(), 1);
        QCOMPARE(p.askedCosts.last().at(1).value<HistoryRange>().from, p.window.range().from);
        p.answerCosts(3);
        QCOMPARE(p.cell(0, ContentionModel::LockColumn), text::key(samples::lockName(2)));
        QCOMPARE(p.cell(0, ContentionModel::CausedColumn), QStringLiteral("≈ ") + text::duration(30s));
        QCOMPARE(p.cell(3, ContentionModel::LockColumn), text::key(samples::lockName(3)));
        QCOMPARE(p.lockPlots().front(), samples::lockName(0)); // Plots keep their places
    }

    void waitingIsShownByPrefixAndByClient()
    {
        Page p;
        p.page.resize(1400, 500);
        p.page.show();
        p.answer();
        p.answerLocks(4);
        const WaitingCosts costs = p.answerCosts(4);
        CausesPane &causes = p.page.causes();
        QVERIFY(causes.note().contains(text::duration(400s)));
        causes.setView(CausesPane::ByPrefix);
        QVERIFY(causes.prefixes().isVisible());
        QVERIFY(!p.page.table().isVisible());
        const QAbstractItemModel &prefixes = *causes.prefixes().model();
        QCOMPARE(prefixes.index(0, CostModel::NameColumn).data().toString(), QStringLiteral("order:*"));
        QCOMPARE(prefixes.index(0, CostModel::CausedColumn).data().toString(),
                 QStringLiteral("≈ ") + text::duration(360s));
        QCOMPARE(prefixes.index(1, CostModel::NameColumn).data().toString(), QStringLiteral("no prefix"));
        causes.setView(CausesPane::ByClient);
        const QAbstractItemModel &clients = *causes.clients().model();
        QCOMPARE(clients.rowCount(), 3);
        QCOMPARE(clients.index(1, CostModel::NameColumn).data().toString(), QStringLiteral("unknown"));
        QVERIFY(clients.index(2, 0).data(Qt::ToolTipRole).toString().contains(text::duration(12s)));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("client.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("client.csv"))),
                 costsCsv(costs, CostBy::Client));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        auto *view = p.page.findChildren<CostTable *>().at(1);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(clients.index(0, 0)).center());
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(1));
    }

    void whatChangedComparesTheHalvesOfTheTimeShown()
    {
        Page p;
        p.page.resize(1400, 500);
        p.page.show();
        QCOMPARE(p.askedChanges.count(), 0); // Only where it is shown
        CausesPane &causes = p.page.causes();
        causes.setView(CausesPane::WhatChanged);
        QCOMPARE(p.askedChanges.count(), 1);
        const auto query = p.askedChanges.last().at(1).value<ChangeQuery>();
        QCOMPARE(query.at, Start - 150s);
        QCOMPARE(query.width, milliseconds(150s));
        const Changes changes = samples::changes(p.window.range());
        emit p.link.changesReady(p.askedChanges.last().at(0).toULongLong(), changes);
        QCOMPARE(causes.changes().count(), 5);
        QCOMPARE(causes.changes().item(3)->text(), changeText(changes.changes[3]));
        QVERIFY(causes.note().contains(comparedText(changes)));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        QTest::mouseClick(causes.changes().viewport(), Qt::LeftButton, {},
                          causes.changes().visualItemRect(causes.changes().item(3)).center());
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(0));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("changes.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("changes.csv"))), changesCsv(changes));
        p.window.pan(-60);
        QTRY_COMPARE(p.askedChanges.count(), 2);
        QCOMPARE(p.askedChanges.last().at(1).value<ChangeQuery>().at, Start - 210s);
    }

    void locksAcquiredInBothOrdersAreListed()
    {
        Page p;
        p.page.resize(1400, 500);
        p.page.show();
        QCOMPARE(p.askedOrders.count(), 0); // Only where it is shown
        CausesPane &causes = p.page.causes();
        causes.setView(CausesPane::LockOrders);
        QCOMPARE(p.askedOrders.count(), 1);
        p.answerOrders(false);
        QCOMPARE(causes.orders().count(), 0);
        QVERIFY(causes.note().isEmpty()); // The list says what must be true to see one
        emit p.link.opened();
        QCOMPARE(p.askedOrders.count(), 2);
        QVERIFY(!causes.orders().isKnown());
        const OrdersAnswer answer = p.answerOrders(true);
        QCOMPARE(causes.orders().count(), 1);
        QCOMPARE(causes.orders().item(0)->text(), inversionText(answer.inversions.front()).join(u'\n'));
        QCOMPARE(causes.note(), ordersText(answer));
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        QTest::mouseClick(causes.orders().viewport(), Qt::LeftButton, {},
                          causes.orders().visualItemRect(causes.orders().item(0)).center());
        QCOMPARE(wanted.last().at(0).value<LockName>(), samples::lockName(0));
        QTemporaryDir dir;
        VERIFY_OK(causes.save(dir.filePath(QStringLiteral("orders.csv"))));
        QCOMPARE(test::contentOf(dir.filePath(QStringLiteral("orders.csv"))), ordersCsv(answer));
    }

    void pictures_data() { test::pictureLooks(); }
    void pictures()
    {
        const test::Pictures pictures("contention");
        if (!pictures.isWanted())
            QSKIP("LOCKSCOPE_PICTURES is not set");
        Page p;
        p.page.resize(1400, 400);
        p.page.show();
        p.answer();
        p.answerLocks(12);
        p.drawn();
        p.answerCosts(12);
        pictures.save(p.page, "locks");
        p.page.causes().setView(CausesPane::ByPrefix);
        pictures.save(p.page, "prefixes");
        p.page.causes().setView(CausesPane::ByClient);
        pictures.save(p.page, "clients");
        p.page.causes().setView(CausesPane::WhatChanged);
        emit p.link.changesReady(p.askedChanges.last().at(0).toULongLong(),
                                 samples::changes(p.window.range()));
        pictures.save(p.page, "changes");
        p.page.resize(1024, 300);
        pictures.save(p.page, "changes-1024");
        p.page.causes().setView(CausesPane::LockOrders);
        p.answerOrders(false);
        pictures.save(p.page, "no-orders-1024");
        p.page.causes().setView(CausesPane::WhatChanged);
        p.page.causes().setView(CausesPane::LockOrders);
        p.answerOrders(true);
        pictures.save(p.page, "orders-1024");
        p.page.causes().setView(CausesPane::ByLock);
        p.page.resize(1400, 400);
        p.page.table().choose({samples::lockName(3)});
        p.answerHolds();
        p.drawn();
        pictures.save(p.page, "one");
        p.page.table().choose({});
        p.together();
        std::vector<Tally> tallies = samples::seconds(Start - 300s, 300);
        for (int n = 150; n < 180; ++n)
            tallies[size_t(n)].blind = true;
        for (int n = 230; n < 300; ++n)
            tallies[size_t(n)].sampled = true;
        emit p.link.talliesReady(p.asked.last().at(0).toULongLong(), tallies);
        emit p.link.contentionReady(p.askedLocks.last().at(0).toULongLong(), samples::contended(12));
        p.drawn();
        pictures.save(p.page, "page");
        p.page.resize(1280, 205);
        p.drawn();
        pictures.save(p.page, "low");
        p.page.resize(1000, 900);
        p.drawn();
        p.page.plots().hover(axisSeconds(Start - 60s));
        p.drawn();
        pictures.save(p.page, "high");
        VERIFY_OK(p.page.plots().save(pictures.fileOf("plots", "svg")));
    }
};

LOCKSCOPE_UI_TEST(tst_ContentionPage)

} // namespace tst_contentionpage

#include "tst_contentionpage.moc"
