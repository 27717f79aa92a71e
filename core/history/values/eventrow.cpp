// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/eventrow.h"

#include "core/history/values/placeholders.h"

#include <QSqlQuery>
#include <QVariant>

namespace lockscope
{

// With ABORT, the default, a statement of several rows would first copy each page to a temporary file.
QString EventRow::insertion(qsizetype rows)
{
    return QStringLiteral("INSERT OR ROLLBACK INTO event (id, at, kind, key, owner, lock_kind, node, source,"
                          " count, ttl, held, flags, step) VALUES ") +
           rowsOfPlaceholders(rows, Columns);
}

void EventRow::bind(QSqlQuery &query, qsizetype place) const
{
    const QStringList &names = placeholders();
    const auto put = [&](const QVariant &value) { query.bindValue(names[place++], value); };
    const auto orNull = [](std::optional<qint64> value) { return value ? QVariant(*value) : QVariant(); };
    for (const qint64 value : {id, at, kind, key})
        put(value);
    put(owner == 0 ? QVariant(QByteArray("")) : orNull(owner));
    for (const qint64 value : {lockKind, node, source, count})
        put(value);
    put(orNull(ttl));
    put(orNull(held));
    put(flags);
    put(orNull(step));
}

} // namespace lockscope
