// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/waitgraph.h"

#include "core/values/sameowner.h"

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

ClientInfo clientAmong(const Lock &lock, const OwnerId &owner)
{
    for (const auto &[id, client] : lock.clients ? *lock.clients : HolderClients{}) {
        if (id == owner)
            return client;
    }
    return {};
}

bool isHolder(const Lock &lock, const OwnerId &owner)
{
    return std::ranges::any_of(lock.holders,
                               [&owner](const Holder &holder) { return isSameOwner(holder.id, owner); });
}

bool isQueued(const Lock &lock, const OwnerId &owner)
{
    return std::ranges::any_of(
        lock.waiters.queued, [&owner](const QueuedWaiter &queued) { return isSameOwner(queued.id, owner); });
}

// A client that was heard, and is not seen to hold the lock or to stand in its queue. A reader that asks to
// write waits for itself, too; one that came to read later may have written first.
bool mayWait(const Lock &lock, const Wait &wait)
{
    const auto keepsItOut = [&](const Holder &holder) { return excludes(lock, holder, wait); };
    if (!std::ranges::any_of(lock.holders, keepsItOut))
        return false;
    return wait.ofReader || (!isHolder(lock, wait.id) && !isQueued(lock, wait.id));
}

// Each client that waits on the wake-up channel listens all the time. With fewer listeners than clients
// heard, some have given up, and nothing tells which.
bool haveSomeGivenUp(const Lock &lock, const Format *format, const std::vector<Wait> &heard)
{
    if (!format || format->waiting() != WaitMode::Subscribe || !lock.waiters.subscribed || heard.empty())
        return false;
    QSet<QByteArray> clients;
    for (const Wait &wait : heard) {
        const QByteArray client = format->ownerParts(wait.id).client;
        if (!client.isEmpty())
            clients.insert("id" + client);
        else if (wait.id.isEmpty()) // with another id, its connection may not be the one that listens
            clients.insert("at" + wait.client.address);
    }
    return *lock.waiters.subscribed < std::max<qint64>(1, clients.size());
}

// One that polls goes on at its own pace; of a single try it is not known.
bool hasGivenUp(const Lock &lock, const Format *format, const Wait &wait)
{
    constexpr milliseconds Least = std::chrono::seconds(3);
    const WaitMode mode = format ? format->waiting() : WaitMode::Nobody;
    const bool isCounted = mode == WaitMode::Subscribe && lock.waiters.subscribed;
    if (format && format->queues() && !lock.waiters.mayBeMore())
        return true; // who waits stands in the queue
    if (isCounted || (mode != WaitMode::Subscribe && mode != WaitMode::Poll) || !wait.heardUntil)
        return false;
    const milliseconds heardFor = millisecondsBetween(*wait.firstHeard, *wait.lastHeard);
    const milliseconds pace = heardFor / std::max<qint64>(1, wait.attempts - 1);
    return millisecondsBetween(*wait.lastHeard, *wait.heardUntil) > std::max(Least, pace * 5);
}

BlockedLock blockedLock(const Registry &registry, const LockPtr &lock, const std::vector<Wait> &heard,
                        const ClientOf &clientOf)
{
    const Format *format = registry.find(lock->kind.name);
    BlockedLock blocked{.lock = lock, .isCut = lock->waiters.queueIsCut, .isUnread = lock->waiters.areUnread};
    for (const QueuedWaiter &queued : lock->waiters.queued) {
        if (!isHolder(*lock, queued.id)) // read before it became the holder
            blocked.waits.push_back({.id = queued.id,
                                     .mode = queued.mode,
                                     .place = qint64(blocked.waits.size()) + 1,
                                     .alive = queued.alive,
                                     .queuedSince = queued.seenSince});
    }
    const auto fromQueue = qint64(blocked.waits.size());
    std::vector<Wait> waits;
    std::ranges::copy_if(heard, std::back_inserter(waits), [&](const Wait &wait) {
        return !hasGivenUp(*lock, format, wait) && mayWait(*lock, wait);
    });
    if (!haveSomeGivenUp(*lock, format, waits))
        blocked.waits.insert(blocked.waits.end(), waits.begin(), waits.end());
    // A client that was heard may be one of those that were counted.
    const qint64 counted = std::max(fromQueue, lock->waiters.ofThisLock());
    blocked.unnamed = std::max<qint64>(0, counted - qint64(blocked.waits.size()));
    for (const Holder &holder : lock->holders)
        blocked.holderParties.push_back(partyOf(format, holder.id, clientAmong(*lock, holder.id)));
    for (Wait &wait : blocked.waits) {
        if (const QByteArray address = wait.client.address; clientOf) {
            wait.client = clientOf(*lock, wait.id, address);
            if (!address.isEmpty())
                wait.client.address = address; // what was heard
        }
        blocked.waitParties.push_back(partyOf(format, wait.id, wait.client));
    }
    return blocked;
}

// Counts the waiters behind each blocker. Clients are numbered first: there may be thousands of them, and
// each may be behind each.
class WaiterCount
{
public:
    explicit WaiterCount(const WaitGraph &graph);
    qint64 direct(const Blocker &blocker) { return count(blocker, false); }
    // That cannot go on before it releases.
    qint64 all(const Blocker &blocker) { return count(blocker, true) + (waitsForItself(blocker) ? 1 : 0); }

private:
    qint64 count(const Blocker &blocker, bool further);
    bool waitsForItself(const Blocker &blocker);
    size_t numberOf(const QByteArray &client)
    {
        return m_numbers.emplace(client, m_numbers.size()).first->second;
    }

    std::map<QByteArray, size_t> m_numbers;     // of the clients
    std::vector<std::vector<size_t>> m_waiters; // of each lock, those that something groups
    std::vector<qint64> m_others;               // of each lock, how many more
    std::vector<std::vector<size_t>> m_held;    // by each client
    // In which count a client or lock was last met.
    std::vector<size_t> m_metClient;
    std::vector<size_t> m_metLock;
    size_t m_counts = 0;
};

WaiterCount::WaiterCount(const WaitGraph &graph)
    : m_waiters(graph.locks.size()), m_others(graph.locks.size()), m_metLock(graph.locks.size())
{
    for (size_t lock = 0; lock < graph.locks.size(); ++lock) {
        m_others[lock] = graph.locks[lock].unnamed;
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

qint64 WaiterCount::count(const Blocker &blocker, bool further)
{
    const size_t turn = ++m_counts;
    qint64 count = 0;
    if (further) // in a cycle, it is not behind itself
        m_metClient[numberOf(blocker.party)] = turn;
    std::vector<size_t> open = blocker.locks;
    for (const size_t lock : open)
        m_metLock[lock] = turn;
    while (!open.empty()) {
        const size_t lock = open.back();
        open.pop_back();
        count += m_others[lock];
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
    return count;
}

// A reader that asks to write.
bool WaiterCount::waitsForItself(const Blocker &blocker)
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

void findBlockers(WaitGraph &graph)
{
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
    WaiterCount count(graph);
    for (Blocker &blocker : graph.blockers) {
        blocker.direct = count.direct(blocker);
        blocker.inAll = count.all(blocker);
        blocker.waits = waiting.contains(blocker.party);
    }
    std::ranges::stable_sort(graph.blockers, [](const Blocker &a, const Blocker &b) {
        return std::tuple(a.waits, -a.inAll, a.owner.bytes) < std::tuple(b.waits, -b.inAll, b.owner.bytes);
    });
    for (size_t place = 0; place < graph.blockers.size(); ++place)
        graph.places[graph.blockers[place].party] = place;
}

// A thread waits for one lock at a time: for the one whose queue it stands in, else for the last it tried.
QHash<LockName, std::vector<Wait>> lastWaits(const Registry &registry, const std::vector<LockPtr> &locks,
                                             const std::vector<HeardWait> &heard)
{
    QHash<LockName, std::vector<Wait>> waits;
    if (heard.empty())
        return waits;
    QHash<LockName, const Format *> formats;
    QHash<QByteArray, Instant> last; // by thread
    for (const LockPtr &lock : locks) {
        const Format *format = registry.find(lock->kind.name);
        formats.insert(lock->key, format);
        for (const QueuedWaiter &queued : lock->waiters.queued)
            last.insert(partyOf(format, queued.id, {}).thread, Instant::max());
    }
    const auto threadOf = [&formats](const HeardWait &one) {
        return partyOf(formats.value(one.key), one.wait.id, {}).thread;
    };
    for (const HeardWait &one : heard) {
        Instant &latest = last[threadOf(one)];
        latest = std::max(latest, one.wait.lastHeard.value_or(Instant()));
    }
    for (const HeardWait &one : heard) {
        const QByteArray thread = threadOf(one);
        if (thread.isEmpty() || one.wait.lastHeard.value_or(Instant()) == last.value(thread))
            waits[one.key].push_back(one.wait);
    }
    return waits;
}

} // namespace

// One look may read a lock twice.
bool Wait::isQueuedFor(Instant at) const
{
    return queuedSince && millisecondsBetween(*queuedSince, at) >= std::chrono::seconds(1);
}

bool BlockedLock::isOnHoldersConnection(size_t wait) const
{
    const QByteArray &address = waitParties[wait].address;
    return !address.isEmpty() &&
           std::ranges::find(holderParties, address, &Party::address) != holderParties.end();
}

qint64 WaitGraph::named() const
{
    qint64 count = 0;
    for (const BlockedLock &blocked : locks)
        count += std::ranges::count_if(blocked.waits, &mayStillWait);
    return count;
}

qint64 WaitGraph::waiters() const
{
    qint64 count = named();
    for (const BlockedLock &blocked : locks)
        count += blocked.unnamed;
    return count;
}

const Blocker *WaitGraph::blockerOf(const Party &party) const
{
    const auto place = places.constFind(party.key());
    return party.key().isEmpty() || place == places.cend() ? nullptr : &blockers[*place];
}

WaitGraph waitGraph(const Registry &registry, const std::vector<LockPtr> &locks,
                    const std::vector<HeardWait> &heard, const ClientOf &clientOf)
{
    const QHash<LockName, std::vector<Wait>> heardOf = lastWaits(registry, locks, heard);
    WaitGraph graph;
    for (const LockPtr &lock : locks) {
        if (!lock->held()) {
            if (lock->waiters.living() > 0)
                graph.unheld.push_back(lock);
            continue;
        }
        BlockedLock blocked = blockedLock(registry, lock, heardOf.value(lock->key), clientOf);
        if (!blocked.waits.empty() || blocked.unnamed > 0)
            graph.locks.push_back(std::move(blocked));
        else if (lock->waiters.mayBeElsewhere)
            ++graph.elsewhere;
    }
    std::ranges::sort(graph.locks,
                      [](const BlockedLock &a, const BlockedLock &b) { return a.lock->key < b.lock->key; });
    std::ranges::sort(graph.unheld, [](const LockPtr &a, const LockPtr &b) { return a->key < b->key; });
    findBlockers(graph);
    return graph;
}

void noteNewest(BlockedLock &blocked, const LockPtr &newest)
{
    if (blocked.hasEnded)
        return;
    const Lock &before = *blocked.lock;
    const auto held = [&before](const Holder &now) {
        return std::ranges::find(before.holders, now.id, &Holder::id) != before.holders.end();
    };
    // Of several holders others may come and go. In a RedLock group, another copy may begin the hold.
    const bool isAnew = newest && newest->holders.size() == 1 && !newest->quorum() &&
                        newest->isHoldSinceExact() && newest->heldSince > before.heldSince;
    if (newest && std::ranges::any_of(newest->holders, held) && !isAnew)
        blocked.lock = newest;
    else
        blocked.hasEnded = true;
}

bool mayStillWait(const Wait &wait)
{
    return wait.alive != false;
}

bool isUncounted(const Registry &registry, const Lock &lock)
{
    if (!lock.held() || lock.waiters.isKnown())
        return false;
    const Format *format = registry.find(lock.kind.name);
    return format && format->waiting() == WaitMode::Subscribe;
}

bool isUnlinked(const Registry &registry, const Lock &lock, const Connections &waiting)
{
    const Format *format = registry.find(lock.kind.name);
    if (!lock.held() || !format || format->waiting() == WaitMode::Nobody)
        return false;
    return std::ranges::any_of(lock.holders, [&](const Holder &holder) {
        return !isOver(lock, holder) && format->ownerParts(holder.id).client.isEmpty() &&
               (waiting.isEmpty() || !waiting.contains(connectionOf(clientAmong(lock, holder.id).address)));
    });
}

Connections WaitGraph::waiting() const
{
    Connections all;
    for (const BlockedLock &blocked : locks) {
        for (const Wait &wait : blocked.waits) {
            if (const QByteArray connection = connectionOf(wait.client.address);
                wait.source == WaitSource::Probe && !connection.isEmpty())
                all.insert(connection);
        }
    }
    return all;
}

void UnseenWaits::count(const Registry &registry, const Lock &lock, int sign, const Connections &waiting)
{
    if (lock.stale)
        return;
    uncounted += isUncounted(registry, lock) ? sign : 0;
    unlinked += isUnlinked(registry, lock, waiting) ? sign : 0;
}

std::optional<double> triesPerSecond(const Wait &wait)
{
    constexpr qint64 Least = 5;
    if (wait.attempts < Least || !wait.firstHeard || !wait.lastHeard || *wait.lastHeard <= *wait.firstHeard)
        return {};
    const milliseconds heardFor = millisecondsBetween(*wait.firstHeard, *wait.lastHeard);
    return double(wait.attempts - 1) * 1000 / double(std::max<qint64>(1, heardFor.count()));
}

bool excludes(const Lock &lock, const Holder &holder, const Wait &wait)
{
    if (isOver(lock, holder))
        return false;
    // What an owner holds it can enter again, unless it reads and asks to write.
    if (isSameOwner(holder.id, wait.id))
        return holder.mode == HoldMode::Read && wait.mode == HoldMode::Write;
    return wait.mode != HoldMode::Read || holder.mode != HoldMode::Read;
}

const char *name(WaitSource source)
{
    return source == WaitSource::Queue ? "queue" : "probe";
}

} // namespace lockscope
