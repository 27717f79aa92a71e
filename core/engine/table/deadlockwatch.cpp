// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/deadlockwatch.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds SureWithin = std::chrono::milliseconds(500);

} // namespace

void DeadlockWatch::note(const Lock &lock)
{
    const bool isWaitedFor = lock.held() && !lock.waiters.queued.empty();
    if (!isWaitedFor)
        return remove(lock.key);
    m_queued.insert(lock.key);
    m_isChanged = true;
}

void DeadlockWatch::remove(const LockName &key)
{
    if (m_queued.remove(key))
        m_isChanged = true;
}

void DeadlockWatch::clear()
{
    m_queued.clear();
    m_suspicions.clear();
    m_isChanged = false;
}

void DeadlockWatch::suspect(const WaitGraph &graph, const Deadlock &deadlock, Suspicions &now) const
{
    Suspicion suspicion{.cycle = identity(graph, deadlock), .size = qint64(deadlock.steps.size())};
    Instant firstRead = Instant::max();
    for (const DeadlockStep &step : deadlock.steps) {
        const Instant readAt = graph.locks[step.held].lock->readAt;
        suspicion.completeAt = std::max(suspicion.completeAt, readAt);
        firstRead = std::min(firstRead, readAt);
    }
    const LockName &first = graph.locks[deadlock.steps.front().held].lock->key;
    if (const auto known = m_suspicions.constFind(first);
        known != m_suspicions.cend() && known->cycle == suspicion.cycle) {
        suspicion.completeAt = known->completeAt;
        suspicion.isSure = known->isSure || firstRead > known->completeAt;
    }
    for (const DeadlockStep &step : deadlock.steps)
        now.insert(graph.locks[step.held].lock->key, suspicion);
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
            if (isCertain(deadlock))
                suspect(graph, deadlock, suspicions);
        }
    }
    std::vector<LockName> changed;
    for (auto was = m_suspicions.cbegin(); was != m_suspicions.cend(); ++was) {
        if (!suspicions.contains(was.key()))
            changed.push_back(was.key());
    }
    for (auto is = suspicions.cbegin(); is != suspicions.cend(); ++is) {
        if (m_suspicions.value(is.key()) != *is)
            changed.push_back(is.key());
    }
    m_suspicions = std::move(suspicions);
    return changed;
}

qint64 DeadlockWatch::sizeAt(const LockName &key) const
{
    const auto known = m_suspicions.constFind(key);
    return known != m_suspicions.cend() && known->isSure ? known->size : 0;
}

std::optional<Instant> DeadlockWatch::readAgainAt(const LockName &key) const
{
    const auto known = m_suspicions.constFind(key);
    if (known == m_suspicions.cend() || known->isSure)
        return {};
    return known->completeAt + SureWithin;
}

} // namespace lockscope
