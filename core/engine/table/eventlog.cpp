// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/eventlog.h"

#include "core/engine/reading/scriptevidence.h"
#include "core/formats/strings/barenumber.h"

#include <algorithm>

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

// A number that may as well count something, such as the permits of a semaphore.
bool mayCount(const Step &step, const Lock &lock)
{
    if (step.kind != EventKind::Acquired && step.kind != EventKind::Released)
        return false;
    const std::optional<qint64> number = bareNumber(step.owner, lock);
    const bool isGuess = number && lock.confidence == Confidence::Guess && suggestsCount(*number);
    return number && (isGuess || mayBeSemaphore(lock) || lock.kind == LockKind{"semaphore"});
}

// A reader or a permit may have an expiry of its own.
std::optional<Instant> endOf(const Step &step, const Lock &lock)
{
    const auto holder = std::ranges::find(lock.holders, step.owner, &Holder::id);
    return holder == lock.holders.end() ? lock.expiresAt : lock.expiryOf(*holder);
}

} // namespace

bool isCounted(const Lock &before, const Lock &after)
{
    return after.confidence == Confidence::Guess && bareNumber(before.owner(), before) &&
           bareNumber(after.owner(), after);
}

EventLog::EventLog()
{
    readClocks();
}

LockEvent EventLog::eventOf(const Step &step, const Lock &lock, Instant at, EventSource source,
                            bool merged) const
{
    LockEvent event;
    event.kind = mayCount(step, lock) ? EventKind::Changed : step.kind;
    event.key = lock.key;
    event.lockKind = lock.kind;
    event.owner = step.owner;
    event.count = step.count;
    const auto ends = step.count > 0 && step.kind != EventKind::Waiters ? endOf(step, lock) : std::nullopt;
    if (ends)
        event.ttl = std::max(millisecondsBetween(at, *ends), milliseconds(0));
    event.held = step.held;
    event.heldIsLowerBound = step.heldIsLowerBound;
    event.anotherBefore = step.anotherBefore;
    event.node = lock.node;
    event.source = source;
    event.sampled = isSampled(step, lock, source) || (merged && source != EventSource::Act);
    event.at = at;
    event.wallAt = wallTimeAt(at);
    return event;
}

WallTime EventLog::wallTimeAt(Instant at) const
{
    return m_clockWall + std::chrono::duration_cast<WallTime::duration>(at - m_clockAt);
}

void EventLog::push(LockEvent &&event)
{
    if (m_events.size() >= (givesWay(event.kind) ? Capacity / 2 : Capacity))
        ++m_dropped;
    else
        m_events.push_back(std::move(event));
}

void EventLog::add(const Steps &steps, const Lock &lock, Instant at, EventSource source, bool merged)
{
    readClocks(); // the wall clock may have been set since
    for (const Step &step : steps)
        push(eventOf(step, lock, at, source, merged));
}

void EventLog::addUnread(const Step &step, const Lock &lock, Instant at)
{
    readClocks();
    LockEvent event = eventOf(step, lock, at, EventSource::Keyspace, false);
    event.ttl.reset();
    m_unread[lock.key].append(std::move(event));
}

void EventLog::settle(const LockName &key, Instant readAt, std::optional<Instant> expiresAt)
{
    QVarLengthArray<LockEvent, 1> unread = m_unread.take(key);
    if (unread.isEmpty())
        return;
    // If there are several, a reading made before the last event may show an earlier one.
    LockEvent &last = unread.back();
    if (expiresAt && (unread.size() == 1 || last.at <= readAt))
        last.ttl = std::max(millisecondsBetween(last.at, *expiresAt), milliseconds(0));
    for (LockEvent &event : unread)
        push(std::move(event));
}

std::vector<LockEvent> EventLog::take(Instant at)
{
    std::vector<LockName> late;
    for (auto unread = m_unread.cbegin(); unread != m_unread.cend(); ++unread) {
        if (at - unread->front().at >= UnreadLasts)
            late.push_back(unread.key());
    }
    for (const LockName &key : late)
        settle(key, at, {});
    readClocks();
    return std::exchange(m_events, {});
}

void EventLog::readClocks()
{
    m_clockAt = now();
    m_clockWall = wallNow();
}

} // namespace lockscope
