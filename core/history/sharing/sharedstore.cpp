// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/sharing/sharedstore.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"

#include <QSqlQuery>
#include <QVariant>

namespace lockscope
{

namespace
{

QByteArray storedBytes(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

} // namespace

Done SharedStore::append(const OrderSeen &order)
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    QSqlQuery row = m_file.query();
    row.prepare(QStringLiteral(
        "INSERT INTO lock_order (first, second, owner, node, database, count, began, last)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (first, second, database) DO UPDATE SET"
        " owner = iif(excluded.last >= last, excluded.owner, owner),"
        " node = iif(excluded.last >= last, excluded.node, node), count = count + excluded.count,"
        " began = min(began, excluded.began), last = max(last, excluded.last)"));
    for (const QByteArray &bytes :
         {order.first.bytes, order.second.bytes, order.owner.bytes, order.node.bytes})
        row.addBindValue(storedBytes(bytes));
    for (const qint64 value : {qint64(order.database), order.count, unixMs(order.began), unixMs(order.last)})
        row.addBindValue(value);
    return m_file.run(row);
}

Done SharedStore::append(const VerdictStep &step)
{
    return step.key.isEmpty() ? beginVerdicts({}, step.at) : append(std::vector{step});
}

Done SharedStore::attach(const std::vector<AttachedFile> &files)
{
    if (files.empty())
        return Nothing{};
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    if (const Done made = m_file.run(QLatin1String(attachedfiles::Table)); !made.ok())
        return made;
    QSqlQuery row = m_file.query();
    row.prepare(QLatin1String(attachedfiles::Add));
    for (const AttachedFile &file : files) {
        row.addBindValue(file.name);
        row.addBindValue(storedBytes(file.bytes));
        if (const Done written = m_file.run(row); !written.ok())
            return written;
    }
    return Nothing{};
}

Done SharedStore::noteSelection()
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    return m_file.run(QStringLiteral("CREATE TABLE IF NOT EXISTS selection (of_locks INTEGER)"));
}

Outcome<bool> SharedStore::hasLock(const LockName &key)
{
    QSqlQuery row = m_file.query();
    row.prepare(QStringLiteral("SELECT 1 FROM lock_key WHERE bytes = ?"));
    row.addBindValue(key.bytes);
    return row.exec() ? Outcome<bool>(row.next()) : Outcome<bool>(m_file.failure(row));
}

Outcome<qint64> SharedStore::locks()
{
    return m_file.ask(QStringLiteral("SELECT count(*) FROM lock_key"));
}

Outcome<qint64> SharedStore::events()
{
    return m_file.ask(QStringLiteral("SELECT count(*) FROM event"));
}

Done SharedStore::finish()
{
    if (const Done written = commit(); !written.ok())
        return written;
    if (endLog())
        return Nothing{};
    return Failure{.kind = ErrorKind::Internal,
                   .text = Tr::tr("the recording could not be completed"),
                   .remedy = Tr::tr("check the free space, and try again")};
}

} // namespace lockscope
