// SPDX-License-Identifier: GPL-3.0-or-later
// The page Overview of a recording: what is known of a moment, and why the rest is not.

#include "tests/support/uirunner.h"
#include "tests/ui/recording/openedrecording.h"
#include "ui/contention/figurecard.h"
#include "ui/contention/overviewpage.h"
#include "ui/forms/filteredit.h"
#include "ui/theme/language.h"

#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>

namespace tst_recordedoverview
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// A page with a fixed clock, whose tallies come from the test.
struct Page {
    const WallTime now{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h + 4min};
    HistoryBridge bridge{};
    OverviewPage page{bridge, [this] { return now; }, nullptr, OverviewPage::Of::Recording};
    QSignalSpy asked{&bridge, &HistoryBridge::talliesWanted};

    void answer(const std::vector<Tally> &tallies)
    {
        emit bridge.talliesReady(asked.last().at(0).toULongLong(), tallies);
    }
};

const LockTotals Moment{.locks = 2, .held = 2, .waiters = 3, .countable = 2, .levels = {2, 0, 0, 0}};

} // namespace

class tst_RecordedOverview : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    // What is not loaded yet is not what was not recorded.
    void figuresOfAMomentAreAwaited()
    {
        Page p;
        const FigureCard &card = p.page.card(Curve::Acquired);
        p.page.show();
        p.page.showMoment(Moment, {});
        QTRY_COMPARE(p.page.card(Curve::Held).value(), QStringLiteral("2"));
        QCOMPARE(card.value(), QStringLiteral("—"));
        QVERIFY2(card.mark().isEmpty(), qPrintable(card.toolTip()));
        QVERIFY(!card.toolTip().contains(QStringLiteral("no figures")));
        p.answer({});
        QTRY_COMPARE(card.mark(), QStringLiteral("unknown"));
        QVERIFY(card.toolTip().contains(QStringLiteral("The recording has no figures of this time")));
        p.page.hide();
        p.page.show(); // It asks again
        QVERIFY2(card.mark().isEmpty(), qPrintable(card.toolTip()));
        p.answer({{.from = p.now - 30s, .length = 60s, .acquired = 6}});
        QTRY_VERIFY(card.value() != QStringLiteral("—"));
    }

    void tooFewHoldsOfARecordingAreNoGap()
    {
        Page p;
        p.page.show();
        p.page.showMoment(Moment, {});
        Tally minute{.from = p.now - 30s, .length = 60s, .acquired = 3};
        minute.holds.add(100ms);
        p.answer({minute});
        QTRY_VERIFY(p.page.card(Curve::Acquired).value() != QStringLiteral("—"));
        const FigureCard &card = p.page.card(Curve::HoldNinety);
        QCOMPARE(card.value(), QStringLiteral("—"));
        QVERIFY(card.mark().isEmpty());
        QVERIFY2(!card.toolTip().contains(QStringLiteral("no figures")), qPrintable(card.toolTip()));
        QVERIFY2(card.toolTip().contains(QStringLiteral("Over the 5 min before this moment")),
                 qPrintable(card.toolTip()));
    }

    void eachGapOfAMomentHasItsReason()
    {
        Page p;
        p.page.show();
        p.page.showMoment(Moment, {.waiters = QStringLiteral("Nobody counted"),
                                   .verdicts = QStringLiteral("Nobody judged")});
        QTRY_COMPARE(p.page.card(Curve::Held).value(), QStringLiteral("2"));
        QVERIFY(p.page.card(Curve::Held).mark().isEmpty());
        QCOMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("—"));
        QVERIFY(p.page.card(Curve::Waiters).toolTip().contains(QStringLiteral("unknown: Nobody counted")));
        QCOMPARE(p.page.card(VerdictLevel::Ok).mark(), QStringLiteral("unknown"));
        QVERIFY(p.page.card(VerdictLevel::Ok).toolTip().contains(QStringLiteral("unknown: Nobody judged")));
        p.page.showMoment(Moment, {});
        QTRY_COMPARE(p.page.card(Curve::Waiters).value(), QStringLiteral("3"));
        QCOMPARE(p.page.card(VerdictLevel::Ok).value(), QStringLiteral("2"));
        QVERIFY(p.page.card(VerdictLevel::Ok).mark().isEmpty());
    }

    void aCardWithoutAnActionIsNoButton()
    {
        Page p;
        const FigureCard &released = p.page.card(Curve::Released);
        QCOMPARE(released.focusPolicy(), Qt::NoFocus);
        QCOMPARE(released.cursor().shape(), Qt::ArrowCursor);
        QVERIFY(!released.toolTip().endsWith(u'\n'));
        const FigureCard &held = p.page.card(Curve::Held);
        QCOMPARE(held.focusPolicy(), Qt::StrongFocus);
        QCOMPARE(held.cursor().shape(), Qt::PointingHandCursor);
        QVERIFY(held.toolTip().endsWith(QStringLiteral("Click to show held locks")));
    }

    void theOverviewIsOfTheMoment()
    {
        const test::Recorded recorded;
        test::Opened p(recorded.file());
        OverviewPage &page = p.window.overview();
        p.window.pages()->setCurrentWidget(&page);
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        QTRY_COMPARE(page.card(Curve::Held).value(), QStringLiteral("2"));
        QCOMPARE(page.card(Curve::Waiters).value(), QStringLiteral("≥ 3"));
        QCOMPARE(page.card(VerdictLevel::Critical).value(), QStringLiteral("1"));
        QCOMPARE(page.card(VerdictLevel::Ok).value(), QStringLiteral("1"));
        QTRY_COMPARE(page.card(Curve::Renewed).mark(), QStringLiteral("unknown"));
        QCOMPARE(page.card(Curve::Renewed).value(), QStringLiteral("—")); // Nothing was counted by minute
        page.card(VerdictLevel::Critical).click();
        QVERIFY(p.isAt(15s, 1));
        p.window.filter().clear();
        QVERIFY(p.goTo(25s, 1));
        QTRY_COMPARE(page.card(Curve::Held).value(), QStringLiteral("1"));
        QCOMPARE(page.card(VerdictLevel::Ok).value(), QStringLiteral("0"));
    }

    void theOverviewKnowsOfALostServer()
    {
        test::Recorded recorded;
        const Mark lost{.kind = Mark::Kind::Lost, .at = test::Start + 50s, .node = {"127.0.0.1:6379"}};
        QVERIFY(recorded.store.append(lost).ok() && recorded.store.commit().ok());
        test::Opened p(recorded.file());
        OverviewPage &page = p.window.overview();
        p.window.pages()->setCurrentWidget(&page);
        QVERIFY(p.isOpen() && p.goTo(55s, 2));
        QTRY_COMPARE(page.card(Curve::Held).mark(), QStringLiteral("unknown"));
        QVERIFY2(
            page.card(Curve::Held).toolTip().contains(QStringLiteral("Not all locks were observed then")),
            qPrintable(page.card(Curve::Held).toolTip()));
        QCOMPARE(page.card(VerdictLevel::Ok).value(), QStringLiteral("—"));
        QVERIFY(p.goTo(45s, 2));
        QTRY_COMPARE(page.card(Curve::Held).value(), QStringLiteral("2"));
    }
};

LOCKSCOPE_UI_TEST(tst_RecordedOverview)

} // namespace tst_recordedoverview

#include "tst_recordedoverview.moc"
