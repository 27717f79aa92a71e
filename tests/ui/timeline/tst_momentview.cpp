// SPDX-License-Identifier: GPL-3.0-or-later
// The look back at one moment, on the Timeline page.

#include "tests/support/uirunner.h"
#include "tests/ui/historysamples.h"
#include "tests/ui/timeline/answeredtimeline.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/momentview.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

namespace tst_momentview
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::hold;
using lockscope::samples::Start;
using lockscope::test::AnsweredTimeline;

class tst_MomentView : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theLookBackAsksForTheMoment()
    {
        AnsweredTimeline p;
        p.fill(6);
        QAbstractItemModelTester tester(p.page.moment().table()->model());
        QVERIFY(p.page.moment().isHidden());
        p.page.lookBackButton()->click();
        QVERIFY(p.page.moment().isVisible());
        QVERIFY(!p.window.isLive());
        QCOMPARE(p.askedMoment.count(), 1);
        QCOMPARE(p.askedMoment.last().at(1).value<WallTime>(), Start - 150s);
        p.answerMoment(
            HistoryMoment{.at = Start - 150s, .holds = {hold(0, 1, -200s, {}), hold(1, 2, -160s, {})}});
        const QAbstractItemModel &model = *p.page.moment().table()->model();
        QTRY_COMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, MomentModel::LockColumn).data().toString(), text::key(samples::lockName(0)));
        QCOMPARE(model.index(0, MomentModel::LengthColumn).data().toString(), text::duration(50s));
        QCOMPARE(model.index(1, MomentModel::OwnerColumn).data().toString(), text::owner(samples::owner(2)));
        QVERIFY(p.page.moment().title().contains(QStringLiteral("2 holds")));
        QTest::keyClick(&p.page.lanes(), Qt::Key_Escape);
        QVERIFY(p.page.moment().isHidden());
        QVERIFY(!p.page.lookBackButton()->isChecked());
        QVERIFY(p.window.isLive()); // As before
    }

    void theLookBackSaysSinceWhenItKnows()
    {
        AnsweredTimeline p;
        p.fill(6);
        const auto told = [&p](HistoryMoment moment) {
            p.page.lookBack(moment.at);
            QSignalSpy shown(&p.page.moment(), &MomentView::shown);
            p.answerMoment(moment);
            return shown.wait(30'000) ? p.page.moment().title() : QString();
        };
        const QString before = told({.at = Start - 200s, .since = Start - 100s, .watched = false});
        QVERIFY2(before.contains(QStringLiteral("no data before")), qPrintable(before));
        QVERIFY(!before.contains(QStringLiteral("holds")));
        const QString away = told({.at = Start - 50s, .since = Start - 100s, .watched = false});
        QVERIFY2(away.contains(QStringLiteral("not observed then")), qPrintable(away));
        const QString setBack =
            told({.at = Start - 50s, .since = Start - 100s, .watched = false, .setBackBy = 60s});
        QVERIFY2(setBack.contains(QStringLiteral("clock was set back by 1 min")), qPrintable(setBack));
        const QString empty = told({.at = Start - 50s, .since = Start - 100s});
        QVERIFY2(empty.contains(QStringLiteral("0 holds")), qPrintable(empty));
        const QString some = told({.at = Start - 50s, .holds = {hold(0, 1, -200s, {})}, .truncated = true});
        QVERIFY2(some.contains(QStringLiteral("first")), qPrintable(some));
    }

    // The user sorts while the answer is pending.
    void sortingDoesNotLoseTheAnswer()
    {
        AnsweredTimeline p;
        p.fill(3);
        MomentView &view = p.page.moment();
        p.page.lookBack(Start - 1s);
        p.answerMoment(HistoryMoment{.at = Start - 1s, .holds = {hold(0, 1, -200s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 1);
        p.page.lookBack(Start - 2s);
        QCOMPARE(p.askedMoment.count(), 2);
        QSignalSpy shown(&view, &MomentView::shown);
        view.table()->sortByColumn(MomentModel::OwnerColumn, Qt::DescendingOrder);
        QTRY_COMPARE(shown.count(), 1);
        p.answerMoment(
            HistoryMoment{.at = Start - 2s, .holds = {hold(0, 1, -200s, {}), hold(1, 2, -160s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 2);
    }

    void anotherConnectionBeginsWithNothing()
    {
        AnsweredTimeline p;
        p.fill(3);
        MomentView &view = p.page.moment();
        p.page.lookBack(Start - 1s);
        p.answerMoment(HistoryMoment{.at = Start - 1s, .holds = {hold(0, 1, -200s, {})}});
        QTRY_COMPARE(view.table()->model()->rowCount(), 1);
        emit p.bridge.opened();
        QCOMPARE(view.table()->model()->rowCount(), 0);
    }

    // That verdicts are unknown says nothing of a server, also where the node of a hold is not known.
    void unknownVerdictsAreNoLostServer()
    {
        Hold one = hold(0, 1, -200s, {});
        one.node = {};
        const HistoryMoment unjudged{.at = Start, .holds = {one}, .unjudged = {{{Start, Start + 1ms}, {}}}};
        QVERIFY(!MomentLookup(unjudged).verdict(one));
        QVERIFY(!MomentLookup(unjudged).isLost(one));
        one.node = {"a:1"};
        const HistoryMoment lost{.at = Start, .holds = {one}, .unjudged = {{{Start, Start + 1ms}, one.node}}};
        QVERIFY(!MomentLookup(lost).verdict(one));
        QVERIFY(MomentLookup(lost).isLost(one));
    }

    // "At least 0 s" says nothing, as in the live list.
    void aLowerBoundUnderASecondIsADash()
    {
        MomentModel model;
        const auto lengthAfter = [&model](milliseconds length, bool isAtLeast) {
            Hold one = hold(0, 1, -length, {});
            one.beganBefore = isAtLeast;
            model.show(std::make_shared<const HistoryMoment>(HistoryMoment{.at = Start, .holds = {one}}));
            return model.index(0, MomentModel::LengthColumn).data().toString();
        };
        QCOMPARE(lengthAfter(0ms, true), QStringLiteral("—"));
        QCOMPARE(lengthAfter(999ms, true), QStringLiteral("—"));
        QCOMPARE(lengthAfter(999ms, false), text::duration(999ms));
        QCOMPARE(lengthAfter(2s, true), QStringLiteral("≥ ") + text::duration(2s));
    }

    // A hundred thousand locks while the moment is dragged: texts are created only for visible rows of
    // moments that are shown.
    void scrubbingCostsWhatCanBeSeen()
    {
        constexpr int Locks = 100'000;
        AnsweredTimeline p;
        HistoryMoment moment;
        for (int n = 0; n < Locks; ++n) {
            Hold one = hold(0, n % 7, -300s, {});
            one.key = LockName{"lock:" + QByteArray::number((n * 7'919LL) % Locks)};
            moment.holds.push_back(one);
        }
        p.fill(3);
        MomentView &view = p.page.moment();
        QSignalSpy shown(&view, &MomentView::shown);
        QSignalSpy resets(view.table()->model(), &QAbstractItemModel::modelReset);
        p.page.lookBack(Start - 1s);
        constexpr int Keys = 30;
        for (int i = 0; i < Keys; ++i) {
            QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
            moment.at = p.askedMoment.last().at(1).value<WallTime>();
            p.answerMoment(moment);
        }
        QVERIFY(p.askedMoment.count() <= 2); // None while another is being sorted
        QTRY_VERIFY(shown.count() > 0);
        QTRY_COMPARE(p.askedMoment.count(), 2); // The last place
        moment.at = p.askedMoment.last().at(1).value<WallTime>();
        p.answerMoment(moment);
        QTRY_COMPARE(shown.count(), 2);
        view.table()->viewport()->repaint(); // Now, not at some later time
        const QAbstractItemModel &model = *view.table()->model();
        QCOMPARE(model.rowCount(), Locks);
        const int rows =
            view.table()->viewport()->height() / view.table()->visualRect(model.index(0, 0)).height() + 2;
        QVERIFY2(view.model().textsMade() <= qint64(resets.count()) * 4 * rows * MomentModel::ColumnCount,
                 qPrintable(QString::number(view.model().textsMade())));
        QVERIFY(view.model().textsMade() > 0);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("lock:0"));
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("lock:10")); // By bytes
        view.table()->sortByColumn(MomentModel::LockColumn, Qt::DescendingOrder);
        QTRY_COMPARE(model.index(0, 0).data().toString(), QStringLiteral("lock:99999"));
        view.table()->sortByColumn(MomentModel::OwnerColumn, Qt::AscendingOrder);
        QTRY_COMPARE(model.index(0, MomentModel::OwnerColumn).data().toString(),
                     text::owner(samples::owner(0)));
    }

    void draggingTheLineAsksForTheLastPlaceOnly()
    {
        AnsweredTimeline p;
        p.fill(6);
        HoldLanes &lanes = p.page.lanes();
        const QPoint lane = lanes.pointOf(samples::lockName(0), Start - 200s);
        QWidget *plot = lanes.childAt(lane);
        const int strip = 4; // Above the lanes
        const auto at = [&](WallTime when) {
            return QPoint(lanes.pointOf(samples::lockName(0), when).x(), strip);
        };
        QTest::mousePress(plot, Qt::LeftButton, {}, at(Start - 200s));
        QCOMPARE(p.askedMoment.count(), 1);
        for (int i = 1; i <= 10; ++i)
            QTest::mouseMove(plot, at(Start - 200s + i * 10s));
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at(Start - 100s));
        QCOMPARE(p.askedMoment.count(), 1); // While the first answer is pending
        p.answerMoment(HistoryMoment{.at = Start - 200s});
        QTRY_COMPARE(p.askedMoment.count(), 2);
        const double apart =
            axisSeconds(p.askedMoment.last().at(1).value<WallTime>()) - axisSeconds(Start - 100s);
        QVERIFY2(std::abs(apart) < 2, qPrintable(QString::number(apart)));
    }

    void keysMoveTheMoment()
    {
        AnsweredTimeline p;
        p.fill(3);
        QSignalSpy moved(&p.page.lanes(), &HoldLanes::momentChanged);
        QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
        QTest::keyClick(&p.page.lanes(), Qt::Key_Left);
        QCOMPARE(moved.count(), 2);
        const auto first = moved.at(0).at(0).value<std::optional<WallTime>>();
        const auto second = moved.at(1).at(0).value<std::optional<WallTime>>();
        QVERIFY(first && second && *second < *first);
    }
};

LOCKSCOPE_UI_TEST(tst_MomentView)

} // namespace tst_momentview

#include "tst_momentview.moc"
