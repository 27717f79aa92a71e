// SPDX-License-Identifier: GPL-3.0-or-later
// The window Fleet beside the main window, and its thread, on a real server.

#include "app/desktop/fleethost.h"
#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/engine/alerts/alerts.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/sessions.h"
#include "tests/support/threaded.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/acts/actdialog.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/detail/detailpane.h"
#include "ui/fleet/fleetfoundpane.h"
#include "ui/fleet/fleetpage.h"
#include "ui/forms/filteredit.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/traystatus.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>

namespace tst_fleetwindow
{

using namespace lockscope;
using namespace lockscope::test;

class TestFleetWindow final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void isOpenedByItsAction();
    void enterOpensTheConnectionInTheMainWindow();
    void aFoundLockIsSelectedInTheMainWindow();
    void aMissingPasswordOpensTheDialog();
    void aTypedPasswordServesTheFleetToo();
    void aSavedConnectionJoinsAtOnce();
    void aModalDialogKeepsItsConnection();
    void anOpenActIsAskedAbout();
    void itHasTheKeysOfTheMainWindow();
    void theFolderIsRemembered();
    void theSortedColumnIsRemembered();
    void itsThreadEndsWithTheWindow();
    void whatTheFleetKnowsIsShownAtOnce();
    void aConnectionThatFailsShowsWhy();
    void helpOpensItsSection();
    void theTrayCountsAllConnections();
    void alertsOfAllConnectionsAreToldOnce();

private:
    void open();
    void openKnown(qint64 locks);
    FleetPage &page() { return m_window->fleetPage(); }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<EngineBridge> m_bridge;
    HistoryBridge m_history{};
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<FleetHost> m_host;
};

void TestFleetWindow::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    VERIFY_INTO(m_server, Sandbox::start());
    ConnectionSpec shop = m_server->tcp();
    shop.name = QStringLiteral("shop");
    shop.folder = QStringLiteral("Stores");
    VERIFY_OK(ProfileStore(m_dir->path()).save({shop}));
    open();
}

void TestFleetWindow::cleanup()
{
    m_window.reset();
    m_host.reset();
    m_bridge.reset();
    m_server.reset();
}

void TestFleetWindow::open()
{
    m_bridge = std::make_unique<EngineBridge>();
    m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir->path());
    m_host = std::make_unique<FleetHost>(m_window->fleet());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TestFleetWindow::isOpenedByItsAction()
{
    QVERIFY(!m_window->fleetWindow().isVisible());
    m_window->actions().fleet->trigger();
    QVERIFY(m_window->fleetWindow().isVisible());
    const auto isConnected = [this] {
        const FleetMember *member = page().model().memberAt(0);
        return member && member->state == FleetState::Connected && member->totals;
    };
    QTRY_VERIFY(isConnected());
    QCOMPARE(page().selected(), QStringLiteral("shop"));
    m_window->fleetWindow().close();
    QVERIFY(m_window->actions().reopen->isEnabled());
    m_window->actions().reopen->trigger();
    QVERIFY(m_window->fleetWindow().isVisible());
    QTRY_VERIFY(isConnected());
}

void TestFleetWindow::enterOpensTheConnectionInTheMainWindow()
{
    m_window->openFleet();
    QTRY_COMPARE(page().selected(), QStringLiteral("shop"));
    QVERIFY(!m_window->deployment().spec);
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(m_window->deployment().spec);
    QCOMPARE(m_window->deployment().spec->name, QStringLiteral("shop"));
    QVERIFY(m_window->fleetWindow().isVisible());
}

void TestFleetWindow::aFoundLockIsSelectedInTheMainWindow()
{
    Session session(m_server->tcp());
    session.open();
    for (const char *key : {"lock:a", "lock:b", "lock:c"})
        VERIFY_OK(callAndWait(session, {"SET", key, "pod-7", "PX", "600000"}));
    Threaded<Engine> engine(new Engine);
    m_bridge->attach(engine.object);
    m_window->filter().setText(QStringLiteral("key:lock:a")); // hides it
    m_window->openFleet();
    page().search().setText(QStringLiteral("lock:b"));
    QTreeView &found = page().found().table();
    QTRY_COMPARE(found.model()->rowCount(), 1);
    found.setFocus();
    QTest::keyClick(&found, Qt::Key_Return);
    const auto selected = [this] {
        const LockPtr lock = m_window->locks().view().currentLock();
        return lock ? lock->key.bytes : QByteArray();
    };
    QTRY_COMPARE(selected(), QByteArray("lock:b"));
    QVERIFY(m_window->filter().text().isEmpty());
    QCOMPARE(m_window->detail().shownKey(), LockName{"lock:b"});
    // The connection is open already.
    page().search().setText(QStringLiteral("lock:c"));
    QTRY_COMPARE(found.model()->index(0, FleetFoundModel::LockColumn).data().toString(),
                 QStringLiteral("lock:c"));
    QTest::keyClick(&found, Qt::Key_Return);
    QTRY_COMPARE(selected(), QByteArray("lock:c"));
    m_window->disconnectFromServer();
}

void TestFleetWindow::aMissingPasswordOpensTheDialog()
{
    m_window->openFleet();
    emit page().passwordWanted(QStringLiteral("shop"), QStringLiteral("the keychain is locked"));
    const auto *dialog = m_window->findChild<ConnectionDialog *>();
    QVERIFY(dialog);
    const auto *focused = qobject_cast<QLineEdit *>(dialog->focusWidget());
    QVERIFY(focused && focused->echoMode() == QLineEdit::Password);
    QVERIFY(!m_window->deployment().spec);
}

void TestFleetWindow::aTypedPasswordServesTheFleetToo()
{
    const auto state = [this] {
        const FleetMember *member = page().model().memberAt(0);
        return member ? member->state : FleetState::Queued;
    };
    Session session(m_server->tcp());
    session.open();
    VERIFY_OK(callAndWait(session, {"CONFIG", "SET", "requirepass", "secret"}));
    m_window->openFleet();
    QTRY_COMPARE(state(), FleetState::NeedsPassword);
    Threaded<Engine> engine(new Engine);
    m_bridge->attach(engine.object);
    ConnectionSpec typed = m_server->tcp();
    typed.name = QStringLiteral("shop");
    typed.password = QStringLiteral("secret");
    m_window->connectTo(typed);
    QTRY_COMPARE(state(), FleetState::Connected);
}

void TestFleetWindow::aSavedConnectionJoinsAtOnce()
{
    m_window->openFleet();
    QTRY_COMPARE(page().model().rowCount(), 1);
    ConnectionSpec other = m_server->tcp();
    other.name = QStringLiteral("other");
    ConnectionDialog *dialog = m_window->openConnectionDialog(other);
    emit dialog->saveWanted(other);
    QTRY_COMPARE(page().model().rowCount(), 2);
}

void TestFleetWindow::theFolderIsRemembered()
{
    m_window->openFleet();
    page().setFolder(QStringLiteral("Stores"));
    QCOMPARE(page().folders().currentText(), QStringLiteral("Stores"));
    m_window->close();
    QVERIFY(!m_window->fleetWindow().isVisible());
    m_window.reset();
    open();
    m_window->openFleet();
    QCOMPARE(page().folder(), QStringLiteral("Stores"));
    QCOMPARE(page().folders().currentText(), QStringLiteral("Stores"));
}

void TestFleetWindow::theSortedColumnIsRemembered()
{
    m_window->openFleet();
    page().setSorting(QStringLiteral("locks asc"));
    m_window->close();
    m_window.reset();
    open();
    m_window->openFleet();
    QCOMPARE(page().sorting(), QStringLiteral("locks asc"));
}

void TestFleetWindow::aModalDialogKeepsItsConnection()
{
    m_window->openFleet();
    QTRY_COMPARE(page().selected(), QStringLiteral("shop"));
    QMessageBox box(QMessageBox::Question, {}, QStringLiteral("About this connection"), QMessageBox::Close,
                    m_window.get());
    box.open();
    QVERIFY(QTest::qWaitForWindowExposed(&box));
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(!m_window->deployment().spec);
    QVERIFY(box.isVisible());
    box.close();
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(m_window->deployment().spec);
}

void TestFleetWindow::anOpenActIsAskedAbout()
{
    ConnectionSpec other = m_server->tcp();
    other.readOnly = false;
    m_window->connectTo(other);
    NodeStatus ready{.node = other.node(), .role = "master"};
    ready.connection.phase = ConnectionPhase::Ready;
    emit m_bridge->nodesChanged({ready});
    m_window->openFleet();
    QTRY_COMPARE(page().selected(), QStringLiteral("shop"));
    m_window->actions().acquire->trigger();
    const QPointer<ActDialog> dialog = m_window->findChild<ActDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    const auto question = [this] {
        return m_window->findChild<QMessageBox *>(QStringLiteral("leaveDialog"));
    };
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(question());
    QVERIFY(m_window->deployment().spec->name.isEmpty());
    question()->button(QMessageBox::Cancel)->click();
    QTRY_VERIFY(!question());
    QVERIFY(m_window->deployment().spec->name.isEmpty());
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(question());
    for (QAbstractButton *button : question()->buttons()) {
        if (question()->buttonRole(button) == QMessageBox::AcceptRole) {
            button->click();
            break;
        }
    }
    QCOMPARE(m_window->deployment().spec->name, QStringLiteral("shop"));
    QVERIFY(!dialog->isPending());
}

void TestFleetWindow::itHasTheKeysOfTheMainWindow()
{
    for (const QWidget *window :
         {&m_window->fleetWindow(), &m_window->labWindow(), &m_window->auditWindow()}) {
        QVERIFY(window->actions().contains(m_window->actions().palette));
        QVERIFY(window->actions().contains(m_window->actions().quit));
    }
    m_window->openFleet();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->fleetWindow()));
    QTest::keyClick(&page().table(), Qt::Key_K, Qt::ControlModifier);
    QVERIFY(m_window->findChild<CommandPalette *>());
    QTest::keyClick(m_window->findChild<CommandPalette *>(), Qt::Key_Escape);
    m_window->fleetWindow().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->fleetWindow()));
    QSignalSpy closed(m_window.get(), &MainWindow::closed);
    QTest::keyClick(&page().table(), Qt::Key_Q, Qt::ControlModifier);
    QCOMPARE(closed.count(), 1);
    QVERIFY(!m_window->fleetWindow().isVisible());
}

void TestFleetWindow::itsThreadEndsWithTheWindow()
{
    QSignalSpy wanted(&m_window->fleet(), &FleetBridge::wanted);
    QSignalSpy unwanted(&m_window->fleet(), &FleetBridge::unwanted);
    for (int round = 1; round <= 3; ++round) {
        m_window->openFleet();
        m_window->fleetWindow().close();
        QCOMPARE(wanted.count(), round);
        QCOMPARE(unwanted.count(), round);
    }
    m_window->openFleet();
    QTRY_VERIFY(page().model().rowCount() == 1 && page().model().memberAt(0)->state == FleetState::Connected);
    m_window.reset(); // while it follows
    m_host.reset();
}

// Here, the engine of the main window is played.
void TestFleetWindow::whatTheFleetKnowsIsShownAtOnce()
{
    Session session(m_server->tcp());
    session.open();
    for (const char *key : {"lock:a", "lock:b"})
        VERIFY_OK(callAndWait(session, {"SET", key, "pod-7", "PX", "600000"}));
    openKnown(2);
    const LockModel &model = m_window->locks().model();
    QTRY_VERIFY(model.find(LockName{"lock:a"}));
    const LockPtr old = model.find(LockName{"lock:a"});
    QVERIFY(old->stale); // greyed, with its age
    QCOMPARE(QByteArray(old->verdict.code.data()), QByteArray("unread"));
    QVERIFY(!m_window->locks().isEmptyShown());
    QTRY_VERIFY(!m_window->locks().banner().isHidden());
    QVERIFY2(m_window->locks().banner().sentence().startsWith(QStringLiteral("Connecting.")),
             qPrintable(m_window->locks().banner().sentence()));
    emit m_bridge->tableChanged({.reset = true}); // of the connection before
    QVERIFY(model.find(LockName{"lock:a"}));
    Lock fresh = *old;
    fresh.stale = false;
    fresh.lastKnown.reset();
    fresh.verdict = {};
    emit m_bridge->tableChanged({.upserted = {std::make_shared<const Lock>(fresh)}});
    QVERIFY(!model.find(LockName{"lock:a"})->stale);
    QVERIFY(model.find(LockName{"lock:b"})->stale);
    emit m_bridge->scanChanged({.phase = ScanPhase::Complete}); // without lock:b
    QTRY_VERIFY(!model.find(LockName{"lock:b"}));
    QVERIFY(model.find(LockName{"lock:a"}));
    QTRY_VERIFY(m_window->locks().banner().isHidden());
}

void TestFleetWindow::aConnectionThatFailsShowsWhy()
{
    Session session(m_server->tcp());
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "lock:a", "pod-7", "PX", "600000"}));
    openKnown(1);
    QTRY_VERIFY(!m_window->locks().isEmptyShown());
    NodeStatus failed{.node = NodeId{"127.0.0.1:6379"}};
    failed.connection = {.phase = ConnectionPhase::Failed,
                         .reason = {.kind = ErrorKind::WrongPass, .text = QStringLiteral("wrong password")}};
    emit m_bridge->nodesChanged({failed});
    QTRY_VERIFY(m_window->locks().isEmptyShown());
    QCOMPARE(m_window->locks().emptyState().title(), QStringLiteral("Cannot connect to shop"));
}

void TestFleetWindow::openKnown(qint64 locks)
{
    m_window->openFleet();
    const auto isKnown = [&] {
        const FleetMember *member = page().model().memberAt(0);
        return member && member->totals && !member->scanning && member->totals->locks == locks;
    };
    QTRY_VERIFY(isKnown());
    QTest::keyClick(&page().table(), Qt::Key_Return);
    QVERIFY(m_window->deployment().spec);
}

void TestFleetWindow::helpOpensItsSection()
{
    m_window->openFleet();
    page().search().setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->fleetWindow()));
    m_window->actions().help->trigger();
    const auto *help = m_window->findChild<HelpWindow *>();
    QVERIFY(help);
    QCOMPARE(help->document(), QStringLiteral("guide"));
    QTRY_VERIFY(help->position() > 0);
}

// While the window is open.
void TestFleetWindow::theTrayCountsAllConnections()
{
    Session session(m_server->tcp());
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "lock:stuck", "pod-7"})); // never expires
    ConnectionSpec shop = m_server->tcp();
    shop.name = QStringLiteral("shop");
    ConnectionSpec away = shop;
    away.name = QStringLiteral("away");
    away.port = 1;
    VERIFY_OK(ProfileStore(m_dir->path()).save({shop, away}));
    ObserveSettings settings;
    settings.thresholds.grace = std::chrono::milliseconds(100);
    VERIFY_OK(ObserveStore(m_dir->path()).save(settings));
    TrayStatus &tray = m_window->tray();
    const QString before = tray.text();
    m_window->openFleet();
    QTRY_VERIFY2(tray.text().contains(QStringLiteral("2 connection(s), 1 unknown")) &&
                     tray.text().contains(QStringLiteral("shop: lock:stuck: ")) &&
                     tray.level() >= VerdictLevel::Warning,
                 qPrintable(tray.text()));
    const auto entry = [&tray](const QString &start) {
        const QList<QAction *> all = tray.menu().actions();
        const auto found = std::ranges::find_if(
            all, [&](const QAction *one) { return one->isVisible() && one->text().startsWith(start); });
        return found == all.end() ? nullptr : *found;
    };
    QVERIFY(entry(QStringLiteral("2 connection(s)")));
    QVERIFY(entry(QStringLiteral("Show Fleet")));
    QAction *worst = entry(QStringLiteral("shop: lock:stuck"));
    QVERIFY(worst);
    worst->trigger();
    QVERIFY(m_window->deployment().spec);
    QCOMPARE(m_window->deployment().spec->name, QStringLiteral("shop"));
    m_window->disconnectFromServer();
    m_window->fleetWindow().close();
    QCOMPARE(tray.text(), before);
    QVERIFY(!entry(QStringLiteral("Show Fleet")));
}

void TestFleetWindow::alertsOfAllConnectionsAreToldOnce()
{
    Session session(m_server->tcp());
    session.open();
    ObserveSettings settings;
    settings.alerts = {QStringLiteral("key:lock:alarm*")};
    VERIFY_OK(ObserveStore(m_dir->path()).save(settings));
    const QSignalSpy told(&m_window->teller(), &DesktopNotifier::told);
    const auto texts = [&told] {
        QStringList all;
        for (const QList<QVariant> &one : told)
            all << one[1].toString();
        return all.join(u'\n');
    };
    m_window->openFleet();
    QTRY_COMPARE(page().selected(), QStringLiteral("shop"));
    VERIFY_OK(callAndWait(session, {"SET", "lock:alarm1", "pod-7", "PX", "600000"}));
    QTRY_COMPARE(told.size(), 1);
    QVERIFY2(texts().startsWith(QStringLiteral("shop: lock:alarm1: ")), qPrintable(texts()));
    Alerts own{QString()};
    Threaded<Engine> engine(new Engine);
    own.observe(engine.object);
    m_bridge->attach(engine.object);
    m_window->alerts().attach(&own);
    m_window->teller().clickLast();
    QVERIFY(m_window->deployment().spec);
    const auto selected = [this] {
        const LockPtr lock = m_window->locks().view().currentLock();
        return lock ? lock->key.bytes : QByteArray();
    };
    QTRY_COMPARE(selected(), QByteArray("lock:alarm1"));
    // Two engines see it.
    VERIFY_OK(callAndWait(session, {"SET", "lock:alarm2", "pod-7", "PX", "600000"}));
    QTRY_COMPARE(told.size(), 2);
    QVERIFY2(texts().endsWith(QStringLiteral("\nlock:alarm2: key:lock:alarm*")), qPrintable(texts()));
    const auto isListed = [this] {
        const FleetMember *member = page().model().memberAt(0);
        return member && member->totals && member->totals->locks == 2;
    };
    QTRY_VERIFY(isListed());
    m_window->disconnectFromServer();
    VERIFY_OK(callAndWait(session, {"DEL", "lock:alarm1"}));
    QTRY_COMPARE(told.size(), 3);
    QVERIFY2(texts().endsWith(QStringLiteral("\nshop: lock:alarm1: ended (key:lock:alarm*)")),
             qPrintable(texts()));
}

LOCKSCOPE_UI_TEST(TestFleetWindow)

} // namespace tst_fleetwindow

#include "tst_fleetwindow.moc"
