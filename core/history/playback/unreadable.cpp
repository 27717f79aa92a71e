// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/unreadable.h"

#include "core/base/unixms.h"

#include <QSqlQuery>

#include <algorithm>

namespace lockscope
{

Done addUnreadable(const HistoryFile &file, const HoldsQuery &query, HoldsAnswer &answer)
{
    if (query.keys.size() != 1)
        return Nothing{};
    const HistoryRange &range = query.range;
    QSqlQuery rows = file.query();
    rows.prepare(QStringLiteral("SELECT at, coalesce(flags, 0) & %1, iif(flags & %1, (SELECT at FROM mark"
                                " WHERE kind IN (%3, %4) AND events_before >= event.id ORDER BY id LIMIT 1),"
                                " NULL) FROM event WHERE key = (SELECT id FROM lock_key WHERE bytes = ?)"
                                " AND kind <> %2 AND at < ? ORDER BY id DESC")
                     .arg(int(historyrow::Unreadable))
                     .arg(int(EventKind::Waiters))
                     .arg(int(Mark::Kind::Opened))
                     .arg(int(Mark::Kind::Closed)));
    rows.addBindValue(query.keys.front().bytes);
    rows.addBindValue(unixMs(range.to));
    if (!rows.exec())
        return file.failure(rows);
    WallTime to = range.to;
    for (bool isInside = true; isInside && rows.next();) { // from the newest on
        const WallTime at = wallTimeOf(rows.value(0).toLongLong());
        isInside = at > range.from;
        const QVariant ended = rows.value(2); // watching, and with it what is known of the key
        const HistoryRange part{std::max(at, range.from),
                                ended.isNull() ? to : std::min(to, wallTimeOf(ended.toLongLong()))};
        if (rows.value(1).toBool() && part.from < part.to)
            answer.unreadable.push_back(part);
        to = std::min(to, part.from);
    }
    answer.unseen.insert(answer.unseen.end(), answer.unreadable.begin(), answer.unreadable.end());
    std::ranges::sort(answer.unseen, {}, &HistoryRange::from);
    return Nothing{};
}

QString unreadableAt(WallTime at)
{
    return QStringLiteral("SELECT max(id) FROM event WHERE kind <> %1 AND at < %2 AND id > (SELECT"
                          " coalesce(max(events_before), 0) FROM mark WHERE kind IN (%4, %5) AND at <= %2)"
                          " AND key IN (SELECT key FROM event WHERE flags & %3) GROUP BY key")
        .arg(int(EventKind::Waiters))
        .arg(unixMs(at))
        .arg(int(historyrow::Unreadable))
        .arg(int(Mark::Kind::Opened))
        .arg(int(Mark::Kind::Closed));
}

} // namespace lockscope
