// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blockingfinder.h"

#include "core/engine/blocking/blockers.h"
#include "core/engine/verdicts/verdict.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

QSet<LockName> locksIn(const BlockingReport &report)
{
    QSet<LockName> keys;
    for (const Deadlock &deadlock : report.deadlocks) {
        for (const DeadlockStep &step : deadlock.steps)
            keys.insert(report.graph.locks[step.held].lock->key);
    }
    return keys;
}

ProbeRequest probeRequest(milliseconds length)
{
    return {.length = std::clamp<milliseconds>(length, 100ms, LongestProbe)};
}

} // namespace

BlockingFinder::BlockingFinder(Deployment &deployment, const Registry &registry, LockTable &table,
                               FollowerOf followerOf, FollowerOn followerOn)
    : m_deployment(deployment), m_registry(registry), m_table(table), m_followerOf(std::move(followerOf)),
      m_followerOn(std::move(followerOn))
{
}

void BlockingFinder::close()
{
    std::exchange(m_probes, {}).clear();
}

void BlockingFinder::cancel(quint64 id)
{
    for (const auto &[number, probe] : m_probes) {
        if (number == id)
            probe->cancel();
    }
}

std::vector<LockPtr> BlockingFinder::heldLocks() const
{
    std::vector<LockPtr> locks;
    m_table.forEach([&locks](const LockPtr &lock) {
        if (lock->held() && !lock->isLastKnown())
            locks.push_back(lock);
    });
    return locks;
}

// What is not waited for has no part in the graph, and there may be a million such locks.
std::vector<LockPtr> BlockingFinder::waitedFor(const std::vector<HeardWait> &heard) const
{
    QSet<LockName> keys = m_table.waitedFor();
    for (const HeardWait &wait : heard)
        keys.insert(wait.key);
    std::vector<LockPtr> locks;
    for (const LockName &key : std::as_const(keys)) {
        LockPtr lock = m_table.find(key);
        if (lock && !lock->isLastKnown())
            locks.push_back(std::move(lock));
    }
    return locks;
}

// Only after a probe each lock is looked at.
UnseenWaits BlockingFinder::unseenBeside(const WaitGraph &graph) const
{
    const Connections waiting = graph.waiting();
    if (waiting.isEmpty())
        return m_table.unseenWaits();
    UnseenWaits unseen;
    m_table.forEach([&](const LockPtr &lock) { unseen.count(m_registry, *lock, 1, waiting); });
    return unseen;
}

std::map<Node *, std::vector<LockPtr>> BlockingFinder::heldByMaster() const
{
    std::map<Node *, std::vector<LockPtr>> held;
    for (const LockPtr &lock : heldLocks()) {
        if (Node *node = m_deployment.masterOf(lock->key))
            held[node].push_back(lock);
    }
    return held;
}

QCoro::Task<std::vector<ProbeEstimate>> BlockingFinder::estimate(milliseconds length)
{
    const ProbeRequest request = probeRequest(length);
    std::vector<std::pair<NodeId, QCoro::Task<ProbeEstimate>>> asked;
    for (const auto &[node, locks] : heldByMaster()) {
        const QPointer<Session> reading(&node->reading());
        asked.emplace_back(node->status().node, estimateCost(reading, request, *request.length));
    }
    std::vector<ProbeEstimate> estimates;
    for (auto &[id, one] : asked) { // this may be gone by now
        estimates.push_back(co_await one);
        estimates.back().node = id;
    }
    co_return estimates;
}

std::vector<BlockingFinder::Listening> BlockingFinder::listen(milliseconds length, quint64 id)
{
    std::vector<Listening> all;
    for (const auto &[node, locks] : heldByMaster()) {
        auto ears = std::make_shared<WaiterEars>(m_registry, locks);
        auto probe = std::make_unique<MonitorProbe>(node->spec(), probeRequest(length), ears);
        all.push_back({.ears = ears, .probe = probe.get()});
        m_probes.emplace(id, std::move(probe));
    }
    return all;
}

QCoro::Task<> BlockingFinder::askForClients(Self self, std::vector<HeardWait> heard, bool isProbed)
{
    QSet<Follower *> all;
    for (const LockPtr &lock : self->waitedFor(heard)) {
        if (Follower *follower = self->m_followerOf(lock->key))
            all.insert(follower);
    }
    const std::vector<QPointer<Follower>> followers(all.begin(), all.end());
    for (const QPointer<Follower> &follower : followers) {
        if (follower && isProbed)
            co_await follower->clients().askAgain();
        else if (follower)
            co_await follower->clients().ask();
    }
}

// A client that renews one lock and tries another over the same connection is known by that.
void BlockingFinder::noteHolders(const HeardHolders &heard)
{
    std::map<Follower *, HeardHolders> byFollower;
    for (auto one = heard.cbegin(); one != heard.cend(); ++one) {
        if (Follower *follower = m_followerOf(one.key()))
            byFollower[follower].insert(one.key(), *one);
    }
    for (const auto &[follower, holders] : byFollower)
        follower->clients().noteSeen(holders);
}

// Of a client that waits on one connection and tries on others, this tells nothing.
bool BlockingFinder::isDisconnected(const HeardWait &wait) const
{
    Follower *follower = m_followerOf(wait.key);
    const LockPtr lock = m_table.find(wait.key);
    const Format *format = lock ? m_registry.find(lock->kind.name) : nullptr;
    if (!follower || !format || !wait.wait.heardUntil ||
        (format->waiting() == WaitMode::Subscribe && !wait.wait.id.isEmpty()))
        return false;
    const auto isThere = follower->clients().isConnected(wait.wait.client.address, *wait.wait.heardUntil);
    return isThere && !*isThere;
}

// Locks that clients wait for although they were free when last read. The next client may hold them by now.
QSet<LockName> BlockingFinder::freeLocks(const WaitGraph &graph, const std::vector<HeardWait> &heard) const
{
    constexpr qsizetype Most = 100;
    QSet<LockName> keys;
    const auto add = [&keys](const LockName &key) {
        if (keys.size() < Most)
            keys.insert(key);
    };
    for (const std::vector<LockPtr> *locks : {&graph.changingHands, &graph.unheld}) {
        for (const LockPtr &lock : *locks) {
            if (!isClosed(*lock))
                add(lock->key);
        }
    }
    for (const HeardWait &wait : heard) {
        const LockPtr lock = m_table.find(wait.key);
        if (!lock || !lock->held())
            add(wait.key);
    }
    return keys;
}

WaitGraph BlockingFinder::graphWith(const std::vector<HeardWait> &heard) const
{
    return waitGraph(m_registry, waitedFor(heard), heard,
                     [this](const Lock &lock, const OwnerId &owner, const QByteArray &address) {
                         const Format *format = m_registry.find(lock.kind.name);
                         Follower *follower = m_followerOf(lock.key);
                         if (!format || !follower)
                             return ClientInfo{.address = address};
                         return follower->clients().clientOf(owner, format->ownerParts(owner), address);
                     });
}

QCoro::Task<BlockingReport> BlockingFinder::find(BlockingRequest request, quint64 id)
{
    return search(this, request, id);
}

QCoro::Task<BlockingReport> BlockingFinder::search(Self self, BlockingRequest request, quint64 id)
{
    BlockingReport report;
    std::vector<HeardWait> heard;
    HeardHolders holders;
    if (request.probe) {
        const std::vector<Listening> all = self->listen(*request.probe, id);
        std::vector<QCoro::Task<ProbeReport>> running;
        for (const Listening &one : all)
            running.push_back(one.probe->run());
        for (QCoro::Task<ProbeReport> &one : running)
            report.probes.push_back(co_await one);
        if (!self)
            co_return report;
        self->m_probes.erase(id);
        QSet<LockName> keys; // some of these clients hold the lock by now, or gave up
        for (size_t i = 0; i < all.size(); ++i) {
            for (HeardWait &wait : all[i].ears->heard()) {
                keys.insert(wait.key);
                heard.push_back(std::move(wait));
            }
            const HeardHolders here = all[i].ears->holders();
            for (const HolderClients &clients : here)
                report.probes[i].learnt.insert(report.probes[i].learnt.end(), clients.begin(), clients.end());
            holders.insert(here);
        }
        for (const LockPtr &lock : self->waitedFor({}))
            keys.insert(lock->key);
        co_await readAgain(self, keys);
        if (!self)
            co_return report;
    }
    co_await askForClients(self, heard, request.probe.has_value());
    if (!self)
        co_return report;
    self->noteHolders(holders);
    std::erase_if(heard, [self](const HeardWait &wait) { return self->isDisconnected(wait); });
    report.graph = self->graphWith(heard);
    if (QSet<LockName> free = self->freeLocks(report.graph, heard); !free.isEmpty()) {
        co_await readAgain(self, std::move(free));
        if (!self)
            co_return report;
        report.graph = self->graphWith(heard);
    }
    report.deadlocks = findDeadlocks(report.graph);
    if (!report.deadlocks.empty())
        co_await confirm(self, &report, heard);
    countFreed(report.graph, report.deadlocks);
    joinDeadlocked(report.graph, report.deadlocks);
    if (self) {
        report.graph.unseen = self->unseenBeside(report.graph);
        co_await findSleepers(self, &report);
    }
    report.at = now();
    co_return report;
}

// Only where a held lock is of a kind whose waiters sleep: on other servers, those that sleep are workers.
QCoro::Task<> BlockingFinder::findSleepers(Self self, BlockingReport *report)
{
    Asleep asleep;
    std::vector<QPointer<Follower>> followers;
    for (const Deployment::Shard &shard : self->m_deployment.shards()) {
        const qint64 locks = self->m_table.sleptFor(shard.master);
        asleep.locks += locks;
        if (locks > 0)
            followers.emplace_back(self->m_followerOn(shard.master));
    }
    QSet<QByteArray> named;
    for (const BlockedLock &blocked : report->graph.locks) {
        for (const Wait &wait : blocked.waits)
            named.insert(wait.client.address);
    }
    for (const QPointer<Follower> &follower : followers) {
        if (follower)
            co_await follower->clients().askAgain();
        if (!follower || !follower->clients().sleepers())
            co_return;
        for (const Sleeper &sleeper : follower->clients().sleepers()->all) {
            if (!named.contains(sleeper.client.address))
                asleep.clients.push_back(
                    {.client = {.address = sleeper.client.address, .name = sleeper.client.name},
                     .command = sleeper.command.toUpper(),
                     .since = follower->clients().sleepers()->at - sleeper.atLeast});
        }
    }
    std::ranges::stable_sort(asleep.clients, {}, &Asleep::Client::since);
    report->asleep = std::move(asleep);
}

// With what belongs to them, and which of their waiters listen.
QCoro::Task<> BlockingFinder::readAgain(Self self, QSet<LockName> keys)
{
    std::map<Follower *, std::vector<LockName>> byFollower;
    for (const LockName &key : keys) {
        if (Follower *follower = self->m_followerOf(key))
            byFollower[follower].push_back(key);
    }
    std::vector<std::pair<QPointer<Follower>, std::vector<LockName>>> all(byFollower.begin(),
                                                                          byFollower.end());
    for (const auto &[follower, names] : all) {
        for (const LockName &key : names) {
            if (follower)
                follower->reader().readWhole(key);
        }
        if (follower)
            co_await follower->reader().readAsked();
        if (follower)
            co_await follower->waiters().countOf(names);
    }
    if (self)
        self->m_table.judge(now());
}

// What was read key by key may never have stood as a whole.
QCoro::Task<> BlockingFinder::confirm(Self self, BlockingReport *report, std::vector<HeardWait> heard)
{
    QSet<QByteArray> before;
    for (const Deadlock &deadlock : report->deadlocks)
        before.insert(identity(report->graph, deadlock));
    co_await readAgain(self, locksIn(*report));
    if (!self)
        co_return;
    report->graph = self->graphWith(heard);
    report->deadlocks = findDeadlocks(report->graph);
    std::erase_if(report->deadlocks, [&](const Deadlock &deadlock) {
        return !before.contains(identity(report->graph, deadlock));
    });
}

} // namespace lockscope
