// SPDX-License-Identifier: GPL-3.0-or-later
// The window runs scenarios in a real lab.

#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/lab/labwindow.h"
#include "ui/blocking/blockingpage.h"
#include "ui/blocking/deadlocknotices.h"
#include "ui/lab/labclaims.h"
#include "ui/lab/lablive.h"
#include "ui/lab/labplace.h"
#include "ui/lab/labplots.h"
#include "ui/lab/labruns.h"
#include "ui/lab/lanes/lablanes.h"
#include "ui/locks/lockpane.h"
#include "ui/theme/language.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

namespace tst_labruns
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::labwindow;

namespace
{

constexpr int RunTimeout = 60'000;

// The headline of the first one; empty: none is shown.
QString shownDeadlock(const BlockingPage &page)
{
    const std::vector<const Notice *> notices = page.findChild<DeadlockNotices *>()->notices();
    return notices.empty() || !notices.front()->isVisible() ? QString() : notices.front()->sentence();
}

QString cell(const QTreeView &view, int row, const QString &column)
{
    const QAbstractItemModel &model = *view.model();
    for (int i = 0; i < model.columnCount(); ++i) {
        if (model.headerData(i, Qt::Horizontal).toString() == column)
            return model.index(row, i).data().toString();
    }
    return QStringLiteral("no such column");
}

QByteArray contentOf(const QString &fileName)
{
    QFile file(fileName);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_LabRuns : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void aRunIsWatchedJudgedComparedAndExported();
    void aRunIsCancelled();
    void aConnectionOfOnesOwnIsKept();
    void aDeadlockIsShownOnThePageBlocking();
    void theQuestionEndsWithTheRunAndTheConnection();
    void whatARunDoesToItsServersLeavesTheWindowAlone();
};

void tst_LabRuns::aRunIsWatchedJudgedComparedAndExported()
{
    LabWindow live;
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
    const auto words = shown.verdict().findChildren<Prose *>(); // That it passed is not all there is to say
    QVERIFY(std::ranges::any_of(
        words, [](const Prose *one) { return one->text().contains(QStringLiteral("violation")); }));
    QCOMPARE(shown.claims().lines().size(), 4);
    QVERIFY(shown.claims().lines().front().startsWith(QStringLiteral("confirmed: ")));
    QVERIFY(shown.steps().size() >= 4); // An arm begins with a step
    QCOMPARE(page.live().lanes().stays(), size_t(800));
    QVERIFY(page.live().lanes().violations() > 0);

    LabRuns &runs = page.runs();
    const QAbstractItemModelTester tester(runs.arms()->model());
    QCOMPARE(runs.arms()->model()->rowCount(), 4);
    QCOMPARE(cell(*runs.arms(), 0, QStringLiteral("Cycles")), QStringLiteral("200"));
    QVERIFY(cell(*runs.arms(), 0, QStringLiteral("Oversold")).toInt() > 0);
    QCOMPARE(cell(*runs.arms(), 3, QStringLiteral("Oversold")), QStringLiteral("0"));
    QCOMPARE(cell(*runs.arms(), 3, QStringLiteral("Violations")), QStringLiteral("0"));
    // 200 waits are enough for one figure and too few for the other.
    QVERIFY(cell(*runs.arms(), 3, QStringLiteral("p99")) != QStringLiteral("—"));
    QCOMPARE(cell(*runs.arms(), 3, QStringLiteral("p99.9")), QStringLiteral("—"));
    QCOMPARE(cell(*runs.list(), 0, QStringLiteral("Verdict")), QStringLiteral("passed"));
    QCOMPARE(cell(*runs.list(), 0, QStringLiteral("Where")), QStringLiteral("Sandbox: one server"));
    QVERIFY(cell(*runs.list(), 0, QStringLiteral("Values")).contains(QStringLiteral("Workers per server: ")));
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

void tst_LabRuns::aRunIsCancelled()
{
    LabWindow live;
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

void tst_LabRuns::aConnectionOfOnesOwnIsKept()
{
    auto redis = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(redis);
    ConnectionSpec own = (*redis)->spec();
    own.name = QStringLiteral("mine");
    LabWindow live;
    live.window->connectTo(own);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    LabPage &page = live.page();
    live.fillShort();
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(page.watchAction()->isVisible(), RunTimeout);
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("mine"));
    page.watchAction()->trigger(); // On request, but not before it is confirmed
    auto *box = page.findChild<QMessageBox *>(QStringLiteral("leaveForLab"));
    QVERIFY(box);
    QVERIFY(box->text().contains(QStringLiteral("mine")));
    QCOMPARE(box->defaultButton(), box->button(QMessageBox::Cancel));
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("mine"));
    for (QAbstractButton *button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    }
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
    QVERIFY(!page.watchAction()->isVisible()); // No locks are left
    const auto keys = (*redis)->node(0).ask({"DBSIZE"});
    VERIFY_OK(keys);
    QCOMPARE(keys->integer, 0);
}

void tst_LabRuns::aDeadlockIsShownOnThePageBlocking()
{
    LabWindow live;
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
    QTRY_VERIFY_WITH_TIMEOUT(blocking->summary().startsWith(QStringLiteral("2 waiters for 2 locks")),
                             RunTimeout);
    QTRY_COMPARE_WITH_TIMEOUT(shownDeadlock(*blocking), QStringLiteral("Deadlock of 2 locks"), RunTimeout);
    page.cancelButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QVERIFY(page.blockingAction()->isVisible()); // The window still shows its servers
    live.window->disconnectFromServer();
    QVERIFY(!page.blockingAction()->isVisible()); // Their locks ended with the run
}

void tst_LabRuns::theQuestionEndsWithTheRunAndTheConnection()
{
    auto redis = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(redis);
    ConnectionSpec own = (*redis)->spec();
    own.name = QStringLiteral("mine");
    LabWindow live;
    live.window->connectTo(own);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    LabPage &page = live.page();
    page.choose("deadlock");
    page.form().fill({{"rounds", "1"}, {"stands", "300s"}, {"longest", "600s"}});
    QSignalSpy finished(&live.window->lab(), &LabBridge::finished);
    page.runButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(page.blockingAction()->isVisible(), RunTimeout);
    const auto asks = [&page] {
        page.blockingAction()->trigger();
        return QPointer(page.findChild<QMessageBox *>(QStringLiteral("leaveForLab")));
    };
    const QPointer<QMessageBox> first = asks();
    QVERIFY(first && first->isVisible());
    own.name = QStringLiteral("renamed");
    live.window->connectTo(own);
    QTRY_VERIFY(!first);
    QTRY_VERIFY_WITH_TIMEOUT(live.window->deployment().isReady(), RunTimeout);
    const QPointer<QMessageBox> second = asks();
    QVERIFY(second && second->isVisible());
    page.cancelButton()->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, RunTimeout);
    QTRY_VERIFY(!second);
    const auto *over = page.findChild<QMessageBox *>(QStringLiteral("labOver"));
    QVERIFY(over && over->isVisible());
    QCOMPARE(over->text(), QStringLiteral("The run is over.")); // A cancelled one may have left locks
    QVERIFY(!page.blockingAction()->isVisible() && !page.watchAction()->isVisible());
    QCOMPARE(live.window->deployment().spec->name, QStringLiteral("renamed"));
}

// Servers are killed, others replace them, and all are gone at the end.
void tst_LabRuns::whatARunDoesToItsServersLeavesTheWindowAlone()
{
    LabWindow live({1024, 700});
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

LOCKSCOPE_UI_TEST(tst_LabRuns)

} // namespace tst_labruns

#include "tst_labruns.moc"
