// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventring.h"

#include "core/values/kindname.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockscope
{

namespace
{

using Who = std::pair<LockName, OwnerId>;

} // namespace

Hold openHold(const LockEvent &taken)
{
    return {.key = taken.key,
            .kind = kindName(taken.lockKind),
            .owner = taken.owner,
            .node = taken.node,
            .began = taken.wallAt,
            .sampled = taken.sampled};
}

Hold holdOf(const LockEvent &end)
{
    Hold hold = openHold(end);
    hold.began = end.wallAt - *end.held;
    hold.beganBefore = end.heldIsLowerBound;
    hold.ended = end.wallAt;
    hold.how = end.kind;
    return hold;
}

void EventRing::add(const LockEvent &event)
{
    m_events.push_back(event);
    if (m_events.size() > EventsKept)
        m_events.pop_front();
}

void EventRing::add(const Mark &mark)
{
    m_marks.push_back(mark);
    if (m_marks.size() > MarksKept)
        m_marks.pop_front();
}

void EventRing::clear()
{
    m_events.clear();
    m_marks.clear();
}

std::optional<WallTime> EventRing::since() const
{
    return m_events.empty() ? std::nullopt : std::optional(m_events.front().wallAt);
}

// From the newest back, so that the limit leaves out the oldest.
HoldsAnswer EventRing::holds(const HoldsQuery &query) const
{
    HoldsAnswer answer;
    const QSet<LockName> keys(query.keys.begin(), query.keys.end());
    const auto [from, to] = query.range;
    QSet<Who> over; // an end was met: what began before it is no open hold
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        if (!keys.isEmpty() && !keys.contains(event->key))
            continue;
        if (event->kind == EventKind::Renewed && !keys.isEmpty() && event->wallAt >= from &&
            event->wallAt < to && answer.renewals.size() < query.most)
            answer.renewals.push_back(*event);
        const bool ends = event->held.has_value();
        if (!ends && event->kind != EventKind::Acquired)
            continue;
        if (answer.holds.size() >= query.most) {
            answer.truncated = true;
            break;
        }
        const Who who{event->key, event->owner};
        if (ends) {
            over.insert(who);
            const Hold hold = holdOf(*event);
            if (*hold.ended > from && hold.began < to)
                answer.holds.push_back(hold);
        } else if (!over.contains(who)) {
            over.insert(who);
            if (event->wallAt < to)
                answer.holds.push_back(openHold(*event));
        }
    }
    std::reverse(answer.holds.begin(), answer.holds.end());
    std::stable_partition(answer.holds.begin(), answer.holds.end(),
                          [](const Hold &hold) { return hold.ended.has_value(); });
    std::reverse(answer.renewals.begin(), answer.renewals.end());
    answer.marks = marks(query.range);
    return answer;
}

std::vector<LockEvent> EventRing::story(const LockName &key, size_t most) const
{
    std::vector<LockEvent> found;
    for (auto event = m_events.rbegin(); event != m_events.rend() && found.size() < most; ++event) {
        if (event->key == key)
            found.push_back(*event);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

HistoryMoment EventRing::moment(WallTime at, size_t most) const
{
    HoldsAnswer there = holds({.range = {at, at + std::chrono::milliseconds(1)}, .most = most});
    return {.at = at, .holds = std::move(there.holds), .truncated = there.truncated};
}

std::vector<Mark> EventRing::marks(const HistoryRange &range) const
{
    std::vector<Mark> found;
    std::copy_if(m_marks.begin(), m_marks.end(), std::back_inserter(found),
                 [&](const Mark &mark) { return mark.at >= range.from && mark.at < range.to; });
    return found;
}

} // namespace lockscope
