// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/deadlocks.h"

#include "core/engine/verdicts/renewals/leasekind.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace lockscope
{

namespace
{

// One wait of the graph, and the waits of the clients that hold the lock it is for.
struct GraphNode {
    struct Edge {
        size_t to = 0;     // the wait of that holder
        size_t holder = 0; // which of the lock's holders it is
        Sameness sameness = Sameness::No;
    };
    size_t lock = 0;
    size_t wait = 0;
    std::vector<Edge> edges{};
    size_t excluders = 0;  // holders in the way
    bool anyFrees = false; // one of several permits is enough
    bool isStuck = true;
    std::vector<size_t> waitingFor{}; // the nodes with an edge to this one
};

bool isSeenToWait(const Wait &wait)
{
    return wait.source == WaitSource::Queue && wait.alive.has_value();
}

// Redisson sets the deadline of a waiter to the end of the lease, or the deadline of the one before, plus the
// time that it waits at most. A renewal since makes that time look shorter; only a lease that ended early, or
// was shortened, makes it look longer.
bool waitsLong(const Lock &lock, const Wait &wait)
{
    const std::vector<QueuedWaiter> &queue = lock.waiters.queued;
    const auto waiter = std::ranges::find(queue, wait.id, &QueuedWaiter::id);
    if (waiter == queue.end())
        return false;
    // One that limits its wait leaves before its deadline.
    const bool isPast = waiter->deadline && *waiter->deadline <= lock.readAt && waiter->alive == true;
    if (isPast || (waiter->seenSince && lock.readAt - *waiter->seenSince >= LongWait))
        return true;
    std::optional<Instant> base = lock.expiresAt;
    if (waiter != queue.begin())
        base = (waiter - 1)->deadline;
    else if (waiter->seenSince && (!base || lock.lease))
        base = std::min(base.value_or(Instant::max()),
                        *waiter->seenSince + lock.lease.value_or(milliseconds(0)));
    return waiter->deadline && base && *waiter->deadline - *base >= LongWait;
}

class Search
{
public:
    Search(const WaitGraph &graph, Sameness least) : m_graph(graph), m_least(least)
    {
        addNodes();
        for (size_t node = 0; node < m_nodes.size(); ++node)
            addEdges(node);
        std::deque<size_t> all;
        for (size_t node = 0; node < m_nodes.size(); ++node)
            all.push_back(node);
        reduce(std::move(all));
    }
    std::vector<Deadlock> deadlocks() const;
    std::vector<qint64> freedBy(const Deadlock &deadlock);

private:
    const BlockedLock &lockOf(const GraphNode &node) const { return m_graph.locks[node.lock]; }
    const Wait &waitOf(const GraphNode &node) const { return lockOf(node).waits[node.wait]; }
    const Party &partyOf(const GraphNode &node) const { return lockOf(node).waitParties[node.wait]; }
    void addNodes();
    void addEdges(size_t node);
    template<class F> void forEachAlike(const Party &party, F &&f) const; // f(node); perhaps twice
    bool goesOn(const GraphNode &node) const;
    bool holderGoesOn(const GraphNode &node, size_t holder) const;
    std::vector<size_t> reduce(std::deque<size_t> open);
    std::vector<size_t> shortestCycle(size_t start) const;
    Deadlock deadlockOf(const std::vector<size_t> &cycle) const;
    qint64 stuckBehind(const QSet<size_t> &cycle) const;

    const WaitGraph &m_graph;
    const Sameness m_least;
    std::vector<GraphNode> m_nodes;
    using NodesByName = QHash<QByteArray, std::vector<size_t>>;
    NodesByName m_byThread;
    NodesByName m_byClient;                   // by the process and by the address of a waiter
    NodesByName m_threadless;                 // of these, the waiters whose ids name no threads
    NodesByName m_byProgram;                  // the same by host and name
    const DeadlockStep *m_released = nullptr; // whose client no longer holds its lock
};

void Search::addNodes()
{
    for (size_t lock = 0; lock < m_graph.locks.size(); ++lock) {
        for (size_t wait = 0; wait < m_graph.locks[lock].waits.size(); ++wait) {
            const Party &party = m_graph.locks[lock].waitParties[wait];
            if (!mayStillWait(m_graph.locks[lock].waits[wait]))
                continue;
            if (!party.thread.isEmpty())
                m_byThread[party.thread].push_back(m_nodes.size());
            for (const QByteArray &name : {party.process, party.address}) {
                if (name.isEmpty())
                    continue;
                m_byClient[name].push_back(m_nodes.size());
                if (party.thread.isEmpty())
                    m_threadless[name].push_back(m_nodes.size());
            }
            if (m_least == Sameness::ByName && !party.program.isEmpty())
                m_byProgram[party.program].push_back(m_nodes.size());
            m_nodes.push_back({.lock = lock, .wait = wait});
        }
    }
    // With several waiters of one name, nothing tells which of them is the holder.
    m_byProgram.removeIf([](NodesByName::iterator nodes) { return nodes->size() > 1; });
}

// Of a process with many threads, only the same one: see sameness().
template<class F> void Search::forEachAlike(const Party &party, F &&f) const
{
    const auto visit = [&f](const NodesByName &nodes, const QByteArray &name) {
        const auto found = name.isEmpty() ? nodes.cend() : nodes.constFind(name);
        if (found != nodes.cend())
            std::ranges::for_each(*found, f);
    };
    const NodesByName &others = party.thread.isEmpty() ? m_byClient : m_threadless;
    visit(m_byThread, party.thread);
    visit(others, party.process);
    visit(others, party.address);
    visit(m_byProgram, party.program);
}

void Search::addEdges(size_t number)
{
    GraphNode &node = m_nodes[number];
    const BlockedLock &blocked = lockOf(node);
    for (size_t holder = 0; holder < blocked.holderParties.size(); ++holder) {
        const Holder &held = blocked.lock->holders[qsizetype(holder)];
        if (!excludes(*blocked.lock, held, blocked.waits[node.wait]))
            continue;
        ++node.excluders;
        node.anyFrees = node.anyFrees || held.mode == HoldMode::Permit;
        const Party &party = blocked.holderParties[holder];
        QSet<size_t> met;
        forEachAlike(party, [&](size_t other) {
            const Sameness same = sameness(party, partyOf(m_nodes[other]));
            // A client that waits for a lock which it holds by another id may be two threads of it. It may be
            // the holder only if no other waiter uses the holder's connection.
            const bool isItself = m_nodes[other].lock == node.lock && same != Sameness::Certain;
            if (same < m_least || same == Sameness::No || met.contains(other) ||
                (isItself && !blocked.isAloneOnConnection(m_nodes[other].wait, holder)))
                return;
            met.insert(other);
            node.edges.push_back({.to = other, .holder = holder, .sameness = same});
            m_nodes[other].waitingFor.push_back(number);
        });
    }
}

// It waits for nothing, as far as it is known, or one of its waits ends.
bool Search::holderGoesOn(const GraphNode &node, size_t holder) const
{
    if (m_released && m_released->held == node.lock && m_released->holder == holder)
        return true;
    bool waits = false;
    for (const GraphNode::Edge &edge : node.edges) {
        if (edge.holder != holder)
            continue;
        waits = true;
        if (!m_nodes[edge.to].isStuck)
            return true;
    }
    return !waits;
}

bool Search::goesOn(const GraphNode &node) const
{
    size_t going = 0;
    const BlockedLock &blocked = lockOf(node);
    for (size_t holder = 0; holder < blocked.holderParties.size(); ++holder) {
        const Holder &held = blocked.lock->holders[qsizetype(holder)];
        if (excludes(*blocked.lock, held, blocked.waits[node.wait]) && holderGoesOn(node, holder))
            ++going;
    }
    if (!node.anyFrees)
        return going == node.excluders;
    const qint64 listed = blocked.lock->holders.size(); // some holders may be unknown
    const qint64 held = blocked.lock->permits().value_or(Permits()).held.value_or(listed);
    return going > 0 || node.excluders == 0 || held > listed;
}

// Marks those that go on, and returns them. open: those that may go on.
std::vector<size_t> Search::reduce(std::deque<size_t> open)
{
    std::vector<size_t> freed;
    while (!open.empty()) {
        GraphNode &node = m_nodes[open.front()];
        const size_t number = open.front();
        open.pop_front();
        if (!node.isStuck || !goesOn(node))
            continue;
        node.isStuck = false;
        freed.push_back(number);
        open.insert(open.end(), node.waitingFor.begin(), node.waitingFor.end());
    }
    return freed;
}

// Puts everything back as it was.
std::vector<qint64> Search::freedBy(const Deadlock &deadlock)
{
    std::vector<qint64> counts;
    for (const DeadlockStep &step : deadlock.steps) {
        std::deque<size_t> open;
        for (size_t node = 0; node < m_nodes.size(); ++node) {
            if (m_nodes[node].lock == step.held)
                open.push_back(node);
        }
        m_released = &step;
        const std::vector<size_t> freed = reduce(std::move(open));
        m_released = nullptr;
        for (const size_t node : freed)
            m_nodes[node].isStuck = true;
        counts.push_back(qint64(freed.size()));
    }
    return counts;
}

// From a stuck wait back to itself; empty: it is only behind a cycle.
std::vector<size_t> Search::shortestCycle(size_t start) const
{
    QHash<size_t, size_t> cameFrom;
    std::deque<size_t> open{start};
    while (!open.empty()) {
        const size_t node = open.front();
        open.pop_front();
        for (const GraphNode::Edge &edge : m_nodes[node].edges) {
            if (!m_nodes[edge.to].isStuck)
                continue;
            if (edge.to == start) {
                std::vector<size_t> cycle{node};
                while (cycle.back() != start)
                    cycle.push_back(cameFrom[cycle.back()]);
                return {cycle.rbegin(), cycle.rend()};
            }
            if (!cameFrom.contains(edge.to)) {
                cameFrom.insert(edge.to, node);
                open.push_back(edge.to);
            }
        }
    }
    return {};
}

// nullopt: it is renewed, or never expires.
std::optional<Instant> unrenewedExpiry(const Lock &lock, const Holder &holder)
{
    const Renewals *renewals = lock.renewalsOf(&holder - lock.holders.constData());
    const bool isRenewed = renewals ? renewals->count > 0 : lock.renewals.count > 0;
    return isRenewed ? std::nullopt : lock.expiryOf(holder);
}

void setFirstToEnd(Deadlock &deadlock, const WaitGraph &graph)
{
    Instant end = Instant::max();
    for (size_t i = 0; i < deadlock.steps.size(); ++i) {
        const DeadlockStep &step = deadlock.steps[i];
        const Lock &lock = *graph.locks[step.held].lock;
        const auto expiry = unrenewedExpiry(lock, lock.holders[qsizetype(step.holder)]);
        if (!expiry || *expiry >= end)
            continue;
        deadlock.endsFirst = i;
        deadlock.mayBeRenewed = leaseKind(lock, lock.readAt) != LeaseKind::Fixed;
        end = *expiry;
    }
}

// Where the acquisition was not seen, it was earlier than the time from which it is surely one hold.
std::optional<size_t> youngest(const WaitGraph &graph, const Deadlock &deadlock)
{
    const auto lockOf = [&graph](const DeadlockStep &step) -> const Lock & {
        return *graph.locks[step.held].lock;
    };
    const auto last = std::ranges::max_element(
        deadlock.steps, {}, [&lockOf](const DeadlockStep &step) { return lockOf(step).holdSince(); });
    if (deadlock.steps.size() < 2 || !lockOf(*last).isHoldSinceExact())
        return {};
    return size_t(last - deadlock.steps.begin());
}

// The cycle runs from a wait to the wait of the lock's holder; a step names a holder and what it waits for.
Deadlock Search::deadlockOf(const std::vector<size_t> &cycle) const
{
    Deadlock deadlock;
    for (size_t i = 0; i < cycle.size(); ++i) {
        const GraphNode &before = m_nodes[cycle[i]];
        const size_t next = cycle[(i + 1) % cycle.size()];
        const auto edge = std::ranges::find(before.edges, next, &GraphNode::Edge::to);
        deadlock.sameness = std::min(deadlock.sameness, edge->sameness);
        deadlock.isSeen = deadlock.isSeen && isSeenToWait(waitOf(before));
        deadlock.lasts = deadlock.lasts && waitsLong(*lockOf(before).lock, waitOf(before));
        deadlock.steps.push_back({.held = before.lock,
                                  .holder = edge->holder,
                                  .awaited = m_nodes[next].lock,
                                  .wait = m_nodes[next].wait});
    }
    const auto first = std::ranges::min_element(deadlock.steps, {}, &DeadlockStep::held);
    std::rotate(deadlock.steps.begin(), first, deadlock.steps.end());
    setFirstToEnd(deadlock, m_graph);
    deadlock.youngest = youngest(m_graph, deadlock);
    deadlock.behind = stuckBehind({cycle.begin(), cycle.end()});
    return deadlock;
}

qint64 Search::stuckBehind(const QSet<size_t> &cycle) const
{
    QSet<size_t> reached = cycle;
    QSet<size_t> locks;
    for (const size_t node : cycle)
        locks.insert(m_nodes[node].lock);
    for (size_t node = 0; node < m_nodes.size(); ++node) {
        if (m_nodes[node].isStuck && locks.contains(m_nodes[node].lock))
            reached.insert(node);
    }
    std::vector<size_t> open(reached.begin(), reached.end());
    while (!open.empty()) {
        const size_t node = open.back();
        open.pop_back();
        for (const size_t other : m_nodes[node].waitingFor) {
            if (m_nodes[other].isStuck && !reached.contains(other)) {
                reached.insert(other);
                open.push_back(other);
            }
        }
    }
    return reached.size() - cycle.size();
}

std::vector<Deadlock> Search::deadlocks() const
{
    std::vector<Deadlock> found;
    QSet<size_t> covered;
    for (size_t node = 0; node < m_nodes.size(); ++node) {
        if (!m_nodes[node].isStuck || covered.contains(node))
            continue;
        const std::vector<size_t> cycle = shortestCycle(node);
        if (cycle.empty())
            continue;
        covered.unite(QSet<size_t>(cycle.begin(), cycle.end()));
        found.push_back(deadlockOf(cycle));
    }
    return found;
}

} // namespace

bool isCertain(const Deadlock &deadlock)
{
    return deadlock.sameness == Sameness::Certain && deadlock.isSeen && deadlock.lasts;
}

QByteArray identity(const WaitGraph &graph, const Deadlock &deadlock)
{
    QByteArray word;
    for (const DeadlockStep &step : deadlock.steps) {
        const Lock &lock = *graph.locks[step.held].lock;
        const Holder &holder = lock.holders[qsizetype(step.holder)];
        // Without an expiry, each reading of a hold whose beginning was not seen moves it.
        const bool isSince = !lock.heldIsLowerBound || lock.expiryOf(holder);
        const qint64 since = isSince ? lock.heldSince.time_since_epoch().count() : 0;
        word += lock.key.bytes + '\0' + holder.id.bytes + '\0' + QByteArray::number(since) + '\0';
    }
    return word;
}

void countFreed(const WaitGraph &graph, std::vector<Deadlock> &deadlocks)
{
    std::map<Sameness, Search> searches; // as each was found
    for (Deadlock &deadlock : deadlocks)
        deadlock.freed =
            searches.try_emplace(deadlock.sameness, graph, deadlock.sameness).first->second.freedBy(deadlock);
}

std::vector<Deadlock> findDeadlocks(const WaitGraph &graph, Sameness least)
{
    std::vector<Deadlock> found;
    for (const Sameness sameness : {Sameness::Certain, Sameness::Possible, Sameness::ByName}) {
        if (sameness < least || (sameness == Sameness::ByName && !graph.namesPrograms()))
            continue;
        for (Deadlock &deadlock : Search(graph, sameness).deadlocks()) {
            if (deadlock.sameness == sameness)
                found.push_back(std::move(deadlock));
        }
    }
    std::ranges::stable_sort(found, std::greater(), isCertain);
    return found;
}

} // namespace lockscope
