// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recording/redactedfeed.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// The kind of the second lock, with which its holds have the same pseudonym.
LockKind kindOf(const AcquireOrder &order, const std::vector<LockEvent> &events)
{
    const auto taken = std::find_if(events.begin(), events.end(), [&order](const LockEvent &event) {
        return event.key == order.second && event.owner == order.owner;
    });
    return taken == events.end() ? LockKind() : taken->lockKind;
}

// Of a RedLock group, the answers of its nodes.
std::shared_ptr<const LockExtras> redactedExtras(const Lock &lock, Pseudonyms &pseudonyms)
{
    if (!lock.extras || !lock.extras->quorum)
        return {};
    LockExtras safe{.copies = lock.extras->copies, .quorum = lock.extras->quorum};
    safe.quorum->owner = pseudonyms.owner(lock.kind, safe.quorum->owner);
    for (Copy &copy : safe.copies) {
        copy.node = pseudonyms.node(copy.node);
        copy.owner = pseudonyms.owner(lock.kind, copy.owner);
        copy.why = {};
    }
    return std::make_shared<const LockExtras>(std::move(safe));
}

LockPtr redactedLock(const Lock &lock, Pseudonyms &pseudonyms)
{
    Lock safe = lock;
    safe.key = pseudonyms.key(lock.key);
    safe.node = pseudonyms.node(lock.node);
    for (Holder &holder : safe.holders) {
        holder.id = pseudonyms.owner(lock.kind, holder.id);
        holder.part.clear();
    }
    safe.kind = pseudonyms.kind(lock.kind);
    for (QueuedWaiter &waiter : safe.waiters.queued)
        waiter.id = {};
    safe.clients.reset();
    safe.extras = redactedExtras(lock, pseudonyms);
    return std::make_shared<const Lock>(std::move(safe));
}

} // namespace

RedactedFeed::RedactedFeed(Engine *engine, History *history, Pseudonyms pseudonyms)
    : m_pseudonyms(std::move(pseudonyms))
{
    connect(engine, &Engine::opened, this, [history](const ConnectionSpec &spec) {
        history->open({}, std::max(1, int(spec.members.size())));
    });
    connect(engine, &Engine::closed, history, &History::close);
    connect(engine, &Engine::tableChanged, this,
            [this, history](const LockDelta &delta) { history->take(redacted(delta, m_pseudonyms)); });
    connect(engine, &Engine::nodesChanged, this, [this, history](const std::vector<NodeStatus> &nodes) {
        history->takeNodes(redacted(nodes, m_pseudonyms));
    });
    connect(engine, &Engine::liveChanged, this,
            [this, history](const LiveStatus &live) { history->takeLive(redacted(live, m_pseudonyms)); });
    connect(engine, &Engine::failedOver, this, [this, history](const FailoverReport &report) {
        history->takeFailover(redacted(report, m_pseudonyms));
    });
    connect(engine, &Engine::healthChecked, this, [this, history](quint64, const HealthReport &report) {
        history->takeFindings(redacted(report, m_pseudonyms));
    });
}

LockDelta redacted(const LockDelta &delta, Pseudonyms &pseudonyms)
{
    LockDelta safe{.events = delta.events,
                   .orders = delta.orders,
                   .doubts = delta.doubts,
                   .totals = delta.totals,
                   .unread = delta.unread,
                   .dropped = delta.dropped,
                   .reset = delta.reset};
    for (const LockPtr &lock : delta.upserted)
        safe.upserted.push_back(redactedLock(*lock, pseudonyms));
    for (const LockName &key : delta.removed)
        safe.removed.push_back(pseudonyms.key(key));
    for (LockEvent &event : safe.events) {
        event.key = pseudonyms.key(event.key);
        event.owner = pseudonyms.owner(event.lockKind, event.owner);
        event.node = pseudonyms.node(event.node);
        event.lockKind = pseudonyms.kind(event.lockKind);
    }
    for (const UnreadLock &lock : delta.refused)
        safe.refused.push_back({.key = pseudonyms.key(lock.key),
                                .why = {.node = pseudonyms.node(lock.why.node)},
                                .at = lock.at});
    for (const LockName &key : delta.readAgain)
        safe.readAgain.push_back(pseudonyms.key(key));
    for (HoldDoubt &doubt : safe.doubts) {
        doubt.key = pseudonyms.key(doubt.key);
        doubt.owner = pseudonyms.owner(doubt.lockKind, doubt.owner);
        doubt.lockKind = pseudonyms.kind(doubt.lockKind);
    }
    for (AcquireOrder &order : safe.orders) {
        order.owner = pseudonyms.owner(kindOf(order, delta.events), order.owner);
        order.first = pseudonyms.key(order.first);
        order.second = pseudonyms.key(order.second);
        order.node = pseudonyms.node(order.node);
    }
    return safe;
}

std::vector<NodeStatus> redacted(const std::vector<NodeStatus> &nodes, Pseudonyms &pseudonyms)
{
    std::vector<NodeStatus> safe;
    for (const NodeStatus &status : nodes) {
        std::optional<Replication> replica;
        if (status.replica)
            replica = {.master = pseudonyms.node(status.replica->master), .linked = status.replica->linked};
        safe.push_back({.node = pseudonyms.node(status.node),
                        .member = status.member,
                        .role = status.role,
                        .connection = {.phase = status.connection.phase},
                        .slotRanges = status.slotRanges,
                        .replica = replica});
    }
    return safe;
}

LiveStatus redacted(const LiveStatus &live, Pseudonyms &pseudonyms)
{
    LiveStatus safe{.mode = live.mode, .exact = live.exact, .gaps = live.gaps};
    for (const auto &[node, times] : live.missed)
        safe.missed[pseudonyms.node(node)] = times;
    for (const auto &[node, times] : live.flushes)
        safe.flushes[pseudonyms.node(node)] = times;
    return safe;
}

FailoverReport redacted(const FailoverReport &report, Pseudonyms &pseudonyms)
{
    return {.from = pseudonyms.node(report.from), .to = pseudonyms.node(report.to), .at = report.at};
}

HealthReport redacted(const HealthReport &report, Pseudonyms &pseudonyms)
{
    HealthReport safe{.nodes = redacted(report.nodes, pseudonyms)};
    for (const Finding &finding : report.findings)
        safe.findings.push_back(
            {.code = finding.code, .level = finding.level, .node = pseudonyms.node(finding.node)});
    return safe;
}

} // namespace lockscope
