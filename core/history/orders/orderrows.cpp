// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/orders/orderrows.h"

#include "core/base/unixms.h"

#include <QSqlQuery>
#include <QVariant>

namespace lockscope::orderrows
{

namespace
{

constexpr int Columns = 8;

} // namespace

const char *const Table =
    "CREATE TABLE IF NOT EXISTS lock_order (first BLOB NOT NULL, second BLOB NOT NULL, owner BLOB NOT NULL,"
    " node BLOB NOT NULL, database INTEGER NOT NULL, count INTEGER NOT NULL, began INTEGER NOT NULL,"
    " last INTEGER NOT NULL, PRIMARY KEY (first, second, database)) WITHOUT ROWID";
const char *const Index = "CREATE INDEX IF NOT EXISTS lock_order_by_last ON lock_order (last)";
const char *const Add = "INSERT INTO lock_order (first, second, owner, node, database, count, began, last)"
                        " VALUES (?, ?, ?, ?, ?, 1, ?, ?) ON CONFLICT (first, second, database) DO UPDATE SET"
                        " owner = excluded.owner, node = excluded.node, count = count + 1,"
                        " last = excluded.last";
const char *const Count = "SELECT count(*) FROM lock_order";
const char *const All = "SELECT first, second, owner, node, database, count, began, last FROM lock_order";

OrderSeen seenAt(const QSqlQuery &row, int column)
{
    return {.first = {row.value(column).toByteArray()},
            .second = {row.value(column + 1).toByteArray()},
            .owner = {row.value(column + 2).toByteArray()},
            .node = {row.value(column + 3).toByteArray()},
            .database = row.value(column + 4).toInt(),
            .count = row.value(column + 5).toLongLong(),
            .began = wallTimeOf(row.value(column + 6).toLongLong()),
            .last = wallTimeOf(row.value(column + 7).toLongLong())};
}

void bind(QSqlQuery &add, const AcquireOrder &order)
{
    int place = 0;
    for (const QByteArray &bytes :
         {order.first.bytes, order.second.bytes, order.owner.bytes, order.node.bytes})
        add.bindValue(place++, bytes.isNull() ? QByteArray("") : bytes);
    add.bindValue(place++, order.database);
    add.bindValue(place++, unixMs(order.at));
    add.bindValue(place, unixMs(order.at));
}

QString trim(qint64 oldest, qint64 most)
{
    return QStringLiteral("DELETE FROM lock_order WHERE last < max(%1, coalesce((SELECT last FROM lock_order"
                          " ORDER BY last DESC LIMIT 1 OFFSET %2), 0))")
        .arg(oldest)
        .arg(most);
}

bool read(QSqlQuery &query, WallTime since, OrdersAnswer &answer)
{
    query.prepare(QStringLiteral(
        "SELECT a.first, a.second, a.owner, a.node, a.database, a.count, a.began, a.last,"
        " b.first, b.second, b.owner, b.node, b.database, b.count, b.began, b.last FROM lock_order a"
        " JOIN lock_order b ON b.first = a.second AND b.second = a.first AND b.database = a.database"
        " WHERE a.first < a.second AND max(a.last, b.last) >= ? ORDER BY max(a.last, b.last) DESC LIMIT ?"));
    query.addBindValue(unixMs(since));
    query.addBindValue(qint64(OrdersAnswer::Most) + 1);
    if (!query.exec())
        return false;
    while (query.next())
        answer.inversions.push_back(inversionOf(seenAt(query, 0), seenAt(query, Columns)));
    answer.truncated = answer.inversions.size() > OrdersAnswer::Most;
    if (answer.truncated)
        answer.inversions.pop_back();
    return true;
}

} // namespace lockscope::orderrows
