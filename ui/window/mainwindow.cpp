// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/audit/auditpage.h"
#include "ui/blocking/blockingpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/tablefeed.h"
#include "ui/connections/connectionspane.h"
#include "ui/connections/startpage.h"
#include "ui/detail/detailpane.h"
#include "ui/forms/bringtofront.h"
#include "ui/forms/dialogsize.h"
#include "ui/forms/filteredit.h"
#include "ui/health/healthdialog.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/recording/recordingfiles.h"
#include "ui/redlock/redlockview.h"
#include "ui/status/connectionbadges.h"
#include "ui/status/connectionbutton.h"
#include "ui/status/statusline.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/window/copycommands.h"
#include "ui/window/lockcommands.h"

#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMouseEvent>
#include <QToolBar>

namespace lockscope
{

MainWindow::MainWindow(EngineBridge &bridge, HistoryBridge &history, const QString &configDir,
                       ApplicationTheme *theme, QWidget *parent)
    : QMainWindow(parent), m_bridge(bridge),
      m_settings(configDir.isEmpty() ? ProfileStore::defaultDir() : configDir), m_actions(this),
      m_closed(m_actions.reopen, nullptr), m_locks(new LockPane({.connectTo = m_actions.connectTo,
                                                                 .reconnect = m_actions.reconnect,
                                                                 .editCurrent = m_actions.editCurrent,
                                                                 .rescan = m_actions.rescan,
                                                                 .clearFilter = m_actions.clearFilter,
                                                                 .acquire = m_actions.acquire},
                                                                lockscope::now, this)),
      m_detail(new DetailPane(bridge, this)), m_connections(new ConnectionsPane(this)),
      m_redLock(new RedLockView(this)), m_status(new StatusLine(m_actions.health, this)),
      m_filter(new FilterEdit([this] { return m_locks->model().vocabulary(); }, this)), m_health(bridge),
      m_profiles(configDir, this), m_files(configDir)
{
    setWindowIcon(applicationIcon());
    setCentralWidget(m_locks);
    setStatusBar(m_status);
    makeControllers(history, theme, configDir);
    wireNotices();
    wireConnection();
    wireStart();
    wireList();
    wireAlerts();
    wireViews();
    wireRecordings();
    wireFleet();
    m_profiles.load();
    if (const QString copy = m_settings.keepDamaged(); !copy.isEmpty())
        m_status->tell(tr("The saved window state is damaged. Restored in part; copy: %1").arg(copy), 60'000);
    restore();
    showDeployment();
    m_start->refresh();
    start().takeFocus();
}

MainWindow::~MainWindow() = default;

// The order here is the tab order of their widgets.
void MainWindow::makeControllers(HistoryBridge &history, ApplicationTheme *theme, const QString &configDir)
{
    const MayLeave mayLeave = [this](const QString &going, const auto &then, const QString &why) {
        return m_holds->mayLeave(going, then) && m_commands->mayLeave(going, then, why);
    };
    m_holds = std::make_unique<HoldsKeeper>(
        this, m_bridge, m_closed, [this](const LockName &key) { return m_locks->model().find(key); });
    m_connection =
        std::make_unique<ConnectionController>(this, m_bridge, m_profiles, m_files, m_settings, mayLeave);
    m_docks = std::make_unique<Docks>(*this, m_closed, m_connections, m_detail);
    m_panels = std::make_unique<Panels>(this, *m_docks, m_closed, m_bridge, history, *m_locks, *m_redLock,
                                        deployment(), configDir,
                                        [this](const QString &name) { return m_settings.pins(name); });
    m_table = std::make_unique<TableFeed>(m_bridge, m_panels->fleet());
    makeToolBar();
    m_actions.fillMenus(menuBar(), m_docks->actions());
    m_start = std::make_unique<StartController>(this, m_locks, m_actions, m_profiles, *m_connection,
                                                m_settings, m_closed, mayLeave);
    m_connectionButton->setMenu(m_start->menu());
    m_locks->setStart(&start());
    const AlertController::Fleet fleet{
        m_panels->fleet(), [this](const ConnectionSpec &open) { return m_panels->fleetName(open); }};
    m_alerts = std::make_unique<AlertController>(this, m_bridge, history, m_files, m_settings, deployment(),
                                                 *m_locks, m_actions, fleet);
    const LockCommands::Needs commandNeeds{
        m_bridge,   history,      m_files,
        m_settings, deployment(), *m_locks,
        *m_detail,  *m_filter,    [this] { return m_panels->blocking().closeQuestion(); }};
    m_commands = std::make_unique<LockCommands>(this, commandNeeds, m_actions);
    m_copies = std::make_unique<CopyCommands>(this, m_bridge, deployment(), *m_locks, m_actions);
    const ViewRegistry::Needs viewNeeds{history, m_health,  deployment(), m_files,           m_settings,
                                        theme,   m_actions, m_closed,     m_docks->actions()};
    m_views = std::make_unique<ViewRegistry>(this, viewNeeds);
}

void MainWindow::makeToolBar()
{
    QToolBar *bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(QSize(toolIconSize(), toolIconSize()));
    m_connectionButton = new ConnectionButton(bar);
    bar->addWidget(m_connectionButton);
    m_badges = new ConnectionBadges(m_actions.writable, bar);
    m_badgesField = bar->addWidget(m_badges);
    m_filterField = bar->addWidget(m_filter);
    bar->addAction(m_actions.acquire);
    bar->addAction(m_actions.rescan);
    addToolBarBreak();
    addToolBar(&m_locks->banner());
}

void MainWindow::wireNotices()
{
    const std::initializer_list<WindowController *> controllers{
        m_holds.get(),  m_connection.get(), m_panels.get(), m_start.get(),
        m_alerts.get(), m_commands.get(),   m_copies.get(), m_views.get()};
    for (const WindowController *one : controllers) {
        connect(one, &WindowController::failed, this, &MainWindow::showError);
        connect(one, &WindowController::told, m_status, &StatusLine::tell);
    }
    connect(&m_profiles, &ProfileKeeper::failed, this, &MainWindow::showError);
    connect(&m_files, &SettingsFiles::failed, this, &MainWindow::showError);
    connect(m_detail, &DetailPane::failed, this, &MainWindow::showError);
}

void MainWindow::wireConnection()
{
    const ConnectionController *connection = m_connection.get();
    connect(connection, &ConnectionController::leaving, this, &MainWindow::clearPanels);
    connect(connection, &ConnectionController::opening, this, &MainWindow::prepareFor);
    connect(connection, &ConnectionController::deploymentChanged, this, &MainWindow::showDeployment);
    connect(connection, &ConnectionController::known, m_start.get(), &StartController::refresh);
    connect(connection, &ConnectionController::observing, m_alerts.get(), &AlertController::observe);
    connect(connection, &ConnectionController::opened, this,
            [this] { m_locks->model().setKinds(m_bridge.kinds()); });
    connect(connection, &ConnectionController::opened, this, [this] {
        if (const QString name = m_panels->sameInFleet(*deployment().spec); !name.isEmpty())
            m_table->begin(name);
    });
    connect(connection, &ConnectionController::closed, this, &MainWindow::takeLeave);
    connect(connection, &ConnectionController::renamed, m_commands.get(), &LockCommands::rename);
    connect(connection, &ConnectionController::renamed, m_alerts.get(), &AlertController::rename);
    m_connection->attach(m_actions, *m_connections);
    connect(m_actions.reconnect, &QAction::triggered, this, [this] {
        const bool isKnown = deployment().isLost() && m_locks->model().totals().shown > 0;
        isKnown ? m_bridge.rescan() : m_connection->reopen(); // As the banner: what is known stays in sight
    });
    connect(m_actions.writable, &QAction::triggered, m_connection.get(),
            &ConnectionController::toggleReadOnly);
    connect(m_table.get(), &TableFeed::knownChanged, this,
            [this] { m_locks->setKnownAt(m_table->knownAt()); });
    connect(m_table.get(), &TableFeed::tableChanged, this, [this](const LockDelta &delta) {
        m_locks->apply(delta);
        m_detail->applyDelta(delta);
        m_redLock->apply(delta);
    });
    connect(m_holds.get(), &HoldsKeeper::changed, this, &MainWindow::showHolds);
    connect(m_holds.get(), &HoldsKeeper::alarmed, m_locks,
            [this](const QString &sentence, const QString &advice) {
                m_locks->alarm(VerdictLevel::Critical, sentence, {}, advice);
            });
    connect(m_locks, &LockPane::retryWanted, &m_bridge, &EngineBridge::rescan);
    connect(m_locks, &LockPane::momentWanted, &m_panels->timeWindow(), &TimeWindow::include);
    connect(m_locks, &LockPane::momentWanted, this, [this] { openPage(Page::Timeline); });
    connect(m_locks, &LockPane::trustWanted, m_connection.get(), &ConnectionController::askToTrust);
    connect(m_actions.holds, &QAction::triggered, m_holds.get(), &HoldsKeeper::openDialog);
    connect(m_commands.get(), &LockCommands::ruleSaved, m_connection.get(), &ConnectionController::reopen);
}

void MainWindow::wireStart()
{
    ConnectionController *connection = m_connection.get();
    const StartController *start = m_start.get();
    connect(start, &StartController::connectWanted, connection, &ConnectionController::select);
    connect(start, &StartController::dialogWanted, connection,
            [connection](const ConnectionSpec &spec) { connection->openDialog(spec); });
    connect(start, &StartController::profileWanted, connection, &ConnectionController::selectProfile);
    connect(start, &StartController::editWanted, connection, &ConnectionController::editProfile);
    connect(start, &StartController::removeWanted, &m_profiles, &ProfileKeeper::askToRemove);
    connect(start, &StartController::disconnectWanted, this, [this] {
        if (deployment().spec)
            disconnectFromServer();
    });
    connect(start, &StartController::sandboxWanted, this, &MainWindow::sandboxWanted);
    connect(start, &StartController::sandboxUnwanted, this, &MainWindow::sandboxUnwanted);
}

void MainWindow::wireList()
{
    connect(m_actions.filter, &QAction::triggered, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    connect(m_actions.clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
    connect(m_filter, &FilterEdit::filterChanged, m_locks,
            [this](const LockFilter &filter) { m_locks->setFilter(filter, m_filter->text()); });
    connect(m_filter, &FilterEdit::problemChanged, m_locks, &LockPane::setProblem);
    connect(m_filter, &QLineEdit::returnPressed, m_locks, [this] { m_locks->focusList(); });
    connect(m_filter, &FilterEdit::listWanted, m_locks, [this] { m_locks->focusList(Qt::TabFocusReason); });
    connect(m_locks, &LockPane::filterWanted, m_filter, &QLineEdit::setText);
    connect(m_locks, &LockPane::groupingChanged, this,
            [this](Grouping grouping) { m_settings.setGrouping(grouping); });
    connect(&m_locks->view(), &LockView::lockChosen, m_detail, &DetailPane::showLock);
    connect(&m_locks->view(), &LockView::filteredOut, m_detail, &DetailPane::clear);
    connect(&m_locks->view(), &LockView::endedChosen, m_detail, &DetailPane::showEnded);
    connect(&m_locks->view(), &LockView::lockActivated, m_docks.get(), &Docks::showDetail);
    const Panels *panels = m_panels.get();
    connect(panels, &Panels::filterWanted, m_filter, &QLineEdit::setText);
    connect(panels, &Panels::lockWanted, m_commands.get(), &LockCommands::glanceAt);
    connect(panels, &Panels::auditedLockWanted, m_commands.get(), &LockCommands::goToAudited);
    connect(panels, &Panels::labLocksThere, this,
            [this](const ConnectionSpec &lab, bool sandbox, bool asked) {
                if ((asked || holds().isEmpty()) && m_connection->watchLab(lab, sandbox, asked) && asked)
                    bringToFront();
            });
    connect(panels, &Panels::labBlockingWanted, this, [this] {
        openPage(Page::Blocking);
        bringToFront();
    });
    connect(m_commands.get(), &LockCommands::lockEventsWanted, m_views.get(), &ViewRegistry::openLockEvents);
    connect(m_detail, &DetailPane::focusUnwanted, this, [this] { m_locks->view().setFocus(); });
    connect(m_detail, &DetailPane::aliasWanted, m_alerts.get(), &AlertController::nameOwner);
    connect(m_detail, &DetailPane::releaseWanted, &holds(), &OwnHolds::release);
    connect(m_detail, &DetailPane::menuWanted, m_copies.get(), &CopyCommands::openMenu);
    connect(m_actions.inTimeline, &QAction::triggered, this, [this] { openPage(Page::Timeline); });
    connect(m_detail, &DetailPane::holdsWanted, m_actions.holds, &QAction::trigger);
}

void MainWindow::wireAlerts()
{
    connect(m_alerts.get(), &AlertController::lockWanted, this, [this](const LockName &key) {
        bringToFront();
        if (!key.isEmpty())
            m_commands->goTo(key);
    });
    connect(m_alerts.get(), &AlertController::otherLockWanted, m_panels.get(), &Panels::openFleetLock);
    connect(m_alerts.get(), &AlertController::fleetWanted, m_panels.get(), &Panels::openFleet);
    connect(m_alerts.get(), &AlertController::pinned, m_panels.get(), &Panels::reloadFleet);
    connect(m_alerts.get(), &AlertController::historyFailed, m_status, &StatusLine::showHistory);
    connect(m_holds.get(), &HoldsKeeper::lost, &teller(), &DesktopNotifier::tellNow);
    connect(&m_health, &HealthChecker::changed, this,
            [this] { m_status->showHealth(m_health.worst(), m_health.summary()); });
    connect(m_status, &StatusLine::stopScanWanted, &m_bridge, &EngineBridge::stopScan);
}

void MainWindow::wireViews()
{
    const ViewRegistry *views = m_views.get();
    connect(m_connections, &ConnectionsPane::nodeWanted, this,
            [this](const NodeId &node) { m_views->openHealth()->openPage(HealthDialog::NodesPage, node); });
    connect(views, &ViewRegistry::observeSaved, m_alerts.get(), &AlertController::observeAnew);
    connect(views, &ViewRegistry::trayChosen, &m_alerts->tray(), &TrayStatus::setShown);
    connect(views, &ViewRegistry::notificationsChosen, &teller(), &DesktopNotifier::setNotifying);
    connect(views, &ViewRegistry::layoutResetWanted, this, &MainWindow::resetLayout);
    connect(views, &ViewRegistry::restartWanted, this, &MainWindow::restart);
    connect(views, &ViewRegistry::panelClosed, this, [this] { m_locks->view().setFocus(); });
    connect(m_actions.palette, &QAction::triggered, this,
            [this] { m_views->openPalette(m_start->connectActions()); });
    connect(m_actions.audit, &QAction::triggered, this, [this] { openPage(Page::Audit); });
    connect(m_actions.lab, &QAction::triggered, this, &MainWindow::openLab);
    connect(m_actions.resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
    connect(m_actions.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::wireRecordings()
{
    const auto play = [this](const QString &fileName) { emit recordingWanted(fileName); };
    connect(m_actions.openRecording, &QAction::triggered, this,
            [this, play] { askForRecording(this, play); });
    new RecordingDrop(this, play);
    offerRecordings(
        m_actions.recentRecordings, [this] { return m_settings.recentRecordings(); }, play);
}

void MainWindow::wireFleet()
{
    Panels *panels = m_panels.get();
    connect(m_actions.fleet, &QAction::triggered, this, &MainWindow::openFleet);
    for (QWidget *window : {&auditWindow(), &labWindow(), &fleetWindow()})
        window->addActions({m_actions.palette, m_actions.quit});
    connect(panels, &Panels::connectionWanted, this, [this](const QString &name) {
        bringToFront();
        m_connection->selectProfile(name);
    });
    connect(panels, &Panels::passwordWanted, this, [this](const QString &name, const QString &why) {
        bringToFront();
        m_connection->askForPassword(name, why);
    });
    connect(panels, &Panels::fleetLockWanted, this, [this](const QString &name, const LockPtr &lock) {
        bringToFront();
        if (!m_commands->goToOther(lock, name))
            m_connection->selectProfile(name);
    });
    connect(m_connection.get(), &ConnectionController::opened, m_commands.get(), &LockCommands::awaitGoal);
    connect(panels, &Panels::newConnectionWanted, this, &MainWindow::bringToFront);
    connect(panels, &Panels::newConnectionWanted, m_actions.connectTo, &QAction::trigger);
    connect(&m_profiles, &ProfileKeeper::saved, panels, &Panels::forgetSecrets);
    connect(&m_profiles, &ProfileKeeper::changed, panels, &Panels::reloadFleet);
    connect(m_views.get(), &ViewRegistry::observeSaved, panels, &Panels::reloadFleet);
    connect(m_commands.get(), &LockCommands::ruleSaved, panels, &Panels::reloadFleet);
}

void MainWindow::clearPanels()
{
    m_alerts->leave();
    m_table->leave();
    m_closed.leaveConnection();
    m_detail->clear();
    m_locks->view().selectNone();
    m_redLock->clear();
    m_panels->clear();
}

void MainWindow::prepareFor(const ConnectionSpec &spec)
{
    m_start->giveUpSandbox();
    LockDelta nothing;
    nothing.reset = true;
    m_locks->apply(nothing);
    m_docks->bringBack();
    m_panels->showGroup(spec.members.size() > 1);
    m_commands->restoreFilter(spec);
}

void MainWindow::takeLeave()
{
    m_docks->putAside();
    m_panels->showGroup(false);
    start().takeFocus();
}

void MainWindow::showDeployment()
{
    const DeploymentState &now = deployment();
    if (now.connection().phase == ConnectionPhase::Failed) // the empty page says why
        m_table->giveUp();
    m_locks->show(now);
    m_status->show(now);
    m_connections->show(now);
    m_panels->showDeployment();
    m_detail->setDeployment(now);
    m_actions.allow(now);
    m_commands->allow();
    m_filterField->setVisible(now.spec.has_value());
    m_health.show(now);
    m_views->showDeployment();
    const QString title = now.title();
    setWindowTitle(title.isEmpty() ? tr("Lockscope") : tr("%1 — Lockscope").arg(title));
    m_badgesField->setVisible(now.spec.has_value());
    m_badges->show(now.spec,
                   m_start->origin() == StartController::Origin::Sandbox || m_connection->watchesLab());
    m_connectionButton->show(now);
    m_alerts->showInTray();
}

void MainWindow::showHolds()
{
    m_locks->model().setOwn(holds().keys());
    m_detail->setOwn(holds().all(), holds().releasing());
    m_status->showHolds(int(holds().all().size()), m_actions.holds);
}

bool MainWindow::isFilled() const
{
    return deployment().isReady() && deployment().scan.phase == ScanPhase::Complete &&
           !m_locks->model().isArranging();
}

void MainWindow::bringToFront()
{
    lockscope::bringToFront(*this);
}

void MainWindow::showError(const Failure &failure)
{
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Lockscope"),
                                text::asSentence(text::failure(failure)), QMessageBox::Close, this);
    box->setTextFormat(Qt::PlainText);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setInformativeText(text::asSentence(failure.remedy));
    box->setAttribute(Qt::WA_DeleteOnClose);
    // Only after the window itself is visible.
    QMetaObject::invokeMethod(
        box, [box] { box->open(); }, Qt::QueuedConnection);
}

QMenu *MainWindow::createPopupMenu()
{
    auto *menu = new QMenu(this);
    menu->addActions(m_docks->actions());
    return menu;
}

void MainWindow::restore()
{
    m_panels->restore(m_settings);
    m_locks->setGrouping(m_settings.grouping());
    m_connections->selectProfile(m_settings.profile());
    m_views->restoreAppearance();
    const QSize frame(characters(*this, 2), lines(*this, 3)); // Not known before the window is shown
    restoreWindow(*this, m_settings.geometry(QStringLiteral("window")), {1400, 850}, frame);
    m_docks->restore(m_settings);
}

// Restores the initial layout; closed panels reopen.
void MainWindow::resetLayout()
{
    m_docks->reset();
    m_panels->resetLayout();
    m_docks->followWindow();
    m_status->tell(tr("Panels and columns reset"), 5'000);
}

void MainWindow::restart()
{
    m_restarting = true;
    close();
    m_restarting = false; // If a question opened first, it remembers the restart
}

void MainWindow::leave(milliseconds bound, const std::function<void()> &then)
{
    m_isEnding = true;
    m_commands->leave(bound / 2, [this, then, end = now() + bound] {
        m_holds->leave(std::max(milliseconds(0), millisecondsBetween(now(), end)), [this, then] {
            if (isVisible()) // Closing the windows ends at the first that refuses
                remember();
            then();
        });
    });
}

void MainWindow::leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then)
{
    m_commands->leave(bound / 2, [this, doubt, then, end = now() + bound] {
        m_holds->leaveSession(std::max(milliseconds(0), millisecondsBetween(now(), end)), doubt, then);
    });
}

void MainWindow::remember()
{
    if (!m_connection->leavesTraces())
        return;
    m_docks->remember(m_settings);
    m_panels->remember(m_settings);
    m_commands->saveFilter();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto again = [this, restarting = m_restarting] { restarting ? restart() : void(close()); };
    if (!m_isEnding && (m_commands->stopBulkAction() || !m_holds->mayLeave(tr("&Quit"), again)))
        return event->ignore();
    remember();
    m_panels->closeWindows();
    QMainWindow::closeEvent(event);
    emit closed();
    if (m_restarting)
        emit restartWanted();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_docks->shareRoom();
    m_docks->makeRoomForList(event->size().width() - event->oldSize().width());
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::Show)
        m_docks->shareRoom();
    if (event->type() == QEvent::MouseButtonPress &&
        isSeparator(static_cast<QMouseEvent *>(event)->position().toPoint()))
        m_docks->stopFollowing();
    return QMainWindow::event(event);
}

} // namespace lockscope
