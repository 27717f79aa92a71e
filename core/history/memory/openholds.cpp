// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/openholds.h"

#include "core/values/kindname.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

using std::chrono::duration_cast;

LockEvent unseenEnd(const LockEvent &taken, WallTime at)
{
    LockEvent end = taken;
    end.kind = EventKind::Changed;
    end.wallAt = std::max(at, taken.wallAt);
    end.held = duration_cast<milliseconds>(end.wallAt - taken.wallAt);
    end.count = 0;
    end.ttl.reset();
    return end;
}

Hold openHold(const LockEvent &taken)
{
    return {.key = taken.key,
            .kind = kindName(taken.lockKind),
            .owner = taken.owner,
            .node = taken.node,
            .began = taken.wallAt,
            .beganBefore = taken.heldIsLowerBound,
            .sampled = taken.sampled};
}

Hold holdOf(const LockEvent &end)
{
    Hold hold = openHold(end);
    hold.began = end.wallAt - *end.held;
    hold.ended = end.wallAt;
    hold.how = end.kind;
    hold.untilClosing = end.untilClosing;
    hold.untilUnreadable = end.unreadable;
    return hold;
}

// Its time to live is then from there on. Over: unknown, as it was not seen to end.
static void moveTo(LockEvent &taken, WallTime at)
{
    if (taken.ttl)
        *taken.ttl += duration_cast<milliseconds>(taken.wallAt - at);
    if (taken.ttl && *taken.ttl <= milliseconds(0))
        taken.ttl.reset();
    taken.wallAt = at;
}

void OpenHolds::clear()
{
    m_open.clear();
    m_count = 0;
    m_complete = true;
}

void OpenHolds::note(const LockEvent &event)
{
    const auto isOwners = [&](const LockEvent &taken) { return taken.owner == event.owner; };
    if (isEnd(event) && !isOfAPart(event)) {
        const auto there = m_open.find(event.key);
        if (there == m_open.end())
            return;
        m_count -= std::erase_if(*there, isOwners);
        if (there->empty())
            m_open.erase(there);
        return;
    }
    if (event.kind != EventKind::Acquired)
        return noteExpiry(event);
    LockEvent taken = event;
    if (taken.held)
        moveTo(taken, taken.wallAt - *std::exchange(taken.held, std::nullopt));
    const auto there = m_open.find(event.key);
    if (there != m_open.end()) {
        const auto known = std::find_if(there->begin(), there->end(), isOwners);
        if (known != there->end()) {
            *known = std::move(taken);
            return;
        }
    }
    if (m_count >= m_most) {
        m_complete = false;
        return;
    }
    m_open[event.key].push_back(std::move(taken));
    ++m_count;
}

void OpenHolds::noteExpiry(const LockEvent &event)
{
    const auto there = m_open.find(event.key);
    if (there == m_open.end())
        return;
    for (LockEvent &taken : *there) {
        if (!mayMoveExpiry(event, taken.owner))
            continue;
        taken.ttl.reset();
        if (event.ttl && event.owner == taken.owner)
            taken.ttl = *event.ttl + duration_cast<milliseconds>(event.wallAt - taken.wallAt);
    }
}

const LockEvent *OpenHolds::find(const LockName &key, const OwnerId &owner) const
{
    const auto there = m_open.constFind(key);
    if (there == m_open.cend())
        return nullptr;
    const auto taken = std::ranges::find(*there, owner, &LockEvent::owner);
    return taken == there->end() ? nullptr : &*taken;
}

std::vector<LockEvent> OpenHolds::all() const
{
    std::vector<LockEvent> found;
    found.reserve(m_count);
    for (const std::vector<LockEvent> &holds : m_open)
        found.insert(found.end(), holds.begin(), holds.end());
    return found;
}

std::vector<LockEvent> OpenHolds::allAsFirstSights(WallTime at) const
{
    std::vector<LockEvent> events = all();
    for (LockEvent &taken : events) {
        taken.held = std::max(duration_cast<milliseconds>(at - taken.wallAt), milliseconds(0));
        moveTo(taken, at);
    }
    return events;
}

std::vector<LockEvent> OpenHolds::allAfter(const ClockStep &step) const
{
    std::vector<LockEvent> events = all();
    for (LockEvent &taken : events) {
        moveTo(taken, step.before);
        taken.wallAt = step.after;
        taken.held = milliseconds(0);
        taken.heldIsLowerBound = true;
        taken.sampled = true;
    }
    return events;
}

std::vector<LockEvent> OpenHolds::of(const LockName &key) const
{
    return m_open.value(key);
}

std::vector<LockEvent> OpenHolds::firstSights(const Lock &lock, WallTime at) const
{
    std::vector<LockEvent> events;
    if (!lock.heldByMajority())
        return events;
    // GroupHolds reports locks of a group, except those held before watching began.
    if (lock.quorum() && (!lock.heldIsLowerBound || m_open.contains(lock.key)))
        return events;
    for (const Holder &holder : lock.holders) {
        if (isOver(lock, holder))
            continue; // its end was told when its time was over
        if (has(lock.key, holder.id) || (lock.quorum() && holder.id != lock.quorum()->owner))
            continue;
        // It holds the lock again because all others are over, too; its end was reported before.
        const bool isAgain =
            m_open.contains(lock.key) && holder.expiresAt && *holder.expiresAt <= lock.readAt;
        const Instant since = isAgain ? lock.readAt : lock.holdSince();
        const auto age = std::max(millisecondsBetween(since, lock.readAt), milliseconds(0));
        const auto expiresAt = lock.expiryOf(holder);
        events.push_back(
            {.kind = EventKind::Acquired,
             .key = lock.key,
             .lockKind = lock.kind,
             .owner = holder.id,
             .count = holder.count,
             .ttl = expiresAt ? std::optional(millisecondsBetween(lock.readAt, *expiresAt)) : std::nullopt,
             .held = age,
             .heldIsLowerBound = isAgain || !lock.isHoldSinceExact(),
             .node = lock.node,
             .source = EventSource::Scan,
             .sampled = true,
             .at = lock.readAt,
             .wallAt = at});
    }
    return events;
}

std::vector<LockEvent> OpenHolds::endsNobodyTold(const LockDelta &delta, bool lossy, WallTime at) const
{
    std::vector<LockEvent> ends;
    for (const LockName &key : delta.removed) {
        for (const LockEvent &taken : of(key))
            ends.push_back(unseenEnd(taken, at));
    }
    if (!lossy)
        return ends;
    for (const LockPtr &lock : delta.upserted) {
        if (lock->quorum()) // GroupHolds derives their ends from the locks
            continue;
        for (const LockEvent &taken : of(lock->key)) {
            const bool goesOn =
                std::any_of(lock->holders.begin(), lock->holders.end(),
                            [&taken](const Holder &holder) { return holder.id == taken.owner; });
            if (!goesOn)
                ends.push_back(unseenEnd(taken, at));
        }
    }
    return ends;
}

// The time since when a lock was held when first seen is late by as long as its delta took.
constexpr milliseconds DeltaTime(100);

void OpenHolds::keepBeginning(LockEvent &end) const
{
    const bool isUnseen = isEnd(end) && (end.kind == EventKind::Changed || end.anotherBefore);
    const LockEvent *taken = isUnseen && !isOfAPart(end) ? find(end.key, end.owner) : nullptr;
    if (!taken)
        return;
    end.held = std::max(*end.held, duration_cast<milliseconds>(end.wallAt - taken->wallAt));
    if (end.kind == EventKind::Changed) // of which only the end is unknown
        end.heldIsLowerBound = taken->heldIsLowerBound;
}

std::vector<LockEvent> OpenHolds::doubted(const HoldDoubt &doubt) const
{
    const LockEvent *taken = find(doubt.key, doubt.owner);
    if (!taken || taken->wallAt + DeltaTime >= doubt.at)
        return {};
    LockEvent again = *taken;
    again.wallAt = doubt.at;
    again.held = milliseconds(0);
    again.heldIsLowerBound = true;
    again.sampled = true;
    again.ttl.reset();
    return {unseenEnd(*taken, doubt.at), again};
}

std::optional<LockEvent> OpenHolds::endBefore(const LockEvent &end) const
{
    if (!isEnd(end) || !end.anotherBefore || isOfAPart(end))
        return {};
    const LockEvent *taken = find(end.key, end.owner);
    const WallTime again = end.wallAt - *end.held;
    const bool isEarlier = taken && taken->wallAt + DeltaTime < again;
    return isEarlier ? std::optional(unseenEnd(*taken, again)) : std::nullopt;
}

namespace
{

LockEvent countOf(const Lock &lock, qint64 count, WallTime at)
{
    return {.kind = EventKind::Waiters,
            .key = lock.key,
            .lockKind = lock.kind,
            .owner = lock.owner(),
            .count = count,
            .node = lock.node,
            .source = EventSource::Scan,
            .sampled = true,
            .at = lock.readAt,
            .wallAt = at};
}

} // namespace

void UntoldWaiters::note(const LockEvent &event)
{
    if (event.kind != EventKind::Waiters)
        return;
    if (event.count > 0)
        m_waited.insert(event.key, event);
    else
        m_waited.remove(event.key);
}

std::vector<LockEvent> UntoldWaiters::take(const LockDelta &delta, WallTime at)
{
    if (delta.reset) { // what is not in it is gone
        m_free.clear();
        for (auto waited = m_waited.cbegin(); waited != m_waited.cend(); ++waited)
            m_gone.insert(waited.key(), {.last = *waited});
    }
    for (const LockName &key : delta.removed) {
        m_free.remove(key);
        if (const auto waited = m_waited.constFind(key); waited != m_waited.cend())
            m_gone.insert(key, {.last = *waited});
    }
    std::vector<LockEvent> counts;
    for (const LockPtr &lock : delta.upserted) {
        m_gone.remove(lock->key);
        const qint64 count = lock->waiters.count().least;
        const bool isCounted = count > 0 || lock->waiters.counted();
        // No event counts those of a group.
        if (isCounted && !lock->quorum() && count != m_waited.value(lock->key).count)
            counts.push_back(countOf(*lock, count, at));
        if (!lock->quorum() && !lock->stale)
            noteFree(*lock, count, at);
    }
    return counts;
}

void UntoldWaiters::noteFree(const Lock &lock, qint64 count, WallTime at)
{
    if (lock.held() || count == 0)
        m_free.remove(lock.key);
    else if (const auto known = m_free.find(lock.key); known != m_free.end())
        known->last.count = count;
    else
        m_free.insert(lock.key, {.last = countOf(lock, count, at)});
}

std::vector<LockEvent> UntoldWaiters::present(WallTime at) const
{
    std::vector<LockEvent> counts(m_waited.cbegin(), m_waited.cend());
    for (LockEvent &count : counts)
        count.wallAt = at;
    return counts;
}

std::vector<LockEvent> UntoldWaiters::endsOfWaiting(WallTime at)
{
    std::vector<LockEvent> ends;
    for (Free &free : m_free) {
        if (free.calls == TellAt || ++free.calls < TellAt)
            continue;
        free.last.wallAt = at;
        ends.push_back(free.last);
    }
    for (auto gone = m_gone.begin(); gone != m_gone.end();) {
        if (!std::exchange(gone->isOld, true)) {
            ++gone;
            continue;
        }
        LockEvent end = gone->last;
        end.count = 0;
        end.wallAt = at;
        ends.push_back(end);
        gone = m_gone.erase(gone);
    }
    return ends;
}

std::vector<LockEvent> UnreadableKeys::readable(const std::vector<LockEvent> &events, const LockDelta &delta,
                                                WallTime at)
{
    if (delta.reset)
        clear();
    if (m_keys.isEmpty())
        return events;
    QHash<LockName, LockEvent> again;
    for (const LockName &key : delta.readAgain) {
        if (m_keys.contains(key))
            again.insert(key, m_keys.take(key));
    }
    std::vector<LockEvent> told;
    for (const LockEvent &event : events) {
        const bool isOfWaiters = event.kind == EventKind::Waiters;
        // Its hold ended when the key could not be read any more.
        const bool isOfUnseen = has(event.key) || (again.contains(event.key) && isEnd(event));
        if (isOfUnseen && !isOfWaiters)
            continue;
        if (!isOfWaiters)
            again.remove(event.key);
        told.push_back(event);
    }
    for (LockEvent &event : again) {
        event.unreadable = false;
        event.wallAt = at;
        told.push_back(event);
    }
    return told;
}

std::vector<LockEvent> UnreadableKeys::take(const LockDelta &delta, const OpenHolds &open, WallTime at)
{
    std::vector<LockEvent> events;
    for (const UnreadLock &lock : delta.refused) {
        if (has(lock.key) || std::ranges::find(delta.readAgain, lock.key) != delta.readAgain.end())
            continue;
        LockEvent unreadable{
            .key = lock.key, .node = lock.why.node, .source = EventSource::Scan, .wallAt = at};
        for (const LockEvent &taken : open.of(lock.key)) {
            events.push_back(unseenEnd(taken, at));
            events.back().unreadable = true;
            unreadable.lockKind = taken.lockKind;
            unreadable.node = taken.node;
        }
        unreadable.unreadable = true;
        events.push_back(unreadable);
        m_keys.insert(lock.key, unreadable);
    }
    return events;
}

std::vector<LockEvent> UnreadableKeys::firstSights(const LockDelta &delta, const OpenHolds &open,
                                                   WallTime at) const
{
    std::vector<LockEvent> events;
    for (const LockPtr &lock : delta.upserted) {
        if (has(lock->key))
            continue;
        const std::vector<LockEvent> seen = open.firstSights(*lock, at);
        events.insert(events.end(), seen.begin(), seen.end());
    }
    return events;
}

std::vector<LockEvent> UnreadableKeys::present(WallTime at) const
{
    std::vector<LockEvent> events(m_keys.cbegin(), m_keys.cend());
    for (LockEvent &event : events)
        event.wallAt = at;
    return events;
}

} // namespace lockscope
