// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/blockinggraph.h"

#include <QHash>

#include <algorithm>

namespace lockscope
{

namespace
{

// By what is known of the client; alone: where nothing is.
QByteArray clientName(const Party &party, const QByteArray &alone)
{
    if (!party.key().isEmpty())
        return "client " + party.key();
    return party.address.isEmpty() ? alone : "connection " + party.address;
}

QByteArray holderName(const BlockedLock &blocked, size_t holder)
{
    return clientName(blocked.holderParties[holder], "holder of " + blocked.lock->key.bytes);
}

QByteArray waiterName(const BlockedLock &blocked, size_t wait)
{
    return clientName(blocked.waitParties[wait],
                      QByteArray::number(qint64(wait)) + ". waiter for " + blocked.lock->key.bytes);
}

bool isSeenToListen(const Wait &wait)
{
    return wait.source == WaitSource::Queue && wait.alive.value_or(false);
}

class Builder
{
public:
    explicit Builder(const BlockingReport &report) : m_report(report) {}

    BlockingGraph build()
    {
        nameAll();
        for (size_t i = 0; i < m_report.graph.blockers.size(); ++i)
            m_blockers.insert(m_report.graph.blockers[i].party, i);
        for (size_t place = 0; place < m_report.graph.locks.size(); ++place)
            addLock(place);
        for (const Deadlock &deadlock : m_report.deadlocks)
            addRing(deadlock);
        return std::move(m_graph);
    }

private:
    struct Names {
        std::vector<QByteArray> holders{};
        std::vector<QByteArray> waits{};
    };
    const BlockedLock &lockAt(size_t place) const { return m_report.graph.locks[place]; }
    bool hasOtherPart(const QByteArray &name) const { return m_uses[name] > 1; }
    void nameAll();
    void addLock(size_t place);
    void addHolders(size_t place, size_t lock);
    void addWaits(size_t place, size_t lock);
    void addRest(GraphNode::Kind kind, size_t place, size_t lock, qint64 count, bool isAtLeast);
    size_t client(const QByteArray &name, const OwnerId &owner, const ClientInfo &info);
    void join(size_t blocker, size_t blocked, bool isSure);
    void addRing(const Deadlock &deadlock);
    void mark(size_t blocker, size_t blocked, bool isCertain);

    const BlockingReport &m_report;
    BlockingGraph m_graph{};
    std::vector<Names> m_names;                        // of the clients at each lock
    QHash<QByteArray, int> m_uses;                     // how many locks a client holds and waits for
    QHash<QByteArray, size_t> m_clients;               // places of nodes
    QHash<std::pair<size_t, size_t>, size_t> m_joined; // places of edges
    QHash<QByteArray, size_t> m_blockers;              // places in the report, by party
    std::vector<size_t> m_locks;                       // places of nodes, of each lock of the report
};

void Builder::nameAll()
{
    for (const BlockedLock &blocked : m_report.graph.locks) {
        Names &names = m_names.emplace_back();
        for (size_t i = 0; i < blocked.holderParties.size(); ++i)
            names.holders.push_back(holderName(blocked, i));
        for (size_t i = 0; i < blocked.waits.size(); ++i)
            names.waits.push_back(waiterName(blocked, i));
        for (const std::vector<QByteArray> *each : {&names.holders, &names.waits}) {
            for (const QByteArray &name : *each)
                ++m_uses[name];
        }
    }
}

void Builder::addLock(size_t place)
{
    const QByteArray &key = lockAt(place).lock->key.bytes;
    const size_t lock = m_graph.nodes.size();
    m_locks.push_back(lock);
    m_graph.nodes.push_back({.kind = GraphNode::Kind::Lock, .name = "lock " + key, .lock = place});
    addHolders(place, lock);
    addWaits(place, lock);
}

void Builder::addHolders(size_t place, size_t lock)
{
    const BlockedLock &blocked = lockAt(place);
    size_t apart = 0;
    qint64 rest = 0;
    for (size_t i = 0; i < blocked.holderParties.size(); ++i) {
        const Holder &holder = blocked.lock->holders[qsizetype(i)];
        if (isOver(*blocked.lock, holder))
            continue;
        const QByteArray &name = m_names[place].holders[i];
        if (!hasOtherPart(name) && ++apart > MostApart) {
            ++rest;
            continue;
        }
        const QByteArray &key = blocked.holderParties[i].key();
        const auto blocker = m_blockers.constFind(key.isEmpty() ? blocked.lock->key.bytes : key);
        const bool isKnown = blocker != m_blockers.cend();
        const size_t node = client(name, shownOwnerId(holder.id, blocked.lock->kind),
                                   isKnown ? m_report.graph.blockers[*blocker].client : ClientInfo());
        if (isKnown)
            m_graph.nodes[node].blocker = *blocker;
        join(node, lock, true);
    }
    addRest(GraphNode::Kind::MoreHolders, place, lock, rest, false);
}

void Builder::addWaits(size_t place, size_t lock)
{
    const BlockedLock &blocked = lockAt(place);
    size_t apart = 0;
    qint64 rest = 0;
    for (size_t i = 0; i < blocked.waits.size(); ++i) {
        const Wait &wait = blocked.waits[i];
        const QByteArray &name = m_names[place].waits[i];
        if (!hasOtherPart(name) && ++apart > MostApart) {
            ++rest;
            continue;
        }
        const size_t waiter = client(name, shownOwnerId(wait.id, blocked.lock->kind), wait.client);
        m_graph.nodes[waiter].lock = place;
        m_graph.nodes[waiter].wait = i;
        join(lock, waiter, isSeenToListen(wait));
    }
    addRest(GraphNode::Kind::MoreWaiters, place, lock, rest + blocked.unnamed,
            blocked.unnamed > 0 || blocked.isCut || blocked.isUnread);
}

void Builder::addRest(GraphNode::Kind kind, size_t place, size_t lock, qint64 count, bool isAtLeast)
{
    if (count == 0 && !isAtLeast)
        return;
    const bool waits = kind == GraphNode::Kind::MoreWaiters;
    const size_t rest = m_graph.nodes.size();
    m_graph.nodes.push_back({.kind = kind,
                             .name = (waits ? "waiters for " : "holders of ") + lockAt(place).lock->key.bytes,
                             .lock = place,
                             .count = count,
                             .isAtLeast = isAtLeast});
    join(waits ? lock : rest, waits ? rest : lock, true);
}

// The node of that name, added if it is new.
size_t Builder::client(const QByteArray &name, const OwnerId &owner, const ClientInfo &info)
{
    const auto known = m_clients.constFind(name);
    const size_t place = known == m_clients.cend() ? m_graph.nodes.size() : *known;
    if (known == m_clients.cend()) {
        m_clients.insert(name, place);
        m_graph.nodes.push_back({.name = name, .owner = owner, .client = info});
        return place;
    }
    GraphNode &node = m_graph.nodes[place];
    if (node.owner.isEmpty())
        node.owner = owner;
    if (node.client == ClientInfo())
        node.client = info;
    return place;
}

void Builder::join(size_t blocker, size_t blocked, bool isSure)
{
    const std::pair ends(blocker, blocked);
    if (const auto known = m_joined.constFind(ends); known != m_joined.cend()) {
        GraphEdge &edge = m_graph.edges[*known];
        edge.isSure = edge.isSure || isSure;
        return;
    }
    m_joined.insert(ends, m_graph.edges.size());
    m_graph.edges.push_back({.blocker = blocker, .blocked = blocked, .isSure = isSure});
}

void Builder::addRing(const Deadlock &deadlock)
{
    std::vector<size_t> ring;
    for (const DeadlockStep &step : deadlock.steps) {
        ring.push_back(m_clients.value(m_names[step.held].holders[step.holder]));
        ring.push_back(m_locks[step.awaited]);
    }
    for (size_t i = 0; i < ring.size(); ++i)
        mark(ring[(i + 1) % ring.size()], ring[i], isCertain(deadlock));
    m_graph.rings.push_back(std::move(ring));
}

void Builder::mark(size_t blocker, size_t blocked, bool isCertain)
{
    const auto place = m_joined.constFind(std::pair(blocker, blocked));
    if (place == m_joined.cend())
        return;
    GraphEdge &edge = m_graph.edges[*place];
    edge.isDeadlocked = true;
    edge.isCertain = edge.isCertain || isCertain;
}

} // namespace

BlockingGraph blockingGraph(const BlockingReport &report)
{
    return Builder(report).build();
}

bool hasSameStructure(const BlockingGraph &a, const BlockingGraph &b)
{
    const auto isSameEdge = [](const GraphEdge &one, const GraphEdge &other) {
        return one.blocker == other.blocker && one.blocked == other.blocked;
    };
    return std::ranges::equal(a.nodes, b.nodes, {}, &GraphNode::name, &GraphNode::name) &&
           std::ranges::equal(a.edges, b.edges, isSameEdge) && a.rings == b.rings;
}

} // namespace lockscope
