// SPDX-License-Identifier: GPL-3.0-or-later
// The time window that the plots of the pages share.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/timewindow.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

namespace tst_timewindow
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;

class tst_TimeWindow : public QObject
{
    Q_OBJECT

private slots:
    void labelsOfTheTimeAxisDiffer()
    {
        QCustomPlot plot;
        plot.xAxis->setTicker(timeTicker());
        for (double span = 2; span < 3'000; span *= 1.07) {
            plot.xAxis->setRange(1'700'000'000.3, 1'700'000'000.3 + span);
            tellTimes(plot.xAxis, 900);
            QVector<double> ticks;
            QVector<QString> labels;
            plot.xAxis->ticker()->generate(plot.xAxis->range(), QLocale(), u'f', 6, ticks, nullptr, &labels);
            QVERIFY(!ticks.isEmpty());
            const bool isToTheSecond = labels.constFirst().count(u':') == 2;
            for (const double tick : ticks)
                QCOMPARE(std::fmod(tick, isToTheSecond ? 1 : 60), 0.0);
            QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
        }
    }

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
};

LOCKSCOPE_UI_TEST(tst_TimeWindow)

} // namespace tst_timewindow

#include "tst_timewindow.moc"
