// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/demandrows.h"

#include "core/base/unixms.h"
#include "core/history/historyfile.h"
#include "core/history/memory/contentionbook.h"

#include <QHash>
#include <QSqlQuery>

#include <algorithm>

namespace lockscope::demandrows
{

namespace
{

// What is counted.
struct Part {
    HistoryRange over{};
    qint64 watched = 0; // first event since watching began without a break
    qint64 first = 0;   // event of the range
    qint64 last = 0;    // first event after the range
};

// Demand per lock from the events with ids %1 to %2 (exclusive), within the times %3 to %4. Waiters count
// from the event that reports them to the next one. Locks of the range also count waiters from before it, if
// an event with id %8 or later reports them. Waiters count no longer once watching stopped.
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
    "   total(waiter_ms) AS waiter_ms, sum(held_ms) AS held_ms, max(sampled) AS sampled FROM"
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

Outcome<Part> partOf(const HistoryFile &file, const Query &query)
{
    const HistoryRange &range = query.range;
    const auto first = firstEventAt(file, range.from);
    const auto last = firstEventAt(file, range.to);
    for (const auto *id : {&first, &last}) {
        if (!id->ok())
            return id->failure();
    }
    Part part{.over = {std::clamp(query.since.value_or(range.to), range.from, range.to), range.to},
              .first = std::max(*first, *last - EventsRead),
              .last = *last};
    if (part.first > *first) {
        const auto at =
            file.ask(QStringLiteral("SELECT at FROM event WHERE id >= %1 LIMIT 1").arg(part.first));
        if (!at)
            return at.failure();
        part.over.from = std::clamp(wallTimeOf(*at), part.over.from, part.over.to);
    }
    // Waiters from before a break in watching may have left.
    const auto before = file.ask(QStringLiteral("SELECT coalesce(max(events_before), 0) FROM mark"
                                                " WHERE kind IN (%1, %2) AND events_before < %3")
                                     .arg(int(Mark::Kind::Opened))
                                     .arg(int(Mark::Kind::Closed))
                                     .arg(part.first));
    if (!before)
        return before.failure();
    part.watched = *before + 1;
    return part;
}

// Adds holds that outlast the range, whose length no event in it contains.
Done addHeldAcross(QHash<LockName, Contention> &sums, const HistoryFile &file, const Part &part,
                   const std::vector<Hold> &holds)
{
    const HistoryRange &over = part.over;
    const double seconds = std::chrono::duration<double>(over.to - over.from).count();
    // For a lock without events in the range: the number of waiters throughout.
    QSqlQuery before = file.query();
    before.prepare(
        QStringLiteral("SELECT id, count FROM event WHERE kind = %1 AND id >= ? AND id < ? AND key ="
                       " (SELECT id FROM lock_key WHERE bytes = ?) ORDER BY id DESC LIMIT 1")
            .arg(int(EventKind::Waiters)));
    for (const Hold &hold : holds) {
        const auto inside = over.to - std::max(hold.began, over.from);
        if (inside <= WallTime::duration::zero() || (hold.ended && *hold.ended < over.to))
            continue;
        const bool isIdle = !sums.contains(hold.key);
        Contention &sum = sums[hold.key];
        sum.key = hold.key;
        sum.kind = hold.kind;
        sum.over = over;
        sum.heldFor += std::chrono::duration_cast<milliseconds>(inside);
        if (!isIdle)
            continue;
        before.bindValue(0, part.watched);
        before.bindValue(1, part.last);
        before.bindValue(2, hold.key.bytes);
        if (!before.exec())
            return file.failure(before);
        if (!before.next() || before.value(0).toLongLong() >= part.first)
            continue;
        sum.mostWaiters = historyrow::storedCount(before.value(1));
        sum.waiterSeconds = double(sum.mostWaiters) * seconds;
    }
    return Nothing{};
}

} // namespace

Outcome<qint64> firstEventAt(const HistoryFile &file, WallTime at)
{
    const auto first = file.ask(QStringLiteral("SELECT coalesce(min(id), 0) FROM event"));
    const auto last = file.ask(QStringLiteral("SELECT coalesce(max(id), -1) FROM event"));
    for (const auto *end : {&first, &last}) {
        if (!end->ok())
            return end->failure();
    }
    qint64 from = *first;
    qint64 to = *last + 1;
    while (from < to) {
        const qint64 middle = from + (to - from) / 2;
        const auto older =
            file.ask(QStringLiteral("SELECT at < %1 FROM event WHERE id >= %2 ORDER BY id LIMIT 1")
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

Outcome<std::vector<Contention>> read(const HistoryFile &file, const Query &query)
{
    const auto part = partOf(file, query);
    if (!part)
        return part.failure();
    QSqlQuery rows = file.query();
    if (!rows.exec(Demand.arg(part->first)
                       .arg(part->last)
                       .arg(unixMs(part->over.from))
                       .arg(unixMs(part->over.to))
                       .arg(qint64(query.most))
                       .arg(int(EventKind::Acquired))
                       .arg(int(EventKind::Waiters))
                       .arg(part->watched)
                       .arg(int(Mark::Kind::Closed))))
        return file.failure(rows);
    QHash<LockName, Contention> sums;
    while (rows.next()) {
        const LockName key{rows.value(0).toByteArray()};
        sums.insert(key, {.key = key,
                          .kind = rows.value(1).toByteArray(),
                          .acquired = rows.value(2).toLongLong(),
                          .mostWaiters = historyrow::storedCount(rows.value(3)),
                          .waiterSeconds = historyrow::storedSeconds(rows.value(4).toDouble() / 1000.0),
                          .heldFor = milliseconds(rows.value(5).toLongLong()),
                          .sampled = rows.value(6).toBool(),
                          .over = part->over});
    }
    if (const Done added = addHeldAcross(sums, file, *part, query.heldAtEnd); !added.ok())
        return added.failure();
    return mostInDemand(sums, query.most);
}

} // namespace lockscope::demandrows
