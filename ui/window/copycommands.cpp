// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/copycommands.h"

#include "core/values/connection/readcommands.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bulk/actcommands.h"
#include "ui/holders/lockshare.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/locks/model/lockcells.h"
#include "ui/text/format.h"
#include "ui/window/windowactions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace lockscope
{

CopyCommands::CopyCommands(QWidget *window, EngineBridge &bridge, const DeploymentState &deployment,
                           LockPane &locks, const WindowActions &actions)
    : WindowController(window), m_bridge(bridge), m_deployment(deployment), m_locks(locks), m_actions(actions)
{
    connect(actions.copyText, &QAction::triggered, this, &CopyCommands::copyText);
    connect(actions.copyCommands, &QAction::triggered, this, &CopyCommands::copyReading);
    connect(&locks.view(), &QWidget::customContextMenuRequested, this,
            [this](const QPoint &at) { openMenu(m_locks.view().viewport()->mapToGlobal(at)); });
}

void CopyCommands::openMenu(const QPoint &at)
{
    QMenu menu(window());
    menu.setToolTipsVisible(true); // They say why an entry is disabled
    menu.addActions({m_actions.release, m_actions.expire, m_actions.wake, m_actions.removeShare});
    menu.addSeparator();
    menu.addActions({m_actions.whoIs, m_actions.nameOwner, m_actions.sameOwner, m_actions.inTimeline,
                     m_actions.fullHistory, m_actions.pin, m_actions.copyText});
    QMenu *commands = menu.addMenu(tr("Copy as redis-cli commands"));
    commands->addAction(tr("Reading"), this, &CopyCommands::copyReading);
    for (const ActKind act : {ActKind::Wake, ActKind::SetExpiry, ActKind::ForceRelease})
        commands->addAction(text::act(act), this, [this, act] { copyAct(act); });
    addShareCommands(commands);
    menu.addActions(
        {m_actions.many, m_actions.incident, m_actions.acquire, m_actions.makeRule, m_actions.notLock});
    menu.exec(at);
}

// For one lock with several parts: the commands that remove one part.
void CopyCommands::addShareCommands(QMenu *menu)
{
    constexpr int Most = 8;
    const auto locks = m_locks.view().selectedLocks();
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

void CopyCommands::copyText()
{
    const auto locks = m_locks.view().selectedLocks();
    if (!locks.empty())
        QGuiApplication::clipboard()->setText(locksAsText(locks, now()));
}

void CopyCommands::copyReading()
{
    if (!m_deployment.spec)
        return;
    QStringList lines;
    for (const LockPtr &lock : m_locks.view().selectedLocks())
        lines << readCommands(*lock, *m_deployment.spec);
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
}

void CopyCommands::copyAct(ActKind act)
{
    const auto locks = m_locks.view().selectedLocks();
    if (locks.empty() || !m_deployment.spec)
        return;
    auto *commands = new ActCommands(m_bridge, *m_deployment.spec, act, locks, window());
    connect(commands, &ActCommands::ready, this, [this](const QString &script, int count) {
        QGuiApplication::clipboard()->setText(script);
        emit told(tr("Copied the commands for %Ln lock(s)", nullptr, count), 5'000);
    });
}

void CopyCommands::copyPlan(const ActRequest &request)
{
    ActRequest wanted = request;
    wanted.dryRun = true;
    auto *once = new QObject(this);
    const quint64 asked = m_bridge.plan(wanted);
    connect(&m_bridge, &EngineBridge::planned, once,
            [this, once, asked](quint64 id, const Outcome<ActPlan> &plan) {
                if (id != asked)
                    return;
                once->deleteLater();
                if (!plan)
                    return emit failed(plan.failure());
                QGuiApplication::clipboard()->setText(plan->commands.join(u'\n') + u'\n');
                emit told(tr("Copied the commands"), 5'000);
            });
}

} // namespace lockscope
