// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/lockthen.h"

#include "core/base/unixms.h"
#include "core/history/playback/verdictthen.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

using MaybeEvent = Outcome<std::optional<LockEvent>>;

enum class Direction { Back, Forth };

MaybeEvent eventIn(PartReader &part, const LockThen &lock, Direction direction, const QString &condition)
{
    const bool isBack = direction == Direction::Back;
    QSqlQuery row = part.file().query();
    row.prepare(PartReader::eventColumns() +
                QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at %1 ?"
                               " AND %2 ORDER BY e.id %3 LIMIT 1")
                    .arg(isBack ? QStringLiteral("<=") : QStringLiteral(">"), condition,
                         isBack ? QStringLiteral("DESC") : QStringLiteral("ASC")));
    row.addBindValue(lock.key.bytes);
    row.addBindValue(unixMs(lock.at));
    if (!row.exec())
        return part.file().failure(row);
    return row.next() ? std::optional(part.eventAt(row)) : std::nullopt;
}

// Its last event until then for which the condition holds, or its first one after: in the part of that time,
// or in one before or after it.
MaybeEvent findEvent(RecordingReader &reader, const LockThen &lock, Direction direction,
                     const QString &condition = QStringLiteral("TRUE"))
{
    return reader.each([&]() -> MaybeEvent {
        const auto stretches = reader.stretches({lock.at, lock.at + 1ms});
        const bool isBack = direction == Direction::Back;
        qsizetype part = qsizetype(isBack ? stretches.back().part : stretches.front().part);
        for (; part >= 0 && part < qsizetype(reader.files()); part += isBack ? -1 : 1) {
            auto found = reader.ask(
                size_t(part), [&](PartReader &one) { return eventIn(one, lock, direction, condition); });
            if (!found || *found)
                return found;
        }
        return std::optional<LockEvent>();
    });
}

MaybeEvent nearestEvent(RecordingReader &reader, const LockThen &lock,
                        const QString &condition = QStringLiteral("TRUE"))
{
    auto last = findEvent(reader, lock, Direction::Back, condition);
    return !last || *last ? last : findEvent(reader, lock, Direction::Forth, condition);
}

// As its last event until then tells, or its first one after. Waiters are counted by polling in any case,
// what was held at the start is found by a scan, and what ends watching has no source. A change that a scan
// found says it only of a key without other events: there is one after a gap or a flush, too.
Outcome<bool> isPolled(RecordingReader &reader, const LockThen &lock)
{
    const QString tells = QStringLiteral("e.kind NOT IN (%1, %2) AND coalesce(e.flags, 0) & %3 = 0")
                              .arg(int(EventKind::Waiters))
                              .arg(historyrow::Seen)
                              .arg(historyrow::UntilClosing | historyrow::Unreadable);
    auto told =
        nearestEvent(reader, lock, tells + QStringLiteral(" AND e.source <> %1").arg(int(EventSource::Scan)));
    if (told && !*told)
        told = nearestEvent(reader, lock, tells);
    if (!told)
        return told.failure();
    return *told && ((*told)->source == EventSource::Poll || (*told)->source == EventSource::Scan);
}

Outcome<std::vector<NodeId>> nodesHiding(RecordingReader &reader, const HoldsAnswer &answer, WallTime at)
{
    if (answer.unjudged.empty())
        return std::vector<NodeId>();
    const auto minutes = reader.minutes({at - 1min, at + 1ms}, 1min);
    if (!minutes)
        return minutes.failure();
    HoldsAnswer hidden{.unjudged = answer.unjudged};
    keepHidingLosses(hidden.unjudged, *minutes);
    return nodesLost(hidden, at);
}

Outcome<bool> isOfAGroup(RecordingReader &reader, WallTime at)
{
    return reader.each([&] {
        return reader.ask(reader.stretches({at, at + 1ms}).front().part,
                          [](PartReader &part) { return part.isOfAGroup(); });
    });
}

// Unless it was last on another node. A lock of a group is on all.
Outcome<bool> mayBeHidden(RecordingReader &reader, const LockThen &lock)
{
    if (!lock.holds.empty() || lock.hiding.empty())
        return false;
    const auto isGroup = isOfAGroup(reader, lock.at);
    if (!isGroup || *isGroup)
        return isGroup;
    const auto last = findEvent(reader, lock, Direction::Back);
    if (!last || !*last)
        return last ? Outcome<bool>(true) : last.failure();
    const auto since = reader.holds({.range = {(*last)->wallAt, lock.at}, .keys = {lock.key}, .most = 1});
    if (!since)
        return since.failure();
    NodeId node = (*last)->node;
    for (const Mark &mark : since->marks) {
        if (mark.kind == Mark::Kind::Failover && mark.other == node)
            node = mark.node;
    }
    return std::ranges::find(lock.hiding, node) != lock.hiding.end();
}

Done addHolds(RecordingReader &reader, LockThen &lock)
{
    const auto answer = reader.holds({.range = {lock.at, lock.at + 1ms}, .keys = {lock.key}});
    if (!answer)
        return answer.failure();
    lock.holds = answer->holds;
    std::ranges::sort(lock.holds, {}, &Hold::began);
    for (const WaitersStep &step : answer->waiters)
        lock.waiters = step.waiters;
    lock.setBackBy = setBackAt(*answer, lock.at);
    lock.isUnreadable = !answer->unreadable.empty();
    lock.lost = nodesLost(*answer, lock.at);
    auto hiding = nodesHiding(reader, *answer, lock.at);
    if (!hiding)
        return hiding.failure();
    lock.hiding = *std::move(hiding);
    lock.watched = answer->unseen.empty();
    if (lock.watched)
        lock.verdict = verdictThen(*answer, lock.key, lock.holds, lock.at);
    if (lock.verdict && lock.holds.empty() && lock.verdict->level == VerdictLevel::Ok)
        lock.verdict.reset(); // It was free
    return Nothing{};
}

} // namespace

Outcome<LockThen> lockThen(RecordingReader &reader, const LockName &key, WallTime at)
{
    LockThen lock{.key = key, .at = at};
    if (const Done added = addHolds(reader, lock); !added.ok())
        return added.failure();
    const auto any = nearestEvent(reader, lock);
    const auto isSelection = reader.isSelection();
    const auto isSampled = isPolled(reader, lock);
    const auto isHidden = mayBeHidden(reader, lock);
    if (!any)
        return any.failure();
    for (const Outcome<bool> *answer : {&isSelection, &isSampled, &isHidden}) {
        if (!answer->ok())
            return answer->failure();
    }
    lock.isRecorded = any->has_value() || !lock.holds.empty();
    lock.isSampled = *isSampled;
    lock.isHidden = *isHidden;
    lock.watched = lock.watched && !lock.isHidden && (lock.isRecorded || !*isSelection);
    return lock;
}

} // namespace lockscope
