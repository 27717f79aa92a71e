// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/moves.h"

#include "core/base/unixms.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

Done findMoves(const HistoryFile &file, HoldsAnswer &answer)
{
    if (std::ranges::all_of(answer.unjudged, [](const Unjudged &part) { return part.node.isEmpty(); }))
        return Nothing{};
    std::vector<Mark> failovers;
    QSqlQuery rows = file.query();
    if (!rows.exec(QStringLiteral("SELECT at, node, other FROM mark WHERE kind = %1 ORDER BY id")
                       .arg(int(Mark::Kind::Failover))))
        return file.failure(rows);
    while (rows.next())
        failovers.push_back({.kind = Mark::Kind::Failover,
                             .at = wallTimeOf(rows.value(0).toLongLong()),
                             .node = {rows.value(1).toByteArray()},
                             .other = {rows.value(2).toByteArray()}});
    addMoves(answer.holds, failovers);
    return Nothing{};
}

} // namespace lockscope
