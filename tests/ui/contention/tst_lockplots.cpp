// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks and figures have plots on the Contention page, and where.

#include "tests/support/uirunner.h"
#include "tests/ui/contention/answeredcontention.h"
#include "tests/ui/historysamples.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionplots.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/contentiontable.h"
#include "ui/contention/holdhistogram.h"
#include "ui/plots/timebar.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <numeric>

namespace tst_lockplots
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::samples::Start;
using lockscope::test::AnsweredContention;

class tst_LockPlots : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theMostContendedLocksHaveAPlotEach()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.show();
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
        AnsweredContention p;
        p.show();
        p.answerLocks({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
        const std::vector<LockName> first = p.lockPlots();
        emit p.bridge.opened();
        p.answerLocks({9, 7, 0, 3, 2, 1, 5, 6, 4}); // 4 is now the ninth
        std::vector<LockName> expected = first;
        expected[4] = samples::lockName(9);
        QCOMPARE(p.lockPlots(), expected);
    }

    void aClickOnALockPlotsOnlyIt()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.show();
        p.answerLocks(12);
        p.drawn();
        const LockName third = samples::lockName(2);
        QSignalSpy wanted(&p.page, &ContentionPage::lockWanted);
        auto *plot = p.page.plots().findChild<QScrollArea *>()->widget();
        QTest::mouseClick(plot, Qt::LeftButton, {}, p.page.plots().pointOf(2));
        QCOMPARE(p.page.table().selected(), std::vector{third});
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
        QCOMPARE(p.lockPlots(), p.page.table().selected()); // Several locks have one plot each
        QCOMPARE(p.lockPlots().size(), size_t(2));
        QTest::keyClick(&p.page.table(), Qt::Key_Escape);
        QCOMPARE(p.lockPlots().size(), ContentionPage::MostPlots);
        QCOMPARE(wanted.count(), 0); // The list is left alone until a row is clicked or opened
    }

    void escapeLeadsBackFromAnywhereOnThePage()
    {
        AnsweredContention p;
        p.page.resize(1400, 500);
        p.show();
        p.answerLocks(12);
        p.drawn();
        auto *plot = p.page.plots().findChild<QScrollArea *>()->widget();
        for (QWidget *focus :
             std::initializer_list<QWidget *>{&p.page.plots(), p.page.scope().seriesButton()}) {
            QTest::mouseMove(plot, p.page.plots().pointOf(2));
            QTest::mouseClick(plot, Qt::LeftButton, {}, p.page.plots().pointOf(2));
            QCOMPARE(p.page.table().selected().size(), size_t(1));
            QTest::keyClick(focus, Qt::Key_Escape);
            QVERIFY(p.page.table().selected().empty());
            QCOMPARE(p.lockPlots().size(), ContentionPage::MostPlots);
            p.drawn();
        }
    }

    void theBarNamesTheLockInLittleRoom()
    {
        AnsweredContention p;
        const LockName key{"lock:orders:2026:" + QByteArray(60, 'x') + ":4711"};
        p.page.resize(1400, 500);
        p.show();
        p.answerDemand({{.key = key, .acquired = 3}});
        p.page.table().choose({key});
        p.window.setSpan(160s);
        p.window.pause();
        auto *label = p.page.bar().findChild<QLabel *>({}, Qt::FindDirectChildrenOnly);
        const QString brief =
            QStringLiteral("%1 to %2 · lock:").arg(text::clockTime(Start - 160s), text::clockTime(Start));
        label->setFixedWidth(
            label->fontMetrics().horizontalAdvance(brief + QStringLiteral("orders…xx:4711")));
        QTRY_VERIFY2(label->text().startsWith(brief) && label->text().endsWith(QStringLiteral(":4711")),
                     qPrintable(label->text()));
        label->setFixedWidth(label->fontMetrics().horizontalAdvance(brief)); // Only for the lock
        QTRY_VERIFY2(label->text().startsWith(QStringLiteral("lock:")) &&
                         label->text().endsWith(QStringLiteral(":4711")),
                     qPrintable(label->text()));
        QVERIFY(p.page.bar().text().endsWith(text::key(key)));
        const QComboBox *spans = p.page.bar().spans();
        QCOMPARE(spans->currentText(), text::duration(160s));
        QTRY_VERIFY(spans->width() >= spans->sizeHint().width());
        QVERIFY(spans->sizeHint().width() >
                spans->fontMetrics().horizontalAdvance(spans->currentText()) + spans->height() / 2);
    }

    void aSelectedLockStaysWhenTheOrderChanges()
    {
        AnsweredContention p;
        p.show();
        p.answerLocks({0, 1, 2});
        p.page.table().choose({samples::lockName(1)});
        QSignalSpy changed(&p.page.table(), &ContentionTable::choiceChanged);
        const auto askAgain = [&p] {
            p.window.pan(-1);
            const int asked = int(p.askedLocks.count());
            return QTest::qWaitFor([&] { return p.askedLocks.count() > asked; }, 30'000);
        };
        QVERIFY(askAgain());
        p.answerLocks({2, 0, 1});
        QCOMPARE(p.page.table().selectionModel()->selectedRows().size(), 1);
        QCOMPARE(p.page.table().selected(), std::vector{samples::lockName(1)});
        QVERIFY(askAgain());
        p.answerLocks({2, 0}); // Not listed, but still what the plots show
        QCOMPARE(p.page.table().selected(), std::vector{samples::lockName(1)});
        QCOMPARE(p.lockPlots().front(), samples::lockName(1));
        QCOMPARE(changed.count(), 0);
    }

    void figuresOfALockComeBackWithThePage()
    {
        AnsweredContention p;
        p.window.pause();
        p.show();
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
        AnsweredContention p;
        p.show();
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
        QCOMPARE(p.page.plots().cells().size(), size_t(5));
        QCOMPARE(scope.seriesButton()->text(), QStringLiteral("All figures"));
        QVERIFY(!entries[5]->isEnabled() && !entries[5]->isChecked()); // Locks together have no wait
        for (const int entry : {0, 1, 3, 4})
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
        QCOMPARE(scope.series(), std::vector<size_t>{0}); // The wait is of single locks
        ContentionScope next;
        next.restore(scope.saved());
        QCOMPARE(next.view(), ContentionScope::AllTogether);
        next.showLocks({samples::lockName(0)});
        QCOMPARE(next.series(), (std::vector<size_t>{0, 5}));
        next.showLocks({});
        next.setSeries({5});
        QCOMPARE(next.series(), (std::vector<size_t>{0, 1, 2, 3, 4}));
        next.setView(ContentionScope::EachLock);
        QCOMPARE(next.series(), std::vector<size_t>{4});
        for (const char *odd : {"", "nonsense", "each-lock;;", "each-lock;waiters,held;none"}) {
            next.restore(QLatin1String(odd));
            QCOMPARE(next.saved(), first);
        }
    }

    void withoutContendedLocksItIsSaidWhatToDo()
    {
        AnsweredContention p;
        p.show();
        p.answerDemand({});
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

    void locksWithoutWaitersHaveNoPlotOfThem()
    {
        AnsweredContention p;
        p.page.show();
        const auto isSaid = [&](const char *title) {
            const auto all = p.page.findChildren<EmptyState *>();
            return std::ranges::any_of(all, [title](const EmptyState *one) {
                return one->isVisible() && one->title() == QString::fromUtf8(title);
            });
        };
        p.answer();
        p.answerDemand({{.key = samples::lockName(0), .acquired = 3, .mostWaiters = 2},
                        {.key = samples::lockName(1), .acquired = 3}});
        QCOMPARE(p.lockPlots(), std::vector{samples::lockName(0)});
        emit p.bridge.opened();
        p.answerDemand({{.key = samples::lockName(1), .acquired = 3}});
        QVERIFY(p.lockPlots().empty());
        QVERIFY(isSaid("No waiters seen"));
        p.page.scope().setSeries({0}); // Of the locks held, each has one
        QCOMPARE(p.lockPlots(), std::vector{samples::lockName(1)});
        QVERIFY(p.page.plots().isVisible());
    }

    void rowsOfPlotsAreEquallyLong()
    {
        AnsweredContention p;
        p.page.resize(characters(p.page, 110), 10 * p.page.fontMetrics().height());
        p.show();
        p.answerLocks(3);
        QTRY_COMPARE(p.page.plots().columns(), 3);
        p.page.table().choose({});
        emit p.bridge.opened();
        p.answerLocks(4); // Three columns would leave one plot alone in the second row
        QTRY_COMPARE(p.lockPlots().size(), size_t(4));
        QTRY_COMPARE(p.page.plots().columns(), 2);
    }

    void plotsStandInColumnsWhereTheyAreLow()
    {
        AnsweredContention p;
        p.together();
        p.page.resize(1400, 380);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
        p.page.resize(1400, 1100);
        QTRY_COMPARE(p.page.plots().columns(), 1);
    }

    void allPlotsFitALowPanel()
    {
        AnsweredContention p;
        p.together();
        p.page.resize(1280, p.page.fontMetrics().height() * 15);
        p.page.show();
        QTRY_COMPARE(p.page.plots().columns(), 2);
        QTRY_COMPARE(p.page.plots().findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
    }

    void eightLocksFitTheLeastWindow()
    {
        AnsweredContention p;
        p.page.resize(characters(p.page, 100), p.page.fontMetrics().height() * 13);
        p.show();
        p.answerLocks(12);
        QTRY_COMPARE(p.page.plots().cells().size(), size_t(ContentionPage::MostPlots));
        QTRY_COMPARE(p.page.plots().columns(), 3);
        QTRY_COMPARE(p.page.plots().findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
    }
};

LOCKSCOPE_UI_TEST(tst_LockPlots)

} // namespace tst_lockplots

#include "tst_lockplots.moc"
