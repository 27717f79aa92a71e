// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with several locks at once, and what it hands over of them.
#include "ui/actcommands.h"
#include "ui/format.h"
#include "ui/lockpane.h"
#include "ui/lockview.h"
#include "ui/mainwindow.h"
#include "ui/manydialog.h"
#include "ui/statusline.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace lockscope
{

void MainWindow::wireMany()
{
    connect(m_actions.many, &QAction::triggered, this, &MainWindow::openMany);
}

void MainWindow::openMany()
{
    if (!m_deployment.spec)
        return;
    ManyDialog::Locks locks{.shown = m_locks->model().shownLocks()};
    // One alone is where the cursor happens to be.
    if (auto chosen = m_locks->view().chosenLocks(); chosen.size() > 1)
        locks.chosen = std::move(chosen);
    auto *dialog = new ManyDialog(m_link, locks, *m_deployment.spec, this);
    connect(dialog, &ManyDialog::failed, this, &MainWindow::complain);
    dialog->show();
}

void MainWindow::openContextMenu(const QPoint &at)
{
    QMenu menu(this);
    menu.addActions({m_actions.pin, m_actions.copyText});
    QMenu *commands = menu.addMenu(tr("Copy as redis-cli"));
    commands->addAction(tr("Reading"), this, &MainWindow::copyCommands);
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease})
        commands->addAction(text::act(act), this, [this, act] { copyActCommands(act); });
    menu.addActions({m_actions.many, m_actions.incident, m_actions.acquire, m_actions.makeRule});
    menu.exec(m_locks->view().viewport()->mapToGlobal(at));
}

void MainWindow::copyActCommands(ActKind act)
{
    const auto locks = m_locks->view().chosenLocks();
    if (locks.empty() || !m_deployment.spec)
        return;
    auto *commands = new ActCommands(m_link, *m_deployment.spec, act, locks, this);
    connect(commands, &ActCommands::ready, this, [this](const QString &script, int count) {
        QGuiApplication::clipboard()->setText(script);
        m_status->showMessage(tr("Copied the commands for %Ln lock(s)", nullptr, count), 5'000);
    });
}

} // namespace lockscope
