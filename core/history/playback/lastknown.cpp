// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/lastknown.h"

#include "core/base/unixms.h"
#include "core/history/playback/partreader.h"

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
    std::optional<WallTime> lost;
    for (auto it = marks.rbegin(); it != marks.rend(); ++it) {
        const Mark &mark = *it;
        if (mark.at > end)
            continue;
        if (mark.at < hold.began || mark.kind == Mark::Kind::Opened)
            break;
        const bool isIts = mark.node.isEmpty() || nodes.contains(mark.node);
        if (mark.kind == Mark::Kind::Lost && isIts) {
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
    const WallTime until = lost.value_or(hold.ended.value_or(WallTime::max()));
    const auto expiry = expiryKnown(hold, until, events);
    const WallTime known = std::max(std::min(until, expiry.value_or(until)), hold.began);
    if (lost || known < until)
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

// The newest, once.
Done PartReader::readLosses()
{
    if (m_losses)
        return Nothing{};
    std::vector<Mark> marks;
    QSqlQuery rows = m_file.query();
    if (!rows.exec(
            QStringLiteral(
                "SELECT at, kind, node, other FROM mark WHERE kind NOT IN (%1, %2) ORDER BY id DESC LIMIT %3")
                .arg(int(Mark::Kind::Gap))
                .arg(int(Mark::Kind::Closed))
                .arg(MarksRead)))
        return m_file.failure(rows);
    while (rows.next())
        marks.push_back(markAt(rows));
    std::ranges::reverse(marks);
    if (std::ranges::find(marks, Mark::Kind::Lost, &Mark::kind) == marks.end())
        marks.clear();
    m_losses = std::move(marks);
    return Nothing{};
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
