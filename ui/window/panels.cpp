// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panels.h"

#include "ui/audit/auditpage.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/lab/labpage.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/redlock/redlockview.h"
#include "ui/timeline/timelinepage.h"

#include <QDockWidget>
#include <QListWidget>
#include <QVBoxLayout>

namespace lockscope
{

Panels::Panels(QWidget *window, Docks &docks, HistoryBridge &history, LockPane &locks, RedLockView &redLock,
               const DeploymentState &deployment)
    : WindowController(window), m_docks(docks), m_deployment(deployment), m_labPlace(new QWidget(window)),
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
      m_auditPage(new AuditPage(m_audit, lockscope::wallNow, window))
{
    addPanels(redLock);
    connect(&locks.view(), &LockView::lockChosen, m_timeline,
            [this](const LockPtr &lock) { m_timeline->choose(lock ? lock->key : LockName()); });
    connect(&locks.view(), &LockView::endedChosen, m_timeline,
            [this](const LockPtr &last) { m_timeline->choose(last->key); });
    connect(&locks.view(), &LockView::noneChosen, m_timeline, [this] { m_timeline->choose({}); });
    connect(&locks.model(), &LockModel::totalsChanged, this, [this, &locks] {
        const LockTotals now = locks.model().totals().asLockTotals();
        m_overview->showNow(now);
        m_contention->showNow(now);
    });
    connect(m_overview, &OverviewPage::filterWanted, this, &Panels::filterWanted);
    connect(m_overview, &OverviewPage::lockWanted, this, &Panels::lockWanted);
    connect(m_contention, &ContentionPage::failed, this, &Panels::failed);
    connect(m_contention, &ContentionPage::lockWanted, this, &Panels::lockWanted);
    connect(m_timeline, &TimelinePage::failed, this, &Panels::failed);
    connect(m_timeline, &TimelinePage::lockWanted, this, &Panels::lockWanted);
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
                     .help = tr("All locks in figures, now and over the last minutes"),
                     .key = Qt::CTRL | Qt::Key_1,
                     .page = m_overview});
    m_pages[size_t(Page::Contention)] =
        m_docks.add({.name = "contention",
                     .title = tr("Contention"),
                     .entry = tr("Co&ntention"),
                     .help = tr("Waiters, changes and hold times over time, and the locks most in demand"),
                     .key = Qt::CTRL | Qt::Key_2,
                     .page = m_contention});
    m_pages[size_t(Page::Timeline)] =
        m_docks.add({.name = "timeline",
                     .title = tr("Timeline"),
                     .entry = tr("&Timeline"),
                     .help = tr("Who held which lock and when, and all locks at a moment of the past"),
                     .key = Qt::CTRL | Qt::Key_3,
                     .page = m_timeline});
    m_redLockPanel =
        m_docks.add({.name = "redlock",
                     .title = tr("RedLock"),
                     .entry = tr("&RedLock"),
                     .help = tr("Rows are locks, columns the independent servers: quorum and margin"),
                     .page = &redLock,
                     .ofConnection = true});
    m_redLockPanel.action->setEnabled(false);
    addLab();
    m_pages[size_t(Page::Audit)] = m_docks.add(
        {.name = "audit",
         .title = tr("Audit"),
         .entry = tr("&Audit"),
         .help = tr("Every change that was made or tried: who, when, why, and what was there before"),
         .key = Qt::CTRL | Qt::Key_4,
         .page = m_auditPage});
}

void Panels::addLab()
{
    m_labPanel = m_docks.add({.name = "lab",
                              .title = tr("Lab"),
                              .entry = tr("La&b"),
                              .help = tr("Play what goes wrong with locks, and what does not"),
                              .key = Qt::CTRL | Qt::Key_L,
                              .page = m_labPlace});
    connect(m_labPanel.dock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            labPage();
    });
    connect(m_labPanel.action, &QAction::triggered, this, [this](bool open) {
        if (open)
            labPage().scenarios()->setFocus();
    });
}

LabPage &Panels::labPage()
{
    if (m_labPage)
        return *m_labPage;
    m_labPage = new LabPage(m_lab, m_labPlace);
    auto *column = new QVBoxLayout(m_labPlace);
    column->setContentsMargins({});
    column->addWidget(m_labPage);
    connect(m_labPage, &LabPage::locksThere, this, &Panels::labLocksThere);
    connect(m_labPage, &LabPage::failed, this, &Panels::failed);
    m_labPage->show(m_deployment);
    m_labPage->setVisible(true); // Its panel may already be open
    return *m_labPage;
}

void Panels::openLab()
{
    m_docks.open(m_labPanel.dock);
    labPage().scenarios()->setFocus();
}

bool Panels::isLabVisible() const
{
    return m_labPage && m_labPage->isVisible();
}

void Panels::raiseLab()
{
    m_labPanel.dock->raise();
}

void Panels::showDeployment()
{
    if (m_labPage)
        m_labPage->show(m_deployment);
    m_overview->setConnected(m_deployment.spec.has_value());
    m_contention->setConnected(m_deployment.spec.has_value());
}

void Panels::showGroup(bool isGroup)
{
    m_redLockPanel.action->setEnabled(isGroup);
    if (isGroup)
        m_docks.open(m_redLockPanel.dock);
    else
        m_redLockPanel.dock->hide();
}

} // namespace lockscope
