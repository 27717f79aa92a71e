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
    std::optional<Instant> flushedAt{};  // maybe; set until the next complete pass
    Instant gapAt{};
    LiveMode feed = LiveMode::Off;
    Instant feedSince{};     // changes are told since then
    Instant toldSince{};     // before the last gap, changes were told from here
    Instant toldUntil{};     // to here
    QSet<LockName> untold{}; // a timer read a change that was not told so far
    milliseconds roundTrip{0};
    milliseconds clockAhead{0};
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
    void setClock(milliseconds ahead);
    void setReplication(const std::vector<Replication> &replicas, Instant toldAt, milliseconds usualLag);
    void setSubscribed(Lock &lock, std::optional<qint64> clients) const;
    // Only for the owners of this lock.
    void setClients(const Lock &lock, const ClientsByOwner &told);
    // Whether each change since that reading was told before the lock was read again.
    bool heardAllSince(Instant readAt, EventSource source) const;
    // Until when a lock is known that was read then, if the node was heard last at that time.
    Instant knownUntil(Instant readAt, Instant heardAt) const;
    bool isFlushed(Instant readAt) const { return flushedAt && readAt < *flushedAt; }
    // Whether a failover, or a time without answers, lies between that reading and now.
    bool isUnseenChange(Instant readAt) const
    {
        return (failedOver && readAt < *failedOver) || (silentAt && readAt < *silentAt);
    }
};

// The views of all nodes. Most questions in succession are about the same one, so that one is at hand.
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
    std::map<NodeId, NodeView> m_views; // its nodes stay where they are
    mutable const std::pair<const NodeId, NodeView> *m_last = nullptr;
};

// Whether lock.clients is what `clients` says about its holders.
bool isNamedBy(const ClientsByOwner &clients, const Lock &lock);
std::shared_ptr<const HolderClients> clientsAmong(const ClientsByOwner &clients, const Lock &lock);

} // namespace lockscope
