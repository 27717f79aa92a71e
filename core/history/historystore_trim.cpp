// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historystore.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

namespace lockscope
{

namespace
{

constexpr qint64 RowsAStep = 20'000;
constexpr qint64 LogReserve = 8 << 20; // the write-ahead log beside the file

qint64 numberOf(QSqlQuery &query, const QString &sql)
{
    return query.exec(sql) && query.next() ? query.value(0).toLongLong() : 0;
}

} // namespace

// Events go in their order; a minute only when it is too old. Keys that no event names any longer go bit by
// bit.
Outcome<bool> HistoryStore::trim(const HistorySettings &limits, WallTime at)
{
    if (const Done written = commit(); !written.ok())
        return written.failure();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    const qint64 oldest =
        std::chrono::duration_cast<milliseconds>((at - limits.age).time_since_epoch()).count();
    const qint64 pages = numberOf(query, QStringLiteral("PRAGMA page_count"));
    const qint64 unused = numberOf(query, QStringLiteral("PRAGMA freelist_count"));
    const qint64 pageSize = numberOf(query, QStringLiteral("PRAGMA page_size"));
    const qint64 most = std::max(limits.bytes - LogReserve, limits.bytes / 2);
    const qint64 first = numberOf(query, QStringLiteral("SELECT at FROM event ORDER BY id LIMIT 1"));
    const bool tooMuch = (pages - unused) * pageSize > most - most / 16;
    const bool tooOld = first > 0 && first < oldest;
    if (tooMuch || tooOld) {
        query.prepare(
            QStringLiteral("DELETE FROM event WHERE id IN (SELECT id FROM event ORDER BY id LIMIT ?)%1")
                .arg(tooMuch ? QString() : QStringLiteral(" AND at < %1").arg(oldest)));
        query.addBindValue(RowsAStep);
        if (!query.exec())
            return failure(query);
        if (query.numRowsAffected() == 0 && tooMuch &&
            !query.exec(QStringLiteral(
                "DELETE FROM minute WHERE at IN (SELECT at FROM minute ORDER BY at LIMIT 1000)")))
            return failure(query);
    }
    if (const Done done = dropUnusedKeys(); !done.ok())
        return done.failure();
    for (const char *sql : {"DELETE FROM minute WHERE at < %1", "DELETE FROM mark WHERE at < %1"}) {
        if (!query.exec(QString::fromLatin1(sql).arg(oldest)))
            return failure(query);
    }
    if (unused > 0 || tooMuch) {
        if (!query.exec(QStringLiteral("PRAGMA incremental_vacuum(2000)")))
            return failure(query);
        while (query.next()) { // a step a page
        }
    }
    return tooMuch || tooOld;
}

Done HistoryStore::dropUnusedKeys()
{
    constexpr int AtOnce = 2'000;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral("SELECT max(id), count(*) FROM"
                                 " (SELECT id FROM lock_key WHERE id > ? ORDER BY id LIMIT ?)"));
    query.addBindValue(m_keysCheckedTo);
    query.addBindValue(AtOnce);
    if (!query.exec() || !query.next())
        return failure(query);
    const qint64 last = query.value(0).toLongLong();
    const bool more = query.value(1).toInt() == AtOnce;
    query.prepare(QStringLiteral("DELETE FROM lock_key WHERE id > ? AND id <= ? AND NOT EXISTS"
                                 " (SELECT 1 FROM event WHERE event.key = lock_key.id)"));
    query.addBindValue(m_keysCheckedTo);
    query.addBindValue(last);
    if (!query.exec())
        return failure(query);
    if (query.numRowsAffected() > 0)
        m_keys.clear();
    m_keysCheckedTo = more ? last : 0;
    return Nothing{};
}

} // namespace lockscope
