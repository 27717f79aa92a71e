// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/processes.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace lockscope
{

namespace
{

// Of the holder by which it is known.
QByteArray processOf(const WaitGraph &graph, const Blocker &blocker)
{
    for (const size_t lock : blocker.locks) {
        for (const Party &party : graph.locks[lock].holderParties) {
            if (!party.key().isEmpty() && party.key() == blocker.party)
                return party.process;
        }
    }
    return {};
}

QByteArray hostOf(const QByteArray &address)
{
    return connectionOf(address).isEmpty() ? address : address.first(address.lastIndexOf(':'));
}

// What one thread is known by need not hold for the others.
ClientInfo sharedClient(const WaitGraph &graph, const std::vector<size_t> &blockers)
{
    std::optional<ClientInfo> shared;
    for (const size_t place : blockers) {
        const ClientInfo &client = graph.blockers[place].client;
        if (client == ClientInfo())
            continue;
        const QByteArray host = hostOf(client.address);
        if (!shared)
            shared = ClientInfo{.address = host, .name = client.name};
        if (shared->name != client.name)
            shared->name.clear();
        if (shared->address != host)
            shared->address.clear();
    }
    return shared.value_or(ClientInfo());
}

class Counting
{
public:
    Counting(const WaitGraph &graph, const BlockingProcess &process)
        : m_graph(graph), m_seen(process.locks.begin(), process.locks.end())
    {
        for (const size_t blocker : process.blockers)
            m_own.insert(graph.blockers[blocker].party);
    }

    // Each waiter once; the locks that they hold are next.
    WaiterCount waitersOf(const std::vector<size_t> &locks, bool areOwn)
    {
        qint64 count = 0;
        bool isExact = true;
        for (const size_t lock : locks) {
            const BlockedLock &blocked = m_graph.locks[lock];
            count += blocked.unnamed;
            isExact = isExact && blocked.count.isExact();
            for (size_t i = 0; i < blocked.waits.size(); ++i)
                count += mayStillWait(blocked.waits[i]) && meet(blocked.waitParties[i], areOwn) ? 1 : 0;
        }
        return {count, isExact ? std::optional(count) : std::nullopt};
    }
    std::vector<size_t> takeNext() { return std::exchange(m_next, {}); }

private:
    // A thread of the process itself counts only if it waits for another one of it.
    bool meet(const Party &party, bool areOwn)
    {
        if (party.key().isEmpty())
            return true;
        if (m_met.contains(party.key()) || (!areOwn && m_own.contains(party.key())))
            return false;
        m_met.insert(party.key());
        if (const Blocker *blocker = m_graph.blockerOf(party)) {
            for (const size_t lock : blocker->locks) {
                if (!m_seen.contains(lock))
                    m_next.push_back(lock);
                m_seen.insert(lock);
            }
        }
        return true;
    }

    const WaitGraph &m_graph;
    QSet<size_t> m_seen;
    QSet<QByteArray> m_own{};
    QSet<QByteArray> m_met{};
    std::vector<size_t> m_next{};
};

void count(const WaitGraph &graph, BlockingProcess &process)
{
    Counting counting(graph, process);
    process.direct = counting.waitersOf(process.locks, true);
    process.inAll = process.direct;
    for (auto next = counting.takeNext(); !next.empty(); next = counting.takeNext())
        process.inAll += counting.waitersOf(next, false);
}

} // namespace

std::vector<BlockingProcess> blockingProcesses(const WaitGraph &graph)
{
    std::vector<BlockingProcess> processes;
    QHash<QByteArray, size_t> places;
    for (size_t place = 0; place < graph.blockers.size(); ++place) {
        const Blocker &blocker = graph.blockers[place];
        const QByteArray id = processOf(graph, blocker);
        const QByteArray known = id.isEmpty() ? "lock " + blocker.party : "process " + id;
        if (!places.contains(known)) {
            places.insert(known, processes.size());
            processes.push_back({.id = id.isEmpty() ? blocker.owner : OwnerId{id}, .waits = true});
        }
        BlockingProcess &process = processes[places[known]];
        process.blockers.push_back(place);
        process.threads.push_back(!id.isEmpty() && blocker.party.startsWith(id + ':')
                                      ? blocker.party.sliced(id.size() + 1)
                                      : QByteArray());
        process.waits = process.waits && blocker.waits;
        for (const size_t lock : blocker.locks) {
            if (std::ranges::find(process.locks, lock) == process.locks.end())
                process.locks.push_back(lock);
        }
    }
    for (BlockingProcess &process : processes) {
        process.client = sharedClient(graph, process.blockers);
        count(graph, process);
    }
    std::ranges::stable_sort(processes, [](const BlockingProcess &a, const BlockingProcess &b) {
        return std::tuple(a.waits, -a.inAll.least, a.id.bytes) <
               std::tuple(b.waits, -b.inAll.least, b.id.bytes);
    });
    return processes;
}

const char *name(BlockersBy by)
{
    return by == BlockersBy::Thread ? "thread" : "process";
}

} // namespace lockscope
