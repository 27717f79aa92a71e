// SPDX-License-Identifier: GPL-3.0-or-later
// Health of the deployment in the window, on real servers.

#include "tests/support/rediscli.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/health/healthtest.h"
#include "ui/connections/connectionspane.h"
#include "ui/health/findingsview.h"
#include "ui/health/rightsmodel.h"
#include "ui/health/rightsview.h"
#include "ui/status/statusline.h"
#include "ui/theme/appearance.h"
#include "ui/theme/language.h"
#include "ui/widgets/codebox.h"
#include "ui/window/mainwindow.h"

#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace tst_healthwindow
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::health;

namespace
{

// A window with an engine on its own thread.
struct LiveWindow {
    LiveWindow()
    {
        engine->moveToThread(&thread);
        bridge.attach(engine);
        thread.start();
        window = std::make_unique<MainWindow>(bridge, history, dir.path());
        window->show();
    }
    ~LiveWindow()
    {
        window.reset();
        QMetaObject::invokeMethod(
            engine, [this] { delete engine; }, Qt::BlockingQueuedConnection);
        thread.quit();
        thread.wait();
    }
    HealthDialog *health() const { return window->findChild<HealthDialog *>(); }
    HealthChecker &examiner() const { return window->examiner(); }

    QTemporaryDir dir;
    QThread thread;
    Engine *engine = new Engine;
    EngineBridge bridge;
    HistoryBridge history;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class tst_HealthWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    void theWindowExaminesARealServer();
};

void tst_HealthWindow::theWindowExaminesARealServer()
{
    auto redis = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(redis);
    const test::CliCommand limit{"CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-lru"};
    VERIFY_OK(test::redisCli((*redis)->spec(), limit));
    const test::CliCommand user{"ACL", "SETUSER", "guest", "on", ">secret", "~*", "&*", "+@all", "-hdel"};
    VERIFY_OK(test::redisCli((*redis)->spec(), user));
    LiveWindow live;
    QVERIFY(!live.window->actions().health->isEnabled());
    ConnectionSpec spec = (*redis)->spec();
    spec.user = QStringLiteral("guest");
    spec.password = QStringLiteral("secret");
    live.window->connectTo(spec);
    QTRY_VERIFY(live.window->deployment().isReady());
    auto *button = live.window->status().findChild<QToolButton *>(QStringLiteral("health"));
    QVERIFY(button && button->isVisible());
    // Without a request, the status bar warns. The check waits for the scan, and what was not ready by then
    // is checked again after 10 s.
    QTRY_VERIFY(button->toolTip().contains(QStringLiteral("1 critical")));
    QVERIFY(!button->icon().isNull());
    button->click();
    HealthDialog *dialog = live.health();
    QVERIFY(dialog && !dialog->isModal());
    QTRY_VERIFY(!dialog->isEmptyShown(HealthDialog::FindingsPage));
    QCOMPARE(dialog->findings()->groups().front().first().code, std::string_view("evicts-locks"));
    QCOMPARE(dialog->findings()->remedies().first()->text(),
             QStringLiteral("CONFIG SET maxmemory-policy noeviction"));
    const QTreeView &rights = *dialog->rights()->table();
    QCOMPARE(cell(rights, RightsModel::UserRow, 1), QStringLiteral("guest"));
    const auto of = [&rights](const QString &right) {
        for (int row = 0; row < rights.model()->rowCount(); ++row) {
            if (cell(rights, row, 0).startsWith(right))
                return cell(rights, row, 1);
        }
        return QString();
    };
    QCOMPARE(of(QStringLiteral("Find locks")), QStringLiteral("allowed"));
    QCOMPARE(of(QStringLiteral("Change locks")), QStringLiteral("denied"));
    QVERIFY(dialog->rights()->text().contains(QStringLiteral("hdel")));
    QVERIFY(dialog->rights()->acl()->text().startsWith(QStringLiteral("ACL SETUSER lockscope")));
    // A fixed problem is gone after the next check; the same dialog reopens at the requested node.
    VERIFY_OK(test::redisCli((*redis)->spec(),
                             (test::CliCommand{"CONFIG", "SET", "maxmemory-policy", "noeviction"})));
    dialog->checkButton()->click();
    QTRY_VERIFY(!live.examiner().isChecking());
    QVERIFY(std::ranges::none_of(dialog->findings()->groups(), [](const FindingGroup &group) {
        return group.first().code == "evicts-locks";
    }));
    QTreeWidgetItem *node = live.window->connections().tree()->topLevelItem(0)->child(0);
    emit live.window->connections().tree()->itemActivated(node, 0);
    QCOMPARE(live.health(), dialog);
    QCOMPARE(dialog->pages()->currentIndex(), int(HealthDialog::NodesPage));
    live.window->disconnectFromServer();
    QCOMPARE(dialog->summary(), QStringLiteral("Not connected"));
}

LOCKSCOPE_UI_TEST(tst_HealthWindow)

} // namespace tst_healthwindow

#include "tst_healthwindow.moc"
