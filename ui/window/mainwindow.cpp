// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/audit/auditpage.h"
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/connections/startpage.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/probedialog.h"
#include "ui/health/healthdialog.h"
#include "ui/lab/labpage.h"
#include "ui/lab/labwatch.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/redlockview.h"
#include "ui/ownholds/ownholds.h"
#include "ui/settings/settingsdialog.h"
#include "ui/settings/settingspages.h"
#include "ui/status/statusline.h"
#include "ui/status/traystatus.h"
#include "ui/text/format.h"
#include "ui/theme/appearance.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/badge.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMouseEvent>
#include <QScreen>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace lockscope
{

MainWindow::MainWindow(EngineBridge &link, HistoryBridge &history, const QString &configDir,
                       ApplicationTheme *theme, QWidget *parent)
    : QMainWindow(parent), m_link(link), m_history(history), m_store(configDir),
      m_secrets(new Keychain(configDir, std::chrono::minutes(1), this)), m_rules(configDir),
      m_observe(configDir), m_settings(configDir.isEmpty() ? ProfileStore::defaultDir() : configDir),
      m_theme(theme), m_actions(this), m_tray(new TrayStatus(m_actions.quit, this)),
      m_locks(new LockPane({.connectTo = m_actions.connectTo,
                            .reconnect = m_actions.reconnect,
                            .editCurrent = m_actions.editCurrent,
                            .rescan = m_actions.rescan,
                            .clearFilter = m_actions.clearFilter,
                            .acquire = m_actions.acquire},
                           lockscope::now, this)),
      m_detail(new DetailPane(link, this)), m_connections(new ConnectionsPane(this)),
      m_redLock(new RedLockView(this)), m_status(new StatusLine(m_actions.health, this)), m_examiner(link),
      m_filter(new FilterEdit([this] { return m_locks->model().vocabulary(); }, this))
{
    setWindowIcon(applicationIcon());
    setCentralWidget(m_locks);
    setStatusBar(m_status);
    makeDocks();
    makeToolBar();
    m_actions.fillMenus(menuBar(), panelActions());
    wireLink();
    wireActions();
    wirePanels();
    wirePages();
    wireObserving();
    wireMany();
    wireHolds();
    wireStart();
    wireHabits();
    loadProfiles();
    restore();
    setDeployment({});
    showStart();
    m_start->takeFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeDocks()
{
    setDockNestingEnabled(false);
    m_connectionsDock = new QDockWidget(tr("Connections"), this);
    m_connectionsDock->setObjectName(QStringLiteral("connections"));
    m_connectionsDock->setWidget(m_connections);
    m_connectionsDock->toggleViewAction()->setText(tr("&Connections"));
    m_connectionsDock->toggleViewAction()->setStatusTip(
        tr("Saved connections, and the servers of the one in use"));
    addDockWidget(Qt::LeftDockWidgetArea, m_connectionsDock);
    m_detailDock = new QDockWidget(tr("Lock"), this);
    m_detailDock->setObjectName(QStringLiteral("detail"));
    m_detailDock->setWidget(m_detail);
    m_detailDock->toggleViewAction()->setText(tr("&Lock"));
    m_detailDock->toggleViewAction()->setStatusTip(tr("All about the chosen lock"));
    addDockWidget(Qt::RightDockWidgetArea, m_detailDock);
    makePages();
    for (QDockWidget *dock : findChildren<QDockWidget *>())
        dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
}

void MainWindow::makeToolBar()
{
    QToolBar *bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(QSize(toolIconSize(), toolIconSize()));
    m_connectMenu = new QMenu(this);
    auto *connectButton = new QToolButton(bar);
    connectButton->setIcon(glyphIcon(Glyph::Connect));
    connectButton->setText(tr("Connect"));
    connectButton->setToolTip(tr("Connect to a saved connection or to an address"));
    connectButton->setAccessibleName(tr("Connect"));
    connectButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connectButton->setPopupMode(QToolButton::InstantPopup);
    connectButton->setMenu(m_connectMenu);
    connect(m_connectMenu, &QMenu::aboutToShow, this, &MainWindow::fillConnectMenu);
    bar->addWidget(connectButton);
    bar->addAction(m_actions.rescan);
    bar->addAction(m_actions.acquire);
    auto *badges = new QWidget(bar);
    auto *row = new QHBoxLayout(badges);
    row->setContentsMargins(marginsAtSides(Spacing::Large, Spacing::Large));
    for (Badge **badge : {&m_environment, &m_readOnly, &m_unverified}) {
        *badge = new Badge(badges);
        row->addWidget(*badge);
    }
    m_badges = bar->addWidget(badges);
    m_filterField = bar->addWidget(m_filter);
}

void MainWindow::wireLink()
{
    connect(&m_link, &EngineBridge::tableChanged, this, [this](const LockDelta &delta) {
        m_locks->apply(delta);
        m_detail->applyDelta(delta);
        m_redLock->apply(delta);
    });
    connect(&m_link, &EngineBridge::failedOver, this, &MainWindow::tellFailover);
    connect(&m_link, &EngineBridge::nodesChanged, this, [this](const std::vector<NodeStatus> &nodes) {
        DeploymentState next = m_deployment;
        next.nodes = nodes;
        setDeployment(std::move(next));
    });
    connect(&m_link, &EngineBridge::scanChanged, this, [this](const ScanProgress &scan) {
        DeploymentState next = m_deployment;
        next.scan = scan;
        setDeployment(std::move(next));
    });
    connect(&m_link, &EngineBridge::liveChanged, this, [this](const LiveStatus &live) {
        DeploymentState next = m_deployment;
        next.live = live;
        setDeployment(std::move(next));
    });
}

void MainWindow::wireActions()
{
    const WindowActions &actions = m_actions;
    connect(actions.connectTo, &QAction::triggered, this, [this] { openConnectionDialog({}); });
    connect(actions.reconnect, &QAction::triggered, this, [this] {
        if (m_deployment.spec)
            connectTo(ConnectionSpec(*m_deployment.spec));
    });
    connect(actions.editCurrent, &QAction::triggered, this, [this] {
        if (m_deployment.spec)
            openConnectionDialog(*m_deployment.spec);
    });
    connect(actions.disconnect, &QAction::triggered, this, &MainWindow::disconnectFromServer);
    connect(actions.rescan, &QAction::triggered, &m_link, &EngineBridge::rescan);
    connect(actions.stopScan, &QAction::triggered, &m_link, &EngineBridge::stopScan);
    connect(actions.health, &QAction::triggered, this, &MainWindow::openHealth);
    connect(actions.acquire, &QAction::triggered, this, &MainWindow::openAcquire);
    connect(actions.makeRule, &QAction::triggered, this, &MainWindow::openRule);
    connect(actions.filter, &QAction::triggered, this, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
        m_filter->selectAll();
    });
    connect(actions.clear, &QAction::triggered, this, &MainWindow::clearOneStep);
    connect(actions.clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
    connect(actions.palette, &QAction::triggered, this, &MainWindow::openPalette);
    connect(actions.copyText, &QAction::triggered, this, &MainWindow::copyText);
    connect(actions.copyCommands, &QAction::triggered, this, &MainWindow::copyCommands);
    connect(actions.appearances, &QActionGroup::triggered, this, [this](const QAction *selected) {
        const auto appearance = selected == m_actions.light  ? Appearance::Light
                                : selected == m_actions.dark ? Appearance::Dark
                                                             : Appearance::System;
        m_settings.setAppearance(appearance);
        if (m_theme)
            m_theme->apply(appearance);
        if (m_settingsDialog)
            m_settingsDialog->appearance()->showAppearance(appearance);
    });
    connect(actions.quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::wirePanels()
{
    connect(m_filter, &FilterEdit::filterChanged, m_locks, &LockPane::setFilter);
    connect(m_filter, &FilterEdit::problemChanged, m_locks, &LockPane::setProblem);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] { m_locks->view().setFocus(); });
    connect(m_locks, &LockPane::filterWanted, m_filter, &QLineEdit::setText);
    connect(m_locks, &LockPane::groupingChanged, this,
            [this](Grouping grouping) { m_settings.setGrouping(grouping); });
    connect(&m_locks->view(), &LockView::lockChosen, m_detail, &DetailPane::showLock);
    connect(&m_locks->view(), &LockView::lockActivated, this, [this] { m_detailDock->show(); });
    connect(&m_locks->view(), &QWidget::customContextMenuRequested, this, &MainWindow::openContextMenu);
    connect(m_detail, &DetailPane::actWanted, this, &MainWindow::openAct);
    connect(m_detail, &DetailPane::removalWanted, this, &MainWindow::openRemoval);
    connect(m_detail, &DetailPane::probeWanted, this,
            [this](const LockPtr &lock) { (new ProbeDialog(m_link, lock, this))->show(); });
    connect(m_detail, &DetailPane::lockWanted, this, &MainWindow::goToLock);
    connect(m_redLock, &RedLockView::lockWanted, this, &MainWindow::goToLock);
    connect(&m_examiner, &HealthChecker::changed, this,
            [this] { m_status->showHealth(m_examiner.worst(), m_examiner.summary()); });
    connect(m_status, &StatusLine::stopScanWanted, &m_link, &EngineBridge::stopScan);
    connect(m_connections, &ConnectionsPane::connectWanted, this, &MainWindow::connectToProfile);
    connect(m_connections, &ConnectionsPane::nodeWanted, this,
            [this](const NodeId &node) { openHealth()->openPage(HealthDialog::NodesPage, node); });
    connect(m_connections, &ConnectionsPane::newWanted, this, [this] { openConnectionDialog({}); });
    connect(m_connections, &ConnectionsPane::editWanted, this, &MainWindow::editProfile);
    connect(m_connections, &ConnectionsPane::removeWanted, this, &MainWindow::removeProfile);
    connect(m_connections, &ConnectionsPane::duplicateWanted, this, &MainWindow::duplicateProfile);
    connect(m_connections, &ConnectionsPane::importWanted, this, &MainWindow::chooseImport);
    connect(m_connections, &ConnectionsPane::exportWanted, this, &MainWindow::chooseExport);
}

void MainWindow::connectTo(const ConnectionSpec &spec)
{
    openConnection(spec, {});
}

void MainWindow::openConnection(const ConnectionSpec &spec, const LockName &watched)
{
    if (!mayLeave(tr("&Connect"), [this, spec, watched] { openConnection(spec, watched); }))
        return;
    giveUpSandbox();
    m_watchesLab = false;
    m_teller.leave();
    ++m_connection;
    m_closed->leaveConnection();
    m_detail->clear();
    m_locks->view().selectNone();
    LockDelta nothing;
    nothing.reset = true;
    m_locks->apply(nothing);
    m_redLock->clear();
    bringPanelsBack();
    const bool isGroup = spec.members.size() > 1;
    m_bottomActions[m_redLockDock]->setEnabled(isGroup);
    if (isGroup)
        openPanel(m_redLockDock);
    else
        m_redLockDock->hide();
    setDeployment({.spec = spec});
    const bool saved = isSaved(spec.name);
    if (m_leavesTraces) {
        if (saved)
            m_settings.setProfile(spec.name);
        else if (spec.name.isEmpty())
            m_settings.addRecentUrl(connectionUrl(spec));
        if (saved || spec.name.isEmpty())
            m_settings.setLastConnection(saved ? spec.name : connectionUrl(spec));
    }
    showStart();
    loadRules();
    const ObserveSettings settings = observeSettings();
    observe(settings);
    EngineOptions options{.thresholds = settings.thresholds,
                          .historyName = saved ? spec.name : QString(),
                          .aliases = settings.aliases,
                          .registry = m_registry};
    if (!watched.isEmpty())
        options.watched.append(watched);
    m_link.open(spec, options);
    m_locks->model().setKinds(m_link.kinds());
}

void MainWindow::openLab()
{
    openPanel(m_labDock);
    labPage().scenarios()->setFocus();
}

// Nobody loses a connection of his own without having asked for it.
void MainWindow::watchLab(const ConnectionSpec &lab, bool sandbox, bool asked)
{
    if (isWatching(m_deployment, lab) || (!asked && m_deployment.spec && !m_watchesLab))
        return;
    if (!asked && !m_holds->isEmpty())
        return;
    const bool labIsSeen = m_labPage && m_labPage->isVisible();
    connectTo(labConnection(lab, sandbox));
    m_watchesLab = sandbox;
    if (labIsSeen)
        m_labDock->raise(); // a group's page comes with its connection
}

void MainWindow::disconnectFromServer()
{
    if (!mayLeave(tr("&Disconnect"), [this] { disconnectFromServer(); }))
        return;
    m_link.close();
    ++m_connection;
    m_closed->leaveConnection();
    m_redLock->clear();
    m_detail->clear();
    m_locks->view().selectNone();
    setDeployment({});
    m_bottomActions[m_redLockDock]->setEnabled(false);
    putPanelsAside();
    m_start->takeFocus();
}

// A change of master is over when it is told; what it did to the locks is worth a look, and blocks nothing.
void MainWindow::tellFailover(const FailoverReport &report)
{
    const bool harmless = report.lost.empty() && report.changedHands.empty();
    const QString to = text::node(report.to);
    const QString what = report.from == report.to
                             ? tr("%1 was started anew").arg(to)
                             : tr("%1 is master instead of %2").arg(to, text::node(report.from));
    const QString sum =
        tr("%1: of %2 locks %3 are there, %4 have expired, %5 are lost, %6 changed hands")
            .arg(what, text::number(report.before), text::number(report.kept), text::number(report.expired),
                 text::number(qint64(report.lost.size())), text::number(qint64(report.changedHands.size())));
    m_status->showMessage(sum, 30'000);
    if (harmless)
        return;
    QStringList lines;
    for (const LockPtr &lock : report.lost)
        lines << tr("lost: %1, held by %2").arg(text::key(lock->key), text::ownerFull(lock->owner()));
    for (const OwnerChange &change : report.changedHands)
        lines << tr("changed hands: %1, from %2 to %3")
                     .arg(text::key(change.before->key), text::ownerFull(change.before->owner()),
                          text::ownerFull(change.after->owner()));
    auto *box = new QMessageBox(QMessageBox::Warning, tr("Failover"), sum, QMessageBox::Close, this);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Nobody saw these locks being released: their holders may still work."));
    box->setDetailedText(lines.join(u'\n'));
    box->setModal(false);
    box->show();
}

HealthDialog *MainWindow::openHealth()
{
    if (!m_health) {
        m_health = new HealthDialog(m_examiner, this);
        m_health->show(m_deployment);
        rememberClosing(m_health, ReopenStack::Of::Window, [this, health = m_health.data()] {
            const int page = health->pages()->currentIndex();
            return [this, page]() -> QDialog * {
                openHealth()->openPage(HealthDialog::Page(page));
                return m_health;
            };
        });
    }
    m_health->show();
    m_health->raise();
    m_health->activateWindow();
    return m_health;
}

bool MainWindow::isFilled() const
{
    return m_deployment.isReady() && m_deployment.scan.phase == ScanPhase::Complete &&
           !m_locks->model().isArranging();
}

void MainWindow::setDeployment(DeploymentState deployment)
{
    m_deployment = std::move(deployment);
    m_locks->show(m_deployment);
    m_status->show(m_deployment);
    m_connections->show(m_deployment);
    if (m_labPage)
        m_labPage->show(m_deployment);
    m_overview->setConnected(m_deployment.spec.has_value());
    m_contention->setConnected(m_deployment.spec.has_value());
    m_detail->setReadOnly(!m_deployment.canWrite());
    m_actions.allow(m_deployment);
    m_filterField->setVisible(m_deployment.spec.has_value());
    m_examiner.show(m_deployment);
    if (m_health)
        m_health->show(m_deployment);
    const QString title = m_deployment.title();
    setWindowTitle(title.isEmpty() ? tr("Lockscope") : tr("%1 — Lockscope").arg(title));
    showBadges();
    showInTray();
}

void MainWindow::showBadges()
{
    const Theme theme = Theme::of(palette());
    const auto &spec = m_deployment.spec;
    m_badges->setVisible(spec.has_value());
    if (!spec)
        return;
    m_environment->say(text::environment(spec->environment), theme.environment(spec->environment),
                       tr("The environment this connection is marked with"));
    m_readOnly->say(tr("read-only"), theme.muted, tr("Nothing on the server can be changed from here"),
                    glyphIcon(Glyph::Padlock));
    m_readOnly->setVisible(spec->readOnly);
    m_unverified->say(tr("TLS not verified"), theme.critical,
                      tr("Anybody could be at the other end: the server's certificate is not checked"));
    m_unverified->setVisible(spec->tls.enabled && !spec->tls.verifyPeer);
}

void MainWindow::restore()
{
    m_locks->view().restoreLayout(m_settings.columns());
    m_auditPage->restoreColumns(m_settings.auditColumns());
    m_locks->setGrouping(m_settings.grouping());
    m_filter->setText(m_settings.filter());
    m_connections->selectProfile(m_settings.profile());
    const Appearance appearance = m_settings.appearance();
    if (m_theme) {
        m_theme->scaleText(m_settings.textSize());
        m_theme->apply(appearance);
    }
    m_actions.of(appearance)->setChecked(true);
    if (!restoreGeometry(m_settings.geometry()))
        resize(QSize(1400, 850).boundedTo(screen()->availableSize()));
    m_aside = m_settings.docks();
    if (restoreState(*m_aside))
        m_sharesRoom = m_settings.docksFollow();
    else
        m_aside = QByteArray();
    hidePanels();
}

void MainWindow::remember()
{
    m_settings.setGeometry(saveGeometry());
    const bool alone = m_aside.has_value();
    bringPanelsBack(); // what is kept is how they are with a connection
    m_settings.setDocks(saveState());
    m_settings.setDocksFollow(m_sharesRoom);
    if (alone)
        putPanelsAside();
    m_settings.setColumns(m_locks->view().columnLayout());
    m_settings.setAuditColumns(m_auditPage->columns());
    m_settings.setFilter(m_filter->text());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto again = [this, restarting = m_restarting] { restarting ? restart() : void(close()); };
    if (stopSeries() || !mayLeave(tr("&Quit"), again))
        return event->ignore();
    remember();
    QMainWindow::closeEvent(event);
    if (m_restarting)
        emit restartWanted();
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    shareRoom();
}

// The panels grow and shrink with the window until somebody drags them.
void MainWindow::shareRoom()
{
    if (!m_sharesRoom)
        return;
    resizeDocks({m_connectionsDock, m_detailDock},
                {std::clamp(width() * 15 / 100, characters(*this, 28), characters(*this, 39)),
                 std::clamp(width() * 24 / 100, characters(*this, 48), characters(*this, 76))},
                Qt::Horizontal);
    for (QDockWidget *dock : bottomDocks()) {
        if (!dock->isHidden()) // they are on top of each other
            return resizeDocks({dock}, {std::clamp(height() * 34 / 100, lines(*this, 14), lines(*this, 29))},
                               Qt::Vertical);
    }
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::Show)
        shareRoom();
    if (event->type() == QEvent::MouseButtonPress &&
        isSeparator(static_cast<QMouseEvent *>(event)->position().toPoint()))
        m_sharesRoom = false;
    return QMainWindow::event(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_badges)
        showBadges();
}

} // namespace lockscope
