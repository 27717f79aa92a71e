// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/waitgraph.h"

#include "core/engine/blocking/blockers.h"
#include "core/engine/verdicts/verdict.h"
#include "core/values/sameowner.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockscope
{

namespace
{

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
    if (wait.isAsleep || isCounted || (mode != WaitMode::Subscribe && mode != WaitMode::Poll) ||
        !wait.heardUntil)
        return false;
    const milliseconds heardFor = millisecondsBetween(*wait.firstHeard, *wait.lastHeard);
    const milliseconds pace = heardFor / std::max<qint64>(1, wait.attempts - 1);
    return millisecondsBetween(*wait.lastHeard, *wait.heardUntil) > std::max(Least, pace * 5);
}

// What a probe heard of a client that stands in the queue.
void addHeard(Wait &queued, const std::vector<Wait> &heard)
{
    const auto own = std::ranges::find_if(heard, [&queued](const Wait &wait) {
        return wait.mode == queued.mode && isSameOwner(wait.id, queued.id);
    });
    if (own == heard.end())
        return;
    queued.client = own->client;
    queued.attempts = own->attempts;
    queued.firstHeard = own->firstHeard;
    queued.lastHeard = own->lastHeard;
}

// A client that was heard may be one of those that were counted.
void countWaiters(BlockedLock &blocked)
{
    const Lock &lock = *blocked.lock;
    const WaiterCount counted = lock.waiters.count();
    const auto named = qint64(std::ranges::count_if(blocked.waits, &mayStillWait));
    const auto holding = qint64(std::ranges::count_if(lock.waiters.queued, [&lock](const QueuedWaiter &one) {
        return one.alive != false && isHolder(lock, one.id);
    }));
    const bool isAnyHeard =
        std::ranges::find(blocked.waits, WaitSource::Probe, &Wait::source) != blocked.waits.end();
    blocked.unnamed = std::max<qint64>(0, counted.least - holding - named);
    blocked.count.least = named + blocked.unnamed;
    if (counted.isExact() && !isAnyHeard)
        blocked.count.most = blocked.count.least;
}

BlockedLock blockedLock(const Registry &registry, const LockPtr &lock, const std::vector<Wait> &heard,
                        const ClientOf &clientOf)
{
    const Format *format = registry.find(lock->kind.name);
    BlockedLock blocked{.lock = lock, .isCut = lock->waiters.queueIsCut, .isUnread = lock->waiters.areUnread};
    for (const QueuedWaiter &queued : lock->waiters.queued) {
        if (isHolder(*lock, queued.id)) // read before it became the holder
            continue;
        blocked.waits.push_back({.id = queued.id,
                                 .mode = queued.mode,
                                 .place = qint64(blocked.waits.size()) + 1,
                                 .alive = queued.alive,
                                 .queuedSince = queued.seenSince});
        addHeard(blocked.waits.back(), heard);
    }
    std::vector<Wait> waits;
    std::ranges::copy_if(heard, std::back_inserter(waits), [&](const Wait &wait) {
        return !hasGivenUp(*lock, format, wait) && mayWait(*lock, wait);
    });
    if (!haveSomeGivenUp(*lock, format, waits))
        blocked.waits.insert(blocked.waits.end(), waits.begin(), waits.end());
    countWaiters(blocked);
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

// A thread waits for one lock at a time: for the one whose queue it stands in, else for the last it tried.
QHash<LockName, std::vector<Wait>> lastWaits(const Registry &registry, const std::vector<LockPtr> &locks,
                                             const std::vector<HeardWait> &heard)
{
    QHash<LockName, std::vector<Wait>> waits;
    if (heard.empty())
        return waits;
    QHash<LockName, LockPtr> byKey;
    QHash<QByteArray, Instant> last; // by thread
    for (const LockPtr &lock : locks) {
        const Format *format = registry.find(lock->kind.name);
        byKey.insert(lock->key, lock);
        for (const QueuedWaiter &queued : lock->waiters.queued)
            last.insert(partyOf(format, queued.id, {}).thread, Instant::max());
    }
    const auto threadOf = [&](const HeardWait &one) {
        const LockPtr lock = byKey.value(one.key);
        return partyOf(lock ? registry.find(lock->kind.name) : nullptr, one.wait.id, {}).thread;
    };
    for (const HeardWait &one : heard) {
        Instant &latest = last[threadOf(one)];
        latest = std::max(latest, one.wait.lastHeard.value_or(Instant()));
    }
    for (const HeardWait &one : heard) {
        const QByteArray thread = threadOf(one);
        const LockPtr lock = byKey.value(one.key);
        if (thread.isEmpty() || one.wait.lastHeard.value_or(Instant()) == last.value(thread) ||
            (lock && isQueued(*lock, one.wait.id)))
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

bool BlockedLock::isAloneOnConnection(size_t wait, size_t holder) const
{
    const QByteArray &address = waitParties[wait].address;
    return !address.isEmpty() && holderParties[holder].address == address &&
           std::ranges::count(waitParties, address, &Party::address) == 1;
}

qint64 WaitGraph::named() const
{
    qint64 count = 0;
    for (const BlockedLock &blocked : locks)
        count += std::ranges::count_if(blocked.waits, &mayStillWait);
    return count;
}

WaiterCount WaitGraph::count() const
{
    WaiterCount count{0, 0};
    for (const BlockedLock &blocked : locks)
        count += blocked.count;
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
        if (!lock->heldByMajority()) {
            if (lock->waiters.count().least > 0)
                (isChangingHands(*lock) ? graph.changingHands : graph.unheld).push_back(lock);
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
    for (std::vector<LockPtr> *free : {&graph.unheld, &graph.changingHands})
        std::ranges::sort(*free, [](const LockPtr &a, const LockPtr &b) { return a->key < b->key; });
    findBlockers(graph);
    return graph;
}

void noteNewest(BlockedLock &blocked, const LockPtr &newest)
{
    if (blocked.hasEnded) {
        blocked.newest = newest;
        return;
    }
    const Lock &before = *blocked.lock;
    const auto held = [&before](const Holder &now) {
        return std::ranges::find(before.holders, now.id, &Holder::id) != before.holders.end();
    };
    // Of several holders others may come and go. In a RedLock group, another copy may begin the hold.
    const bool isAnew = newest && newest->holders.size() == 1 && !newest->quorum() &&
                        newest->isHoldSinceExact() && newest->heldSince > before.heldSince;
    if (newest && std::ranges::any_of(newest->holders, held) && !isAnew) {
        blocked.lock = newest;
    } else {
        blocked.hasEnded = true;
        blocked.newest = newest;
    }
}

bool isChangingHands(const Lock &lock)
{
    return !lock.held() && !isClosed(lock) && lock.ended != Ending::NotSeen &&
           millisecondsBetween(lock.heldSince, lock.readAt) < std::chrono::seconds(1);
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

// By its connection, or by host and name.
static bool isOneOf(const Connections &waiting, const ClientInfo &client)
{
    return waiting.contains(connectionOf(client.address)) || waiting.contains(programOf(client));
}

bool isUnlinked(const Registry &registry, const Lock &lock, const Connections &waiting)
{
    const Format *format = registry.find(lock.kind.name);
    if (!lock.held() || !format || format->waiting() == WaitMode::Nobody)
        return false;
    return std::ranges::any_of(lock.holders, [&](const Holder &holder) {
        return !isOver(lock, holder) && format->ownerParts(holder.id).client.isEmpty() &&
               (waiting.isEmpty() || !isOneOf(waiting, clientAmong(lock, holder.id)));
    });
}

LockKind WaitGraph::kindOf(const Blocker &blocker) const
{
    return blocker.locks.empty() ? LockKind() : locks[blocker.locks.front()].lock->kind;
}

bool WaitGraph::namesPrograms() const
{
    return std::ranges::any_of(locks, [](const BlockedLock &blocked) {
        return std::ranges::any_of(blocked.waitParties,
                                   [](const Party &party) { return !party.program.isEmpty(); });
    });
}

Connections WaitGraph::waiting() const
{
    Connections all;
    QHash<QByteArray, int> programs;
    for (const BlockedLock &blocked : locks) {
        for (size_t i = 0; i < blocked.waits.size(); ++i) {
            const Party &party = blocked.waitParties[i];
            if (blocked.waits[i].attempts == 0 || !mayStillWait(blocked.waits[i]))
                continue;
            if (!party.address.isEmpty())
                all.insert(party.address);
            if (!party.program.isEmpty())
                ++programs[party.program];
        }
    }
    for (auto program = programs.cbegin(); program != programs.cend(); ++program) {
        if (*program == 1)
            all.insert(program.key());
    }
    return all;
}

void UnseenWaits::count(const Registry &registry, const Lock &lock, int sign, const Connections &waiting)
{
    if (lock.stale || !lock.heldByMajority())
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
