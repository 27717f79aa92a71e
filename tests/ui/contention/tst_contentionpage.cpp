// SPDX-License-Identifier: GPL-3.0-or-later
// The Contention page: its queries, drawing, and the figures at a moment.

#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/contention/answeredcontention.h"
#include "tests/ui/exportedfile.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/causes/causespane.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentiontable.h"
#include "ui/plots/redrawthrottle.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QComboBox>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_contentionpage
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredContention;

class tst_ContentionPage : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void aWideWindowIsAskedInFewPoints()
    {
        for (const milliseconds span :
             {milliseconds(1min), milliseconds(1h), milliseconds(24h), milliseconds(24h * 365)})
            QVERIFY2(span / tallyStep(span) <= 2000, qPrintable(durationText(span)));
        QCOMPARE(tallyStep(5min), milliseconds(1s));
        AnsweredContention p;
        p.window.setSpan(6h);
        p.page.show();
        QVERIFY((p.askedRange().to - p.askedRange().from) / p.askedStep() <= 2000);
    }

    void followingCostsOneQuestion()
    {
        AnsweredContention p;
        p.page.show();
        QCOMPARE(p.asked.count(), 1);
        p.answer();
        for (int n = 0; n < 400; ++n) {
            p.now += 1s;
            emit p.bridge.tallied(samples::second(Start, n));
        }
        p.drawn();
        QCOMPARE(p.asked.count(), 1);
        const Tally last = samples::second(Start, 399);
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QString::number(last.acquired));
    }

    void aSecondIsPutToTheLongerTimeItIsPartOf()
    {
        AnsweredContention p;
        p.window.setSpan(6h);
        p.page.show();
        const milliseconds step = p.askedStep();
        QVERIFY(step > 1s);
        p.answer({});
        for (int n = 0; n < int(step / 1s); ++n)
            emit p.bridge.tallied(Tally{.from = Start - step + n * 1s, .acquired = 3});
        p.drawn();
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QStringLiteral("3")); // Per second, over all of it
        QTemporaryDir folder;
        VERIFY_OK(p.page.plots().save(folder.filePath(QStringLiteral("f.csv"))));
        QCOMPARE(test::csvOf(folder.filePath(QStringLiteral("f.csv"))).size(), 2);
    }

    void zoomingAsksOnceWhenTheHandIsDone()
    {
        AnsweredContention p;
        p.show();
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
        AnsweredContention p;
        p.page.show();
        const quint64 first = p.asked.last().at(0).toULongLong();
        p.window.setSpan(1h);
        QTRY_COMPARE(p.asked.count(), 2);
        emit p.bridge.talliesReady(first, samples::seconds(Start - 300s, 300));
        QVERIFY(!p.page.feed().isKnown());
        QCOMPARE(p.page.plots().figureOf(Curve::Held), QStringLiteral("—"));
        p.answer();
        QTRY_VERIFY(p.page.plots().figureOf(Curve::Held) != QStringLiteral("—"));
    }

    void figuresUnderTheMouse()
    {
        AnsweredContention p;
        p.show();
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
        AnsweredContention p;
        p.show();
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
        AnsweredContention p;
        p.page.show();
        std::vector<Tally> tallies = samples::seconds(Start - 300s, 300);
        tallies[100].sampled = true;
        tallies[200].blind = true;
        p.answer(tallies);
        p.drawn();
        p.page.plots().hover(axisSeconds(Start - 199500ms));
        QVERIFY(p.page.plots().figureOf(Curve::Acquired).startsWith(QStringLiteral("≈ ")));
        p.page.plots().hover(axisSeconds(Start - 99500ms));
        QCOMPARE(p.page.plots().figureOf(Curve::Acquired), QStringLiteral("—"));
    }

    void whereNobodyLookedNothingIsClaimed()
    {
        AnsweredContention p;
        QSignalSpy askedHolds(&p.bridge, &HistoryBridge::holdsWanted);
        p.page.show();
        p.answerDemand({});
        QCOMPARE(askedHolds.count(), 1);
        const auto query = askedHolds.last().at(1).value<HoldsQuery>();
        QVERIFY(query.most == 0 && query.range.from == Start - 5min);
        const auto shown = [&](const HoldsAnswer &answer) {
            emit p.bridge.holdsReady(askedHolds.last().at(0).toULongLong(), answer);
            return p.page.table().why();
        };
        QVERIFY(shown({.since = Start - 1h}).startsWith(QStringLiteral("No lock was seen to be acquired")));
        QVERIFY(shown({.since = Start - 1h, .unseen = {{Start - 20min, Start}}})
                    .contains(QStringLiteral("Not observed")));
    }

    void aBurstIsDrawnOnce()
    {
        AnsweredContention p;
        p.show();
        p.drawn();
        const int drawn = p.page.plots().pace().drawn();
        for (int n = 0; n < 10'000; ++n)
            emit p.bridge.tallied(Tally{.from = Start + n * 1ms, .length = 1ms});
        QTRY_COMPARE(p.page.plots().pace().drawn(), drawn + 1);
    }

    void aHiddenPageCostsNothing()
    {
        AnsweredContention p;
        p.window.setSpan(1h);
        emit p.bridge.opened();
        emit p.bridge.tallied(samples::second(Start, 0));
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
        emit p.bridge.opened();
        QVERIFY(p.isAtRest());
        QCOMPARE(p.asked.count(), 1);
        QCOMPARE(p.askedLocks.count(), 1);
    }

    void theBarAndTheWindowAgree()
    {
        AnsweredContention p;
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
        AnsweredContention p;
        p.page.show();
        p.window.pan(-100); // While the first query is pending
        QTRY_VERIFY(p.page.table().isWantedAgain());
        QCOMPARE(p.askedLocks.count(), 1);
        p.answerDemand(samples::contended(3));
        QCOMPARE(p.askedLocks.count(), 2);
        QCOMPARE(p.askedLocks.last().at(1).value<HistoryRange>().to, p.window.range().to);
    }
};

LOCKSCOPE_UI_TEST(tst_ContentionPage)

} // namespace tst_contentionpage

#include "tst_contentionpage.moc"
