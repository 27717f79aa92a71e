// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/groupholds.h"

#include "core/engine/verdicts/quorum.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool hasIt(const Lock &lock, const NodeId &node)
{
    const std::vector<Copy> &copies = lock.extras->copies;
    return std::any_of(copies.begin(), copies.end(), [&node](const Copy &copy) {
        return copy.node == node && copy.state == CopyState::Held;
    });
}

} // namespace

std::vector<LockEvent> GroupHolds::follow(const LockDelta &delta, WallTime at)
{
    std::vector<LockEvent> events;
    if (delta.reset)
        m_open.clear();
    for (const LockEvent &event : delta.events) {
        const auto open = m_open.find(event.key);
        if (open == m_open.end())
            continue;
        if (event.held) {
            open->ending = event.kind;
        } else if (event.kind != EventKind::Acquired) {
            if (open->speaker.isEmpty())
                open->speaker = event.node;
            if (open->speaker == event.node)
                events.push_back(event);
        }
    }
    for (const LockPtr &lock : delta.upserted)
        meet(*lock, at, events);
    for (const LockName &key : delta.removed)
        end(key, at, events);
    return events;
}

void GroupHolds::meet(const Lock &lock, WallTime at, std::vector<LockEvent> &events)
{
    const Quorum *quorum = lock.quorum();
    const bool held = quorum && quorum->reached();
    const auto open = m_open.find(lock.key);
    if (open != m_open.end() && isAnother(*open, lock)) {
        open->beganBefore = true;
        end(lock.key, at - millisecondsBetween(*open->seenUntil, lock.readAt), events);
    } else if (open != m_open.end() && goesOn(*open, lock)) {
        if (held)
            open->owners = agreeingOwners(lock);
        open->seenUntil = held ? std::nullopt : std::optional(open->seenUntil.value_or(lock.readAt));
        if (held && !lock.isOneHold()) {
            open->taken.wallAt =
                at - std::max(millisecondsBetween(lock.oneHoldSince, lock.readAt), milliseconds(0));
            open->beganBefore = true;
            open->taken.anotherBefore = true;
        }
        if (!hasIt(lock, open->speaker))
            open->speaker = {};
        return;
    }
    end(lock.key, at, events);
    if (!held)
        return;
    Open begun{.taken = {.kind = EventKind::Acquired,
                         .key = lock.key,
                         .lockKind = lock.kind,
                         .owner = quorum->owner,
                         .count = std::max<qint64>(lock.count(), 1),
                         .ttl = lock.expiresAt
                                    ? std::optional(millisecondsBetween(lock.readAt, *lock.expiresAt))
                                    : std::nullopt,
                         .node = lock.node,
                         .sampled = true,
                         .at = lock.readAt,
                         .wallAt = at},
               .owners = agreeingOwners(lock),
               .beganBefore = !lock.isHoldSinceExact()};
    if (begun.beganBefore)
        begun.taken.wallAt -= std::max(millisecondsBetween(lock.holdSince(), lock.readAt), milliseconds(0));
    else
        events.push_back(begun.taken);
    m_open.insert(lock.key, begun);
}

// A majority acquired it while it was not decided, so the one before had ended.
bool GroupHolds::isAnother(const Open &open, const Lock &lock)
{
    return open.seenUntil && lock.heldByMajority() && lock.isHoldSinceExact() &&
           lock.heldSince > *open.seenUntil;
}

bool GroupHolds::goesOn(const Open &open, const Lock &lock)
{
    const QSet<OwnerId> owners = agreeingOwners(lock);
    if (lock.quorum() && lock.quorum()->reached())
        return open.owners.intersects(owners);
    return lock.isUndecided() && (owners.isEmpty() || open.owners.intersects(namedOwners(lock)));
}

void GroupHolds::end(const LockName &key, WallTime at, std::vector<LockEvent> &events)
{
    const auto open = m_open.constFind(key);
    if (open == m_open.cend())
        return;
    LockEvent end = open->taken;
    end.kind = open->ending;
    end.count = 0;
    end.ttl.reset();
    end.held = std::max(std::chrono::duration_cast<milliseconds>(at - open->taken.wallAt), milliseconds(0));
    end.heldIsLowerBound = open->beganBefore;
    end.wallAt = at;
    events.push_back(std::move(end));
    m_open.erase(open);
}

} // namespace lockscope
