// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditlog.h"
#include "tests/support/uirunner.h"
#include "ui/acts/ladderdialog.h"
#include "ui/audit/auditpage.h"
#include "ui/blocking/blockingpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/detail/storydialog.h"
#include "ui/forms/filteredit.h"
#include "ui/help/commandpalette.h"
#include "ui/holders/lockfacts.h"
#include "ui/lab/labpage.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/connectionbutton.h"
#include "ui/status/statusline.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/appearance.h"
#include "ui/timeline/timelinepage.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"
#include "ui/window/mainwindow.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QClipboard>
#include <QCompleter>
#include <QDialog>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QPaintEvent>
#include <QPointer>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace tst_mainwindow
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

std::shared_ptr<Lock> made(const QByteArray &key, const QByteArray &owner, const char *kind = "rlock")
{
    auto lock = std::make_shared<Lock>();
    lock->key.bytes = key;
    lock->node.bytes = "127.0.0.1:6379";
    lock->kind.name = kind;
    lock->type = lock->kind.name == "rlock" ? ValueType::Hash : ValueType::String;
    lock->holders.append(Holder{.id = OwnerId{owner}});
    lock->expiresAt = now() + 27s;
    lock->lease = 30s;
    lock->heldSince = now() - 95s;
    lock->readAt = now();
    return lock;
}

// One lock for each situation, and more of the common ones.
LockDelta variety()
{
    LockDelta delta;
    auto stuck = made("lock:stock:1001", "8f3c1f0d6b1a4e7d", "token-lock");
    stuck->expiresAt.reset();
    stuck->lease.reset();
    stuck->heldSince = now() - 41min;
    stuck->verdict = {.level = VerdictLevel::Critical, .code = "no-expiry"};
    auto overdue = made("order:77", "6f96ab12-1111-4222-8333-444455556666:82");
    overdue->expiresAt = now() + 9s;
    overdue->holders.front().count = 2;
    overdue->maxCount = 2;
    overdue->renewals = {.count = 14, .missed = 1, .period = 10s, .lastAt = now() - 21s};
    overdue->waiters.subscribed = 3;
    overdue->verdict = {.level = VerdictLevel::Warning, .code = "renewal-overdue"};
    auto lasting = made("report:nightly:build-and-distribute-to-all-regions:eu-central-1",
                        "batch-host-3:4711", "token-lock");
    lasting->heldSince = now() - 3h;
    lasting->lease = 4h;
    lasting->expiresAt = now() + 1h;
    lasting->verdict = {.level = VerdictLevel::Info, .code = "long-held"};
    auto binary = made(QByteArray("bin\0\xff:lock", 10), QByteArray("\x01\x02\x03", 3), "untokened-lock");
    delta.upserted = {stuck, overdue, lasting, binary};
    for (int i = 0; i < 40; ++i) {
        const auto owner = QByteArrayLiteral("3b241101-e2bb-4255-8caf-4136c566a96") + char('0' + i % 4) +
                           ":" + QByteArray::number(i);
        auto lock = made("lock:cart:" + QByteArray::number(100 + 7 * i), owner);
        lock->expiresAt = now() + std::chrono::milliseconds(20'000 + 230 * i);
        lock->heldSince = now() - std::chrono::seconds(3 + 11 * i);
        lock->heldIsLowerBound = i % 3 == 0;
        lock->renewals = {.count = i, .missed = 0, .period = 10s, .lastAt = now() - 300ms * i};
        if (i % 5 == 0)
            lock->waiters.subscribed = i / 5;
        delta.upserted.push_back(lock);
    }
    delta.reset = true;
    return delta;
}

ConnectionSpec server()
{
    ConnectionSpec spec;
    spec.name = QStringLiteral("orders-prod");
    spec.host = QStringLiteral("127.0.0.1");
    spec.environment = Environment::Production;
    return spec;
}

NodeStatus node(LinkPhase phase)
{
    return {.node = NodeId{QByteArrayLiteral("127.0.0.1:6379")},
            .role = "master",
            .version = "7.0.15",
            .link = {.phase = phase, .since = now() - 12s}};
}

} // namespace

class tst_MainWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<EngineBridge> m_link;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;

    void open()
    {
        m_link = std::make_unique<EngineBridge>();
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void connected(const ConnectionSpec &spec, const LockDelta &locks)
    {
        m_window->connectTo(spec);
        emit m_link->nodesChanged({node(LinkPhase::Ready)});
        emit m_link->liveChanged(
            {.mode = LiveMode::Tracking, .reason = QStringLiteral("prefixes are literal")});
        emit m_link->tableChanged(locks);
        emit m_link->scanChanged({.phase = ScanPhase::Complete,
                                  .keysSeen = 2'100'000,
                                  .keysEstimated = 2'100'000,
                                  .endedAt = now() - 12s});
        QTRY_VERIFY(m_window->isFilled());
    }

    LockView &view() { return m_window->locks().view(); }
    QDockWidget *panel(const char *name) const
    {
        return m_window->findChild<QDockWidget *>(QLatin1String(name));
    }
    // The visible pages.
    QString shownPages() const
    {
        QStringList shown;
        for (const char *name : {"overview", "contention", "timeline", "redlock"}) {
            if (panel(name)->widget()->isVisible())
                shown << QLatin1String(name);
        }
        return shown.join(u' ');
    }
    QAction *panelAction(const QString &title) const
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (withoutMnemonic(action->text()) == title && !action->shortcut().isEmpty())
                return action;
        }
        return nullptr;
    }
    void reopen()
    {
        m_window->close();
        m_window.reset();
        open();
    }

private slots:
    void init()
    {
        open();
        m_window->resize(1400, 850); // The offscreen screen is smaller
    }
    void cleanup()
    {
        m_window.reset();
        m_link.reset();
        for (const char *file : {"window.ini", "profiles.json"})
            QFile::remove(m_dir.filePath(QLatin1String(file)));
    }

    void notConnectedSaysWhatToDo()
    {
        QVERIFY(m_window->locks().isEmptyShown());
        QCOMPARE(m_window->locks().emptyState().title(), QStringLiteral("Not connected"));
        QCOMPARE(m_window->status().text(), QStringLiteral("not connected"));
        QVERIFY(!m_window->actions().rescan->isEnabled());
        QVERIFY(!m_window->actions().acquire->isEnabled());
    }

    void tellsThatClientsMayNotBeListed()
    {
        connected(server(), {});
        emit m_link->clientsRefused(
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
        emit m_link->failedOver(restart);
        QVERIFY(m_window->status().told().startsWith(QStringLiteral("127.0.0.1:6379 restarted")));
        QVERIFY(isShown(live) && isShown(nodes));
        m_window->status().tell({}, 0);
        QVERIFY(m_window->status().told().isEmpty());
    }

    void exactSpeaksOfWhatItIs()
    {
        connected(server(), variety());
        emit m_link->liveChanged({.mode = LiveMode::KeyspaceEvents, .exact = true});
        QVERIFY2(m_window->status().text().startsWith(
                     QStringLiteral("live: keyspace events (exact, except waiters)")),
                 qPrintable(m_window->status().text()));
    }

    void aClickOnALockThatIsGoneOpensNothing()
    {
        connected(server(), variety());
        emit m_window->findChild<OverviewPage *>()->lockWanted(LockName{"lock:gone"});
        QVERIFY(!m_window->findChild<StoryDialog *>());
        QVERIFY2(
            m_window->status().told().startsWith(QStringLiteral("lock:gone is not in the list any more")),
            qPrintable(m_window->status().told()));
        emit m_window->findChild<OverviewPage *>()->lockWanted(LockName{"lock:gone"}); // Asked for again
        auto *story = m_window->findChild<StoryDialog *>();
        QVERIFY(story);
        QVERIFY(!story->isModal());
        delete story;
    }

    void noticesLeaveRoomForTheList()
    {
        connected(server(), variety());
        LockPane &locks = m_window->locks();
        m_window->resize(1024, 640);
        QStringList points;
        for (int i = 0; i < 5; ++i)
            points << QStringLiteral("Lost: lock:%1").arg(i);
        locks.alarm(VerdictLevel::Critical, QStringLiteral("Locks are lost"), points, QStringLiteral("Look"));
        emit m_link->nodesChanged({node(LinkPhase::Waiting)});
        QTRY_VERIFY(locks.banner().isVisible());
        QTRY_VERIFY(view().height() >= locks.height() / 4);
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
        QSignalSpy wanted(m_link.get(), &EngineBridge::openWanted);
        ConnectionSpec spec = server();
        spec.patterns = {QByteArrayLiteral("lock:*")};
        m_window->connectTo(spec);
        QCOMPARE(wanted.count(), 1);
        const EmptyState &empty = m_window->locks().emptyState();
        QVERIFY(empty.title().contains(QStringLiteral("Connecting to orders-prod")));
        emit m_link->nodesChanged({node(LinkPhase::Ready)});
        emit m_link->scanChanged({.phase = ScanPhase::Running, .keysSeen = 50, .keysEstimated = 200});
        QVERIFY(empty.text().contains(QStringLiteral("50 of about 200")));
        QVERIFY(m_window->actions().stopScan->isEnabled());
        emit m_link->scanChanged({.phase = ScanPhase::Complete, .keysSeen = 200, .endedAt = now()});
        QCOMPARE(empty.title(), QStringLiteral("No locks found"));
        QVERIFY(empty.text().contains(QStringLiteral("lock:*")));
    }

    void aRefusedLoginNamesTheReason()
    {
        m_window->connectTo(server());
        NodeStatus failed = node(LinkPhase::Failed);
        failed.link.reason = {.kind = ErrorKind::WrongPass,
                              .text = QStringLiteral("the password is wrong"),
                              .remedy = QStringLiteral("give another one")};
        emit m_link->nodesChanged({failed});
        const EmptyState &empty = m_window->locks().emptyState();
        QCOMPARE(empty.title(), QStringLiteral("Cannot connect to orders-prod"));
        QVERIFY(empty.text().contains(QStringLiteral("the password is wrong")));
        QVERIFY(empty.text().contains(QStringLiteral("give another one")));
        QVERIFY(m_window->status().text().contains(QStringLiteral("cannot connect")));
    }

    void locksAreCountedAndListed()
    {
        connected(server(), variety());
        QVERIFY(!m_window->locks().isEmptyShown());
        QCOMPARE(m_window->locks().summary(),
                 QStringLiteral("Locks 44 · held 44 · critical 1 · warnings 1 · info 1 · OK 41"));
        QVERIFY(m_window->status().text().startsWith(QStringLiteral("live: tracking (sampled)")));
        QCOMPARE(m_window->windowTitle(), QStringLiteral("orders-prod — Lockscope"));
    }

    void countsAreButtonsThatFilter()
    {
        connected(server(), variety());
        LockPane &pane = m_window->locks();
        const std::pair<VerdictLevel, const char *> counts[] = {{VerdictLevel::Critical, "1"},
                                                                {VerdictLevel::Warning, "1"},
                                                                {VerdictLevel::Info, "1"},
                                                                {VerdictLevel::Ok, "41"}};
        for (const auto &[level, count] : counts) {
            QToolButton *button = pane.countButton(level);
            QVERIFY(button->isVisible() && !button->icon().isNull());
            QCOMPARE(button->text(), QLatin1String(count));
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(m_window->filter().text(), QStringLiteral("verdict:") + QLatin1String(name(level)));
            QVERIFY(button->isChecked());
            QTRY_COMPARE(pane.model().totals().shown, pane.model().totals().ofLevel(level));
            QTest::mouseClick(button, Qt::LeftButton); // Again: all
            QCOMPARE(m_window->filter().text(), QString());
            QVERIFY(!button->isChecked());
            QTRY_COMPARE(pane.model().totals().shown, 44);
        }
        m_window->filter().setText(QStringLiteral("verdict:ok")); // Typed
        QVERIFY(pane.countButton(VerdictLevel::Ok)->isChecked());
        // Gone while it filters: the button stays, to show all again.
        m_window->filter().setText(QStringLiteral("verdict:critical"));
        LockDelta gone;
        gone.removed.push_back(LockName{"lock:stock:1001"});
        emit m_link->tableChanged(gone);
        QToolButton *critical = pane.countButton(VerdictLevel::Critical);
        QTRY_COMPARE(critical->text(), QStringLiteral("0"));
        QVERIFY(critical->isVisible());
        critical->click();
        QVERIFY(!critical->isVisible());
    }

    void countsFoldAndAreNotCutOff()
    {
        QAction act(QStringLiteral("Act"));
        LockPane pane({&act, &act, &act, &act, &act, &act});
        DeploymentState deployment;
        deployment.spec = server();
        pane.show(deployment);
        pane.apply(variety());
        pane.show();
        const auto visible = [&pane] {
            QStringList parts;
            for (const VerdictLevel level :
                 {VerdictLevel::Critical, VerdictLevel::Warning, VerdictLevel::Info, VerdictLevel::Ok}) {
                const QToolButton *button = pane.countButton(level);
                if (!button->isVisible())
                    continue;
                parts << button->text();
                if (button->width() < button->sizeHint().width() ||
                    button->mapTo(&pane, QPoint(button->width(), 0)).x() > pane.width())
                    parts << QStringLiteral("cut off");
            }
            return parts.join(u' ');
        };
        pane.resize(1400, 400);
        QTRY_COMPARE(visible(), QStringLiteral("1 1 1 41"));
        QString last = visible();
        for (int width = 1400; width > 300; width -= 10) {
            pane.resize(width, 400);
            QCoreApplication::processEvents();
            const QString now = visible();
            QVERIFY2(!now.contains(QStringLiteral("cut off")), qPrintable(QString::number(width) + now));
            QVERIFY2(last.startsWith(now), qPrintable(now)); // The last ones go first
            QVERIFY2(now.startsWith(QStringLiteral("1 1")), qPrintable(now));
            last = now;
        }
        QVERIFY(pane.summary().contains(QStringLiteral("OK 41"))); // The tool tip has them all
    }

    void heldTimesAgree()
    {
        connected(server(), variety());
        const LockName key{"lock:stock:1001"};
        view().choose(key);
        const auto held = [&] {
            return view()
                .model()
                ->index(m_window->locks().model().indexOf(key).row(), int(LockColumn::Held))
                .data()
                .toString();
        };
        const auto *facts = m_window->detail().findChild<LockFacts *>();
        const auto *headline = m_window->detail().findChild<LockHeadline *>();
        const auto fact = [facts] { return facts->value(LockFact::Held); };
        const auto sentence = [headline] { return headline->verdict()->sentence(); };
        const auto agree = [&] {
            return held() == fact() && sentence().contains(fact().remove(QStringLiteral("≥ ")));
        };
        for (int turn = 0; turn < 2; ++turn) { // Whichever of them changes first
            const QString before = fact();
            QTRY_VERIFY(fact() != before);
            QVERIFY2(agree(), qPrintable(held() + u'\n' + fact() + u'\n' + sentence()));
            const QString said = sentence();
            QTRY_VERIFY(sentence() != said);
            QVERIFY2(agree(), qPrintable(held() + u'\n' + fact() + u'\n' + sentence()));
        }
    }

    void rowsStayWhileANoticeComesAndGoes()
    {
        connected(server(), variety());
        const QPoint spot = view().visualRect(view().model()->index(2, 0)).center();
        const QPoint global = view().viewport()->mapToGlobal(spot);
        const auto rowThere = [&] {
            return view().indexAt(view().viewport()->mapFromGlobal(global)).siblingAtColumn(0);
        };
        const QPersistentModelIndex row = rowThere();
        QVERIFY(row.isValid());
        QTest::mouseMove(view().viewport(), spot);
        QTRY_VERIFY(view().viewport()->underMouse());
        view().scrollToBottom();
        const QPersistentModelIndex last = rowThere();
        emit m_link->nodesChanged({node(LinkPhase::Waiting)});
        QTRY_VERIFY(m_window->locks().banner().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(rowThere(), last);
        view().scrollToBottom();
        const QPersistentModelIndex deepest = rowThere();
        emit m_link->nodesChanged({node(LinkPhase::Ready)});
        QTRY_VERIFY(!m_window->locks().banner().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(rowThere(), deepest); // No row comes down to fill the room of the notice
        const int height = view().height();
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(view().viewport(), &leave);
        QTRY_VERIFY(view().height() > height);
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

    void aWrongFilterKeepsTheLastGoodOne()
    {
        connected(server(), variety());
        FilterEdit &filter = m_window->filter();
        filter.setText(QStringLiteral("kind:rlock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 41);
        filter.setText(QStringLiteral("kind:rlock ttl<"));
        QCOMPARE(filter.problem(), QStringLiteral("ttl< needs a duration such as 30s, at column 16"));
        QVERIFY(!m_window->locks().model().isArranging());
        QCOMPARE(m_window->locks().model().totals().shown, 41);
        filter.setText(QStringLiteral("nothing-like-this"));
        QTRY_COMPARE(m_window->locks().emptyState().title(), QStringLiteral("No matching locks"));
        m_window->actions().clearFilter->trigger();
        QTRY_VERIFY(!m_window->locks().isEmptyShown());
        QCOMPARE(filter.problem(), QString());
    }

    void noTwoThingsShareAnAccessKey()
    {
        connected(server(), variety());
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

    void completionsAreTypedByKeyboard()
    {
        connected(server(), variety());
        FilterEdit &filter = m_window->filter();
        QTest::keyClicks(&filter, QStringLiteral("ki"));
        QTRY_VERIFY(filter.completer()->popup()->isVisible());
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Down);
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:"));
        QTRY_VERIFY(filter.completer()->popup()->isVisible());
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Down);
        QTest::keyClick(filter.completer()->popup(), Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:rlock "));
    }

    void reconnectingShowsWhyAndWhen()
    {
        connected(server(), variety());
        NodeStatus waiting = node(LinkPhase::Waiting);
        waiting.link.since = now() - 12h;
        waiting.link.attempt = 2;
        waiting.link.retryAt = now() + 4s;
        waiting.link.reason = {.kind = ErrorKind::ConnectionLost,
                               .text = QStringLiteral("the server closed the connection")};
        emit m_link->nodesChanged({waiting});
        QVERIFY(m_window->locks().banner().isVisible());
        QVERIFY(m_window->locks().banner().sentence().contains(QStringLiteral("Connection lost 12 h ago")));
        waiting.link.since = now(); // Another try has failed
        emit m_link->nodesChanged({waiting});
        QVERIFY(m_window->locks().banner().sentence().contains(QStringLiteral("Connection lost 12 h ago")));
        QVERIFY(!m_window->locks().isEmptyShown());
        QVERIFY(m_window->status().text().contains(QStringLiteral("reconnecting")));
        QVERIFY(!m_window->status().text().contains(QStringLiteral("since"))); // One place says since when
        emit m_link->nodesChanged({node(LinkPhase::Ready)});
        QVERIFY(!m_window->locks().banner().isVisible());
    }

    void readOnlyConnectionsOfferNoActs()
    {
        connected(server(), variety());
        QVERIFY(!m_window->actions().acquire->isEnabled());
        QVERIFY(m_window->actions().acquire->toolTip().contains(QStringLiteral("read-only")));
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        QVERIFY(m_window->actions().acquire->isEnabled());
    }

    void aChosenLockIsShownAndStaysChosenWhenItComesBack()
    {
        connected(server(), variety());
        const LockName key{QByteArrayLiteral("order:77")};
        view().choose(key);
        QCOMPARE(m_window->detail().shownKey(), key);
        LockDelta gone;
        gone.removed = {key};
        emit m_link->tableChanged(gone);
        QVERIFY(!view().currentLock());
        QCOMPARE(m_window->detail().shownKey(), key);
        LockDelta back;
        back.upserted = {made(key.bytes, "new-owner")};
        emit m_link->tableChanged(back);
        QCOMPARE(view().selectedLocks().size(), size_t(1));
        QCOMPARE(view().selectedLocks().front()->key, key);
    }

    void aLinkLeadsToAnotherLock()
    {
        connected(server(), variety());
        const LockName key{QByteArrayLiteral("order:77")};
        emit m_window->detail().lockWanted(key);
        QCOMPARE(m_window->detail().shownKey(), key);
        QCOMPARE(view().currentLock()->key, key);
        m_window->filter().setText(QStringLiteral("stock"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
        emit m_window->detail().lockWanted(key); // The filter hid it
        QVERIFY(m_window->filter().text().isEmpty());
        QCOMPARE(m_window->detail().shownKey(), key);
        QTRY_COMPARE(view().selectedLocks().size(), size_t(1));
        QCOMPARE(view().selectedLocks().front()->key, key);
        emit m_window->detail().lockWanted(LockName{QByteArrayLiteral("nowhere")});
        QCOMPARE(m_window->detail().shownKey(), key);
    }

    void aShareIsRemovedOnlyWhereWritingIsAllowed()
    {
        const LockPtr lock = made("order:77", "someone");
        connected(server(), variety());
        emit m_window->detail().removalWanted(lock, shareOf(lock->holders.front()));
        QVERIFY(!m_window->findChild<LadderDialog *>());
        ConnectionSpec writing = server();
        writing.readOnly = false;
        connected(writing, variety());
        emit m_window->detail().removalWanted(lock, shareOf(lock->holders.front()));
        auto *dialog = m_window->findChild<LadderDialog *>();
        QVERIFY(dialog && dialog->rung() == Rung::LockShare);
        QVERIFY(dialog->nameEdit()); // On production
        delete dialog;
    }

    void escapeLetsGoStepByStep()
    {
        connected(server(), variety());
        m_window->filter().setText(QStringLiteral("order"));
        QTRY_COMPARE(m_window->locks().model().totals().shown, 1);
        view().choose(LockName{QByteArrayLiteral("order:77")});
        view().setFocus();
        m_window->actions().clear->trigger();
        QVERIFY(m_window->detail().shownKey().isEmpty());
        QVERIFY(!m_window->filter().text().isEmpty());
        m_window->actions().clear->trigger();
        QVERIFY(m_window->filter().text().isEmpty());
    }

    void copying()
    {
        connected(server(), variety());
        view().choose(LockName{QByteArrayLiteral("order:77")});
        m_window->actions().copyText->trigger();
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY(text.contains(QStringLiteral("order:77")));
        QVERIFY(text.startsWith(QStringLiteral("Verdict")));
        m_window->actions().copyCommands->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(),
                 QStringLiteral("redis-cli -h 127.0.0.1 -p 6379 HGETALL order:77\n"
                                "redis-cli -h 127.0.0.1 -p 6379 PTTL order:77\n"));
    }

    void theWindowIsAsItWasLeft()
    {
        connected(server(), variety());
        m_window->filter().setText(QStringLiteral("kind:rlock"));
        view().sortByColumn(int(LockColumn::Ttl), Qt::AscendingOrder);
        view().setColumnHidden(int(LockColumn::Node), true);
        m_window->contention().scope().setView(ContentionScope::AllTogether);
        m_window->contention().scope().setSeries({2, 5});
        m_window->resize(1234, 666);
        const auto blocking = [this] { return m_window->findChild<BlockingPage *>(); };
        blocking()->resize(1200, 400);
        blocking()->findChild<QSplitter *>()->setSizes({300, 700});
        const QByteArray split = blocking()->split();
        reopen();
        QCOMPARE(blocking()->split(), split);
        QCOMPARE(m_window->contention().scope().view(), ContentionScope::AllTogether);
        QCOMPARE(m_window->contention().scope().series(), (std::vector<size_t>{2, 5}));
        QCOMPARE(m_window->filter().text(), QStringLiteral("kind:rlock"));
        QVERIFY(view().isColumnHidden(int(LockColumn::Node)));
        QCOMPARE(m_window->locks().model().criteria().column, LockColumn::Ttl);
        // From 6.8 on, Qt limits a restored size to the screen, which is 800 by 800 offscreen.
        QCOMPARE(m_window->height(), 666);
    }

    void theFirstStartShowsThePages()
    {
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        const auto tabs = m_window->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly);
        QCOMPARE(tabs.size(), 1);
        QCOMPARE(tabs.front()->count(), 4);
        QCOMPARE(tabs.front()->tabText(tabs.front()->currentIndex()), QStringLiteral("Overview"));
        QVERIFY(m_window->locks().height() > panel("overview")->height());
        QVERIFY(m_window->overview().isVisible() && m_window->overview().feed().isActive());
        QVERIFY(!m_window->contention().feed().isActive() && !m_window->timeline().isWanted());
        tabs.front()->setCurrentIndex(1);
        QCOMPARE(shownPages(), QStringLiteral("contention"));
        QVERIFY(!m_window->overview().feed().isActive() && m_window->contention().feed().isActive());
    }

    void thePagesAreAsTheyWereLeft()
    {
        m_window->connectTo(server());
        m_window->openPage(MainWindow::Page::Timeline);
        panel("contention")->close();
        reopen();
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        QVERIFY(panel("contention")->isHidden() && !panel("overview")->isHidden());
        for (const char *name : {"overview", "timeline"})
            panel(name)->close();
        reopen();
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QString());
        QVERIFY(panel("overview")->isHidden());
    }

    void theStartPageStandsAlone()
    {
        const auto isAlone = [this] {
            return shownPages().isEmpty() && panel("detail")->isHidden() &&
                   panel("connections")->isHidden() && !m_window->filter().isVisible();
        };
        QVERIFY(isAlone());
        QVERIFY(!panelAction(QStringLiteral("Overview"))->isChecked());
        m_window->resize(1400, 900);
        m_window->connectTo(server()); // A pending connection changes nothing
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        QTRY_VERIFY(panel("detail")->isVisible() && m_window->filter().isVisible());
        m_window->openPage(MainWindow::Page::Timeline);
        const auto drag = [this](const QPoint &edge, const QPoint &by) {
            QVERIFY(m_window->isSeparator(edge));
            QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
            QTest::mouseMove(m_window.get(), edge + by);
            QCoreApplication::processEvents(); // It moves with a delay
            QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge + by);
        };
        QCoreApplication::processEvents();
        const int heightBefore = panel("timeline")->height();
        drag({700, panel("timeline")->y() - 2}, {0, -60});
        QTRY_VERIFY(panel("timeline")->height() > heightBefore + 30);
        drag({panel("detail")->x() - 2, 200}, {-70, 0});
        QTRY_VERIFY(panel("detail")->width() > 350);
        const QSize sizes(panel("detail")->width(), panel("timeline")->height());
        const auto isAsLeft = [&] {
            return shownPages() == QLatin1String("timeline") && panel("detail")->isVisible() &&
                   QSize(panel("detail")->width(), panel("timeline")->height()) == sizes;
        };
        for (int again = 0; again < 2; ++again) {
            m_window->disconnectFromServer();
            QTRY_VERIFY(isAlone());
            QVERIFY(!m_window->actions().reopen->isEnabled()); // The user did not close them
            m_window->connectTo(server());
            QTRY_VERIFY(isAsLeft());
        }
        m_window->disconnectFromServer();
        m_window->timeline().legendButton()->click();
        reopen(); // The saved layout is not the one without a connection
        QVERIFY(m_window->timeline().legendButton()->isChecked());
        m_window->timeline().legendButton()->click();
        m_window->resize(1400, 900);
        QVERIFY(isAlone());
        m_window->connectTo(server());
        QTRY_COMPARE(panel("timeline")->height(), sizes.height());
        QTRY_VERIFY(isAsLeft());
    }

    void whatIsOpenedOnTheStartPageStaysOpen()
    {
        m_window->connectTo(server());
        panel("detail")->close();
        m_window->disconnectFromServer();
        m_window->openPage(MainWindow::Page::Timeline);
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        panel("connections")->show();
        ConnectionSpec group = server();
        group.topology = Topology::RedLock;
        group.members.resize(3);
        m_window->connectTo(group);
        QCOMPARE(shownPages(), QStringLiteral("redlock"));
        QVERIFY(!panel("timeline")->isHidden() && !panel("overview")->isHidden());
        QVERIFY(panel("detail")->isHidden() && panel("connections")->isVisible());
        m_window->disconnectFromServer();
        QCOMPARE(shownPages(), QString());
        m_window->openPage(MainWindow::Page::Timeline);
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("timeline"));
        m_window->disconnectFromServer();
        m_window->actions().resetLayout->trigger();
        QCOMPARE(shownPages(), QString());
        QVERIFY(panel("detail")->isHidden() && panel("connections")->isHidden());
        m_window->connectTo(server());
        QCOMPARE(shownPages(), QStringLiteral("overview"));
        QVERIFY(panel("detail")->isVisible());
    }

    void thePanelsFollowTheWindowUntilOneIsDragged()
    {
        m_window->connectTo(server());
        // From the list to the status bar: the panel, its tabs and the edge above it.
        const auto height = [this] {
            return m_window->statusBar()->y() - m_window->locks().geometry().bottom();
        };
        m_window->resize(1400, 1000);
        QCoreApplication::processEvents();
        const int before = height();
        m_window->resize(1400, 800);
        QTRY_COMPARE(before - height(), 1000 * 34 / 100 - 800 * 34 / 100);
        reopen(); // An earlier opening changes nothing
        m_window->connectTo(server());
        m_window->resize(1400, 1000);
        QTRY_COMPARE(height(), before);
        const QPoint edge(700, panel("overview")->y() - 2);
        QVERIFY(m_window->isSeparator(edge));
        QTest::mousePress(m_window.get(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(m_window.get(), edge - QPoint(0, 100));
        QTRY_VERIFY(height() > before + 50);
        QTest::mouseRelease(m_window.get(), Qt::LeftButton, {}, edge - QPoint(0, 100));
        const int dragged = height();
        m_window->resize(1500, 1000);
        QCoreApplication::processEvents();
        QCOMPARE(height(), dragged);
    }

    void anActionOpensItsPageOrClosesIt()
    {
        m_window->connectTo(server());
        QAction *contention = panelAction(QStringLiteral("Contention"));
        QVERIFY(contention && !contention->isChecked()); // Behind another tab
        QVERIFY(panelAction(QStringLiteral("Overview"))->isChecked());
        contention->trigger();
        QCOMPARE(shownPages(), QStringLiteral("contention"));
        QVERIFY(contention->isChecked() && !panelAction(QStringLiteral("Overview"))->isChecked());
        contention->trigger();
        QVERIFY(panel("contention")->isHidden() && !contention->isChecked());
        QTRY_VERIFY(!shownPages().isEmpty()); // One of the others
        contention->trigger();
        QCOMPARE(shownPages(), QStringLiteral("contention"));
    }

    void theThemeIsAsItWasLeft()
    {
        ApplicationTheme theme;
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path(), &theme);
        m_window->actions().dark->trigger();
        QVERIFY(theme.isDark());
        const QColor dark = m_window->palette().color(QPalette::Window);
        m_window.reset();
        theme.apply(Appearance::Light);
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path(), &theme);
        QVERIFY(theme.isDark());
        QVERIFY(m_window->actions().dark->isChecked());
        QCOMPARE(m_window->palette().color(QPalette::Window), dark);
    }

    void everyWidgetFollowsTheTheme_data()
    {
        QTest::addColumn<bool>("remembered");
        QTest::newRow("chosen while the window is open") << false;
        QTest::newRow("remembered from the last time") << true;
    }
    void everyWidgetFollowsTheTheme()
    {
        QFETCH(bool, remembered);
        if (remembered)
            UiSettings(m_dir.path()).setAppearance(Appearance::Dark);
        ApplicationTheme theme;
        theme.apply(Appearance::Light);
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path(), &theme);
        m_window->show();
        connected(server(), variety());
        view().choose(LockName{QByteArrayLiteral("order:77")});
        if (!remembered)
            m_window->actions().dark->trigger();
        QCoreApplication::processEvents();
        QVERIFY(theme.isDark());
        // Checks the painted pixels, because a style sheet may keep another palette.
        const QImage picture = m_window->grab().toImage().scaled(140, 85);
        int bright = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x)
                bright += picture.pixelColor(x, y).lightness() > 160;
        }
        QVERIFY2(bright < 140 * 85 / 20, qPrintable(QString::number(bright)));
    }

    void allColumnsFitTheWindow()
    {
        connected(server(), variety());
        const auto isWhole = [this] { return view().horizontalScrollBar()->maximum() == 0; };
        const auto width = [this](LockColumn column) { return view().columnWidth(int(column)); };
        m_window->resize(1920, 850);
        const QModelIndex renewed = m_window->locks().model().indexOf({"order:77"});
        const QModelIndex cell = renewed.siblingAtColumn(int(LockColumn::Ttl));
        QTRY_VERIFY(width(LockColumn::Ttl) >= view().sizeHintForIndex(cell).width());
        QTRY_VERIFY(isWhole());
        const int kind = width(LockColumn::Kind), ttl = width(LockColumn::Ttl);
        const int key = width(LockColumn::Key);
        m_window->resize(1400, 850);
        QTRY_VERIFY(width(LockColumn::Key) < key);
        QTRY_VERIFY(isWhole());
        m_window->resize(1024, 640);
        QTRY_VERIFY(width(LockColumn::Kind) < kind && width(LockColumn::Ttl) < ttl);
        QTRY_VERIFY(isWhole());
        const QModelIndex number = renewed.siblingAtColumn(int(LockColumn::Waiters)); // Is not cut
        QVERIFY(width(LockColumn::Waiters) >= view().sizeHintForIndex(number).width());
        m_window->resize(1920, 850);
        QTRY_COMPARE(width(LockColumn::Kind), kind);
        QTRY_VERIFY(width(LockColumn::Key) >= key);
    }

    void aNarrowWindowIsNotRemembered()
    {
        connected(server(), variety());
        m_window->resize(1920, 850);
        QTRY_VERIFY(view().width() > 1000);
        const int kind = view().columnWidth(int(LockColumn::Kind));
        view().header()->resizeSection(int(LockColumn::Owner), 222); // By the user
        m_window->resize(1280, 720);
        QTRY_VERIFY(view().columnWidth(int(LockColumn::Kind)) < kind);
        QCOMPARE(view().columnWidth(int(LockColumn::Owner)), 222);
        reopen();
        connected(server(), variety());
        m_window->resize(1920, 850);
        QTRY_COMPARE(view().columnWidth(int(LockColumn::Kind)), kind);
        QCOMPARE(view().columnWidth(int(LockColumn::Owner)), 222);
    }

    void keysTheServerKeepsAreTold()
    {
        connected(server(), variety());
        ScanProgress scan = m_window->deployment().scan;
        QVERIFY(!m_window->status().text().contains(QStringLiteral("refused")));
        scan.keysRefused = 12;
        scan.refusal = {.kind = ErrorKind::NoPerm, .text = QStringLiteral("this user may not read it")};
        emit m_link->scanChanged(scan);
        QVERIFY(m_window->status().text().contains(
            QStringLiteral("12 key(s) refused: this user may not read it")));
        scan.keysRefused = 0;
        emit m_link->scanChanged(scan);
        QVERIFY(!m_window->status().text().contains(QStringLiteral("refused")));
    }

    void onlyTheRunningColumnIsRepainted()
    {
        connected(server(), variety());
        class Watch final : public QObject
        {
        public:
            QList<QRect> rects;
            bool eventFilter(QObject *, QEvent *event) override
            {
                if (event->type() == QEvent::Paint)
                    rects << static_cast<QPaintEvent *>(event)->rect();
                return false;
            }
        } watch;
        QTRY_VERIFY(view().isTicking());
        QCoreApplication::processEvents();
        view().viewport()->installEventFilter(&watch);
        QSignalSpy changes(&m_window->locks().model(), &QAbstractItemModel::dataChanged);
        QTRY_VERIFY(watch.rects.size() >= 5);
        const int width = view().columnWidth(int(LockColumn::Ttl));
        const auto narrow = std::count_if(watch.rects.begin(), watch.rects.end(),
                                          [&](const QRect &rect) { return rect.width() == width; });
        QVERIFY2(narrow >= 4, qPrintable(QString::number(narrow)));
        QCOMPARE(changes.count(), 0);
        view().hide();
        QVERIFY(!view().isTicking());
    }

    void scrollingStaysWhileLocksComeAndGo()
    {
        LockDelta many;
        for (int i = 0; i < 500; ++i)
            many.upserted.push_back(made("lock:" + QByteArray::number(1000 + i), "o"));
        connected(server(), many);
        const LockName anchor{QByteArrayLiteral("lock:1250")};
        view().scrollTo(m_window->locks().model().indexOf(anchor), QAbstractItemView::PositionAtTop);
        QCOMPARE(view().indexAt(QPoint(1, 1)), m_window->locks().model().indexOf(anchor));
        LockDelta delta;
        for (int i = 0; i < 30; ++i) {
            delta.upserted.push_back(made("lock:" + QByteArray::number(500 + i), "o"));
            delta.removed.push_back(LockName{"lock:" + QByteArray::number(1000 + 3 * i)});
        }
        delta.removed.resize(20);
        emit m_link->tableChanged(delta);
        QTRY_COMPARE(view().indexAt(QPoint(1, 1)), m_window->locks().model().indexOf(anchor));
    }

    // An act already sent is awaited, and the results are shown before the window closes.
    void quittingStopsASeriesFirst()
    {
        ConnectionSpec spec = server();
        spec.environment = Environment::Development;
        spec.readOnly = false;
        LockDelta locks;
        for (int i = 0; i < 3; ++i)
            locks.upserted.push_back(made("lock:" + QByteArray::number(i), "o"));
        connected(spec, locks);
        connect(
            m_link.get(), &EngineBridge::planWanted, m_link.get(),
            [this](quint64 id, const ActRequest &request) {
                emit m_link->planned(id, ActPlan{.act = request.act, .key = request.key});
            },
            Qt::QueuedConnection);
        QSignalSpy acts(m_link.get(), &EngineBridge::actWanted);
        m_window->actions().many->trigger();
        const QPointer<BulkDialog> dialog = m_window->findChild<BulkDialog *>();
        QVERIFY(dialog);
        dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-1"));
        QTRY_VERIFY2(dialog->actButton()->isEnabled(), qPrintable(dialog->status()));
        dialog->actButton()->click();
        QCOMPARE(acts.count(), 1);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible() && dialog->isVisible());
        QVERIFY(dialog->series().isStopping());
        const auto request = acts.front().at(1).value<ActRequest>();
        emit m_link->acted(acts.front().at(0).toULongLong(),
                           {.act = request.act, .result = ActResult::Done, .key = request.key});
        QCOMPARE(dialog->series().phase(), BulkRun::Phase::Ended);
        QCOMPARE(acts.count(), 1);
        QVERIFY(dialog->isVisible());
        QVERIFY(m_window->close()); // Nothing is running any more
    }

    void theAuditsLockIsShownOnItsConnectionOnly()
    {
        connected(server(), variety());
        const LockName key{"order:77"};
        emit m_window->auditPage().lockWanted(key, QStringLiteral("payments"));
        QVERIFY(m_window->detail().shownKey() != key);
        QVERIFY(!m_window->findChild<StoryDialog *>());
        QVERIFY(m_window->status().told().contains(QLatin1String("payments")));
        emit m_window->auditPage().lockWanted(key, QStringLiteral("orders-prod"));
        QCOMPARE(m_window->detail().shownKey(), key);
        ConnectionSpec unnamed = server();
        unnamed.name.clear();
        connected(unnamed, variety());
        emit m_window->auditPage().lockWanted(key, QStringLiteral("orders-prod"));
        QVERIFY(m_window->detail().shownKey() != key);
        emit m_window->auditPage().lockWanted(key, auditedProfile(unnamed));
        QCOMPARE(m_window->detail().shownKey(), key);
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
        QSignalSpy wanted(m_link.get(), &EngineBridge::openWanted);
        emit tree->itemActivated(tree->topLevelItem(0), 0);
        QCOMPARE(wanted.count(), 1);
        emit m_link->nodesChanged({node(LinkPhase::Ready)});
        QCOMPARE(tree->topLevelItem(0)->childCount(), 1);
        QCOMPARE(tree->topLevelItem(0)->child(0)->text(0), QStringLiteral("127.0.0.1:6379"));
        QCOMPARE(tree->topLevelItem(0)->child(0)->text(1), QStringLiteral("master"));
        QCOMPARE(tree->topLevelItem(0)->text(1), QStringLiteral("production"));
    }

    void everythingHasANameForScreenReaders()
    {
        connected(server(), variety());
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

    // Saves pictures in LOCKSCOPE_PICTURES=folder.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("LOCKSCOPE_PICTURES");
        if (folder.isEmpty())
            QSKIP("LOCKSCOPE_PICTURES is not set");
        ConnectionSpec payments = server();
        payments.name = QStringLiteral("payments");
        payments.environment = Environment::Staging;
        ConnectionSpec local = server();
        local.name = QStringLiteral("local");
        local.environment = Environment::Development;
        ConnectionSpec orders = payments;
        orders.name = QStringLiteral("orders-cluster-eu-central");
        orders.environment = Environment::Production;
        orders.folder = payments.folder = QStringLiteral("Shop");
        orders.colour = QStringLiteral("#c0392b");
        payments.colour = QStringLiteral("#f39c12");
        ConnectionSpec sessions = local;
        sessions.name = QStringLiteral("sessions");
        sessions.folder = QStringLiteral("Platform");
        sessions.colour = QStringLiteral("#2980b9");
        QVERIFY(ProfileStore(m_dir.path()).save({server(), orders, payments, sessions, local}).ok());
        ApplicationTheme theme;
        for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
            theme.apply(appearance);
            const QString suffix =
                appearance == Appearance::Dark ? QStringLiteral("dark") : QStringLiteral("light");
            const auto save = [&](QWidget &widget, const char *name) {
                for (int i = 0; i < 3; ++i)
                    QCoreApplication::processEvents();
                widget.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, QLatin1String(name), suffix));
            };
            m_window.reset();
            open();
            save(*m_window, "empty");
            connected(server(), variety());
            view().choose(LockName{QByteArrayLiteral("order:77")});
            save(*m_window, "window");
            m_window->resize(1000, 700);
            save(*m_window, "small");
            m_window->resize(1400, 850);
            m_window->locks().setGrouping(Grouping::Prefix);
            QTRY_VERIFY(!m_window->locks().model().isArranging());
            save(*m_window, "grouped");
            m_window->locks().setGrouping(Grouping::None);
            NodeStatus waiting = node(LinkPhase::Waiting);
            waiting.link.retryAt = now() + 4s;
            waiting.link.reason = {.kind = ErrorKind::ConnectionLost,
                                   .text = QStringLiteral("the server closed the connection"),
                                   .node = waiting.node};
            emit m_link->nodesChanged({waiting});
            LockDelta stale;
            for (const LockPtr &lock : m_window->locks().model().shownLocks()) {
                auto old = std::make_shared<Lock>(*lock);
                old->stale = true;
                stale.upserted.push_back(old);
            }
            emit m_link->tableChanged(stale);
            m_window->filter().setText(QStringLiteral("kind:rlock ttl<"));
            save(*m_window, "reconnecting");
            m_window->openConnectionDialog(payments);
            auto *dialog = m_window->findChild<QDialog *>();
            QVERIFY(dialog);
            save(*dialog, "dialog");
            dialog->close();
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            m_window->actions().palette->trigger();
            auto *palette = m_window->findChild<QDialog *>();
            QVERIFY(palette);
            save(*palette, "palette");
            palette->close();
            m_window->filter().clear();
        }
    }
};

LOCKSCOPE_UI_TEST(tst_MainWindow)

} // namespace tst_mainwindow

#include "tst_mainwindow.moc"
