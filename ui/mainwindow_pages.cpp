// SPDX-License-Identifier: GPL-3.0-or-later
// The panels at the bottom of the window, and the pages that show what the history knows.
#include "ui/contentionpage.h"
#include "ui/detailpane.h"
#include "ui/filteredit.h"
#include "ui/lockpane.h"
#include "ui/lockview.h"
#include "ui/mainwindow.h"
#include "ui/overviewpage.h"
#include "ui/storydialog.h"
#include "ui/timelinepage.h"

#include <QDockWidget>

namespace lockscope
{

void MainWindow::makePages()
{
    m_overview = new OverviewPage(m_history, lockscope::wallNow, this);
    m_contention = new ContentionPage(m_history, m_time, this);
    const auto listed = [this](size_t most) {
        std::vector<LockPtr> locks = m_locks->model().shownLocks();
        locks.resize(std::min(most, locks.size()));
        return locks;
    };
    const auto all = [this] { return m_locks->model().allLocks(); };
    m_timeline = new TimelinePage(m_history, m_time, {.listed = listed, .all = all}, this);
    m_pageDocks = {addPage(tr("Overview"), QStringLiteral("overview"), m_overview),
                   addPage(tr("Contention"), QStringLiteral("contention"), m_contention),
                   addPage(tr("Timeline"), QStringLiteral("timeline"), m_timeline)};
    const QString help[] = {tr("All locks in figures, now and over the last minutes"),
                            tr("Waiters, changes and hold times over time, and the locks most in demand"),
                            tr("Who held which lock and when, and all locks at a moment of the past")};
    for (size_t i = 0; i < m_pageDocks.size(); ++i) {
        QAction *action = m_pageDocks[i]->toggleViewAction();
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + int(i))));
        action->setToolTip(help[i]);
    }
}

QDockWidget *MainWindow::addPage(const QString &title, const QString &name, QWidget *page)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(page);
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    dock->hide();
    return dock;
}

QList<QDockWidget *> MainWindow::bottomDocks() const
{
    return {m_pageDocks[0], m_pageDocks[1], m_pageDocks[2], m_redLockDock, m_labDock};
}

QList<QAction *> MainWindow::panelActions() const
{
    QList<QAction *> actions{m_connectionsDock->toggleViewAction(), m_detailDock->toggleViewAction()};
    for (const QDockWidget *dock : bottomDocks())
        actions << dock->toggleViewAction();
    return actions;
}

void MainWindow::wirePages()
{
    for (size_t i = 0; i < m_pageDocks.size(); ++i) {
        connect(m_pageDocks[i]->toggleViewAction(), &QAction::triggered, this, [this, i](bool shown) {
            if (shown)
                openPage(Page(i));
        });
    }
    connect(m_overview, &OverviewPage::filterWanted, m_filter, &QLineEdit::setText);
    connect(m_contention, &ContentionPage::failed, this, &MainWindow::complain);
    connect(m_detail, &DetailPane::storyWanted, this, &MainWindow::openStory);
    connect(m_overview, &OverviewPage::lockWanted, this, &MainWindow::goToLock);
    connect(m_contention, &ContentionPage::lockWanted, this, &MainWindow::goToLock);
    connect(m_timeline, &TimelinePage::lockWanted, this, &MainWindow::goToLock);
    connect(&m_locks->view(), &LockView::lockChosen, m_timeline,
            [this](const LockPtr &lock) { m_timeline->choose(lock ? lock->key : LockName()); });
}

void MainWindow::openStory(const LockName &key)
{
    auto *dialog = new StoryDialog(m_history, key, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

void MainWindow::openPage(Page page)
{
    QDockWidget *dock = m_pageDocks[size_t(page)];
    dock->show();
    if (m_sharesWidth && !m_keepsDocks) // not the height that somebody left it with
        resizeDocks({dock}, {height() * 45 / 100}, Qt::Vertical);
    stackPanels();
    dock->raise();
    m_keepsDocks = true;
}

// Only those that are there: the tabs of hidden panels take the focus without a face.
void MainWindow::stackPanels()
{
    QDockWidget *first = nullptr;
    for (QDockWidget *dock : bottomDocks()) {
        if (dock->isHidden())
            continue;
        if (first && !tabifiedDockWidgets(first).contains(dock))
            tabifyDockWidget(first, dock);
        if (!first)
            first = dock;
    }
}

} // namespace lockscope
