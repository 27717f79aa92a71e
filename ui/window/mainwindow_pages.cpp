// SPDX-License-Identifier: GPL-3.0-or-later
// The panels at the bottom of the window, and the pages that show what the history knows.
#include "ui/audit/auditpage.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/storydialog.h"
#include "ui/lab/labpage.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/redlockview.h"
#include "ui/status/statusline.h"
#include "ui/timeline/timelinepage.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
#include <QMenu>
#include <QVBoxLayout>

namespace lockscope
{

struct MainWindow::Panel {
    const char *name;
    QString title{};
    QString entry{}; // of the menu
    QString help{};
    QKeySequence key{};
    QWidget *page;
};

void MainWindow::makePages()
{
    m_labRoom = new QWidget(this);
    m_overview = new OverviewPage(m_history, lockscope::wallNow, this);
    m_contention = new ContentionPage(m_history, m_time, this);
    const auto listed = [this](size_t most) {
        std::vector<LockPtr> locks = m_locks->model().shownLocks();
        locks.resize(std::min(most, locks.size()));
        return locks;
    };
    m_timeline = new TimelinePage(m_history, m_time, listed, this);
    m_auditPage = new AuditPage(m_audit, lockscope::wallNow, this);
    m_pageDocks = {
        addPanel({.name = "overview",
                  .title = tr("Overview"),
                  .entry = tr("&Overview"),
                  .help = tr("All locks in figures, now and over the last minutes"),
                  .key = Qt::CTRL | Qt::Key_1,
                  .page = m_overview}),
        addPanel({.name = "contention",
                  .title = tr("Contention"),
                  .entry = tr("Co&ntention"),
                  .help = tr("Waiters, changes and hold times over time, and the locks most in demand"),
                  .key = Qt::CTRL | Qt::Key_2,
                  .page = m_contention}),
        addPanel({.name = "timeline",
                  .title = tr("Timeline"),
                  .entry = tr("&Timeline"),
                  .help = tr("Who held which lock and when, and all locks at a moment of the past"),
                  .key = Qt::CTRL | Qt::Key_3,
                  .page = m_timeline}),
        addPanel(
            {.name = "audit",
             .title = tr("Audit"),
             .entry = tr("&Audit"),
             .help = tr("Every change that was made or tried: who, when, why, and what was there before"),
             .key = Qt::CTRL | Qt::Key_4,
             .page = m_auditPage})};
    m_redLockDock =
        addPanel({.name = "redlock",
                  .title = tr("RedLock"),
                  .entry = tr("&RedLock"),
                  .help = tr("Rows are locks, columns the independent servers: quorum and margin"),
                  .page = m_redLock});
    m_bottomActions[m_redLockDock]->setEnabled(false);
    m_labDock = addPanel({.name = "lab",
                          .title = tr("Lab"),
                          .entry = tr("La&b"),
                          .help = tr("Play what goes wrong with locks, and what does not"),
                          .key = Qt::CTRL | Qt::Key_L,
                          .page = m_labRoom});
    connect(m_labDock, &QDockWidget::visibilityChanged, this, [this](bool visible) {
        if (visible)
            labPage();
    });
}

LabPage &MainWindow::labPage()
{
    if (m_labPage)
        return *m_labPage;
    m_labPage = new LabPage(m_lab, m_labRoom);
    auto *column = new QVBoxLayout(m_labRoom);
    column->setContentsMargins({});
    column->addWidget(m_labPage);
    connect(m_labPage, &LabPage::locksThere, this, &MainWindow::watchLab);
    connect(m_labPage, &LabPage::failed, this, &MainWindow::showError);
    m_labPage->show(m_deployment);
    m_labPage->setVisible(true); // its room may be seen already
    return *m_labPage;
}

// A page behind another's tab is hidden as one that is closed, though its dock is not: it asks and draws
// nothing.
QDockWidget *MainWindow::addPanel(const Panel &panel)
{
    auto *dock = new QDockWidget(panel.title, this);
    dock->setObjectName(QLatin1String(panel.name));
    QSizePolicy policy = panel.page->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the panel is as high for each tab
    panel.page->setSizePolicy(policy);
    dock->setWidget(panel.page);
    panel.page->hide();
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->hide();
    auto *action = new QAction(panel.entry, dock);
    action->setCheckable(true);
    action->setShortcut(panel.key);
    action->setToolTip(panel.help);
    action->setStatusTip(panel.help);
    m_bottomActions.insert(dock, action);
    connect(dock, &QDockWidget::visibilityChanged, panel.page, &QWidget::setVisible);
    connect(dock, &QDockWidget::visibilityChanged, action, &QAction::setChecked);
    return dock;
}

QList<QDockWidget *> MainWindow::bottomDocks() const
{
    return {m_pageDocks[0], m_pageDocks[1], m_pageDocks[2], m_redLockDock, m_labDock, m_pageDocks[3]};
}

QList<QAction *> MainWindow::panelActions() const
{
    QList<QAction *> actions{m_connectionsDock->toggleViewAction(), m_detailDock->toggleViewAction()};
    for (QDockWidget *dock : bottomDocks())
        actions << m_bottomActions[dock];
    return actions;
}

QMenu *MainWindow::createPopupMenu()
{
    auto *menu = new QMenu(this);
    menu->addActions(panelActions());
    return menu;
}

void MainWindow::wirePages()
{
    for (QDockWidget *dock : bottomDocks()) {
        connect(m_bottomActions[dock], &QAction::triggered, this, [this, dock](bool open) {
            if (!open)
                dock->close();
            else if (dock == m_labDock)
                openLab();
            else
                openPanel(dock);
        });
    }
    connect(m_overview, &OverviewPage::filterWanted, m_filter, &QLineEdit::setText);
    connect(m_contention, &ContentionPage::failed, this, &MainWindow::showError);
    connect(m_timeline, &TimelinePage::failed, this, &MainWindow::showError);
    connect(m_detail, &DetailPane::storyWanted, this, &MainWindow::openStory);
    connect(m_overview, &OverviewPage::lockWanted, this, &MainWindow::goToLock);
    connect(m_contention, &ContentionPage::lockWanted, this, &MainWindow::goToLock);
    connect(m_timeline, &TimelinePage::lockWanted, this, &MainWindow::goToLock);
    connect(m_auditPage, &AuditPage::lockWanted, this, &MainWindow::goToAudited);
    connect(m_auditPage, &AuditPage::failed, this, &MainWindow::showError);
    connect(m_auditPage, &AuditPage::exported, this, [this](const QString &fileName) {
        m_status->showMessage(tr("Saved: %1").arg(fileName), 30'000);
    });
    connect(&m_locks->view(), &LockView::lockChosen, m_timeline,
            [this](const LockPtr &lock) { m_timeline->choose(lock ? lock->key : LockName()); });
}

QDialog *MainWindow::openStory(const LockName &key)
{
    auto *dialog = new StoryDialog(m_history, key, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    rememberClosing(dialog, ReopenStack::Of::Connection,
                    [this, key] { return [this, key]() -> QDialog * { return openStory(key); }; });
    dialog->show();
    return dialog;
}

void MainWindow::openPage(Page page)
{
    openPanel(m_pageDocks[size_t(page)]);
}

void MainWindow::openFirstPanels()
{
    for (QDockWidget *dock : bottomDocks()) {
        if (dock != m_redLockDock)
            showPanel(dock);
    }
    m_pageDocks[size_t(Page::Overview)]->raise();
}

void MainWindow::openPanel(QDockWidget *dock)
{
    showPanel(dock);
    shareRoom();
    dock->raise();
}

// On top of one that is there, unless somebody put it elsewhere: at once, as beside it the window would grow.
// But only then: the tabs of hidden panels take the focus without a face.
void MainWindow::showPanel(QDockWidget *dock)
{
    if (!dock->isHidden())
        return;
    for (QDockWidget *other : bottomDocks()) {
        if (other == dock || other->isHidden() || dockWidgetArea(other) != dockWidgetArea(dock))
            continue;
        if (!tabifiedDockWidgets(other).contains(dock))
            tabifyDockWidget(other, dock);
        break;
    }
    dock->show();
}

} // namespace lockscope
