// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Dispatches the acts on a connection: asks the guard, hands each act to the runner of the one site or of the
// group, and notes what came of it for the holds of this program. Owner: Engine, on its thread; sites must
// outlive it.

#include "core/engine/acts/grouprunner.h"
#include "core/engine/acts/holdtracker.h"
#include "core/engine/sitegroup.h"

namespace lockscope
{

class ActDispatcher final : public QObject
{
    Q_OBJECT
public:
    ActDispatcher(SiteGroup &sites, HoldTracker::Look look);

    void setJournal(ActJournal *journal) { m_guard.setJournal(journal); }
    void open(const ConnectionSpec &spec, const Registry &registry); // when the sites are made
    void close(); // of sites that are closed; clears them, too, for the group acts on them

    // There is a site. id: by which the waiting of an acquire is cancelled.
    QCoro::Task<Receipt> act(ActRequest request, quint64 id = 0);
    // Of a group: of the first node that can be asked, with the commands for each.
    QCoro::Task<Outcome<ActPlan>> plan(ActRequest request);
    void cancelWaiting(quint64 id) { m_waiting.cancel(id); }
    const std::vector<OwnHolding> &own() const { return m_guard.own(); }
    void stopRenewing(const LockName &key, const OwnerId &owner);
    void noteDelta(const LockDelta &delta); // what the table tells of locks of ours

signals:
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why);
    void holdsChanged(const std::vector<lockscope::OwnHolding> &holds);

private:
    static QCoro::Task<Receipt> admitted(QPointer<ActDispatcher> self, ActRequest request, PermitPtr permit,
                                         quint64 id);
    QCoro::Task<Receipt> run(ActRequest request, PermitPtr permit, std::shared_ptr<WakeUp> waiting);
    void settle(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt);
    void watch(const Watchdog &watchdog);

    SiteGroup &m_sites;
    ActGuard m_guard; // what may be done on this connection
    HoldTracker m_holds;
    std::unique_ptr<GroupRunner> m_group; // null: there is one site
    WakeUps m_waiting;                    // acquires
    quint64 m_opening = 0;                // which connection this is
};

} // namespace lockscope
