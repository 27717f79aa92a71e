// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with the chosen locks.
#include "core/history/audit/auditlog.h"
#include "core/values/connection/readcommands.h"
#include "ui/acts/actdialogs.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/filteredit.h"
#include "ui/locks/lockcells.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/settings/ruledialog.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

#include <QClipboard>
#include <QGuiApplication>

namespace lockscope
{

void MainWindow::openAct(ActKind act, const LockPtr &lock)
{
    if (!m_deployment.canWrite())
        return;
    switch (act) {
    case ActKind::ForceRelease: // at the gentlest rung that can help
        return (new LadderDialog(m_link, lock, *m_deployment.spec, {}, this))->show();
    case ActKind::SetExpiry:
        return (new LadderDialog(m_link, lock, *m_deployment.spec, Rung::Expire, this))->show();
    case ActKind::Wake:
        return (new LadderDialog(m_link, lock, *m_deployment.spec, Rung::Wake, this))->show();
    case ActKind::Acquire:
        return openAcquire();
    case ActKind::Renew: // only their owner does these
    case ActKind::Release:
    case ActKind::RemoveShare:
        return;
    }
}

void MainWindow::openRemoval(const LockPtr &lock, const LockShare &share)
{
    if (m_deployment.canWrite())
        (new LadderDialog(m_link, lock, share, *m_deployment.spec, this))->show();
}

// Where a link of the details leads: the filter must not hide it.
void MainWindow::goToLock(const LockName &key)
{
    const LockPtr lock = m_locks->model().find(key);
    if (!lock) { // it was there once
        openStory(key);
        return;
    }
    if (!m_locks->model().indexOf(key).isValid())
        m_filter->clear();
    m_locks->view().choose(key);
    m_detail->showLock(lock);
}

// Another connection may have a lock of the same name.
void MainWindow::goToAudited(const LockName &key, const QString &profile)
{
    if (m_deployment.spec && auditedProfile(*m_deployment.spec) == profile)
        goToLock(key);
    else
        m_status->showMessage(tr("%1: that was on %2").arg(text::key(key), profile), 15'000);
}

void MainWindow::openAcquire()
{
    auto *dialog = new AcquireDialog(m_link, this);
    if (m_deployment.spec)
        dialog->setConnection(*m_deployment.spec);
    if (const LockPtr lock = m_locks->view().currentLock())
        dialog->setKey(lock->key);
    dialog->show();
}

void MainWindow::openRule()
{
    auto *dialog = new RuleDialog(m_link, m_rules, this);
    if (const LockPtr lock = m_locks->view().currentLock())
        dialog->setKey(lock->key);
    // Opened anew with the rule: what its keys are shows at once.
    connect(dialog, &RuleDialog::saved, this, [this](const LockName &key) {
        if (m_deployment.spec)
            openConnection(ConnectionSpec(*m_deployment.spec), key);
    });
    dialog->show();
}

// The file may have been written by hand meanwhile. With a fault in it, the rules that were good stay.
void MainWindow::loadRules()
{
    const RuleBook book = m_rules.load();
    QStringList faults;
    for (const RuleProblem &problem : book.problems)
        faults << problem.sentence();
    if (!faults.isEmpty())
        return showError({.kind = ErrorKind::BadInput,
                          .text = tr("The rules in %1 are not used: %2")
                                      .arg(m_rules.fileName(), faults.join(QLatin1String("; "))),
                          .remedy = tr("Mend the file and connect again; Lockscope has not changed it.")});
    m_registry = registryWith(book.rules);
}

ObserveSettings MainWindow::observeSettings()
{
    const ObserveBook book = m_observe.load();
    QStringList faults;
    for (const Failure &problem : book.problems)
        faults << problem.text;
    if (!faults.isEmpty())
        showError({.kind = ErrorKind::BadInput,
                   .text = tr("The settings in %1 are not used: %2")
                               .arg(m_observe.fileName(), faults.join(QLatin1String("; "))),
                   .remedy = tr("Mend the file and connect again; Lockscope has not changed it.")});
    return book.settings;
}

void MainWindow::clearOneStep()
{
    if (m_filter->hasFocus() && !m_filter->text().isEmpty())
        return m_filter->clear();
    if (m_locks->view().selectionModel()->hasSelection() || !m_detail->shownKey().isEmpty()) {
        m_locks->view().selectNone();
        m_detail->clear();
    } else {
        m_filter->clear();
    }
    m_locks->view().setFocus();
}

void MainWindow::copyText()
{
    const auto locks = m_locks->view().selectedLocks();
    if (!locks.empty())
        QGuiApplication::clipboard()->setText(locksAsText(locks, now()));
}

void MainWindow::copyCommands()
{
    if (!m_deployment.spec)
        return;
    QStringList lines;
    for (const LockPtr &lock : m_locks->view().selectedLocks())
        lines << readCommands(*lock, *m_deployment.spec);
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

} // namespace lockscope
