// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/nodeview.h"

#include "core/engine/table/continuity.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// If only known keys are tracked, the server reports no further change of a key until it is read again.
bool tellsAll(LiveMode feed)
{
    return feed == LiveMode::Tracking || feed == LiveMode::KeyspaceEvents;
}

} // namespace

void NodeView::noteGap(Instant at)
{
    if (tellsAll(feed)) {
        toldSince = std::max(gapAt, feedSince);
        toldUntil = at;
    }
    complete = false;
    gapAt = at;
}

// The feed may be lost shortly before the connection that reads.
Instant NodeView::knownUntil(Instant readAt, Instant heardAt) const
{
    const bool isTold = heardAllSince(readAt, EventSource::Poll);
    const bool wasTold = readAt >= toldSince && readAt < toldUntil;
    return isTold    ? std::max(readAt, heardAt)
           : wasTold ? std::max(readAt, std::min(toldUntil, heardAt))
                     : readAt;
}

void NodeView::setFeed(LiveMode mode, Instant at)
{
    if (!tellsAll(feed))
        feedSince = at;
    feed = mode;
}

void NodeView::setSubscribed(Lock &lock, std::optional<qint64> clients) const
{
    // Clients that poll leave no trace, and each of a queue has a channel of its own.
    if (clients == 0 && (evidence.mayBeSpun(lock) || isPartlyRead(lock)))
        clients.reset();
    lock.waiters.subscribed = clients;
    lock.waiters.mayBeElsewhere = clients.value_or(0) > 0 && listenersMayBeElsewhere;
}

bool NodeView::heardAllSince(Instant readAt, EventSource source) const
{
    const bool tells = tellsAll(feed) || (isAnnounced(source) && feed != LiveMode::TrackingKnownKeys);
    return tells && readAt >= std::max(gapAt, feedSince);
}

void NodeView::notePass(Instant passBegan)
{
    complete = gapAt < passBegan;
    if (failedOver && *failedOver < passBegan)
        failedOver.reset();
    if (silentAt && *silentAt < passBegan)
        silentAt.reset();
    if (flushedAt && *flushedAt < passBegan)
        flushedAt.reset();
    if (clockSetAt && *clockSetAt < passBegan)
        clockSetAt.reset();
}

void NodeView::noteFailover(Instant at)
{
    clients.clear(); // they are from an earlier time as master
    clientsSpread = false;
    noteGap(at);
    failedOver = at;
}

// It is measured to half a round trip: ignore differences within that noise, or expiries would move. A clock
// that is kept right by small steps moves no lease by an amount that matters.
void NodeView::setClock(WallTime wall, Instant at)
{
    constexpr milliseconds Noise{20}, SmallStep{250};
    const auto lead =
        std::chrono::duration_cast<milliseconds>(wall.time_since_epoch() - at.time_since_epoch());
    const milliseconds step = clockLead ? std::chrono::abs(lead - *clockLead) : milliseconds(0);
    if (clockLead && step <= Noise + roundTrip)
        return;
    if (step > SmallStep + roundTrip)
        clockSetAt = at;
    clockLead = lead;
}

std::optional<WallTime> NodeView::wallAt(Instant at) const
{
    if (!clockLead)
        return {};
    return WallTime(std::chrono::duration_cast<WallTime::duration>(at.time_since_epoch() + *clockLead));
}

// INFO gives the lag in whole seconds, so add one second, except for a byte lag of 0, which means up to date.
// An unknown lag counts as less than a second. A replica that is missing in the master's list is not linked.
void NodeView::setReplication(const std::vector<Replication> &replicas, Instant toldAt, milliseconds usualLag)
{
    constexpr milliseconds Coarse = std::chrono::seconds(1);
    replicatedUntil.reset();
    if (replicas.empty()) {
        replicatedAt.reset();
    } else {
        for (const Replication &replica : replicas) {
            const bool hasAll = replica.lagBytes == 0;
            const Instant had = hasAll ? toldAt : toldAt - replica.lag.value_or(milliseconds(0)) - Coarse;
            if (replica.linked && replica.lagBytes && replicatedAt.value_or(had) <= had)
                replicatedAt = had;
        }
        replicatedAt = replicatedAt.value_or(toldAt); // no replica is known to be up to date before this
        if (toldAt - *replicatedAt > usualLag + Coarse)
            replicatedUntil = replicatedAt;
    }
}

void NodeView::setClients(const Lock &lock, const ClientsByOwner &told)
{
    for (const Holder &holder : lock.holders) {
        const auto client = told.constFind(holder.id);
        const auto known = clients.constFind(holder.id);
        if (client != told.cend() && (known == clients.cend() || !(*known == *client))) {
            clients.insert(holder.id, *client);
            clientsSpread = false;
        } else if (client == told.cend() && clients.remove(holder.id)) {
            clientsSpread = false;
        }
    }
}

void forgetListeners(Lock &lock)
{
    lock.waiters.subscribed.reset();
    lock.waiters.mayBeElsewhere = false;
    for (QueuedWaiter &waiter : lock.waiters.queued)
        waiter.alive.reset();
}

bool isNamedBy(const ClientsByOwner &clients, const Lock &lock)
{
    size_t named = 0;
    const size_t has = lock.clients ? lock.clients->size() : 0;
    for (const Holder &holder : lock.holders) {
        const auto client = clients.constFind(holder.id);
        if (client == clients.cend())
            continue;
        if (named == has)
            return false;
        const auto &[owner, known] = (*lock.clients)[named++];
        if (owner != holder.id || !(known == *client))
            return false;
    }
    return named == has;
}

NodeView &NodeViews::operator[](const NodeId &id)
{
    return m_views[id];
}

const NodeView &NodeViews::at(const NodeId &id) const
{
    static const NodeView unknown;
    if (m_last && m_last->first == id)
        return m_last->second;
    const auto view = m_views.find(id);
    if (view == m_views.end())
        return unknown;
    m_last = &*view;
    return view->second;
}

std::shared_ptr<const HolderClients> clientsAmong(const ClientsByOwner &clients, const Lock &lock)
{
    auto named = std::make_shared<HolderClients>();
    for (const Holder &holder : lock.holders) {
        const auto client = clients.constFind(holder.id);
        if (client != clients.cend())
            named->emplace_back(holder.id, *client);
    }
    return named->empty() ? nullptr : named;
}

} // namespace lockscope
