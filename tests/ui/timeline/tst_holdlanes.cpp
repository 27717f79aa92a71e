// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of the Timeline page: holds as bars, their verdicts, waiters, the legend, tool tips.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/timeline/answeredtimeline.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/lanelegend.h"
#include "ui/timeline/lanesign.h"

#include <QImage>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <limits>

namespace tst_holdlanes
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::hold;
using lockscope::samples::Start;
using lockscope::test::AnsweredTimeline;

class tst_HoldLanes : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void aLaneHasTheHoldsOfItsLock()
    {
        HoldsAnswer answer;
        answer.holds = {hold(1, 0, 1s, 3s), hold(0, 1, 2s, {}), hold(1, 2, 4s, 5s), hold(7, 2, 4s, 5s)};
        answer.renewals = {{.kind = EventKind::Renewed, .key = samples::lockName(0), .wallAt = Start + 9s}};
        const auto lanes =
            lanesOf({samples::lockName(0), samples::lockName(1), samples::lockName(2)}, answer);
        QCOMPARE(lanes.size(), size_t(3));
        QCOMPARE(lanes[0].bars.size(), size_t(1));
        QVERIFY(lanes[0].bars[0].open);
        QCOMPARE(lanes[0].ticks.size(), size_t(1));
        QCOMPARE(lanes[1].bars.size(), size_t(2));
        QCOMPARE(lanes[1].rows, 1);
        QVERIFY(lanes[2].bars.empty());
    }

    void holdersAtOnceStandUnderEachOther()
    {
        HoldsAnswer answer;
        for (int i = 0; i < 10; ++i)
            answer.holds.push_back(hold(0, i, i * 1s, 60s));
        answer.holds.push_back(hold(0, 1, 61s, {}));
        const auto lanes = lanesOf({samples::lockName(0)}, answer);
        QCOMPARE(lanes[0].rows, MostRowsOfLane);
        QCOMPARE(lanes[0].bars[0].row, 0);
        QCOMPARE(lanes[0].bars[1].row, 1);
        QCOMPARE(lanes[0].bars.back().row, 0); // Free again
    }

    void anOwnerKeepsItsColour()
    {
        QCOMPARE(ownerLook(OwnerId{"6f96ab12:82"}, 24), size_t(ownerLook(OwnerId{"6f96ab12:82"}, 24)));
        QSet<size_t> hues;
        for (int i = 0; i < 24; ++i)
            hues.insert(ownerLook(OwnerId{"client-" + QByteArray::number(i)}, 24));
        QVERIFY(hues.size() > 10);
    }

    void colourIsTheVerdictOfThatMoment()
    {
        AnsweredTimeline p;
        p.show();
        p.answerLocks(2);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -290s, {}), hold(1, 2, -290s, {})};
        answer.holds[0].node = answer.holds[1].node = NodeId{"a:1"};
        answer.verdicts = {{samples::lockName(0), Start - 200s, VerdictLevel::Warning, "renewal-overdue"},
                           {samples::lockName(0), Start - 100s, VerdictLevel::Critical, "holder-gone"},
                           {samples::lockName(0), Start - 50s, VerdictLevel::Ok, {}}};
        answer.unjudged = {{{Start - 300s, Start - 250s}, {}}, {{Start - 20s, Start}, NodeId{"a:1"}}};
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const auto levels = [&](size_t lane) {
            QStringList words;
            for (const LaneVerdict &part :
                 verdictsOn(lanes.lanes()[lane], lanes.lanes()[lane].bars[0], answer, axisSeconds(Start)))
                words << (part.level ? QLatin1String(name(*part.level)) : QLatin1String("unknown"));
            return words.join(u' ');
        };
        QCOMPARE(levels(0), QStringLiteral("unknown ok warning critical ok unknown"));
        QCOMPARE(levels(1), QStringLiteral("unknown ok unknown"));
        const auto told = [&](milliseconds ago) {
            return lanes.textAt(lanes.pointOf(samples::lockName(0), Start - ago));
        };
        QVERIFY2(told(150s).contains(QStringLiteral("Verdict at this time: Warning (renewal overdue)")),
                 qPrintable(told(150s)));
        QVERIFY2(told(60s).contains(QStringLiteral("Verdict at this time: Critical")), qPrintable(told(60s)));
        QVERIFY2(told(30s).contains(QStringLiteral("Verdict at this time: OK")), qPrintable(told(30s)));
        QVERIFY2(told(10s).contains(QStringLiteral("Verdict at this time: unknown")), qPrintable(told(10s)));
        for (const QPalette &palette : {lightPalette(), darkPalette()}) {
            p.page.setPalette(palette);
            p.drawn();
            const QImage picture = lanes.grab().toImage();
            const Theme theme = Theme::of(palette);
            const auto colourAt = [&](milliseconds ago) {
                const QPoint at =
                    lanes.pointOf(samples::lockName(0), Start - ago) * picture.devicePixelRatio();
                QHash<QRgb, int> seen; // A hatch lies over the fill
                for (int y = at.y() - 4; y < at.y() + 4; ++y) {
                    for (int x = at.x() - 4; x < at.x() + 4; ++x)
                        ++seen[picture.pixel(x, y)];
                }
                return seen;
            };
            QVERIFY(colourAt(220s).contains(theme.verdictFill(VerdictLevel::Ok).color().rgb()));
            QVERIFY(colourAt(120s).contains(theme.verdictFill(VerdictLevel::Warning).color().rgb()));
            QVERIFY(colourAt(75s).contains(theme.verdictFill(VerdictLevel::Critical).color().rgb()));
            QVERIFY(colourAt(10s).contains(theme.grid.rgb()));
        }
    }

    // Of a lost server, the last count may not be true any more.
    void waitersAreUnknownWhileTheServerIsLost()
    {
        const NodeId one{"a:1"}, other{"b:1"};
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, {})};
        answer.holds[0].node = one;
        answer.waiters = {{samples::lockName(0), Start - 150s, 4}};
        const auto bands = [&answer] {
            std::vector<std::pair<double, double>> bands;
            const std::vector<Lane> lanes = lanesOf({samples::lockName(0)}, answer);
            for (const LaneWaiters &part : lanes[0].waiters)
                bands.emplace_back(part.from, part.to);
            return bands;
        };
        using Bands = std::vector<std::pair<double, double>>;
        constexpr double Endless = std::numeric_limits<double>::infinity();
        answer.unjudged = {{{Start - 100s, Start - 60s}, other}};
        QCOMPARE(bands(), (Bands{{axisSeconds(Start - 150s), Endless}}));
        answer.unjudged = {{{Start - 100s, Start}, one}};
        QCOMPARE(bands(), (Bands{{axisSeconds(Start - 150s), axisSeconds(Start - 100s)}}));
        answer.unjudged = {{{Start - 100s, Start - 60s}, one}};
        answer.marks = {{.kind = Mark::Kind::Back, .at = Start - 60s, .node = one}};
        QCOMPARE(bands(), (Bands{{axisSeconds(Start - 150s), axisSeconds(Start - 100s)},
                                 {axisSeconds(Start - 60s), Endless}}));
        answer.unseen = {{Start - 50s, Start - 40s}};
        QCOMPARE(bands().size(), size_t(3));
    }

    void aRestartIsNoFailover()
    {
        Mark mark{.kind = Mark::Kind::Failover, .at = Start, .node = {"a:1"}, .other = {"a:1"}};
        QCOMPARE(text::markWord(mark), QStringLiteral("restart"));
        QCOMPARE(text::mark(mark), text::dateAndTime(Start) + QStringLiteral(" · restart · a:1"));
        mark.other = {"b:1"};
        QCOMPARE(text::markWord(mark), QStringLiteral("failover"));
        QCOMPARE(signText(LaneSign::Failover), QStringLiteral("failover or restart"));
    }

    void waitersAreABandUnderTheirLane()
    {
        AnsweredTimeline p;
        p.show();
        p.answerLocks(2);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, -100s), hold(0, 2, -90s, {}), hold(1, 2, -200s, {})};
        answer.waiters = {{samples::lockName(0), Start - 150s, 4},
                          {samples::lockName(0), Start - 120s, 17},
                          {samples::lockName(0), Start - 60s, 0}};
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const auto &parts = lanes.lanes()[0].waiters;
        QCOMPARE(parts.size(), size_t(3)); // Not between two holds: then the count is not known
        QCOMPARE(parts[0].waiters, 4);
        QCOMPARE(parts[1].to, axisSeconds(Start - 100s));
        QCOMPARE(parts[2].from, axisSeconds(Start - 90s));
        QCOMPARE(parts[2].to, axisSeconds(Start - 60s));
        QVERIFY(lanes.lanes()[1].waiters.empty());
        QCOMPARE(lanes.scale(), 20);
        QVERIFY(lanes.drawnSigns().contains(LaneSign::Waiters));
        const auto told = [&](milliseconds ago) {
            return lanes.textAt(lanes.pointOf(samples::lockName(0), Start - ago));
        };
        QVERIFY2(told(110s).contains(QStringLiteral("Waiters: at least 17")), qPrintable(told(110s)));
        QVERIFY(!told(10s).contains(QStringLiteral("Waiters")));
        QCOMPARE(scaleEnd(0), 0);
        QCOMPARE(scaleEnd(1), 1);
        QCOMPARE(scaleEnd(7), 8);
        QCOMPARE(scaleEnd(13), 15);
        QCOMPARE(scaleEnd(251), 300);
    }

    void theLegendHasWhatIsOnScreen()
    {
        AnsweredTimeline p;
        p.show();
        QVERIFY(!p.page.legend().isVisible());
        p.page.legendButton()->click();
        QVERIFY(p.page.legend().isVisible());
        p.answerLocks(1);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, {})};
        answer.renewals = {{.kind = EventKind::Renewed, .key = samples::lockName(0), .wallAt = Start - 50s}};
        p.answerHolds(answer);
        p.drawn();
        QTRY_COMPARE(p.page.legend().entries(),
                     QStringList({QStringLiteral("verdict: OK"), QStringLiteral("renewal")}));
        answer.holds.front().ended = Start - 100s;
        answer.holds.front().how = EventKind::Forced;
        answer.holds.push_back(hold(0, 2, -90s, {}));
        answer.renewals.clear();
        answer.marks = {{.kind = Mark::Kind::Failover, .at = Start - 80s},
                        {.kind = Mark::Kind::Lost, .at = Start - 2h}}; // Out of sight
        QTRY_VERIFY(p.askedLocks.count() > 1);
        p.answerLocks(1);
        p.answerHolds(answer);
        p.drawn();
        QTRY_COMPARE(
            p.page.legend().entries(),
            QStringList({QStringLiteral("verdict: OK"), QStringLiteral("one owner of several"),
                         QStringLiteral("released by force"), QStringLiteral("failover or restart")}));
        QCOMPARE(p.page.legend().accessibleName(), QStringLiteral("Legend"));
        QVERIFY(p.page.legend().accessibleDescription().contains(QStringLiteral("failover")));
        const QPointer<QWidget> entry = p.page.legend().findChild<QLabel *>();
        p.page.setPalette(darkPalette());
        QVERIFY(entry); // Qt visits all widgets for a new style, and must find them
        QTest::keyClick(p.page.legendButton(), Qt::Key_Space);
        QVERIFY(!p.page.legend().isVisible());
    }

    void theLegendLeavesRoomForTheLanes()
    {
        AnsweredTimeline p;
        const int line = p.page.fontMetrics().lineSpacing();
        p.show();
        p.page.resize(characters(p.page, 100), 14 * line);
        p.answerLocks(1);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, -100s), hold(0, 2, -90s, {})};
        answer.renewals = {{.kind = EventKind::Renewed, .key = samples::lockName(0), .wallAt = Start - 50s}};
        answer.marks = {{.kind = Mark::Kind::Failover, .at = Start - 80s}};
        p.answerHolds(answer);
        p.drawn();
        const int before = p.page.lanes().height();
        p.page.legendButton()->click();
        QTRY_VERIFY(p.page.legend().entries().size() > 3);
        QCOMPARE(p.page.lanes().height(), before); // The legend is beside them
        QVERIFY(p.page.lanes().width() > p.page.width() / 2);
        p.page.resize(p.page.width(), 40 * line);
        QTRY_VERIFY(p.page.legend().mapTo(&p.page, QPoint()).y() >= p.page.lanes().geometry().bottom());
    }

    void aHoldIsTold()
    {
        AnsweredTimeline p;
        p.show();
        p.answerLocks(1);
        HoldsAnswer answer;
        answer.holds = {hold(0, 1, -200s, -100s), hold(0, 2, -50s, {})};
        answer.holds[0].how = EventKind::Expired;
        answer.holds[1].beganBefore = true;
        p.answerHolds(answer);
        p.drawn();
        HoldLanes &lanes = p.page.lanes();
        const QString expired = lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 150s));
        QVERIFY2(expired.contains(QStringLiteral("expired")), qPrintable(expired));
        QVERIFY(expired.contains(text::ownerFull(samples::owner(1))));
        QVERIFY(expired.contains(text::duration(100s)));
        const QString open = lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 10s));
        QVERIFY2(open.contains(QStringLiteral("still held")), qPrintable(open));
        QVERIFY(open.contains(QStringLiteral("since before")));
        QVERIFY(lanes.textAt(lanes.pointOf(samples::lockName(0), Start - 75s)).isEmpty());
    }

    void aMultitudeOfHoldsIsDrawnOncePerPixel()
    {
        AnsweredTimeline p;
        p.page.resize(1000, 300);
        p.page.show();
        p.answerLocks(1);
        HoldsAnswer answer;
        for (int i = 0; i < 20'000; ++i)
            answer.holds.push_back(
                hold(0, i, -milliseconds(290'000 - i * 14), -milliseconds(290'000 - i * 14 - 9)));
        p.answerHolds(answer);
        p.drawn();
        QVERIFY(p.page.lanes().drawnBars() <= 1000);
        QVERIFY(p.page.lanes().drawnBars() > 200);
    }
};

LOCKSCOPE_UI_TEST(tst_HoldLanes)

} // namespace tst_holdlanes

#include "tst_holdlanes.moc"
