// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with several locks at once, and what it hands over of them.
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/actcommands.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/incidentsaver.h"
#include "ui/holders/lockshare.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QUrl>

namespace lockscope
{

void MainWindow::wireMany()
{
    connect(m_actions.many, &QAction::triggered, this, &MainWindow::openMany);
    connect(m_detail, &DetailPane::incidentWanted, this, &MainWindow::saveIncident);
    connect(m_actions.incident, &QAction::triggered, this, [this] {
        const LockPtr lock = m_locks->view().currentLock();
        const LockName key = m_detail->shownKey().isEmpty() && lock ? lock->key : m_detail->shownKey();
        if (key.isEmpty())
            m_status->showMessage(tr("Choose a lock first."), 5'000);
        else
            saveIncident(key);
    });
}

void MainWindow::openMany()
{
    if (!m_deployment.spec)
        return;
    BulkDialog::Locks locks{.shown = m_locks->model().shownLocks()};
    // One alone is where the cursor happens to be.
    if (auto selected = m_locks->view().selectedLocks(); selected.size() > 1)
        locks.selected = std::move(selected);
    auto *dialog = new BulkDialog(m_link, locks, *m_deployment.spec, this);
    connect(dialog, &BulkDialog::failed, this, &MainWindow::showError);
    dialog->show();
}

// Nobody quits without having seen what came of it: it stops after the lock whose turn it is, and is shown.
bool MainWindow::stopSeries()
{
    for (BulkDialog *dialog : findChildren<BulkDialog *>()) {
        if (dialog->series().phase() != BulkRun::Phase::Running)
            continue;
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
        dialog->reject();
        return true;
    }
    return false;
}

void MainWindow::openContextMenu(const QPoint &at)
{
    QMenu menu(this);
    menu.addActions({m_actions.pin, m_actions.copyText});
    QMenu *commands = menu.addMenu(tr("Copy as redis-cli"));
    commands->addAction(tr("Reading"), this, &MainWindow::copyCommands);
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease})
        commands->addAction(text::act(act), this, [this, act] { copyActCommands(act); });
    addShareCommands(commands);
    menu.addActions({m_actions.many, m_actions.incident, m_actions.acquire, m_actions.makeRule});
    menu.exec(m_locks->view().viewport()->mapToGlobal(at));
}

// Of one lock with several parts: what takes one of them away.
void MainWindow::addShareCommands(QMenu *menu)
{
    constexpr int Most = 8;
    const auto locks = m_locks->view().selectedLocks();
    if (locks.size() != 1)
        return;
    const LockPtr lock = locks.front();
    std::vector<LockShare> shares;
    for (const Holder &holder : lock->holders) {
        if (hasHolderShares(*lock))
            shares.push_back(shareOf(holder));
    }
    for (const QueuedWaiter &waiter : lock->waiters.queued)
        shares.push_back(shareOf(waiter));
    if (shares.size() > Most)
        shares.resize(Most);
    for (const LockShare &share : shares)
        menu->addAction(tr("%1: %2", "the act, and whose share")
                            .arg(text::act(ActKind::RemoveShare), text::owner(share.owner)),
                        this, [this, lock, share] { copyPlan(removalOf(*lock, share)); });
}

void MainWindow::copyPlan(const ActRequest &request)
{
    ActRequest wanted = request;
    wanted.dryRun = true;
    auto *once = new QObject(this);
    const quint64 asked = m_link.plan(wanted);
    connect(&m_link, &EngineBridge::planned, once,
            [this, once, asked](quint64 id, const Outcome<ActPlan> &plan) {
                if (id != asked)
                    return;
                once->deleteLater();
                if (!plan)
                    return showError(plan.failure());
                QGuiApplication::clipboard()->setText(plan->commands.join(u'\n') + u'\n');
                m_status->showMessage(tr("Copied the commands"), 5'000);
            });
}

void MainWindow::copyActCommands(ActKind act)
{
    const auto locks = m_locks->view().selectedLocks();
    if (locks.empty() || !m_deployment.spec)
        return;
    auto *commands = new ActCommands(m_link, *m_deployment.spec, act, locks, this);
    connect(commands, &ActCommands::ready, this, [this](const QString &script, int count) {
        QGuiApplication::clipboard()->setText(script);
        m_status->showMessage(tr("Copied the commands for %Ln lock(s)", nullptr, count), 5'000);
    });
}

// Where to: the folder is made in the one that is chosen.
void MainWindow::saveIncident(const LockName &key)
{
    if (!m_deployment.spec)
        return;
    auto *chooser = new QFileDialog(this, tr("Where to make the incident's folder"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    const IncidentWish wish{.key = key,
                            .spec = *m_deployment.spec,
                            .configFolder = QFileInfo(m_observe.fileName()).absolutePath(),
                            .registry = m_registry};
    connect(chooser, &QFileDialog::fileSelected, this, [this, wish](const QString &folder) {
        auto *saver = new IncidentSaver(m_link, m_history, wish, folder, this);
        connect(saver, &IncidentSaver::saved, this, &MainWindow::tellIncident);
        connect(saver, &IncidentSaver::failed, this, &MainWindow::showError);
        m_status->showMessage(tr("Collecting what is known of %1 …").arg(text::key(wish.key)), 10'000);
    });
    chooser->open();
}

void MainWindow::tellIncident(const QString &folder)
{
    m_status->showMessage(tr("Saved: %1").arg(folder), 30'000);
    auto *box =
        new QMessageBox(QMessageBox::Information, tr("Incident bundle"),
                        tr("All that is known of the lock is in this folder."), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(folder);
    box->button(QMessageBox::Close)->setText(tr("Close"));
    const auto *copy = box->addButton(tr("Copy the page for the ticket"), QMessageBox::ActionRole);
    const auto *show = box->addButton(tr("Open the folder"), QMessageBox::ActionRole);
    connect(box, &QMessageBox::buttonClicked, this, [=](const QAbstractButton *button) {
        QFile page(folder + QStringLiteral("/README.md"));
        if (button == copy && page.open(QIODevice::ReadOnly))
            QGuiApplication::clipboard()->setText(QString::fromUtf8(page.readAll()));
        else if (button == show)
            QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
    });
    box->setModal(false);
    box->show();
}

} // namespace lockscope
