// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/hidden.h"

#include "core/base/unixms.h"
#include "core/history/playback/verdictthen.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

namespace
{

Outcome<std::optional<LockEvent>> lastEvent(PartReader &part, const LockName &key, WallTime at)
{
    QSqlQuery row = part.file().query();
    row.prepare(PartReader::eventColumns() +
                QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at <= ?"
                               " ORDER BY e.id DESC LIMIT 1"));
    row.addBindValue(key.bytes);
    row.addBindValue(unixMs(at));
    if (!row.exec())
        return part.file().failure(row);
    return row.next() ? std::optional(part.eventAt(row)) : std::nullopt;
}

// In the part of that time, or in one before.
Outcome<std::optional<LockEvent>> lastEvent(RecordingReader &reader, const LockName &key, WallTime at)
{
    return reader.each([&]() -> Outcome<std::optional<LockEvent>> {
        for (size_t i = reader.stretches({at, at + milliseconds(1)}).back().part + 1; i-- > 0;) {
            auto last = reader.ask(i, [&](PartReader &part) { return lastEvent(part, key, at); });
            if (!last || *last)
                return last;
        }
        return std::optional<LockEvent>();
    });
}

Outcome<bool> isOfAGroup(RecordingReader &reader, WallTime at)
{
    return reader.each([&] {
        return reader.ask(reader.stretches({at, at + milliseconds(1)}).front().part,
                          [](PartReader &part) { return part.isOfAGroup(); });
    });
}

Outcome<std::vector<NodeId>> nodesHiding(RecordingReader &reader, const HoldsAnswer &answer, WallTime at)
{
    if (answer.unjudged.empty())
        return std::vector<NodeId>();
    const auto minutes =
        reader.minutes({at - std::chrono::minutes(1), at + milliseconds(1)}, std::chrono::minutes(1));
    if (!minutes)
        return minutes.failure();
    HoldsAnswer hidden{.unjudged = answer.unjudged};
    keepHidingLosses(hidden.unjudged, *minutes);
    return nodesLost(hidden, at);
}

} // namespace

// Unless the lock was last on another node. A lock of a group is on all.
Outcome<bool> mayBeHidden(RecordingReader &reader, const HoldsAnswer &answer, const LockName &key,
                          WallTime at)
{
    if (!answer.holds.empty())
        return false;
    const auto hiding = nodesHiding(reader, answer, at);
    if (!hiding || hiding->empty())
        return hiding ? Outcome<bool>(false) : hiding.failure();
    const auto isGroup = isOfAGroup(reader, at);
    if (!isGroup || *isGroup)
        return isGroup;
    const auto last = lastEvent(reader, key, at);
    if (!last || !*last)
        return last ? Outcome<bool>(true) : last.failure();
    const auto since = reader.holds({.range = {(*last)->wallAt, at}, .keys = {key}, .most = 1});
    if (!since)
        return since.failure();
    NodeId node = (*last)->node;
    for (const Mark &mark : since->marks) {
        if (mark.kind == Mark::Kind::Failover && mark.other == node)
            node = mark.node;
    }
    return std::ranges::find(*hiding, node) != hiding->end();
}

} // namespace lockscope
