// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/contentionbook.h"

#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool moreInDemand(const Contention &a, const Contention &b)
{
    return a.waiterSeconds != b.waiterSeconds ? a.waiterSeconds > b.waiterSeconds
           : a.acquired != b.acquired         ? a.acquired > b.acquired
                                              : a.key < b.key;
}

std::vector<Contention> most(const QHash<LockName, Contention> &locks, qsizetype count)
{
    std::vector<Contention> all(locks.begin(), locks.end());
    const auto kept = std::min(qsizetype(all.size()), count);
    std::partial_sort(all.begin(), all.begin() + kept, all.end(), moreInDemand);
    all.resize(size_t(kept));
    return all;
}

} // namespace

void ContentionBook::clear()
{
    *this = {};
}

Contention *ContentionBook::entry(Minute &minute, const LockName &key, LockKind kind, bool wanted) const
{
    const auto known = minute.locks.find(key);
    if (known != minute.locks.end())
        return &*known;
    if (minute.locks.size() >= KeptOfMinute && !wanted)
        return nullptr;
    Contention &added = minute.locks[key];
    added.key = key;
    added.kind = kindName(kind);
    return &added;
}

void ContentionBook::note(const LockEvent &event)
{
    if (event.kind != EventKind::Acquired && !event.held)
        return;
    Contention *lock = entry(m_now, event.key, event.lockKind, m_waiting.contains(event.key));
    if (!lock)
        return;
    lock->acquired += event.kind == EventKind::Acquired ? 1 : 0;
    lock->heldFor += event.held.value_or(milliseconds(0));
    lock->sampled = lock->sampled || event.sampled;
}

void ContentionBook::noteLock(const Lock &lock, WallTime at)
{
    setWaiters(lock.key, lock.kind, lock.waiters.atLeast(), at);
}

void ContentionBook::noteGone(const LockName &key, WallTime at)
{
    setWaiters(key, {}, 0, at);
}

void ContentionBook::setWaiters(const LockName &key, LockKind kind, qint64 waiters, WallTime at)
{
    const auto known = m_waiting.find(key);
    if (known == m_waiting.end() && waiters == 0)
        return;
    if (known != m_waiting.end())
        weigh(m_now, key, *known, at);
    if (waiters == 0) {
        m_waiting.erase(known);
        return;
    }
    Contention *lock = entry(m_now, key, kind, true);
    lock->mostWaiters = std::max(lock->mostWaiters, waiters);
    m_waiting.insert(key, {waiters, at});
}

void ContentionBook::weigh(Minute &minute, const LockName &key, const Waiting &waiting, WallTime at)
{
    const auto lock = minute.locks.find(key);
    const auto time = std::chrono::duration<double>(std::max(at - waiting.since, WallTime::duration{}));
    if (lock != minute.locks.end())
        lock->waiterSeconds += double(waiting.waiters) * time.count();
}

void ContentionBook::turnMinute(WallTime at)
{
    Minute next{.from = at};
    for (auto waiting = m_waiting.begin(); waiting != m_waiting.end(); ++waiting) {
        weigh(m_now, waiting.key(), *waiting, at);
        waiting->since = at;
        const auto before = m_now.locks.constFind(waiting.key());
        Contention &lock = next.locks[waiting.key()];
        lock.key = waiting.key();
        lock.kind = before == m_now.locks.cend() ? QByteArray() : before->kind;
        lock.mostWaiters = waiting->waiters;
    }
    if (m_now.locks.size() > KeptOfOldMinute) {
        QHash<LockName, Contention> kept;
        for (Contention &lock : most(m_now.locks, KeptOfOldMinute))
            kept.insert(lock.key, lock);
        m_now.locks = std::move(kept);
    }
    m_past.push_back(std::exchange(m_now, std::move(next)));
    if (m_past.size() > MinutesKept)
        m_past.pop_front();
}

std::vector<Contention> ContentionBook::contention(const HistoryRange &range, size_t count, WallTime at) const
{
    QHash<LockName, Contention> sums;
    const auto add = [&sums](const Minute &minute) {
        for (const Contention &lock : minute.locks) {
            Contention &sum = sums[lock.key];
            sum.key = lock.key;
            sum.kind = lock.kind.isEmpty() ? sum.kind : lock.kind;
            sum.acquired += lock.acquired;
            sum.mostWaiters = std::max(sum.mostWaiters, lock.mostWaiters);
            sum.waiterSeconds += lock.waiterSeconds;
            sum.heldFor += lock.heldFor;
            sum.sampled = sum.sampled || lock.sampled;
        }
    };
    Minute present = m_now;
    for (auto waiting = m_waiting.cbegin(); waiting != m_waiting.cend(); ++waiting)
        weigh(present, waiting.key(), *waiting, at);
    for (size_t i = 0; i < m_past.size(); ++i) {
        const WallTime end = i + 1 < m_past.size() ? m_past[i + 1].from : m_now.from;
        if (end > range.from && m_past[i].from < range.to)
            add(m_past[i]);
    }
    if (at > range.from && m_now.from < range.to)
        add(present);
    return most(sums, qsizetype(count));
}

} // namespace lockscope
