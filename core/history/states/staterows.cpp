// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/states/staterows.h"

#include "core/base/unixms.h"

#include <QSqlQuery>
#include <QVariant>

namespace lockscope::staterows
{

const char *const Name = "state";
const char *const Table = "CREATE TABLE IF NOT EXISTS state (kind INTEGER NOT NULL, at INTEGER NOT NULL,"
                          " bytes BLOB NOT NULL, PRIMARY KEY (kind, at)) WITHOUT ROWID";
const char *const Add = "INSERT OR REPLACE INTO state (kind, at, bytes) VALUES (?, ?, ?)";

void bind(QSqlQuery &add, const StateRow &row)
{
    add.bindValue(0, int(row.kind));
    add.bindValue(1, unixMs(row.at));
    add.bindValue(2, row.bytes);
}

QString dropLater(const StateRow &row)
{
    return QStringLiteral("DELETE FROM state WHERE kind = %1 AND at > %2")
        .arg(int(row.kind))
        .arg(unixMs(row.at));
}

bool findLast(QSqlQuery &query, StateRow::Kind kind, WallTime until)
{
    query.prepare(
        QStringLiteral("SELECT kind, at, bytes FROM state WHERE kind = ? AND at <= ? AND length(bytes) <= %1"
                       " ORDER BY at DESC LIMIT 1")
            .arg(StateRow::MostBytes));
    query.addBindValue(int(kind));
    query.addBindValue(unixMs(until));
    return query.exec();
}

bool findWithin(QSqlQuery &query, WallTime from, WallTime to)
{
    query.prepare(QStringLiteral("SELECT kind, at, bytes FROM state WHERE kind IN (%2, %3) AND at >= ? AND"
                                 " at < ? AND length(bytes) <= %1 ORDER BY at")
                      .arg(StateRow::MostBytes)
                      .arg(int(StateRow::Kind::Findings))
                      .arg(int(StateRow::Kind::Nodes)));
    query.addBindValue(unixMs(from));
    query.addBindValue(unixMs(to));
    return query.exec();
}

std::optional<StateRow> next(QSqlQuery &query)
{
    if (!query.next())
        return {};
    return StateRow{.kind = StateRow::Kind(query.value(0).toInt()),
                    .at = wallTimeOf(query.value(1).toLongLong()),
                    .bytes = query.value(2).toByteArray()};
}

QString trim(qint64 oldest, qint64 most)
{
    QStringList kinds;
    for (const StateRow::Kind kind : {StateRow::Kind::Findings, StateRow::Kind::Nodes})
        kinds << QStringLiteral("(kind = %1 AND at < max("
                                "coalesce((SELECT max(at) FROM state WHERE kind = %1 AND at < %2), 0),"
                                " coalesce((SELECT at FROM state WHERE kind = %1 ORDER BY at DESC LIMIT 1"
                                " OFFSET %3), 0)))")
                     .arg(int(kind))
                     .arg(oldest)
                     .arg(most - 1);
    return QStringLiteral("DELETE FROM state WHERE ") + kinds.join(QStringLiteral(" OR "));
}

} // namespace lockscope::staterows
