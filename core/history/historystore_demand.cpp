// SPDX-License-Identifier: GPL-3.0-or-later
// Which locks were in demand, as the file knows it.
#include "core/base/unixms.h"
#include "core/history/contentionbook.h"
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

constexpr size_t HeldAcrossMost = 5'000;

// What each lock saw in the events from %1 to before %2, within the time from %3 to %4. Waiters count from
// the event that tells of them to the next one; of a lock of the range those too that waited before it, if an
// event from %8 on told of them; and of none once nobody looked.
const QString Demand = QStringLiteral(
    "WITH waiting AS (SELECT id, key, lock_kind, count, at FROM event"
    "     WHERE id >= %1 AND id < %2 AND kind = %7"
    "   UNION ALL SELECT e.id, e.key, e.lock_kind, e.count, %3"
    "     FROM (SELECT DISTINCT key FROM event WHERE id >= %1 AND id < %2) there JOIN event e ON e.id ="
    "       (SELECT max(id) FROM event WHERE kind = %7 AND key = there.key AND id >= %8 AND id < %1)"
    "     WHERE e.count > 0),"
    " closing AS (SELECT at, events_before FROM mark WHERE kind = %9 AND events_before >= %8 - 1"
    "   AND events_before < %2)"
    " SELECT k.bytes, w.bytes, s.acquired, s.waiters, s.waiter_ms, s.held_ms, s.sampled FROM"
    " (SELECT key, max(id), lock_kind, sum(acquired) AS acquired, max(waiters) AS waiters,"
    "   sum(waiter_ms) AS waiter_ms, sum(held_ms) AS held_ms, max(sampled) AS sampled FROM"
    "   (SELECT id, key, lock_kind, kind = %6 AS acquired, 0 AS waiters, 0 AS waiter_ms,"
    "      CASE WHEN step IS NULL THEN 0 ELSE max(0, min(at, %4) - max(at - held, %3)) END AS held_ms,"
    "      kind = %6 AND flags & 2 <> 0 AS sampled"
    "      FROM event WHERE id >= %1 AND id < %2 AND (kind = %6 OR step IS NOT NULL)"
    "    UNION ALL SELECT id, key, lock_kind, 0, count,"
    "      count * max(0, min(lead(at, 1, %4) OVER (PARTITION BY key ORDER BY id), coalesce("
    "        (SELECT min(c.at) FROM closing c WHERE c.events_before >= waiting.id), %4)) - at), 0, 0"
    "      FROM waiting)"
    "   GROUP BY key ORDER BY waiter_ms DESC, acquired DESC LIMIT %5) s"
    " JOIN lock_key k ON k.id = s.key JOIN word w ON w.id = s.lock_kind");

milliseconds millisecondsOf(WallTime::duration time)
{
    return std::chrono::duration_cast<milliseconds>(time);
}

} // namespace

// Events are in the order of time, but for a clock that was set.
Outcome<qint64> HistoryStore::firstEventAt(WallTime at)
{
    const auto first = ask(QStringLiteral("SELECT coalesce(min(id), 0) FROM event"));
    const auto last = ask(QStringLiteral("SELECT coalesce(max(id), -1) FROM event"));
    for (const auto *end : {&first, &last}) {
        if (!end->ok())
            return end->failure();
    }
    qint64 from = *first;
    qint64 to = *last + 1;
    while (from < to) {
        const qint64 middle = from + (to - from) / 2;
        const auto older = ask(QStringLiteral("SELECT at < %1 FROM event WHERE id >= %2 ORDER BY id LIMIT 1")
                                   .arg(unixMs(at))
                                   .arg(middle));
        if (!older)
            return older.failure();
        if (*older)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

Outcome<std::vector<Contention>> HistoryStore::contention(const HistoryRange &range, size_t most)
{
    const auto since = this->since();
    const auto first = firstEventAt(range.from);
    const auto last = firstEventAt(range.to);
    for (const auto *id : {&first, &last}) {
        if (!id->ok())
            return id->failure();
    }
    if (!since)
        return since.failure();
    const qint64 counted = std::max(*first, *last - DemandOf);
    HistoryRange over{std::clamp(since->value_or(range.to), range.from, range.to), range.to};
    if (counted > *first) {
        const auto at = ask(QStringLiteral("SELECT at FROM event WHERE id >= %1 LIMIT 1").arg(counted));
        if (!at)
            return at.failure();
        over.from = std::clamp(WallTime(milliseconds(*at)), over.from, over.to);
    }
    // Who waited before nobody looked may have gone.
    const auto watched = ask(QStringLiteral("SELECT coalesce(max(events_before), 0) FROM mark"
                                            " WHERE kind IN (%1, %2) AND events_before < %3")
                                 .arg(int(Mark::Kind::Opened))
                                 .arg(int(Mark::Kind::Closed))
                                 .arg(counted));
    if (!watched)
        return watched.failure();
    QSqlQuery rows(QSqlDatabase::database(m_connection));
    rows.setForwardOnly(true);
    if (!rows.exec(Demand.arg(counted)
                       .arg(*last)
                       .arg(unixMs(over.from))
                       .arg(unixMs(over.to))
                       .arg(qint64(most))
                       .arg(int(EventKind::Acquired))
                       .arg(int(EventKind::Waiters))
                       .arg(*watched + 1)
                       .arg(int(Mark::Kind::Closed))))
        return failure(rows);
    QHash<LockName, Contention> sums;
    while (rows.next()) {
        const LockName key{rows.value(0).toByteArray()};
        sums.insert(key, {.key = key,
                          .kind = rows.value(1).toByteArray(),
                          .acquired = rows.value(2).toLongLong(),
                          .mostWaiters = rows.value(3).toLongLong(),
                          .waiterSeconds = rows.value(4).toDouble() / 1000.0,
                          .heldFor = milliseconds(rows.value(5).toLongLong()),
                          .sampled = rows.value(6).toBool(),
                          .over = over});
    }
    const EventIds ids{.watched = *watched + 1, .first = counted, .last = *last};
    if (const Done added = addHeldAcross(sums, over, ids); !added.ok())
        return added.failure();
    return mostInDemand(sums, most);
}

// Holds that were not over at the end of the range: no event in it tells how long they were.
Done HistoryStore::addHeldAcross(QHash<LockName, Contention> &sums, const HistoryRange &over,
                                 const EventIds &ids)
{
    const auto there = moment(over.to - milliseconds(1), HeldAcrossMost);
    if (!there)
        return there.failure();
    const double seconds = std::chrono::duration<double>(over.to - over.from).count();
    // Of a lock that nothing happened to in the range: who waited for it all that time.
    QSqlQuery before(QSqlDatabase::database(m_connection));
    before.prepare(
        QStringLiteral("SELECT id, count FROM event WHERE kind = %1 AND id >= ? AND id < ? AND key ="
                       " (SELECT id FROM lock_key WHERE bytes = ?) ORDER BY id DESC LIMIT 1")
            .arg(int(EventKind::Waiters)));
    for (const Hold &hold : there->holds) {
        const auto inside = over.to - std::max(hold.began, over.from);
        if (inside <= WallTime::duration::zero() || (hold.ended && *hold.ended < over.to))
            continue;
        const bool isIdle = !sums.contains(hold.key);
        Contention &sum = sums[hold.key];
        sum.key = hold.key;
        sum.kind = hold.kind;
        sum.over = over;
        sum.heldFor += millisecondsOf(inside);
        if (!isIdle)
            continue;
        before.bindValue(0, ids.watched);
        before.bindValue(1, ids.last);
        before.bindValue(2, hold.key.bytes);
        if (!before.exec())
            return failure(before);
        if (!before.next() || before.value(0).toLongLong() >= ids.first)
            continue;
        sum.mostWaiters = before.value(1).toLongLong();
        sum.waiterSeconds = double(sum.mostWaiters) * seconds;
    }
    return Nothing{};
}

} // namespace lockscope
