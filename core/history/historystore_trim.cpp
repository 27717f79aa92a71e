// SPDX-License-Identifier: GPL-3.0-or-later
// How the history stays within its age and its size.
#include "core/history/historystore.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int RowsAStep = 20'000;
constexpr qint64 MarksKept = 100'000;
constexpr qint64 LogReserve = 8 << 20; // the write-ahead log beside the file

} // namespace

// Events go in their order, and with them the keys that no other event names; a minute only when it is too
// old, or when nothing else is left.
Outcome<bool> HistoryStore::trim(const HistorySettings &limits, WallTime at)
{
    if (const Done written = commit(); !written.ok())
        return written.failure();
    const qint64 oldest =
        std::chrono::duration_cast<milliseconds>((at - limits.age).time_since_epoch()).count();
    const auto pages = ask(QStringLiteral("PRAGMA page_count"));
    const auto unused = ask(QStringLiteral("PRAGMA freelist_count"));
    const auto pageSize = ask(QStringLiteral("PRAGMA page_size"));
    const auto first = ask(QStringLiteral("SELECT at FROM event ORDER BY id LIMIT 1"));
    for (const Outcome<qint64> *number : {&pages, &unused, &pageSize, &first}) {
        if (!number->ok())
            return number->failure();
    }
    const qint64 most = std::max(limits.bytes - LogReserve, limits.bytes / 2);
    const bool tooMuch = (*pages - *unused) * *pageSize > most - most / 16;
    const bool tooOld = *first > 0 && *first < oldest;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (tooMuch || tooOld) {
        const Done forgotten = forgetOldest(tooMuch ? std::numeric_limits<qint64>::max() : oldest);
        if (!forgotten.ok())
            return forgotten.failure();
    }
    if (tooMuch && *first == 0 &&
        !query.exec(
            QStringLiteral("DELETE FROM minute WHERE at IN (SELECT at FROM minute ORDER BY at LIMIT 1000)")))
        return failure(query);
    // The last time it was opened or closed is needed after a crash, however long ago that is.
    const QString needed =
        QStringLiteral("id < (SELECT coalesce(max(id), 9e18) FROM mark WHERE kind IN (%1, %2))")
            .arg(int(Mark::Kind::Opened))
            .arg(int(Mark::Kind::Closed));
    for (const QString &sql :
         {QStringLiteral("DELETE FROM minute WHERE at < %1").arg(oldest),
          QStringLiteral("DELETE FROM mark WHERE (at < %1 OR id < (SELECT max(id) - %2 FROM mark)) AND %3")
              .arg(oldest)
              .arg(MarksKept)
              .arg(needed)}) {
        if (!query.exec(sql))
            return failure(query);
    }
    if (*unused > 0 || tooMuch) {
        if (!query.exec(QStringLiteral("PRAGMA incremental_vacuum(2000)")))
            return failure(query);
        while (query.next()) { // a step a page
        }
    }
    return tooMuch || tooOld;
}

// A bounded number of them, none that is as new as before, and the keys in the same transaction: an event
// whose key is gone is found by nobody.
Done HistoryStore::forgetOldest(qint64 before)
{
    const auto last =
        ask(QStringLiteral("SELECT max(id) FROM (SELECT id FROM event ORDER BY id LIMIT %1)").arg(RowsAStep));
    if (!last)
        return last.failure();
    const QString these = QStringLiteral("id <= %1 AND at < %2").arg(*last).arg(before);
    if (const Done begun = begin(); !begun.ok())
        return begun;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    for (const QString &sql :
         {QStringLiteral("DELETE FROM lock_key WHERE id IN (SELECT DISTINCT key FROM event WHERE %1)"
                         " AND NOT EXISTS (SELECT 1 FROM event WHERE key = lock_key.id AND NOT (%1))")
              .arg(these),
          QStringLiteral("DELETE FROM event WHERE %1").arg(these)}) {
        if (!query.exec(sql)) {
            const Failure why = failure(query);
            rollBack();
            return why;
        }
    }
    forgetNames();
    return commit();
}

} // namespace lockscope
