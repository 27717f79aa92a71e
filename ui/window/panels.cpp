// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panels.h"

#include "ui/audit/auditpage.h"
#include "ui/blocking/blockingpage.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/contentionscope.h"
#include "ui/contention/overviewpage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/forms/pagewindow.h"
#include "ui/lab/labpage.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/redlock/redlockview.h"
#include "ui/settings/uisettings.h"
#include "ui/text/nodetext.h"
#include "ui/theme/metrics.h"
#include "ui/timeline/timelinepage.h"
#include "ui/window/reopenstack.h"

#include <QApplication>
#include <QDockWidget>
#include <QListWidget>
#include <QToolButton>

namespace lockscope
{

Panels::Panels(QWidget *window, Docks &docks, ReopenStack &closed, EngineBridge &engine,
               HistoryBridge &history, LockPane &locks, RedLockView &redLock,
               const DeploymentState &deployment, const QString &configDir,
               std::function<QSet<LockName>(const QString &connection)> pins)
    : WindowController(window), m_docks(docks), m_deployment(deployment), m_locks(locks),
      m_configDir(configDir), m_pins(std::move(pins)),
      m_labWindow(new PageWindow(
          tr("Lab"), {characters(*window, 200), lines(*window, 50)},
          [this](QWidget *parent) { return makeLab(parent); }, window)),
      m_auditWindow(new PageWindow(
          tr("Audit"), {characters(*window, 200), lines(*window, 36)},
          [this](QWidget *) { return m_auditPage; }, window)),
      m_fleetWindow(new PageWindow(
          tr("Fleet"), {characters(*window, 230), lines(*window, 30)},
          [this](QWidget *parent) { return makeFleet(parent); }, window)),
      m_overview(new OverviewPage(history, lockscope::wallNow, window)),
      m_contention(new ContentionPage(history, m_time, window)),
      m_timeline(new TimelinePage(
          history, m_time,
          [&locks](size_t most) {
              std::vector<LockPtr> listed = locks.model().shownLocks();
              listed.resize(std::min(most, listed.size()));
              return listed;
          },
          window)),
      m_blocking(new BlockingPage(engine, window)),
      m_auditPage(new AuditPage(m_audit, lockscope::wallNow, m_auditWindow))
{
    m_auditWindow->page();
    for (PageWindow *one : {m_auditWindow, m_labWindow, m_fleetWindow})
        connect(one, &PageWindow::closed, this, [&closed, one] {
            closed.remember(one->windowTitle(), ReopenStack::Of::Window, [one] { one->open(); });
        });
    m_firstColumns = locks.view().columnLayout();
    m_firstAuditColumns = m_auditPage->columns();
    m_firstBlockingSplit = m_blocking->split();
    addPanels(redLock);
    connect(&locks.view(), &LockView::lockChosen, m_timeline,
            [this](const LockPtr &lock) { m_timeline->choose(lock ? lock->key : LockName()); });
    connect(&locks.view(), &LockView::endedChosen, m_timeline,
            [this](const LockPtr &last) { m_timeline->choose(last->key); });
    for (const auto none : {&LockView::noneChosen, &LockView::filteredOut})
        connect(&locks.view(), none, m_timeline, [this] { m_timeline->choose({}); });
    connect(&locks.model(), &LockModel::totalsChanged, this, &Panels::showTotals);
    connect(m_overview, &OverviewPage::filterWanted, this, &Panels::filterWanted);
    connect(m_overview, &OverviewPage::lockWanted, this, &Panels::lockWanted);
    connect(m_contention, &ContentionPage::failed, this, &Panels::failed);
    connect(m_contention, &ContentionPage::lockWanted, this, &Panels::lockWanted);
    connect(m_timeline, &TimelinePage::failed, this, &Panels::failed);
    connect(m_timeline, &TimelinePage::lockWanted, this, &Panels::lockWanted);
    connect(m_blocking, &BlockingPage::lockWanted, this, &Panels::lockWanted);
    connect(&redLock, &RedLockView::lockWanted, this, &Panels::lockWanted);
    connect(m_auditPage, &AuditPage::failed, this, &Panels::failed);
    connect(m_auditPage, &AuditPage::lockWanted, this, &Panels::auditedLockWanted);
    connect(m_auditPage, &AuditPage::exported, this,
            [this](const QString &fileName) { emit told(tr("Saved: %1").arg(fileName), 30'000); });
}

void Panels::addPanels(RedLockView &redLock)
{
    m_pages[size_t(Page::Overview)] =
        m_docks.add({.name = "overview",
                     .title = tr("Overview"),
                     .entry = tr("&Overview"),
                     .help = tr("Figures for all locks, now and over the last minutes"),
                     .key = Qt::CTRL | Qt::Key_1,
                     .page = m_overview});
    m_pages[size_t(Page::Contention)] =
        m_docks.add({.name = "contention",
                     .title = tr("Contention"),
                     .entry = tr("Co&ntention"),
                     .help = tr("Waiters, changes and hold times over time, and the most contended locks"),
                     .key = Qt::CTRL | Qt::Key_2,
                     .page = m_contention});
    m_pages[size_t(Page::Timeline)] =
        m_docks.add({.name = "timeline",
                     .title = tr("Timeline"),
                     .entry = tr("&Timeline"),
                     .help = tr("Who held which lock when, and all locks at a past moment"),
                     .key = Qt::CTRL | Qt::Key_3,
                     .page = m_timeline});
    m_pages[size_t(Page::Blocking)] = m_docks.add({.name = "blocking",
                                                   .title = tr("Blocking"),
                                                   .entry = tr("Bloc&king"),
                                                   .help = tr("Which client blocks which, and deadlocks"),
                                                   .key = Qt::CTRL | Qt::Key_5,
                                                   .page = m_blocking});
    m_redLockPanel = m_docks.add({.name = "redlock",
                                  .title = tr("RedLock"),
                                  .entry = tr("&RedLock"),
                                  .help = tr("One row per lock, one column per server: quorum and margin"),
                                  .page = &redLock,
                                  .ofConnection = true});
    showGroup(false);
}

QWidget *Panels::makeLab(QWidget *parent)
{
    m_labPage = new LabPage(m_lab, parent);
    connect(m_labPage, &LabPage::locksThere, this, &Panels::labLocksThere);
    connect(m_labPage, &LabPage::blockingWanted, this, &Panels::labBlockingWanted);
    connect(m_labPage, &LabPage::failed, this, &Panels::failed);
    m_labPage->show(m_deployment);
    return m_labPage;
}

QWidget *Panels::makeFleet(QWidget *parent)
{
    m_fleetPage = new FleetPage(m_fleet, {.configDir = m_configDir, .pins = m_pins}, parent);
    m_fleetPage->setFolder(m_fleetFolder);
    tellFleet();
    m_fleetPage->setSorting(m_fleetSorting);
    connect(m_fleetPage, &FleetPage::connectionWanted, this, [this](const QString &name) {
        if (!raiseDialog())
            emit connectionWanted(name);
    });
    connect(m_fleetPage, &FleetPage::passwordWanted, this, [this](const QString &name, const QString &why) {
        if (!raiseDialog())
            emit passwordWanted(name, why);
    });
    connect(m_fleetPage, &FleetPage::lockWanted, this, &Panels::openFleetLock);
    connect(m_fleetPage, &FleetPage::newConnectionWanted, this, &Panels::newConnectionWanted);
    return m_fleetPage;
}

void Panels::openFleetLock(const QString &connection, const LockPtr &lock)
{
    if (!raiseDialog())
        emit fleetLockWanted(connection, lock);
}

QString Panels::fleetName(const ConnectionSpec &open) const
{
    return m_fleetPage ? m_fleetPage->nameOf(open) : QString();
}

QString Panels::sameInFleet(const ConnectionSpec &open) const
{
    const QString name = fleetName(open);
    return !name.isEmpty() && m_fleetPage->isSame(name, open) ? name : QString();
}

// A modal dialog of the main window is about its present connection. The other windows can be used
// meanwhile, so this one must not change the connection behind it.
bool Panels::raiseDialog() const
{
    QWidget *dialog = QApplication::activeModalWidget();
    const QWidget *at = dialog;
    while (at && at != window())
        at = at->parentWidget();
    if (!at)
        return false;
    window()->raise();
    dialog->raise();
    dialog->activateWindow();
    return true;
}

LabPage &Panels::labPage()
{
    m_labWindow->page();
    return *m_labPage;
}

QWidget &Panels::auditWindow()
{
    return *m_auditWindow;
}

QWidget &Panels::labWindow()
{
    return *m_labWindow;
}

FleetPage &Panels::fleetPage()
{
    m_fleetWindow->page();
    return *m_fleetPage;
}

QWidget &Panels::fleetWindow()
{
    return *m_fleetWindow;
}

void Panels::openFleet()
{
    m_fleetWindow->open();
}

// A typed password serves the fleet too.
void Panels::tellFleet()
{
    if (m_fleetPage && m_deployment.isReady())
        m_fleetPage->learnSecrets(*m_deployment.spec);
}

void Panels::reloadFleet()
{
    if (m_fleetPage)
        m_fleetPage->reload();
}

void Panels::forgetSecrets(const QString &connection)
{
    if (m_fleetPage)
        m_fleetPage->forgetSecrets(connection);
}

void Panels::openLab()
{
    m_labWindow->open();
    m_labPage->scenarios()->setFocus();
}

void Panels::openPage(Page page)
{
    if (page == Page::Audit)
        m_auditWindow->open();
    else
        m_docks.open(m_pages[size_t(page)].dock);
}

bool Panels::isFilled(Page page, Instant since) const
{
    return page != Page::Blocking || m_blocking->askedAt().value_or(Instant()) >= since;
}

void Panels::restore(const UiSettings &settings)
{
    m_locks.view().restoreLayout(settings.columns());
    m_auditPage->restoreColumns(settings.auditColumns());
    m_timeline->legendButton()->setChecked(settings.timelineLegend());
    m_contention->scope().restore(settings.contention());
    m_blocking->restoreSplit(settings.blocking());
    m_blocking->restoreGrouping(settings.blockingGrouping());
    m_auditWindow->restore(settings.geometry(QStringLiteral("audit")));
    m_labWindow->restore(settings.geometry(QStringLiteral("lab")));
    m_fleetWindow->restore(settings.geometry(QStringLiteral("fleet")));
    m_fleetFolder = settings.fleetFolder();
    m_fleetSorting = settings.fleetSorting();
}

void Panels::remember(UiSettings &settings)
{
    settings.setColumns(m_locks.view().columnLayout());
    settings.setAuditColumns(m_auditPage->columns());
    settings.setTimelineLegend(m_timeline->legendButton()->isChecked());
    settings.setContention(m_contention->scope().saved());
    settings.setBlocking(m_blocking->split());
    settings.setBlockingGrouping(m_blocking->grouping());
    settings.setGeometry(QStringLiteral("audit"), m_auditWindow->geometryToSave());
    settings.setGeometry(QStringLiteral("lab"), m_labWindow->geometryToSave());
    settings.setGeometry(QStringLiteral("fleet"), m_fleetWindow->geometryToSave());
    settings.setFleetFolder(m_fleetPage ? m_fleetPage->folder() : m_fleetFolder);
    settings.setFleetSorting(m_fleetPage ? m_fleetPage->sorting() : m_fleetSorting);
}

void Panels::resetLayout()
{
    m_locks.view().restoreLayout(m_firstColumns);
    m_auditPage->restoreColumns(m_firstAuditColumns);
    m_contention->scope().restore({});
    m_blocking->restoreSplit(m_firstBlockingSplit);
    m_blocking->restoreGrouping({});
}

void Panels::closeWindows()
{
    for (PageWindow *one : {m_auditWindow, m_labWindow, m_fleetWindow})
        one->hide();
}

void Panels::showDeployment()
{
    if (m_labPage)
        m_labPage->show(m_deployment);
    tellFleet();
    m_overview->setConnected(m_deployment.spec.has_value());
    m_contention->setConnected(m_deployment.spec.has_value());
    m_blocking->setConnected(m_deployment.spec.has_value(),
                             m_deployment.isReady() && !m_deployment.lacksQuorum(), whyWaitersUnknown());
    showTotals();
}

QString Panels::whyWaitersUnknown() const
{
    if (m_deployment.isReady())
        return m_deployment.whyNotWhole();
    if (const QString refusal = text::refusal(m_deployment.connection().reason); !refusal.isEmpty())
        return tr("The server refuses: %1", "its words").arg(refusal);
    return m_deployment.isLost() ? tr("The server does not answer") : tr("Connecting…");
}

// The same on every page as above the list.
void Panels::showTotals()
{
    const ListTotals &totals = m_locks.model().totals();
    m_overview->showNow(totals, m_locks.isUnknown() || m_deployment.isLost());
    m_contention->showNow(totals);
}

void Panels::clear()
{
    m_blocking->setConnected(false);
}

void Panels::showGroup(bool isGroup)
{
    QAction *action = m_redLockPanel.action;
    action->setEnabled(isGroup);
    action->setToolTip(isGroup ? action->data().toString() : tr("Only for connections to a RedLock group"));
    if (isGroup)
        m_docks.open(m_redLockPanel.dock);
    else
        m_redLockPanel.dock->hide();
}

} // namespace lockscope
