// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/deadlockwatch.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds SureWithin = std::chrono::milliseconds(500);
constexpr milliseconds LastingLook = std::chrono::seconds(5);

} // namespace

void DeadlockWatch::note(const Lock &lock)
{
    const bool isWaitedFor = lock.held() && !lock.waiters.queued.empty();
    if (!isWaitedFor)
        return remove(lock.key);
    const auto known = m_suspicions.constFind(lock.key);
    if (known != m_suspicions.cend() && !stands(*known, lock))
        breakCycle(lock.key);
    m_queued.insert(lock.key);
    m_isChanged = true;
}

void DeadlockWatch::remove(const LockName &key)
{
    breakCycle(key);
    if (m_queued.remove(key))
        m_isChanged = true;
}

bool DeadlockWatch::stands(const Suspicion &suspicion, const Lock &lock)
{
    return lock.heldSince == suspicion.heldSince && !lock.stale &&
           std::ranges::find(lock.holders, suspicion.holder, &Holder::id) != lock.holders.end() &&
           std::ranges::find(lock.waiters.queued, suspicion.waiter, &QueuedWaiter::id) !=
               lock.waiters.queued.end();
}

void DeadlockWatch::breakCycle(const LockName &key)
{
    if (m_suspicions.isEmpty())
        return;
    const QByteArray cycle = m_suspicions.value(key).cycle;
    if (cycle.isEmpty())
        return;
    m_suspicions.removeIf([&](Suspicions::iterator one) {
        if (one->cycle != cycle)
            return false;
        m_broken.insert(one.key());
        return true;
    });
    m_isChanged = true;
}

void DeadlockWatch::suspect(const WaitGraph &graph, const Deadlock &deadlock, Suspicions &now) const
{
    Suspicion suspicion{.cycle = identity(graph, deadlock), .size = qint64(deadlock.steps.size())};
    Instant firstRead = Instant::max(), lastRead{};
    for (const DeadlockStep &step : deadlock.steps) {
        const Instant readAt = graph.locks[step.held].lock->readAt;
        suspicion.completeAt = std::max(suspicion.completeAt, readAt);
        firstRead = std::min(firstRead, readAt);
        lastRead = std::max(lastRead, readAt);
    }
    const LockName &first = graph.locks[deadlock.steps.front().held].lock->key;
    if (const auto known = m_suspicions.constFind(first);
        known != m_suspicions.cend() && known->cycle == suspicion.cycle) {
        suspicion.completeAt = known->completeAt;
        suspicion.isSure = deadlock.lasts && (known->isSure || firstRead > known->completeAt);
    }
    suspicion.againAt = deadlock.lasts ? suspicion.completeAt + SureWithin : lastRead + LastingLook;
    const DeadlockStep *before = &deadlock.steps.back(); // its client waits for the lock of the next step
    for (const DeadlockStep &step : deadlock.steps) {
        const BlockedLock &blocked = graph.locks[step.held];
        suspicion.holder = blocked.lock->holders[qsizetype(step.holder)].id;
        suspicion.heldSince = blocked.lock->heldSince;
        suspicion.waiter = blocked.waits[before->wait].id;
        now.insert(blocked.lock->key, suspicion);
        before = &step;
    }
}

std::vector<LockName> DeadlockWatch::update(const Registry &registry, const Find &find)
{
    if (!std::exchange(m_isChanged, false))
        return {};
    std::vector<LockPtr> locks;
    for (const LockName &key : std::as_const(m_queued)) {
        const LockPtr lock = find(key);
        if (lock && !lock->stale)
            locks.push_back(lock);
    }
    Suspicions suspicions;
    if (locks.size() > 1) {
        const WaitGraph graph = waitGraph(registry, locks);
        for (const Deadlock &deadlock : findDeadlocks(graph, Sameness::Certain)) {
            if (deadlock.isSeen)
                suspect(graph, deadlock, suspicions);
        }
    }
    QSet<LockName> changed = std::exchange(m_broken, {});
    for (auto was = m_suspicions.cbegin(); was != m_suspicions.cend(); ++was) {
        if (!suspicions.contains(was.key()))
            changed.insert(was.key());
    }
    for (auto is = suspicions.cbegin(); is != suspicions.cend(); ++is) {
        if (m_suspicions.value(is.key()) != *is)
            changed.insert(is.key());
    }
    m_suspicions = std::move(suspicions);
    return {changed.begin(), changed.end()};
}

qint64 DeadlockWatch::sizeAt(const Lock &lock) const
{
    const auto known = m_suspicions.constFind(lock.key);
    return known != m_suspicions.cend() && known->isSure && stands(*known, lock) ? known->size : 0;
}

std::optional<Instant> DeadlockWatch::readAgainAt(const LockName &key) const
{
    const auto known = m_suspicions.constFind(key);
    if (known == m_suspicions.cend() || known->isSure)
        return {};
    return known->againAt;
}

} // namespace lockscope
