// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/lastknown.h"

#include "core/base/unixms.h"
#include "core/history/playback/partreader.h"
#include "core/history/playback/statethen.h"

#include <QSet>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <limits>

namespace lockscope
{

namespace
{

constexpr int EventsTried = 50;
constexpr int MarksRead = 20'000;

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
        } else if (mark.kind == Mark::Kind::Gap && isIts) {
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
    if (hasUnknownEnd(hold))
        hold.mayGoOn = std::ranges::any_of(events, [&hold](const LockEvent &event) {
            return isFirstSight(event) && event.owner == hold.owner && event.wallAt == *hold.ended;
        });
    const WallTime end = hold.ended.value_or(WallTime::max());
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

Outcome<HoldsAnswer> PartReader::holds(const HoldsQuery &query)
{
    auto answer = Playback::holds(query);
    if (!answer)
        return answer;
    const Done done = findLastKnown(answer->holds);
    return done.ok() ? std::move(answer) : Outcome<HoldsAnswer>(done.failure());
}

// The newest, once. Losses that hid no locks are left out.
Done PartReader::readLosses()
{
    if (m_losses)
        return Nothing{};
    std::vector<Mark> marks;
    QSqlQuery rows = m_file.query();
    if (!rows.exec(QStringLiteral("SELECT at, kind, node, other FROM mark ORDER BY id DESC LIMIT %1")
                       .arg(MarksRead)))
        return m_file.failure(rows);
    while (rows.next())
        marks.push_back(markAt(rows));
    std::ranges::reverse(marks);
    const auto isGroup = isOfAGroup();
    if (!isGroup)
        return isGroup.failure();
    const auto isEdge = [](const Mark &mark) {
        return mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Closed;
    };
    std::vector<Mark> losses;
    for (auto from = marks.begin(); from != marks.end();) {
        const auto to = std::find_if(std::next(from), marks.end(), isEdge);
        const auto hidden = hiddenIn({from, to}, to == marks.end() ? WallTime::max() : to->at, *isGroup);
        if (!hidden)
            return hidden.failure();
        losses.insert(losses.end(), hidden->begin(), hidden->end());
        from = to;
    }
    const auto isLoss = [](const Mark &mark) {
        return mark.kind == Mark::Kind::Lost || mark.kind == Mark::Kind::Gap;
    };
    if (std::ranges::none_of(losses, isLoss))
        losses.clear();
    m_losses = std::move(losses);
    return Nothing{};
}

// The losses of any member count for all locks of a group.
Outcome<bool> PartReader::isOfAGroup() const
{
    const auto state = lastState(m_file, StateRow::Kind::Nodes, WallTime::max());
    if (!state)
        return state.failure();
    const auto nodes = *state ? nodesIn((*state)->row.bytes) : std::nullopt;
    return nodes && std::ranges::any_of(*nodes, [](const NodeStatus &node) { return node.member > 0; });
}

// marks: of one time of watching, which ends then. Lost and Back become those of the parts that hid locks.
Outcome<std::vector<Mark>> PartReader::hiddenIn(const std::vector<Mark> &marks, WallTime end, bool isGroup)
{
    std::vector<Unjudged> lost;
    addLostNodes(lost, marks, {WallTime::min(), end});
    std::vector<Unjudged> hidden;
    for (const Unjudged &one : lost) {
        const std::chrono::minutes step(1);
        const auto minutes = this->minutes({one.over.from - step, one.over.to}, step);
        if (!minutes)
            return minutes.failure();
        for (const HistoryRange &part : hiddenParts(one.over, *minutes))
            hidden.push_back({part, isGroup ? NodeId{} : one.node});
    }
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

Done PartReader::findLastKnown(std::vector<Hold> &holds)
{
    const auto isUnsure = [](const Hold &hold) {
        return hasUnknownEnd(hold) || !hold.ended || hold.untilClosing;
    };
    if (std::ranges::none_of(holds, isUnsure))
        return Nothing{};
    if (const Done read = readLosses(); !read.ok())
        return read;
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at <= ?"
                                " AND e.kind <> %1 ORDER BY e.id DESC LIMIT %2")
                     .arg(int(EventKind::Waiters))
                     .arg(EventsTried));
    for (Hold &hold : holds) {
        const auto lost = isUnsure(hold) ? lostDuring(hold, *m_losses) : std::nullopt;
        if (!lost && !hasUnknownEnd(hold))
            continue;
        rows.bindValue(0, hold.key.bytes);
        rows.bindValue(1, hold.ended ? unixMs(*hold.ended) : std::numeric_limits<qint64>::max());
        if (!rows.exec())
            return m_file.failure(rows);
        std::vector<LockEvent> events;
        while (rows.next())
            events.push_back(eventAt(rows));
        lockscope::findLastKnown(hold, lost, events);
    }
    return Nothing{};
}

Outcome<Hold> PartReader::endedHold(qint64 event)
{
    QSqlQuery rows = m_file.query();
    if (!rows.exec(eventColumns() + QStringLiteral("WHERE e.id = %1").arg(event)) || !rows.next())
        return m_file.failure(rows);
    std::vector<Hold> hold{holdOf(eventAt(rows))};
    const Done done = findLastKnown(hold);
    return done.ok() ? Outcome<Hold>(std::move(hold.front())) : Outcome<Hold>(done.failure());
}

} // namespace lockscope
