// SPDX-License-Identifier: GPL-3.0-or-later
// The Lab page: its form with values; then runs, comparison and export through a real lab on real servers.

#include "tests/gallery/faults.h"
#include "tests/support/uirunner.h"
#include "tests/ui/lab/labwindow.h"
#include "ui/forms/durationedit.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labplace.h"
#include "ui/lab/labruns.h"
#include "ui/lab/labsidebyside.h"
#include "ui/lab/lanes/lablanes.h"
#include "ui/lab/lanes/lablegend.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/language.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

namespace tst_labpage
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::labwindow;

namespace
{

DeploymentState connected(bool readOnly, Environment environment)
{
    DeploymentState state{.spec = ConnectionSpec{.host = QStringLiteral("redis.example"),
                                                 .readOnly = readOnly,
                                                 .environment = environment}};
    NodeStatus node{.node = NodeId{"redis.example:6379"}, .role = "master"};
    node.connection.phase = ConnectionPhase::Ready;
    state.nodes = {node};
    return state;
}

const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 3h};

// The first phase has rounds, and one violation.
LabOutcome twoPhases(WallTime began, int rounds)
{
    LabArm none{.name = "none", .title = QStringLiteral("No lock")};
    none.ended = 2s;
    none.figures.cycles = 7;
    none.figures.violations = 1;
    const Instant start = now();
    none.figures.visits = {{.worker = 0, .entered = start, .left = start + 1s},
                           {.worker = 1, .entered = start + 500ms, .left = start + 2s, .violation = true}};
    for (int round = 0; round < rounds; ++round)
        none.rounds.push_back(milliseconds(round * 2000 / rounds));
    LabArm mutex{.name = "mutex", .title = QStringLiteral("A mutex"), .began = 2500ms};
    mutex.ended = 4s;
    return {.scenario = "oversell",
            .title = QStringLiteral("Oversell"),
            .began = began,
            .lasted = 4s,
            .arms = {none, mutex},
            .claims = {{.text = QStringLiteral("a"), .met = true}, {.text = QStringLiteral("b")}}};
}

} // namespace

class tst_LabPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void theResultIsWholeInTheSmallestWindow()
    {
        LabBridge bridge;
        LabPage page(bridge);
        emit bridge.finished(twoPhases(Start, 3));
        page.show();
        page.resize(page.minimumSizeHint());
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QVERIFY(page.live().verdict().isVisible());
        QTRY_COMPARE(test::cutOffs(page, page.size()).join(u'\n'), QString());
    }

    void theFormIsMadeOfTheParameters()
    {
        LabForm form;
        form.show({countParameter("workers", QStringLiteral("Workers"), 20, 1, 200),
                   durationParameter("lease", QStringLiteral("Lease"), 10s, 100ms, 10min),
                   shareParameter("crashes", QStringLiteral("Crashes"), "0.1"),
                   wordParameter("kind", QStringLiteral("Kind"), {"rlock", "fair-lock"})});
        const ScenarioValues::Given standard{
            {"workers", "20"}, {"lease", "10s"}, {"crashes", "0.1"}, {"kind", "rlock"}};
        QCOMPARE(form.values(), standard);
        QVERIFY(form.isGood());
        QVERIFY(!form.seed());
        auto *workers = qobject_cast<QSpinBox *>(form.field("workers"));
        QVERIFY(workers);
        QCOMPARE(workers->minimum(), 1);
        QCOMPARE(workers->maximum(), 200);
        workers->setValue(7);
        auto *crashes = qobject_cast<QDoubleSpinBox *>(form.field("crashes"));
        QVERIFY(crashes);
        crashes->setValue(0.25);
        auto *kind = qobject_cast<QComboBox *>(form.field("kind"));
        QVERIFY(kind);
        QCOMPARE(kind->count(), 2);
        kind->setCurrentIndex(1);
        form.seedField()->setText(QStringLiteral("42"));
        const ScenarioValues::Given typed{
            {"workers", "7"}, {"lease", "10s"}, {"crashes", "0.25"}, {"kind", "fair-lock"}};
        QCOMPARE(form.values(), typed);
        QCOMPARE(form.seed(), std::optional<quint64>(42));
        form.standardButton()->click();
        QCOMPARE(form.values(), standard);
    }

    void aBadValueIsToldUnderItsField()
    {
        LabBridge bridge;
        LabPage page(bridge);
        page.choose("oversell");
        page.resize(1400, 400);
        page.show();
        QVERIFY(page.runButton()->isEnabled());
        auto *lease = qobject_cast<QLineEdit *>(page.form().field("lease"));
        QVERIFY(lease);
        lease->setText(QStringLiteral("1ms"));
        QCOMPARE(page.form().problem("lease"), QStringLiteral("1ms is out of range: from 100ms to 10m"));
        auto *edit = qobject_cast<DurationEdit *>(lease->parentWidget());
        QVERIFY(edit);
        QCOMPARE(edit->problem(), page.form().problem("lease"));
        QCOMPARE(lease->accessibleDescription(), page.form().problem("lease"));
        QVERIFY(!page.runButton()->isEnabled());
        lease->setText(QStringLiteral("soon"));
        QVERIFY(!page.form().problem("lease").isEmpty());
        lease->setText(QStringLiteral("2s"));
        QVERIFY(page.form().problem("lease").isEmpty());
        QVERIFY(page.runButton()->isEnabled());
        page.form().seedField()->setText(QStringLiteral("often"));
        QVERIFY(!page.runButton()->isEnabled());
        page.form().seedField()->setText(QStringLiteral("18446744073709551615"));
        QVERIFY(page.runButton()->isEnabled());
        QCOMPARE(page.order().seed, std::optional<quint64>(18446744073709551615ULL));
    }

    void itIsSaidWhereAScenarioMayNotRun()
    {
        LabBridge bridge;
        LabPage page(bridge);
        page.choose("oversell");
        LabPlace &place = page.place();
        QVERIFY(place.sandbox()->isChecked());
        QCOMPARE(place.refusal(), QStringLiteral("Not connected"));
        page.show(connected(true, Environment::Development));
        QVERIFY(!place.present()->isEnabled());
        QVERIFY2(place.refusal().contains(QStringLiteral("read-only")), qPrintable(place.refusal()));
        page.show(connected(false, Environment::Production));
        QVERIFY(!place.present()->isEnabled());
        QVERIFY2(place.refusal().contains(QStringLiteral("production")), qPrintable(place.refusal()));
        page.show(connected(false, Environment::Development));
        QVERIFY(place.present()->isEnabled());
        place.present()->click();
        QVERIFY(page.order().server);
        QCOMPARE(page.order().server->host, QStringLiteral("redis.example"));
        page.show(connected(true, Environment::Development)); // The environment has changed
        QVERIFY(place.sandbox()->isChecked());
        QVERIFY(!page.order().server);
    }

    void whatBreaksServersIsMarkedAndRefusedElsewhere()
    {
        LabBridge bridge;
        LabPage page(bridge);
        page.show(connected(false, Environment::Development));
        int marked = 0;
        for (const Scenario &scenario : allScenarios()) {
            page.choose(scenario.name);
            const bool only = scenario.place == Scenario::Place::SandboxOnly;
            QCOMPARE(page.scenarios()->currentItem()->text().contains(QStringLiteral("sandbox only")), only);
            QCOMPARE(page.place().present()->isEnabled(), !only);
            QCOMPARE(page.place().topology()->isEnabled(), scenario.anyTopology);
            QCOMPARE(page.form().values().size(), scenario.parameters.size());
            QVERIFY2(page.form().isGood(), scenario.name.constData());
            marked += only ? 1 : 0;
        }
        QVERIFY(marked < page.scenarios()->count());
    }

    void lanesGoToTheBusiestAndMarkWhatIsForbidden()
    {
        LabLanes lanes;
        lanes.begin();
        const Instant start = now();
        LabPulse pulse{.arm = "one"};
        for (int worker = 0; worker < 30; ++worker)
            pulse.visits.push_back({.worker = worker, .entered = start + milliseconds(worker)});
        lanes.add(pulse);
        lanes.add(pulse); // Pulses overlap: the same stays again
        QCOMPARE(lanes.stays(), size_t(30));
        QCOMPARE(lanes.workers().size(), LabLanes::MostLanes);
        QCOMPARE(lanes.leftOut(), QStringLiteral("20 of the 30 workers that entered have a lane"));
        QCOMPARE(lanes.workers().front(), 0);
        pulse.visits.clear();
        for (int i = 0; i < 10; ++i)
            pulse.visits.push_back({.worker = 29,
                                    .entered = start + milliseconds(100 + i),
                                    .left = start + milliseconds(101 + i),
                                    .violation = i == 0});
        lanes.add(pulse);
        QCOMPARE(lanes.workers().size(), LabLanes::MostLanes);
        QCOMPARE(lanes.workers().back(), 29);
        QCOMPARE(lanes.violations(), size_t(1));
        lanes.begin();
        QCOMPARE(lanes.stays(), size_t(0));
        QCOMPARE(lanes.leftOut(), QString());
        pulse.visits.resize(1);
        lanes.add(pulse);
        QCOMPARE(lanes.leftOut(), QString()); // All that entered have a lane
    }

    void phasesAndRoundsStandAboveTheLanes()
    {
        LabLanes lanes;
        lanes.resize(900, 300);
        lanes.show();
        lanes.end(twoPhases(Start, 20));
        QCOMPARE(lanes.phases(), (QStringList{QStringLiteral("No lock"), QStringLiteral("A mutex")}));
        QTRY_COMPARE(lanes.legend().entries().size(), 4); // Only what is drawn
        QCOMPARE(lanes.rounds(), size_t(20));
        const auto told = [](const char *title, milliseconds from, milliseconds to) {
            return QStringLiteral("%1: %2 to %3; ")
                .arg(QLatin1String(title), text::duration(from), text::duration(to));
        };
        QTRY_VERIFY2(lanes.textAt(lanes.pointOf(0)).startsWith(told("No lock", 0ms, 2s) + u'7'),
                     qPrintable(lanes.textAt(lanes.pointOf(0))));
        QVERIFY2(lanes.textAt(lanes.pointOf(0)).contains(QStringLiteral("1 violation")),
                 qPrintable(lanes.textAt(lanes.pointOf(0))));
        QVERIFY(lanes.textAt(lanes.pointOf(0)).contains(QStringLiteral("20 rounds")));
        QVERIFY(lanes.textAt(lanes.pointOf(1)).startsWith(told("A mutex", 2500ms, 4s)));
        QVERIFY(lanes.accessibleDescription().contains(QStringLiteral("A mutex")));
        lanes.end(twoPhases(Start, 4000)); // Too close to be told apart
        QCOMPARE(lanes.rounds(), size_t(0));
        QTRY_COMPARE(lanes.legend().entries().size(), 3);
    }

    void titlesOfPhasesAreWholeWhereThereIsRoom()
    {
        LabLanes lanes;
        lanes.resize(characters(lanes, 42), 300);
        lanes.show();
        LabOutcome outcome = twoPhases(Start, 20);
        outcome.arms[0].title = QStringLiteral("A mutex in each process");
        outcome.arms[1].title = QStringLiteral("Reentrant lock (Redisson)");
        lanes.end(outcome);
        QTRY_VERIFY(lanes.pointOf(1).x() > lanes.pointOf(0).x());
        QTRY_VERIFY(!lanes.arePhasesCut());
        QTRY_VERIFY(lanes.pointOf(0).y() > 0);
        QVERIFY(lanes.pointOf(1).y() > lanes.pointOf(0).y()); // A row each
        QVERIFY(lanes.pointOf(0).x() > characters(lanes, 6)); // Right of the workers' names
        lanes.resize(characters(lanes, 140), 300);
        QTRY_COMPARE(lanes.pointOf(1).y(), lanes.pointOf(0).y());
        QVERIFY(!lanes.arePhasesCut());
    }

    void aPhaseIsThereWhileItLasts()
    {
        LabLanes lanes;
        lanes.begin();
        lanes.add({.arm = "none", .armTitle = QStringLiteral("No lock"), .elapsed = 100ms, .armBegan = 50ms});
        lanes.add({.arm = "none", .armTitle = QStringLiteral("No lock"), .elapsed = 300ms, .armBegan = 50ms});
        lanes.add({.arm = "one", .armTitle = QStringLiteral("SET NX"), .elapsed = 900ms, .armBegan = 700ms});
        QCOMPARE(lanes.phases(), (QStringList{QStringLiteral("No lock"), QStringLiteral("SET NX")}));
        lanes.begin();
        QVERIFY(lanes.phases().isEmpty());
    }

    void runsStandSideBySide()
    {
        LabRuns runs;
        runs.resize(1200, 500);
        runs.show();
        LabSideBySide &sides = runs.sideBySide();
        LabOutcome one = twoPhases(Start, 3);
        one.seed = 1;
        runs.add(one);
        QCOMPARE(sides.shown(), size_t(1));
        LabOutcome two = twoPhases(Start + 1min, 3);
        two.seed = 2;
        two.lasted = 10s;
        runs.add(two); // Is compared with the one before it
        QCOMPARE(runs.selected().size(), size_t(1));
        QCOMPARE(sides.shown(), size_t(2));
        QVERIFY(sides.headOf(0).contains(QStringLiteral("seed 1")));
        QVERIFY(sides.headOf(1).contains(QStringLiteral("seed 2")));
        QCOMPARE(sides.lanes(0).shownUpTo(), sides.lanes(1).shownUpTo()); // One scale
        QVERIFY(sides.lanes(0).shownUpTo() >= 10s);
        runs.pages()->setCurrentWidget(&sides);
        QTRY_COMPARE(sides.legend().entries().size(), 4); // One for all
        QVERIFY(!sides.lanes(0).legend().isVisible() && !sides.lanes(1).legend().isVisible());
        QVERIFY2(sides.resultOf(0).contains(QStringLiteral("1 of 2 claims confirmed")),
                 qPrintable(sides.resultOf(0)));
        LabOutcome three = twoPhases(Start + 2min, 3);
        three.seed = 3;
        three.scenario = "herd";
        three.title = QStringLiteral("Herd");
        runs.add(three);
        QCOMPARE(sides.shown(), size_t(2));
        QVERIFY(sides.headOf(1).contains(QStringLiteral("Herd")));
        runs.list()->selectAll(); // Two of one scenario, and another
        QCOMPARE(sides.shown(), size_t(3));
        QVERIFY(sides.headOf(0).contains(QStringLiteral("seed 1")));
    }

    void theShortcutOpensAWindowThatKeepsItsPage()
    {
        LabWindow live;
        QWidget &window = live.window->labWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window);
        QVERIFY(live.page().isVisible());
        live.page().form().fill({{"workers", "17"}});
        const auto typed = live.page().form().values();
        window.resize(760, 500);
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(window.isHidden() && live.window->isVisible());
        QCOMPARE(withoutMnemonic(live.window->actions().reopen->text()), QStringLiteral("Reopen Lab"));
        live.window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), live.window.get());
        QTest::keyClick(live.window.get(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(live.page().isVisible());
        QCOMPARE(live.page().form().values(), typed);
        QCOMPARE(window.size(), QSize(760, 500));
        live.window->close(); // Nothing keeps the program running
        QVERIFY(window.isHidden());
        MainWindow next(live.bridge, live.history, live.dir.path());
        next.show();
        QVERIFY(next.labWindow().isHidden());
        next.openLab();
        QCOMPARE(next.labWindow().size().height(), 500);
    }

    void everythingHasANameForScreenReaders()
    {
        LabWindow live;
        for (QWidget *widget : live.page().findChildren<QWidget *>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            QAccessibleInterface *face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(face);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                     qPrintable(QStringLiteral("%1 in %2")
                                    .arg(QLatin1String(widget->metaObject()->className()),
                                         QLatin1String(widget->parentWidget()->metaObject()->className()))));
        }
    }
};

LOCKSCOPE_UI_TEST(tst_LabPage)

} // namespace tst_labpage

#include "tst_labpage.moc"
