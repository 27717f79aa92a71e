// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/contentionbook.h"

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

void addTo(QHash<LockName, Contention> &sums, const Contention &lock)
{
    Contention &sum = sums[lock.key];
    sum.key = lock.key;
    sum.kind = lock.kind.isEmpty() ? sum.kind : lock.kind;
    sum.acquired += lock.acquired;
    sum.mostWaiters = std::max(sum.mostWaiters, lock.mostWaiters);
    sum.waiterSeconds += lock.waiterSeconds;
    sum.heldFor += lock.heldFor;
    sum.sampled = sum.sampled || lock.sampled;
}

} // namespace

std::vector<Contention> mostInDemand(const QHash<LockName, Contention> &locks, size_t count)
{
    std::vector<Contention> all(locks.begin(), locks.end());
    const size_t kept = std::min(all.size(), count);
    std::partial_sort(all.begin(), all.begin() + qsizetype(kept), all.end(), moreInDemand);
    all.resize(kept);
    return all;
}

std::vector<Contention> demandOfBoth(const std::vector<Contention> &earlier,
                                     const std::vector<Contention> &later, size_t count)
{
    QHash<LockName, Contention> sums;
    HistoryRange over{.from = WallTime::max(), .to = WallTime::min()};
    for (const auto *locks : {&earlier, &later}) {
        for (const Contention &lock : *locks) {
            over = {.from = std::min(over.from, lock.over.from), .to = std::max(over.to, lock.over.to)};
            addTo(sums, lock);
        }
    }
    for (Contention &sum : sums)
        sum.over = over;
    return mostInDemand(sums, count);
}

void ContentionBook::clear(WallTime at)
{
    *this = {};
    m_now.from = at;
}

void ContentionBook::goOn(const ClockStep &step)
{
    turnMinute(step.before); // counts the waiters until then
    m_now.from = step.after;
    for (Waiting &waiting : m_waiting)
        waiting.since = step.after;
    for (std::vector<Stretch> &holds : m_held) {
        for (Stretch &hold : holds) {
            hold.since = step.after;
            hold.sampled = true;
        }
    }
}

Contention *ContentionBook::entry(Minute &minute, const LockName &key, LockKind kind, bool wanted) const
{
    const auto known = minute.locks.find(key);
    if (known != minute.locks.end())
        return &*known;
    const qsizetype most = &minute == &m_now ? KeptOfMinute : KeptOfOldMinute;
    if (minute.locks.size() >= most && !wanted)
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
    if (event.held)
        end(event);
    else
        begin(event);
    Contention *lock = entry(m_now, event.key, event.lockKind, m_waiting.contains(event.key));
    if (!lock)
        return;
    lock->acquired += event.kind == EventKind::Acquired ? 1 : 0;
    lock->sampled = lock->sampled || event.sampled;
}

void ContentionBook::begin(const LockEvent &taken)
{
    std::vector<Stretch> &holds = m_held[taken.key];
    std::erase_if(holds, [&](const Stretch &hold) { return hold.owner == taken.owner; });
    holds.push_back({.owner = taken.owner, .since = taken.wallAt, .sampled = taken.sampled});
}

void ContentionBook::end(const LockEvent &event)
{
    WallTime since = event.wallAt - *event.held;
    if (const auto holds = m_held.find(event.key); holds != m_held.end() && !isOfAPart(event)) {
        for (const Stretch &hold : *holds) {
            if (event.anotherBefore && hold.owner == event.owner)
                since = std::min(since, hold.since);
        }
        std::erase_if(*holds, [&](const Stretch &hold) { return hold.owner == event.owner; });
        if (holds->empty())
            m_held.erase(holds);
    }
    credit(event.key, event.lockKind, {.since = since, .sampled = event.heldIsLowerBound}, event.wallAt);
}

// Adds the hold to each minute that it overlaps. Old minutes add only locks that they keep, or while there is
// room.
void ContentionBook::credit(const LockName &key, LockKind kind, const Stretch &hold, WallTime ended)
{
    const auto add = [&](Minute &minute, WallTime end) {
        const auto inside = std::min(end, ended) - std::max(hold.since, minute.from);
        if (inside <= WallTime::duration::zero())
            return;
        if (Contention *lock = entry(minute, key, kind, false)) {
            lock->heldFor += std::chrono::duration_cast<milliseconds>(inside);
            lock->sampled = lock->sampled || (hold.sampled && hold.since > minute.from);
        }
    };
    add(m_now, ended);
    WallTime end = m_now.from;
    for (auto minute = m_past.rbegin(); minute != m_past.rend() && end > hold.since; ++minute) {
        add(*minute, end);
        end = minute->from;
    }
}

// Adds the holds from before the start, and removes those that ended without an event.
void ContentionBook::setHolders(const Lock &lock, WallTime at)
{
    if (lock.isUndecided()) // unreachable nodes may still have it
        return;
    if (!lock.heldByMajority())
        return endAll(lock.key, at);
    const auto age = std::max(millisecondsBetween(lock.holdSince(), lock.readAt), milliseconds(0));
    std::vector<Stretch> &holds = m_held[lock.key];
    if (lock.quorum()) {
        // An event reports the end (groupholds.h), with the owner id that the first node had at the start.
        if (holds.empty())
            holds.push_back(
                {.owner = lock.quorum()->owner, .since = at - age, .sampled = !lock.isHoldSinceExact()});
        return;
    }
    for (Stretch &hold : holds) {
        const bool goesOn = std::any_of(lock.holders.begin(), lock.holders.end(),
                                        [&hold](const Holder &holder) { return holder.id == hold.owner; });
        if (goesOn)
            continue;
        hold.sampled = true;
        credit(lock.key, lock.kind, hold, at);
        hold.since = WallTime::max();
    }
    std::erase_if(holds, [](const Stretch &hold) { return hold.since == WallTime::max(); });
    for (const Holder &holder : lock.holders) {
        const bool known = std::any_of(holds.begin(), holds.end(),
                                       [&holder](const Stretch &hold) { return hold.owner == holder.id; });
        if (!known)
            holds.push_back({.owner = holder.id, .since = at - age, .sampled = !lock.isHoldSinceExact()});
    }
}

void ContentionBook::endAll(const LockName &key, WallTime at)
{
    for (Stretch &hold : m_held.take(key)) {
        hold.sampled = true;
        credit(key, {}, hold, at);
    }
}

void ContentionBook::noteLock(const Lock &lock, WallTime at)
{
    setWaiters(lock.key, lock.kind, lock.waiters.count().least, at);
    setHolders(lock, at);
}

void ContentionBook::noteGone(const LockName &key, WallTime at)
{
    setWaiters(key, {}, 0, at);
    endAll(key, at);
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
        for (const Contention &lock : mostInDemand(m_now.locks, size_t(KeptOfOldMinute)))
            kept.insert(lock.key, lock);
        m_now.isCut = std::any_of(m_now.locks.cbegin(), m_now.locks.cend(), [&kept](const Contention &lock) {
            return lock.mostWaiters > 0 && !kept.contains(lock.key);
        });
        m_now.locks = std::move(kept);
    }
    m_past.push_back(std::exchange(m_now, std::move(next)));
    if (m_past.size() > MinutesKept)
        m_past.pop_front();
}

void ContentionBook::addOpenHolds(Contention &sum) const
{
    const auto holds = m_held.constFind(sum.key);
    if (holds == m_held.cend())
        return;
    for (const Stretch &hold : *holds) {
        const auto inside = sum.over.to - std::max(hold.since, sum.over.from);
        if (inside <= WallTime::duration::zero())
            continue;
        sum.heldFor += std::chrono::duration_cast<milliseconds>(inside);
        sum.sampled = sum.sampled || (hold.sampled && hold.since > sum.over.from);
    }
}

std::vector<Contention> ContentionBook::contention(const HistoryRange &range, size_t count, WallTime at) const
{
    QHash<LockName, Contention> sums;
    HistoryRange over{.from = WallTime::max(), .to = WallTime::min()};
    const auto add = [&](const Minute &minute, WallTime end) {
        over = {.from = std::min(over.from, minute.from), .to = std::max(over.to, end)};
        for (const Contention &lock : minute.locks)
            addTo(sums, lock);
    };
    Minute present = m_now;
    for (auto waiting = m_waiting.cbegin(); waiting != m_waiting.cend(); ++waiting)
        weigh(present, waiting.key(), *waiting, at);
    for (size_t i = 0; i < m_past.size(); ++i) {
        const WallTime end = i + 1 < m_past.size() ? m_past[i + 1].from : m_now.from;
        if (end > range.from && m_past[i].from < range.to)
            add(m_past[i], end);
    }
    if (at > range.from && m_now.from < range.to)
        add(present, at);
    for (Contention &sum : sums) {
        sum.over = over;
        addOpenHolds(sum);
    }
    return mostInDemand(sums, count);
}

bool ContentionBook::isCut(const HistoryRange &range) const
{
    for (size_t i = 0; i < m_past.size(); ++i) {
        const WallTime end = i + 1 < m_past.size() ? m_past[i + 1].from : m_now.from;
        if (m_past[i].isCut && end > range.from && m_past[i].from < range.to)
            return true;
    }
    return false;
}

} // namespace lockscope
