// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What LockTable knows about a node besides its locks. Value; has no clock.

#include "core/engine/reading/scriptevidence.h"
#include "core/values/events.h"
#include "core/values/status.h"

#include <QHash>
#include <QSet>

#include <map>
#include <optional>

namespace lockscope
{

using ClientsByOwner = QHash<OwnerId, ClientInfo>;

struct NodeView {
    bool complete = false;               // a complete pass began after the last gap
    bool hasRefused = false;             // it did not show every key in its last pass
    std::optional<Instant> failedOver{}; // set until the next complete pass
    std::optional<Instant> silentAt{};   // it did not answer from then on; set until the next complete pass
    std::optional<Instant> lostAt{};     // its connection, the last time
    std::optional<Instant> flushedAt{};  // maybe; set until the next complete pass
    Instant gapAt{};
    LiveMode feed = LiveMode::Off;
    Instant feedSince{};     // changes are reported since then
    Instant toldSince{};     // before the last gap, changes were reported from here
    Instant toldUntil{};     // to here
    QSet<LockName> untold{}; // a poll showed a change that was not reported yet
    milliseconds roundTrip{0};
    std::optional<milliseconds> clockLead{}; // its wall clock minus the monotonic one here, which nobody sets
    std::optional<Instant> clockSetAt{};     // its clock was set before; set until the next complete pass
    ScriptEvidence evidence{};
    std::optional<Instant> replicatedAt{};    // some replica had everything up to then; nullopt: no replica
    std::optional<Instant> replicatedUntil{}; // the same, set only while the lag is unusually large
    ClientsByOwner clients{};
    bool clientsSpread = true;            // all locks have them
    bool listenersMayBeElsewhere = false; // Waiters::mayBeElsewhere of the next counts
    qint64 sleptFor = 0;                  // held locks whose waiters sleep on a list, if there are any

    void noteGap(Instant at);
    void notePass(Instant passBegan);
    void noteFailover(Instant at); // it became the master, or is it again
    void setFeed(LiveMode mode, Instant at);
    void setClock(WallTime wall, Instant at); // it showed this at that time
    // What its clock shows; nullopt: unknown.
    std::optional<WallTime> wallAt(Instant at) const;
    void setReplication(const std::vector<Replication> &replicas, Instant toldAt, milliseconds usualLag);
    void setSubscribed(Lock &lock, std::optional<qint64> clients) const;
    // Sets only the clients of this lock's owners.
    void setClients(const Lock &lock, const ClientsByOwner &told);
    // True if each change since that read was reported before the lock is read again.
    bool heardAllSince(Instant readAt, EventSource source) const;
    // Until when a lock read at readAt is known, if the node last answered at heardAt.
    Instant knownUntil(Instant readAt, Instant heardAt) const;
    bool isFlushed(Instant readAt) const { return flushedAt && readAt < *flushedAt; }
    // True if a failover, a time without answers, or a change of its clock, by which leases end, happened
    // since that read.
    bool isUnseenChange(Instant readAt) const
    {
        return (failedOver && readAt < *failedOver) || (silentAt && readAt < *silentAt) ||
               (clockSetAt && readAt < *clockSetAt);
    }
};

// The views of all nodes. Remembers the last one used, because successive look-ups mostly ask for the same.
class NodeViews
{
public:
    NodeViews() = default;
    Q_DISABLE_COPY_MOVE(NodeViews)
    NodeView &operator[](const NodeId &id);     // added if it is not there
    const NodeView &at(const NodeId &id) const; // the initial view if it is not there
    auto begin() { return m_views.begin(); }
    auto end() { return m_views.end(); }

private:
    std::map<NodeId, NodeView> m_views; // a map, because m_last points into it
    mutable const std::pair<const NodeId, NodeView> *m_last = nullptr;
};

// For a lock that is on another node now, or whose node was replaced: its waiters have to subscribe again, so
// nothing is known of them until they are counted there.
void forgetListeners(Lock &lock);

// True if lock.clients has the same clients as `clients` for its holders.
bool isNamedBy(const ClientsByOwner &clients, const Lock &lock);
std::shared_ptr<const HolderClients> clientsAmong(const ClientsByOwner &clients, const Lock &lock);

} // namespace lockscope
