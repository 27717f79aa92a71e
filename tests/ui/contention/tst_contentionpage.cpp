// SPDX-License-Identifier: GPL-3.0-or-later
// The Contention page and the time window that its plots share: queries, drawing, exported files.

#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/pictures.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

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

    HistoryRange askedRange() const { return asked.last().at(1).value<HistoryRange>(); }
    milliseconds askedStep() const { return asked.last().at(2).value<milliseconds>(); }
    // Answers like a history.
    void answer()
    {
        emit link.talliesReady(asked.last().at(0).toULongLong(), samples::tallies(askedRange(), askedStep()));
    }
    bool isAtRest() // It neither queries nor draws by itself
    {
        return !page.feed().isWanted() && !page.table().isWanted() && !page.plots().pace().isWanted();
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
        QCOMPARE(offers.size(), 3);
        const auto save = [&](int offer, const QString &name) {
            offers[offer]->trigger();
            return test::chooseFile(p.page, folder.filePath(name));
        };
        for (const char *name : {"plots.png", "plots.svg", "plots.csv"})
            QVERIFY2(save(0, QString::fromLatin1(name)), name);
        for (const char *name : {"holds.png", "holds.svg", "holds.csv"})
            QVERIFY2(save(1, QString::fromLatin1(name)), name);
        QVERIFY(save(2, QStringLiteral("demand.csv")));
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
        QCOMPARE(demand[2][demand[0].indexOf("acquired")].toLongLong(), locks[1].acquired);
        QCOMPARE(demand[2][demand[0].indexOf("key")], locks[1].key.bytes);
    }

    void plotsStandInColumnsWhereTheyAreLow()
    {
        Page p;
        p.page.resize(1400, 380);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
        p.page.resize(1400, 1100);
        QTRY_COMPARE(p.page.plots().columns(), 1);
    }

    void allPlotsFitALowPanel()
    {
        Page p;
        p.page.resize(1280, p.page.fontMetrics().height() * 15);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
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

    void pictures_data() { test::pictureLooks(); }
    void pictures()
    {
        const test::Pictures pictures("contention");
        if (!pictures.isWanted())
            QSKIP("LOCKSCOPE_PICTURES is not set");
        Page p;
        p.page.resize(1400, 400);
        p.page.show();
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
