// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/eventlog.h"

#include <algorithm>
#include <iterator>

namespace lockscope
{

namespace
{

bool givesWay(EventKind kind)
{
    return kind == EventKind::Renewed || kind == EventKind::Waiters || kind == EventKind::Changed;
}

// Keyspace events report every acquisition of a free lock and every end. Changes of shares and counts while
// the lock stays held are known from reads only.
bool isSampled(const Step &step, const Lock &lock, EventSource source)
{
    if (source == EventSource::Act)
        return false;
    const bool isPart =
        step.kind == EventKind::Reentered || (step.kind == EventKind::Released && step.count > 0);
    return source != EventSource::Keyspace || isPart ||
           std::any_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
               return holder.mode == HoldMode::Read || holder.mode == HoldMode::Permit;
           });
}

} // namespace

EventLog::EventLog()
{
    readClocks();
}

void EventLog::add(const Steps &steps, const Lock &lock, Instant at, EventSource source, bool merged)
{
    for (const Step &step : steps) {
        if (m_events.size() >= (givesWay(step.kind) ? Capacity / 2 : Capacity)) {
            ++m_dropped;
            continue;
        }
        LockEvent event;
        event.kind = step.kind;
        event.key = lock.key;
        event.lockKind = lock.kind;
        event.owner = step.owner;
        event.count = step.count;
        if (lock.expiresAt && step.count > 0 && step.kind != EventKind::Waiters)
            event.ttl = std::max(millisecondsBetween(at, *lock.expiresAt), milliseconds(0));
        event.held = step.held;
        event.heldIsLowerBound = step.heldIsLowerBound;
        event.node = lock.node;
        event.source = source;
        event.sampled = isSampled(step, lock, source) || (merged && source != EventSource::Act);
        event.at = at;
        event.wallAt = m_clockWall + std::chrono::duration_cast<WallTime::duration>(at - m_clockAt);
        m_events.push_back(std::move(event));
    }
}

void EventLog::addUnread(const Step &step, const Lock &lock, Instant at)
{
    const size_t before = m_events.size();
    add({step}, lock, at, EventSource::Keyspace);
    if (m_events.size() == before) // dropped
        return;
    m_events.back().ttl.reset();
    m_unread[lock.key].append(m_taken + qint64(before));
}

void EventLog::settle(const LockName &key, Instant readAt, std::optional<Instant> expiresAt)
{
    const QVarLengthArray<qint64, 1> unread = m_unread.take(key);
    if (unread.isEmpty() || !expiresAt)
        return;
    LockEvent &last = m_events[size_t(unread.back() - m_taken)];
    // If there are several, a reading made before the last event may show an earlier one.
    if (unread.size() == 1 || last.at <= readAt)
        last.ttl = std::max(millisecondsBetween(last.at, *expiresAt), milliseconds(0));
}

std::vector<LockEvent> EventLog::take(Instant at)
{
    readClocks();
    auto end = m_events.end();
    m_unread.removeIf([&](const auto &unread) {
        const auto first = m_events.begin() + ptrdiff_t(unread.value().front() - m_taken);
        const bool waits = at - first->at < UnreadLasts;
        if (waits)
            end = std::min(end, first);
        return !waits;
    });
    std::vector<LockEvent> taken(std::make_move_iterator(m_events.begin()), std::make_move_iterator(end));
    m_events.erase(m_events.begin(), end);
    m_taken += qint64(taken.size());
    return taken;
}

void EventLog::clear()
{
    m_taken += qint64(m_events.size());
    m_events.clear();
    m_unread.clear();
    m_dropped = 0;
}

void EventLog::readClocks()
{
    m_clockAt = now();
    m_clockWall = wallNow();
}

} // namespace lockscope
