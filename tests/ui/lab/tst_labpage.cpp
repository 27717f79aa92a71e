// SPDX-License-Identifier: GPL-3.0-or-later
// The Lab page: its form with values; then runs, comparison and export through a real lab on real servers.

#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/pictures.h"
#include "ui/blocking/blockingpage.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/bridges/enginebridge.h"
#include "ui/forms/durationedit.h"
#include "ui/lab/labclaims.h"
#include "ui/lab/labform.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labpage.h"
#include "ui/lab/labplace.h"
#include "ui/lab/labplots.h"
#include "ui/lab/labruns.h"
#include "ui/lab/labsidebyside.h"
#include "ui/lab/lanes/lablanes.h"
#include "ui/lab/lanes/lablegend.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/text/format.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/language.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>

namespace tst_labpage
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

constexpr int RunTimeout = 60'000;

// The headline of the first one; empty: none is shown.
QString shownDeadlock(const BlockingPage &page)
{
    const std::vector<const Notice *> notices = page.findChild<DeadlockNotices *>()->notices();
    return notices.empty() || !notices.front()->isVisible() ? QString() : notices.front()->sentence();
}

// A window with a lab and an engine, each on its own thread.
struct LiveWindow {
    explicit LiveWindow(QSize size = {1400, 900})
    {
        engine->moveToThread(&engineThread);
        link.attach(engine);
        engineThread.start();
        lab->moveToThread(&labThread);
        labThread.start();
        window = std::make_unique<MainWindow>(link, history, dir.path());
        window->lab().attach(lab);
        window->resize(size);
        window->show();
        window->openLab();
    }
    ~LiveWindow()
    {
        window.reset();
        end(lab, labThread);
        end(engine, engineThread);
    }
    template<class T> static void end(T *object, QThread &thread)
    {
        QMetaObject::invokeMethod(
            object, [object] { delete object; }, Qt::BlockingQueuedConnection);
        thread.quit();
        thread.wait();
    }
    LabPage &page() const { return window->labPage(); }
    void fillShort() const
    {
        page().choose("oversell");
        page().form().fill(
            {{"workers", "10"}, {"rate", "100"}, {"rounds", "1"}, {"stock", "150"}, {"work", "5ms"}});
    }

    QTemporaryDir dir;
    QThread engineThread;
    QThread labThread;
    Engine *engine = new Engine;
    Lab *lab = new Lab;
    EngineBridge link;
    HistoryBridge history;
    std::unique_ptr<MainWindow> window;
};

QString cell(const QTreeView &view, int row, const QString &column)
{
    const QAbstractItemModel &model = *view.model();
    for (int i = 0; i < model.columnCount(); ++i) {
        if (model.headerData(i, Qt::Horizontal).toString() == column)
            return model.index(row, i).data().toString();
    }
    return QStringLiteral("no such column");
}

DeploymentState connected(bool readOnly, Environment environment)
{
    DeploymentState state{.spec = ConnectionSpec{.host = QStringLiteral("redis.example"),
                                                 .readOnly = readOnly,
                                                 .environment = environment}};
    NodeStatus node{.node = NodeId{"redis.example:6379"}, .role = "master"};
    node.link.phase = LinkPhase::Ready;
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

QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_LabPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

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
        LabBridge link;
        LabPage page(link);
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
        LabBridge link;
        LabPage page(link);
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
        LabBridge link;
        LabPage page(link);
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
        LiveWindow live;
        QWidget &window = live.window->labWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &window);
        QVERIFY(live.page().isVisible());
        live.page().form().fill({{"workers", "17"}});
        const auto typed = live.page().form().values();
        window.resize(900, 500);
        QTest::keyClick(&window, Qt::Key_W, Qt::ControlModifier);
        QVERIFY(window.isHidden() && live.window->isVisible());
        QCOMPARE(withoutMnemonic(live.window->actions().reopen->text()), QStringLiteral("Reopen Lab"));
        live.window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), live.window.get());
        QTest::keyClick(live.window.get(), Qt::Key_L, Qt::ControlModifier);
        QVERIFY(live.page().isVisible());
        QCOMPARE(live.page().form().values(), typed);
        QCOMPARE(window.size(), QSize(900, 500));
        live.window->close(); // Nothing keeps the program running
        QVERIFY(window.isHidden());
        MainWindow next(live.link, live.history, live.dir.path());
        next.show();
        QVERIFY(next.labWindow().isHidden());
        next.openLab();
        QCOMPARE(next.labWindow().size().height(), 500);
    }

    void everythingHasANameForScreenReaders()
    {
        LiveWindow live;
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

    // ---- Through a real lab ----

    void aRunIsWatchedJudgedComparedAndExported();
    void aRunIsCancelled();
    void aConnectionOfOnesOwnIsKept();
    void aDeadlockIsShownOnThePageBlocking();
    void whatARunDoesToItsServersLeavesTheWindowAlone();
    void pictures_data();
    void pictures();
};

void tst_LabPage::aRunIsWatchedJudgedComparedAndExported()
{
    LiveWindow live;
    LabPage &page = live.page();
    live.fillShort();
    page.form().setSeed(7);
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    page.runButton()->click();
    QVERIFY(!page.runButton()->isEnabled());
    QVERIFY(page.cancelButton()->isEnabled());
    // Without a connection, the window connects to the sandbox of the lab by itself.
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    QVERIFY(!page.watchAction()->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(page.live().headline().contains(QStringLiteral("violations")), RunTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->locks().model().rowCount() > 0, RunTimeout);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QVERIFY(page.runButton()->isEnabled());
    const LabLive &shown = page.live();
    QVERIFY2(shown.verdict().level() == VerdictLevel::Ok, qPrintable(shown.claims().lines().join(u'\n')));
    QVERIFY(shown.verdict().sentence().startsWith(QStringLiteral("Passed")));
    QCOMPARE(shown.claims().lines().size(), 4);
    QVERIFY(shown.claims().lines().front().startsWith(QStringLiteral("✔ confirmed: ")));
    QVERIFY(shown.steps().size() >= 4); // An arm begins with a step
    QCOMPARE(page.live().lanes().stays(), size_t(800));
    QVERIFY(page.live().lanes().violations() > 0);

    LabRuns &runs = page.runs();
    const QAbstractItemModelTester tester(runs.arms()->model());
    QCOMPARE(runs.arms()->model()->rowCount(), 4);
    QCOMPARE(cell(*runs.arms(), 0, QStringLiteral("Cycles")), QStringLiteral("200"));
    QVERIFY(cell(*runs.arms(), 0, QStringLiteral("oversold")).toInt() > 0);
    QCOMPARE(cell(*runs.arms(), 3, QStringLiteral("oversold")), QStringLiteral("0"));
    QCOMPARE(cell(*runs.arms(), 3, QStringLiteral("Violations")), QStringLiteral("0"));
    QCOMPARE(cell(*runs.list(), 0, QStringLiteral("Verdict")), QStringLiteral("passed"));
    QCOMPARE(runs.plots().series(), 4);

    // Runs it again and compares.
    runs.againButton()->click();
    QVERIFY(!runs.againButton()->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, RunTimeout);
    const auto first = finished.at(0).at(0).value<LabOutcome>();
    const auto second = finished.at(1).at(0).value<LabOutcome>();
    QCOMPARE(second.seed, quint64(7));
    QCOMPARE(second.values, first.values);
    QCOMPARE(runs.selected().size(), size_t(1));
    runs.list()->selectAll();
    QCOMPARE(runs.selected().size(), size_t(2));
    QCOMPARE(runs.arms()->model()->rowCount(), 8);
    QCOMPARE(runs.plots().series(), 8);
    const auto *legend = runs.plots().findChild<QListWidget *>();
    QCOMPARE(legend->count(), 4 + 2); // The variants, then the runs
    QVERIFY(cell(*runs.arms(), 7, QStringLiteral("Run")).contains(QStringLiteral("seed 7")));

    const QString json = live.dir.filePath(QStringLiteral("runs.json"));
    VERIFY_OK(runs.saveJson(json));
    const QJsonArray told =
        QJsonDocument::fromJson(contentOf(json)).object()[QLatin1String("runs")].toArray();
    QCOMPARE(told.size(), 2);
    QCOMPARE(told.at(0).toObject()[QLatin1String("scenario")].toString(), QStringLiteral("oversell"));
    QCOMPARE(told.at(1).toObject()[QLatin1String("seed")].toInt(), 7);
    QCOMPARE(told.at(0).toObject()[QLatin1String("arms")].toArray().size(), 4);
    const QString csv = live.dir.filePath(QStringLiteral("runs.csv"));
    VERIFY_OK(runs.saveCsv(csv));
    QCOMPARE(contentOf(csv).count('\n'), 9); // A header, and one row per arm
    QVERIFY(contentOf(csv).contains("oversell,7,rlock,"));
    const QString picture = live.dir.filePath(QStringLiteral("runs.png"));
    VERIFY_OK(runs.plots().savePicture(picture));
    QVERIFY(!QImage(picture).isNull());
    QVERIFY(!runs.saveCsv(live.dir.path())); // A folder is in its place
}

void tst_LabPage::aRunIsCancelled()
{
    LiveWindow live;
    LabPage &page = live.page();
    live.fillShort();
    page.form().fill({{"rounds", "60"}});
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    QSignalSpy pulsed(&live.window->lab(), &LabBridge::pulsed);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(pulsed.count() > 2, RunTimeout);
    page.cancelButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QVERIFY(page.live().verdict().sentence().startsWith(QStringLiteral("Cancelled")));
    QCOMPARE(cell(*page.runs().list(), 0, QStringLiteral("Verdict")), QStringLiteral("cancelled"));
    QVERIFY(page.runButton()->isEnabled());
    QVERIFY(!page.cancelButton()->isEnabled());
}

void tst_LabPage::aConnectionOfOnesOwnIsKept()
{
    auto redis = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(redis);
    ConnectionSpec own = (*redis)->spec();
    own.name = QStringLiteral("mine");
    LiveWindow live;
    live.window->connectTo(own);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    LabPage &page = live.page();
    live.fillShort();
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(page.watchAction()->isVisible(), RunTimeout);
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("mine"));
    page.watchAction()->trigger(); // On request
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("sandbox of the lab"));
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    QVERIFY(!page.watchAction()->isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);

    // On the user's server, with keys that are deleted afterwards.
    live.window->connectTo(own);
    QTRY_VERIFY_WITH_TIMEOUT(page.place().present()->isEnabled(), RunTimeout);
    page.place().present()->click();
    page.runButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, RunTimeout);
    const auto outcome = finished.at(1).at(0).value<LabOutcome>();
    QVERIFY(!outcome.failure);
    QCOMPARE(outcome.where, connectionUrl(own));
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("mine"));
    const auto keys = (*redis)->node(0).ask({"DBSIZE"});
    VERIFY_OK(keys);
    QCOMPARE(keys->integer, 0);
}

void tst_LabPage::aDeadlockIsShownOnThePageBlocking()
{
    LiveWindow live;
    LabPage &page = live.page();
    page.choose("deadlock");
    page.form().fill({{"rounds", "1"}, {"stands", "300s"}, {"longest", "600s"}});
    QVERIFY(!page.blockingAction()->isVisible());
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(page.blockingAction()->isVisible(), RunTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    page.blockingAction()->trigger();
    const auto *blocking = live.window->findChild<BlockingPage *>();
    QTRY_VERIFY(blocking->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(blocking->summary().startsWith(QStringLiteral("At least 2 waiters for 2 locks")),
                             RunTimeout);
    QTRY_COMPARE_WITH_TIMEOUT(shownDeadlock(*blocking), QStringLiteral("Deadlock of 2 locks"), RunTimeout);
    page.cancelButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QVERIFY(page.blockingAction()->isVisible()); // Its servers are still there
}

// Servers are killed, others replace them, and all are gone at the end.
void tst_LabPage::whatARunDoesToItsServersLeavesTheWindowAlone()
{
    LiveWindow live({1024, 700});
    live.page().choose("redlock");
    live.page().form().fill({{"for", "300ms"}});
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    live.page().run();
    QTRY_VERIFY_WITH_TIMEOUT(
        live.window->deployment().spec && live.window->deployment().spec->members.size() == 5, RunTimeout);
    QVERIFY(live.page().isVisible());
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    QCOMPARE(live.window->deployment().spec->members.size(), 0);
    QCOMPARE(live.window->size(), QSize(1024, 700));
}

// Saves pictures in LOCKSCOPE_PICTURES=folder.
void tst_LabPage::pictures_data()
{
    test::pictureLooks();
}

void tst_LabPage::pictures()
{
    const test::Pictures pictures("lab");
    if (!pictures.isWanted())
        QSKIP("LOCKSCOPE_PICTURES is not set");
    LiveWindow live;
    LabPage &page = live.page();
    const auto save = [&](QWidget *widget, const char *part) { pictures.save(*widget, part); };
    save(&live.window->labWindow(), "empty");
    page.openPage(LabPage::RunsPage);
    save(&page, "noruns");
    live.fillShort();
    page.form().fill({{"rounds", "2"}});
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    QSignalSpy pulsed(&live.window->lab(), &LabBridge::pulsed);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    const auto inArm = [&pulsed](const QByteArray &arm) {
        const auto last = pulsed.isEmpty() ? LabPulse{} : pulsed.last().at(0).value<LabPulse>();
        return last.arm == arm && last.entries > 60;
    };
    QTRY_VERIFY_WITH_TIMEOUT(inArm("none"), RunTimeout);
    save(&page, "none");
    QTRY_VERIFY_WITH_TIMEOUT(inArm("rlock"), RunTimeout);
    save(&live.window->labWindow(), "running");
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    save(&live.window->labWindow(), "verdict");
    page.form().field("lease")->setProperty("text", QStringLiteral("1ms"));
    save(&page, "badvalue");
    page.form().fillStandard();
    page.openPage(LabPage::RunsPage);
    save(&page, "figures");
    page.runs().pages()->setCurrentIndex(1);
    save(&page, "plots");
    live.fillShort();
    page.form().setSeed(11);
    page.run();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, RunTimeout);
    page.openPage(LabPage::RunsPage);
    page.runs().list()->selectAll();
    save(&page, "compared");
    page.runs().pages()->setCurrentIndex(0);
    save(&live.window->labWindow(), "compared-window");
    VERIFY_OK(page.runs().plots().savePicture(pictures.fileOf("export")));
    page.choose("deadlock");
    page.form().fill({{"rounds", "1"}, {"stands", "300s"}, {"longest", "600s"}});
    page.run();
    QTRY_VERIFY_WITH_TIMEOUT(page.live().steps().size() > 2, RunTimeout);
    page.blockingAction()->trigger();
    const auto *blocking = live.window->findChild<BlockingPage *>();
    QTRY_VERIFY_WITH_TIMEOUT(!shownDeadlock(*blocking).isEmpty(), RunTimeout);
    save(&live.window->labWindow(), "deadlock");
    save(live.window.get(), "blocking");
    page.cancelButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, RunTimeout);
}

LOCKSCOPE_UI_TEST(tst_LabPage)

} // namespace tst_labpage

#include "tst_labpage.moc"
