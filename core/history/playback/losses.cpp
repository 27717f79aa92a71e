// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/losses.h"

#include "core/history/playback/lastknown.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int MarksRead = 20'000;

Outcome<std::vector<Mark>> marksOf(PartReader &part)
{
    std::vector<Mark> marks;
    QSqlQuery rows = part.file().query();
    if (!rows.exec(QStringLiteral("SELECT at, kind, node, other FROM mark ORDER BY id DESC LIMIT %1")
                       .arg(MarksRead)))
        return part.file().failure(rows);
    while (rows.next())
        marks.push_back(PartReader::markAt(rows));
    std::ranges::reverse(marks);
    return marks;
}

// marks: of one time of watching, which ends then.
Outcome<std::vector<Mark>> hiddenIn(PartReader &part, const std::vector<Mark> &marks, WallTime end,
                                    bool isGroup)
{
    std::vector<Unjudged> lost;
    addLostNodes(lost, marks, {WallTime::min(), end});
    std::vector<Unjudged> hidden;
    for (const Unjudged &one : lost) {
        const std::chrono::minutes step(1);
        const auto minutes = part.minutes({one.over.from - step, one.over.to}, step);
        if (!minutes)
            return minutes.failure();
        for (const HistoryRange &piece : hiddenParts(one.over, *minutes))
            hidden.push_back({piece, isGroup ? NodeId{} : one.node});
    }
    return withHidden(marks, std::move(hidden), end);
}

} // namespace

Outcome<std::vector<Mark>> hidingLosses(PartReader &part)
{
    const auto marks = marksOf(part);
    const auto isGroup = part.isOfAGroup();
    if (!marks || !isGroup)
        return marks ? isGroup.failure() : marks.failure();
    const auto isEdge = [](const Mark &mark) {
        return mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Closed;
    };
    std::vector<Mark> losses;
    for (auto from = marks->begin(); from != marks->end();) {
        const auto to = std::find_if(std::next(from), marks->end(), isEdge);
        const auto hidden =
            hiddenIn(part, {from, to}, to == marks->end() ? WallTime::max() : to->at, *isGroup);
        if (!hidden)
            return hidden.failure();
        losses.insert(losses.end(), hidden->begin(), hidden->end());
        from = to;
    }
    const auto isLoss = [](const Mark &mark) {
        return mark.kind == Mark::Kind::Lost || mark.kind == Mark::Kind::Gap ||
               mark.kind == Mark::Kind::Flushed;
    };
    if (std::ranges::none_of(losses, isLoss))
        losses.clear();
    return losses;
}

} // namespace lockscope
