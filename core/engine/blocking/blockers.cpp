// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/blockers.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lockscope
{

namespace
{

// Counts the waiters behind each blocker. Clients are numbered first: there may be thousands of them, and
// each may be behind each.
class WaitersBehind
{
public:
    explicit WaitersBehind(const WaitGraph &graph);
    WaiterCount direct(const Blocker &blocker) { return count(blocker, false); }
    // That cannot go on before it releases.
    WaiterCount all(const Blocker &blocker) { return count(blocker, true, waitsForItself(blocker) ? 1 : 0); }

private:
    WaiterCount count(const Blocker &blocker, bool further, qint64 itself = 0);
    bool waitsForItself(const Blocker &blocker);
    size_t numberOf(const QByteArray &client)
    {
        return m_numbers.emplace(client, m_numbers.size()).first->second;
    }

    std::map<QByteArray, size_t> m_numbers;     // of the clients
    std::vector<std::vector<size_t>> m_waiters; // of each lock, those that something groups
    std::vector<qint64> m_others;               // of each lock, how many more
    std::vector<bool> m_isExact;                // of each lock, whether these are all
    std::vector<std::vector<size_t>> m_held;    // by each client
    // In which count a client or lock was last met.
    std::vector<size_t> m_metClient;
    std::vector<size_t> m_metLock;
    size_t m_counts = 0;
};

WaitersBehind::WaitersBehind(const WaitGraph &graph)
    : m_waiters(graph.locks.size()), m_others(graph.locks.size()), m_metLock(graph.locks.size())
{
    for (size_t lock = 0; lock < graph.locks.size(); ++lock) {
        m_others[lock] = graph.locks[lock].unnamed;
        m_isExact.push_back(graph.locks[lock].count.isExact());
        const BlockedLock &blocked = graph.locks[lock];
        for (size_t wait = 0; wait < blocked.waits.size(); ++wait) {
            const QByteArray party = blocked.waitParties[wait].key();
            if (!mayStillWait(blocked.waits[wait]))
                continue;
            if (party.isEmpty())
                ++m_others[lock];
            else
                m_waiters[lock].push_back(numberOf(party));
        }
    }
    for (const Blocker &blocker : graph.blockers)
        numberOf(blocker.party);
    m_held.resize(m_numbers.size());
    m_metClient.resize(m_numbers.size());
    for (const Blocker &blocker : graph.blockers)
        m_held[numberOf(blocker.party)] = blocker.locks;
}

WaiterCount WaitersBehind::count(const Blocker &blocker, bool further, qint64 itself)
{
    const size_t turn = ++m_counts;
    qint64 count = itself;
    bool isExact = true;
    if (further) // in a cycle, it is not behind itself
        m_metClient[numberOf(blocker.party)] = turn;
    std::vector<size_t> open = blocker.locks;
    for (const size_t lock : open)
        m_metLock[lock] = turn;
    while (!open.empty()) {
        const size_t lock = open.back();
        open.pop_back();
        count += m_others[lock];
        isExact = isExact && m_isExact[lock];
        for (const size_t client : m_waiters[lock]) {
            if (std::exchange(m_metClient[client], turn) == turn)
                continue;
            ++count;
            if (!further)
                continue;
            for (const size_t held : m_held[client]) {
                if (std::exchange(m_metLock[held], turn) != turn)
                    open.push_back(held);
            }
        }
    }
    return {count, isExact ? std::optional(count) : std::nullopt};
}

// A reader that asks to write.
bool WaitersBehind::waitsForItself(const Blocker &blocker)
{
    return std::ranges::any_of(blocker.locks, [&](size_t lock) {
        return std::ranges::find(m_waiters[lock], numberOf(blocker.party)) != m_waiters[lock].end();
    });
}

void addBlocker(WaitGraph &graph, size_t lock, size_t number)
{
    const BlockedLock &blocked = graph.locks[lock];
    const Holder &holder = blocked.lock->holders[qsizetype(number)];
    if (isOver(*blocked.lock, holder))
        return;
    const QByteArray &key = blocked.holderParties[number].key();
    const QByteArray party = key.isEmpty() ? blocked.lock->key.bytes : key;
    if (!graph.places.contains(party)) {
        graph.places.insert(party, graph.blockers.size());
        graph.blockers.push_back({.party = party, .owner = holder.id});
    }
    Blocker &blocker = graph.blockers[graph.places[party]];
    if (blocker.client == ClientInfo())
        blocker.client = clientAmong(*blocked.lock, holder.id);
    if (!blocker.locks.empty() && blocker.locks.back() == lock)
        return;
    blocker.locks.push_back(lock);
}

} // namespace

void findBlockers(WaitGraph &graph)
{
    graph.blockers.clear();
    graph.places.clear();
    QSet<QByteArray> waiting;
    for (size_t lock = 0; lock < graph.locks.size(); ++lock) {
        for (size_t number = 0; number < graph.locks[lock].holderParties.size(); ++number)
            addBlocker(graph, lock, number);
        const BlockedLock &blocked = graph.locks[lock];
        for (size_t wait = 0; wait < blocked.waits.size(); ++wait) {
            if (mayStillWait(blocked.waits[wait]))
                waiting.insert(blocked.waitParties[wait].key());
        }
    }
    WaitersBehind count(graph);
    for (Blocker &blocker : graph.blockers) {
        blocker.direct = count.direct(blocker);
        blocker.inAll = count.all(blocker);
        blocker.waits = waiting.contains(blocker.party);
    }
    std::ranges::stable_sort(graph.blockers, [](const Blocker &a, const Blocker &b) {
        return std::tuple(a.waits, -a.inAll.least, a.owner.bytes) <
               std::tuple(b.waits, -b.inAll.least, b.owner.bytes);
    });
    for (size_t place = 0; place < graph.blockers.size(); ++place)
        graph.places[graph.blockers[place].party] = place;
}

namespace
{

// One name for each client of the deadlocks, by each of its names.
class Names
{
public:
    QByteArray of(QByteArray name) const
    {
        while (m_sameAs.contains(name))
            name = m_sameAs[name];
        return name;
    }
    void join(const Party &holder, const Party &waiter)
    {
        const QByteArray name = of(holder.name()), other = of(waiter.name());
        // Two threads are never one client.
        if (name.isEmpty() || other.isEmpty() || (name != other && isThread(name) && isThread(other)))
            return;
        m_joined += {holder.name(), waiter.name()};
        if (name != other)
            m_sameAs.insert(isThread(other) ? name : other, isThread(other) ? other : name);
    }
    bool has(const QByteArray &name) const { return m_joined.contains(name); }
    void note(const Party &party)
    {
        if (!party.thread.isEmpty())
            m_threads.insert(party.thread);
    }

private:
    bool isThread(const QByteArray &name) const { return m_threads.contains(name); }

    QHash<QByteArray, QByteArray> m_sameAs{};
    QSet<QByteArray> m_joined{};
    QSet<QByteArray> m_threads{};
};

template<class F> void forEachParty(WaitGraph &graph, F &&f)
{
    for (BlockedLock &blocked : graph.locks) {
        std::ranges::for_each(blocked.holderParties, f);
        std::ranges::for_each(blocked.waitParties, f);
    }
}

} // namespace

void joinDeadlocked(WaitGraph &graph, const std::vector<Deadlock> &deadlocks)
{
    Names names;
    forEachParty(graph, [&names](const Party &party) { names.note(party); });
    for (const Deadlock &deadlock : deadlocks) {
        for (const DeadlockStep &step : deadlock.steps)
            names.join(graph.locks[step.held].holderParties[step.holder],
                       graph.locks[step.awaited].waitParties[step.wait]);
    }
    forEachParty(graph, [&names](Party &party) {
        if (const QByteArray name = party.name(); names.has(name))
            party.joined = names.of(name);
    });
    findBlockers(graph);
}

} // namespace lockscope
