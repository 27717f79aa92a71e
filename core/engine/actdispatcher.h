// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Carries out the acts of a connection: asks the guard, hands each act to the runner of the site or the
// group, and updates the holds of this program. Owned by Engine, on its thread; sites must outlive it.

#include "core/engine/acts/grouprunner.h"
#include "core/engine/acts/holdtracker.h"
#include "core/engine/sitegroup.h"

#include <QTimer>

namespace lockscope
{

class ActDispatcher final : public QObject
{
    Q_OBJECT
public:
    ActDispatcher(SiteGroup &sites, HoldTracker::Look look);

    void setJournal(ActJournal *journal) { m_guard.setJournal(journal); }
    void open(const ConnectionSpec &spec, const Registry &registry); // after the sites were added
    void allowChanges();                                             // on a read-only connection
    // Ends acts that wait, and the renewal of own locks, which are forgotten. The sessions that act are
    // closed once acquires have left their queues, or after a moment.
    void makeReadOnly();
    void rename(const QString &name) { m_guard.rename(name); } // the profile
    void close(); // the sites must be closed; clears them too, before the group acts on them

    // Needs a site. id: to cancel the wait of an acquire.
    QCoro::Task<Receipt> act(ActRequest request, quint64 id = 0);
    // In a group: the plan of the first node that answers, with the commands for each node.
    QCoro::Task<Outcome<ActPlan>> plan(ActRequest request);
    void cancelWaiting(quint64 id) { m_waiting.cancel(id); }
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void noteDelta(const LockDelta &delta); // checks own locks that changed in the table

signals:
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why);
    void holdsChanged(const std::vector<lockscope::OwnHolding> &holds);

private:
    static QCoro::Task<Receipt> admitted(QPointer<ActDispatcher> self, ActRequest request, PermitPtr permit,
                                         quint64 id);
    QCoro::Task<Receipt> run(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting);
    void settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt);
    void watch(const Watchdog &watchdog);
    void onDoubted(const OwnHolding &hold);
    std::vector<Watchdog *> watchdogs() const; // of the sites and of the group
    void finish(const ActRequest &request, const Receipt &receipt, quint64 opening);
    void closeActing();

    SiteGroup &m_sites;
    ActGuard m_guard; // which acts this connection allows
    HoldTracker m_holds;
    std::unique_ptr<GroupRunner> m_group; // null: there is only one site
    WakeUps m_waiting;                    // of acquires
    quint64 m_opening = 0;                // incremented with each connection
    int m_acquires = 0;                   // under way
    QTimer m_leaving;                     // how long their end is awaited before the sessions are closed
};

} // namespace lockscope
