// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a connection comes and goes: what it says, and what it offers.

#include "core/values/failover.h"
#include "tests/support/uirunner.h"
#include "tests/ui/doubleclicktime.h"
#include "tests/ui/window/windowtest.h"
#include "ui/audit/auditpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectionspane.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/forms/filteredit.h"
#include "ui/help/commandpalette.h"
#include "ui/locks/banner.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/connectionbutton.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"
#include "ui/theme/appearance.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace tst_mainwindow
{

using namespace lockscope;
using namespace std::chrono_literals;

class tst_MainWindow : public test::WindowTest
{
    Q_OBJECT

    static ConnectionSpec profile(const char *name, Environment environment, const char *folder = "",
                                  const char *colour = "")
    {
        ConnectionSpec spec = server();
        spec.name = QLatin1String(name);
        spec.environment = environment;
        spec.folder = QLatin1String(folder);
        spec.colour = QLatin1String(colour);
        return spec;
    }
    void loseTheConnection()
    {
        NodeStatus waiting = node(ConnectionPhase::Waiting);
        waiting.connection.retryAt = now() + 4s;
        waiting.connection.reason = {.kind = ErrorKind::ConnectionLost,
                                     .text = QStringLiteral("the server closed the connection"),
                                     .node = waiting.node};
        emit m_bridge->nodesChanged({waiting});
        LockDelta stale;
        for (const LockPtr &lock : m_window->locks().model().shownLocks()) {
            auto old = std::make_shared<Lock>(*lock);
            old->stale = true;
            stale.upserted.push_back(old);
        }
        emit m_bridge->tableChanged(stale);
    }

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    void notConnectedSaysWhatToDo()
    {
        QVERIFY(m_window->locks().isEmptyShown());
        QCOMPARE(m_window->locks().emptyState().title(), QStringLiteral("Not connected"));
        QCOMPARE(m_window->status().text(), QStringLiteral("not connected"));
        QVERIFY(!m_window->actions().rescan->isEnabled());
        QVERIFY(!m_window->actions().acquire->isEnabled());
    }

    void aDisabledCommandSaysWhy()
    {
        for (const QMenu *menu : m_window->menuBar()->findChildren<QMenu *>())
            QVERIFY2(menu->toolTipsVisible() || menu->title().isEmpty(), qPrintable(menu->title()));
        const auto isSilent = [](const QAction *action) {
            const QVariant help = action->data();
            return !action->isEnabled() &&
                   (help.typeId() != QMetaType::QString || action->toolTip() == help.toString());
        };
        const auto silent = [&] {
            QStringList names;
            for (const QAction *action : m_window->actions().all()) {
                if (isSilent(action))
                    names << action->text();
            }
            return names.join(u' ');
        };
        QCOMPARE(silent(), QString());
        ConnectionSpec readOnly = server();
        readOnly.readOnly = true;
        connected(readOnly, variety());
        QCOMPARE(silent(), QString());
        m_window->locks().view().selectNone();
        QCOMPARE(silent(), QString());
        QCOMPARE(m_window->actions().incident->toolTip(), QStringLiteral("Select a lock"));
        loseTheConnection();
        QCOMPARE(silent(), QString());
        QCOMPARE(m_window->actions().acquire->toolTip(), QStringLiteral("Not connected"));
    }

    void recordingsAreOfferedAgain()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a&b.lockscope")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QMenu *recent = m_window->actions().recentRecordings;
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().size(), 1);
        QVERIFY(!recent->actions().first()->isEnabled()); // None yet
        m_window->rememberRecording(file.fileName());
        m_window->rememberRecording(folder.filePath(QStringLiteral("gone.lockscope")));
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().size(), 2);
        QVERIFY(!recent->actions().first()->isEnabled());
        QSignalSpy wanted(m_window.get(), &MainWindow::recordingWanted);
        recent->actions().last()->trigger();
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.last().first().toString(), file.fileName());
    }

    void tellsThatClientsMayNotBeListed()
    {
        connected(server(), {});
        emit m_bridge->clientsRefused(
            {.kind = ErrorKind::NoPerm, .text = QStringLiteral("no right to client|list")});
        const QString told = m_window->status().told();
        QVERIFY2(told.startsWith(QLatin1String("Cannot find the client behind an owner: ")),
                 qPrintable(told));
        QVERIFY2(told.contains(QLatin1String("client|list")), qPrintable(told));
    }

    void aMessageLeavesTheLiveModeAndTheNodes()
    {
        connected(server(), variety());
        const auto isShown = [this](const QString &text) {
            const auto labels = m_window->status().findChildren<QLabel *>();
            return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
                return label->isVisible() && label->text() == text;
            });
        };
        const QString live = QStringLiteral("live: tracking (sampled)"),
                      nodes = QStringLiteral("127.0.0.1:6379");
        QVERIFY(isShown(live) && isShown(nodes));
        FailoverReport restart{.from = {"127.0.0.1:6379"}, .to = {"127.0.0.1:6379"}, .before = 7, .kept = 7};
        emit m_bridge->failedOver(restart);
        QVERIFY(m_window->status().told().startsWith(QStringLiteral("127.0.0.1:6379 restarted")));
        QVERIFY(isShown(live) && isShown(nodes));
        m_window->status().tell({}, 0);
        QVERIFY(m_window->status().told().isEmpty());
    }

    void aFailoverAddsUp()
    {
        connected(server(), variety());
        FailoverReport restart{
            .from = {"127.0.0.1:6379"}, .to = {"127.0.0.1:6379"}, .before = 12, .kept = 2, .expired = 1};
        for (int i = 0; i < 6; ++i)
            restart.lost.push_back(made("lock:" + QByteArray::number(i), i == 0 ? "" : "ann"));
        emit m_bridge->failedOver(restart); // 3 of 12 were not read since
        const Banner &banner = m_window->locks().banner();
        QCOMPARE(banner.sentence(), QStringLiteral("127.0.0.1:6379 restarted: 6 of 12 locks lost, 1 expired, "
                                                   "2 held by the same owner, 3 not read yet"));
        const QStringList points = banner.messages().front().points;
        QVERIFY2(points.contains(QStringLiteral("Lost: lock:0, held by an unknown owner")),
                 qPrintable(points.join(u'|')));
        QVERIFY(m_window->status().told().isEmpty()); // It would outlive the banner
    }

    void whatWasLongUnseenBeforeARestartIsUnknown()
    {
        connected(server(), variety());
        FailoverReport restart{
            .from = {"127.0.0.1:6379"}, .to = {"127.0.0.1:6379"}, .at = wallNow(), .before = 12, .kept = 5};
        restart.readAt = restart.at - 2h;
        restart.unclear = 7;
        const QString at = text::dateToTheSecond(*restart.readAt);
        emit m_bridge->failedOver(restart);
        QCOMPARE(m_window->status().told(),
                 QStringLiteral("127.0.0.1:6379 restarted: 7 of 12 locks lost or released "
                                "(unknown which, last read at %1), 5 held by the same owner")
                     .arg(at));
        QVERIFY(!m_window->locks().banner().sentence().contains(QStringLiteral("restarted")));
        restart.isWhole = false;
        emit m_bridge->failedOver(restart);
        QCOMPARE(m_window->status().told(),
                 QStringLiteral("127.0.0.1:6379 restarted: at least 7 locks lost or released "
                                "(unknown which, last read at %1), at least 5 held by the same owner")
                     .arg(at));
    }

    void exactSpeaksOfWhatItIs()
    {
        connected(server(), variety());
        emit m_bridge->liveChanged({.mode = LiveMode::KeyspaceEvents, .exact = true});
        QVERIFY2(m_window->status().text().startsWith(
                     QStringLiteral("live: keyspace events (exact, except waiters)")),
                 qPrintable(m_window->status().text()));
    }

    void aClickOnALockThatIsGoneOpensNothing()
    {
        connected(server(), variety());
        emit m_window->findChild<OverviewPage *>()->lockWanted(LockName{"lock:gone"});
        QVERIFY(!m_window->findChild<LockEventsDialog *>());
        QVERIFY2(
            m_window->status().told().startsWith(QStringLiteral("lock:gone is not in the list any more")),
            qPrintable(m_window->status().told()));
        const test::DoubleClickTime none(0); // So that it is no part of the first gesture
        emit m_window->findChild<OverviewPage *>()->lockWanted(LockName{"lock:gone"}); // Asked for again
        auto *lockEvents = m_window->findChild<LockEventsDialog *>();
        QVERIFY(lockEvents);
        QVERIFY(!lockEvents->isModal());
        delete lockEvents;
    }

    void tellsOnceThatNoHistoryIsKept()
    {
        connected(server(), {});
        const QString sign = QStringLiteral("no history is kept");
        const auto sentence = [this] { return m_window->status().told(); };
        QVERIFY(!m_window->status().text().contains(sign));
        const HistoryStatus failed{.failure = {.text = QStringLiteral("the disk is full")}};
        emit m_history.statusChanged(failed);
        QVERIFY2(sentence().contains(failed.failure.text), qPrintable(sentence()));
        QVERIFY(m_window->status().text().contains(sign));
        m_window->status().tell({}, 0);
        const auto labels = m_window->status().findChildren<QLabel *>();
        const auto label = std::find_if(labels.begin(), labels.end(),
                                        [&](const QLabel *one) { return one->text() == sign; });
        QVERIFY(label != labels.end());
        QVERIFY((*label)->isVisible());
        QVERIFY((*label)->parentWidget()->toolTip().contains(failed.failure.text));
        emit m_history.statusChanged(failed); // The same failure again
        QVERIFY(sentence().isEmpty());
        emit m_history.statusChanged({});
        QVERIFY(!m_window->status().text().contains(sign));
        QVERIFY(sentence().isEmpty());
    }

    void connectingThenScanningThenNothing()
    {
        QSignalSpy wanted(m_bridge.get(), &EngineBridge::openWanted);
        ConnectionSpec spec = server();
        spec.patterns = {QByteArrayLiteral("lock:*")};
        m_window->connectTo(spec);
        QCOMPARE(wanted.count(), 1);
        const EmptyState &empty = m_window->locks().emptyState();
        QVERIFY(empty.title().contains(QStringLiteral("Connecting to orders-prod")));
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        emit m_bridge->scanChanged({.phase = ScanPhase::Running, .keysSeen = 50, .keysEstimated = 200});
        QVERIFY(empty.text().contains(QStringLiteral("50 of about 200")));
        QVERIFY(m_window->actions().stopScan->isEnabled());
        emit m_bridge->scanChanged({.phase = ScanPhase::Complete, .keysSeen = 200, .endedAt = now()});
        QCOMPARE(empty.title(), QStringLiteral("No locks found"));
        QVERIFY(empty.text().contains(QStringLiteral("lock:*")));
    }

    void aRefusedLoginNamesTheReason()
    {
        m_window->connectTo(server());
        NodeStatus failed = node(ConnectionPhase::Failed);
        failed.connection.reason = {.kind = ErrorKind::WrongPass,
                                    .text = QStringLiteral("the password is wrong"),
                                    .remedy = QStringLiteral("give another one")};
        emit m_bridge->nodesChanged({failed});
        const EmptyState &empty = m_window->locks().emptyState();
        QCOMPARE(empty.title(), QStringLiteral("Cannot connect to orders-prod"));
        QVERIFY(empty.text().contains(QStringLiteral("The password is wrong")));
        QVERIFY(empty.text().contains(QStringLiteral("Give another one")));
        QVERIFY(m_window->status().text().contains(QStringLiteral("cannot connect")));
        // Nothing was read: how many locks there are is unknown, not 0
        QVERIFY2(m_window->locks().summary().startsWith(QStringLiteral("Locks unknown")),
                 qPrintable(m_window->locks().summary()));
    }

    void aServerThatDoesNotAnswerIsTriedAgainAtOnce()
    {
        m_window->connectTo(server());
        emit m_bridge->nodesChanged({node(ConnectionPhase::Waiting)});
        const EmptyState &empty = m_window->locks().emptyState();
        QCOMPARE(empty.title(), QStringLiteral("orders-prod does not answer"));
        const auto buttons = empty.findChildren<QPushButton *>();
        const auto retry = std::ranges::find(buttons, QStringLiteral("Retry"), &QPushButton::text);
        QVERIFY(retry != buttons.end());
        const QSignalSpy wanted(m_bridge.get(), &EngineBridge::rescanWanted);
        (*retry)->click();
        QCOMPARE(wanted.count(), 1);
    }

    void anOpenPaletteKeepsItsConnections()
    {
        for (const quint16 port : {6390, 6391}) {
            ConnectionSpec spec;
            spec.host = QStringLiteral("127.0.0.1");
            spec.port = port;
            connected(spec, variety());
        }
        m_window->disconnectFromServer();
        m_window->actions().palette->trigger();
        QPointer<CommandPalette> palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        const QString wanted = QStringLiteral("127.0.0.1:6390");
        palette->edit()->setText(wanted);
        QCOMPARE(palette->list()->topLevelItemCount(), 1);
        QMenu *menu = m_window->findChild<ConnectionButton *>()->menu();
        emit menu->aboutToShow(); // Filled for the menu itself
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QTRY_VERIFY(m_window->deployment().spec);
        QCOMPARE(m_window->deployment().spec->port, quint16(6390));
    }

    void anEmptyViewKeepsTheFocusOfItsButtons()
    {
        QWidget window;
        auto *column = new QVBoxLayout(&window);
        auto *empty = new EmptyState;
        column->addWidget(empty);
        column->addWidget(new QLineEdit);
        QAction first(QStringLiteral("Retry")), second(QStringLiteral("Edit"));
        empty->say(QStringLiteral("Not there"), {}, {&first});
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *button = empty->findChild<QPushButton *>();
        button->setFocus();
        QVERIFY(button->hasFocus());
        m_window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), m_window.get());
        QCOMPARE(window.focusWidget(), button);
        empty->say(QStringLiteral("Not there"), {}, {&second});
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(window.focusWidget());
        QVERIFY(window.focusWidget() == empty || empty->isAncestorOf(window.focusWidget()));
    }

    void noTwoThingsShareAnAccessKey()
    {
        connected();
        QStringList texts;
        for (const QAction *menu : m_window->menuBar()->actions())
            texts << menu->text();
        for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>())
            texts << button->text();
        QMap<QString, QString> taken;
        for (const QString &text : std::as_const(texts)) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (key.isEmpty())
                continue;
            QVERIFY2(!taken.contains(key), qPrintable(text + QStringLiteral(" and ") + taken.value(key)));
            taken.insert(key, text);
        }
        QVERIFY(taken.size() > 4);
    }

    void reconnectingShowsWhyAndWhen()
    {
        connected();
        NodeStatus waiting = node(ConnectionPhase::Waiting);
        waiting.connection.since = now() - 12h;
        waiting.connection.attempt = 2;
        waiting.connection.retryAt = now() + 4s;
        waiting.connection.reason = {.kind = ErrorKind::ConnectionLost,
                                     .text = QStringLiteral("the server closed the connection")};
        emit m_bridge->nodesChanged({waiting});
        QVERIFY(m_window->locks().banner().isVisible());
        QVERIFY(m_window->locks().banner().sentence().contains(QStringLiteral("Connection lost 12 h ago")));
        waiting.connection.since = now(); // Another try has failed
        emit m_bridge->nodesChanged({waiting});
        QVERIFY(m_window->locks().banner().sentence().contains(QStringLiteral("Connection lost 12 h ago")));
        QVERIFY(!m_window->locks().isEmptyShown());
        QVERIFY(m_window->status().text().contains(QStringLiteral("reconnecting")));
        QVERIFY(!m_window->status().text().contains(QStringLiteral("since"))); // One place says since when
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        QVERIFY(!m_window->locks().banner().isVisible());
    }

    void readOnlyConnectionsOfferNoActs()
    {
        connected();
        QVERIFY(!m_window->actions().acquire->isEnabled());
        QVERIFY(m_window->actions().acquire->toolTip().contains(QStringLiteral("read-only")));
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        QVERIFY(m_window->actions().acquire->isEnabled());
    }

    void keysTheServerKeepsAreTold()
    {
        connected();
        ScanProgress scan = m_window->deployment().scan;
        QVERIFY(!m_window->status().text().contains(QStringLiteral("refused")));
        scan.keysRefused = 12;
        scan.refusal = {.kind = ErrorKind::NoPerm, .text = QStringLiteral("this user may not read it")};
        emit m_bridge->scanChanged(scan);
        QVERIFY(m_window->status().text().contains(
            QStringLiteral("12 key(s) refused: this user may not read it")));
        scan.keysRefused = 0;
        emit m_bridge->scanChanged(scan);
        QVERIFY(!m_window->status().text().contains(QStringLiteral("refused")));
    }

    void anExportOfTheAuditIsTold()
    {
        emit m_window->auditPage().exported(QStringLiteral("/tmp/acts.csv"));
        QVERIFY(m_window->status().told().contains(QLatin1String("/tmp/acts.csv")));
    }

    void profilesAreListedWithTheirNodes()
    {
        QVERIFY(ProfileStore(m_dir.path()).save({server()}).ok());
        m_window.reset();
        open();
        QTreeWidget *tree = m_window->connections().tree();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QSignalSpy wanted(m_bridge.get(), &EngineBridge::openWanted);
        emit tree->itemActivated(tree->topLevelItem(0), 0);
        QCOMPARE(wanted.count(), 1);
        emit m_bridge->nodesChanged({node(ConnectionPhase::Ready)});
        QCOMPARE(tree->topLevelItem(0)->childCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QStringLiteral("127.0.0.1:6379"));
        QCOMPARE(tree->topLevelItem(0)->child(0)->text(1), QStringLiteral("master"));
        QCOMPARE(tree->topLevelItem(0)->text(1), QStringLiteral("production"));
    }

    void everythingHasANameForScreenReaders()
    {
        connected();
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
                widget->parentWidget() == &view())
                continue;
            const bool inside = m_window->detail().isAncestorOf(widget);
            if (inside || qobject_cast<const QMenuBar *>(widget))
                continue;
            QAccessibleInterface *interface =
                QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY(interface);
            QVERIFY2(!interface->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }
};

LOCKSCOPE_UI_TEST(tst_MainWindow)

} // namespace tst_mainwindow

#include "tst_mainwindow.moc"
