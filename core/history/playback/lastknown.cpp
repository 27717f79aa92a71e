// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/lastknown.h"

#include "core/history/memory/openholds.h"

#include <QSet>

#include <algorithm>

namespace lockscope
{

namespace
{

// Without renewals, of which none was seen.
std::optional<WallTime> expiryKnown(const Hold &hold, WallTime until, const std::vector<LockEvent> &events)
{
    for (const LockEvent &event : events) {
        if (event.wallAt > until || isEnd(event) || !mayMoveExpiry(event, hold.owner))
            continue;
        const bool isKnown = event.ttl && event.owner == hold.owner;
        return isKnown ? std::optional(event.wallAt + *event.ttl) : std::nullopt;
    }
    return {};
}

} // namespace

std::optional<WallTime> lostDuring(const Hold &hold, const std::vector<Mark> &marks)
{
    const bool isOver = hasUnknownEnd(hold);
    const WallTime end = hold.ended.value_or(WallTime::max());
    QSet<NodeId> nodes{hold.node};
    for (const Mark &mark : marks) {
        const bool isDuring = mark.at >= hold.began && mark.at <= end;
        if (isDuring && mark.kind == Mark::Kind::Failover && nodes.contains(mark.other))
            nodes.insert(mark.node);
    }
    std::optional<WallTime> lost;
    for (auto it = marks.rbegin(); it != marks.rend(); ++it) {
        const Mark &mark = *it;
        if (mark.at > end)
            continue;
        if (mark.at < hold.began)
            break;
        if (mark.kind == Mark::Kind::Opened) {
            if (lost == mark.at) // it was lost before, at a time that this file does not have
                lost = hold.began;
            break;
        }
        const bool isIts = mark.node.isEmpty() || nodes.contains(mark.node);
        if (mark.kind == Mark::Kind::Lost && isIts) {
            lost = mark.at;
        } else if ((mark.kind == Mark::Kind::Gap || mark.kind == Mark::Kind::Flushed) && isIts) {
            if (isOver && !lost)
                lost = mark.at;
        } else if (mark.kind == Mark::Kind::Failover) {
            if (!isOver && nodes.contains(mark.other)) // it is read on the new master
                break;
            if (isIts)
                nodes.insert(mark.other);
        } else if (mark.kind == Mark::Kind::Back && isIts && (!isOver || lost)) {
            break;
        }
    }
    return lost;
}

void findLastKnown(Hold &hold, std::optional<WallTime> lost, const std::vector<LockEvent> &events)
{
    // Older versions call its length a lower bound for its end alone.
    const auto isItsBegin = [&hold](const LockEvent &event) {
        const auto apart = std::chrono::abs(event.wallAt - hold.began);
        return event.kind == EventKind::Acquired && !isFirstSight(event) && event.owner == hold.owner &&
               apart <= milliseconds(1);
    };
    if (hasUnknownEnd(hold) && std::ranges::any_of(events, isItsBegin))
        hold.beganBefore = false;
    const WallTime end = hold.ended.value_or(WallTime::max());
    const auto sight = std::ranges::find_if(events, [&hold](const LockEvent &event) {
        return event.asLastKnown && event.owner == hold.owner && event.wallAt >= hold.began;
    });
    if (lost == hold.began && sight != events.end()) // lost before the file, which has what is known
        lost = hold.began + *sight->held;
    const WallTime lostAt = lost.value_or(end);
    const bool isSeenAgain = std::ranges::any_of(events, [&](const LockEvent &event) {
        return event.owner == hold.owner && event.kind != EventKind::Acquired && !isEnd(event) &&
               event.wallAt > lostAt && event.wallAt < end;
    });
    const bool isLost = lost && !isSeenAgain;
    if (!isLost && !hasUnknownEnd(hold))
        return;
    const WallTime until = isLost ? lostAt : end;
    const auto expiry = expiryKnown(hold, until, events);
    const WallTime known = std::max(std::min(until, expiry.value_or(until)), hold.began);
    if (isLost || known < until)
        hold.lastKnown = known;
}

bool isSeenAgain(const LockEvent &end, const std::vector<LockEvent> &later)
{
    if (!isEnd(end) || !isLostFromSight(holdOf(end)))
        return false;
    return std::ranges::any_of(later, [&end](const LockEvent &event) {
        return isFirstSight(event) && *event.held > milliseconds(0) && event.owner == end.owner &&
               isSameBeginning(event.wallAt - *event.held, end.wallAt - *end.held);
    });
}

std::vector<Mark> withHidden(const std::vector<Mark> &marks, std::vector<Unjudged> hidden, WallTime end)
{
    std::ranges::stable_sort(hidden, {}, [](const Unjudged &one) { return one.over.from; });
    std::vector<Mark> all;
    std::ranges::copy_if(marks, std::back_inserter(all), [](const Mark &mark) {
        return mark.kind != Mark::Kind::Lost && mark.kind != Mark::Kind::Back &&
               mark.kind != Mark::Kind::Closed;
    });
    for (auto one = hidden.begin(); one != hidden.end(); ++one) {
        const auto next = std::next(one);
        if (next != hidden.end() && next->node == one->node && next->over.from <= one->over.to) {
            next->over = {one->over.from, std::max(one->over.to, next->over.to)};
            continue;
        }
        all.push_back({.kind = Mark::Kind::Lost, .at = one->over.from, .node = one->node});
        if (one->over.to < end)
            all.push_back({.kind = Mark::Kind::Back, .at = one->over.to, .node = one->node});
    }
    std::ranges::stable_sort(all, {}, &Mark::at);
    return all;
}

} // namespace lockscope
