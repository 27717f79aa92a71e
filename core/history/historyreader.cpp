// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historyreader.h"

#include "core/base/unixms.h"
#include "core/formats/families/ruleformat.h"
#include "core/history/demandrows.h"
#include "core/history/memory/tallier.h"
#include "core/history/orders/orderrows.h"
#include "core/history/values/clocksteps.h"
#include "core/history/values/marks.h"
#include "core/history/values/packedowner.h"

#include <QSet>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope
{

namespace
{

constexpr size_t HeldAcrossMost = 5'000;
constexpr int LossesRead = 1'000; // marks of losses, and of gaps, before the end of a range

qint64 longestOf(int step)
{
    return step == historyrow::LongestStep ? std::numeric_limits<qint64>::max() / 4
                                           : qint64(1) << (2 * (step + 1));
}

std::optional<milliseconds> timeOf(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(storedTime(value.toLongLong()));
}

Tally minuteAt(const QSqlQuery &query)
{
    Tally minute{.from = wallTimeOf(query.value(0).toLongLong()),
                 .length = storedTime(query.value(1).toLongLong())};
    int column = 2;
    for (qint64 *value :
         {&minute.acquired, &minute.reentered, &minute.renewed, &minute.released, &minute.expired,
          &minute.forced, &minute.unseen, &minute.totals.locks, &minute.totals.held, &minute.totals.waiters})
        *value = historyrow::storedCount(query.value(column++));
    for (qint64 &locks : minute.totals.levels)
        locks = historyrow::storedCount(query.value(column++));
    minute.waiterSeconds = historyrow::storedSeconds(query.value(column++));
    minute.mostWaiters = historyrow::storedCount(query.value(column++));
    minute.holds = HoldLengths::unpacked(query.value(column++).toByteArray());
    minute.heldSeconds = historyrow::storedSeconds(query.value(column++));
    minute.sampled = query.value(column++).toBool();
    minute.blind = query.value(column++).toBool();
    return minute;
}

} // namespace

const QString &HistoryReader::eventColumns()
{
    static const QString columns = QStringLiteral(
        "SELECT e.at, e.kind, k.bytes, iif(typeof(e.owner) = 'blob', e.owner, o.bytes), w.bytes, n.bytes,"
        " e.source, e.count, e.ttl, e.held, e.flags, e.id, o.digits FROM event e JOIN lock_key k ON k.id = "
        "e.key"
        " JOIN word w ON w.id = e.lock_kind JOIN word n ON n.id = e.node"
        " LEFT JOIN owner o ON o.event = coalesce(e.owner, e.id) ");
    return columns;
}

LockEvent HistoryReader::eventAt(const QSqlQuery &query)
{
    LockEvent event;
    event.wallAt = wallTimeOf(query.value(0).toLongLong());
    event.at = now() - std::chrono::duration_cast<Instant::duration>(wallNow() - event.wallAt);
    event.kind = EventKind(query.value(1).toInt());
    event.key.bytes = query.value(2).toByteArray();
    event.owner = PackedOwner{query.value(12).toByteArray(), query.value(3).toByteArray()}.unpacked();
    event.lockKind = storedKind(query.value(4).toByteArray());
    event.node.bytes = query.value(5).toByteArray();
    event.source = EventSource(query.value(6).toInt());
    event.count = query.value(7).toLongLong();
    event.ttl = timeOf(query.value(8));
    event.held = timeOf(query.value(9));
    event.heldIsLowerBound = query.value(10).toInt() & historyrow::LowerBound;
    event.sampled = query.value(10).toInt() & historyrow::Sampled;
    event.untilClosing = query.value(10).toInt() & historyrow::UntilClosing;
    event.unreadable = query.value(10).toInt() & historyrow::Unreadable;
    if (query.value(1).toInt() != historyrow::Seen)
        return event;
    event.kind = EventKind::Acquired;
    event.asLastKnown = query.value(10).toInt() & historyrow::LastKnown;
    if (!(query.value(10).toInt() & historyrow::TtlThen))
        event.ttl.reset();
    return event;
}

qint64 HistoryReader::eventIdAt(const QSqlQuery &query)
{
    return query.value(11).toLongLong();
}

Mark HistoryReader::markAt(const QSqlQuery &query)
{
    return {.kind = Mark::Kind(query.value(1).toInt()),
            .at = wallTimeOf(query.value(0).toLongLong()),
            .node = {query.value(2).toByteArray()},
            .other = {query.value(3).toByteArray()}};
}

Done HistoryReader::openForReading()
{
    if (const Done opened = m_file.openForReading(); !opened.ok())
        return opened;
    const Done begun = m_file.begin();
    return begun.ok() ? readOpenHolds() : begun;
}

Done HistoryReader::readOpenHolds()
{
    const auto open = m_file.openHolds();
    if (!open)
        return open.failure();
    m_open.clear();
    for (const LockEvent &taken : *open)
        m_open.note(taken);
    return Nothing{};
}

Outcome<std::vector<Tally>> HistoryReader::minutes(const HistoryRange &range, milliseconds step)
{
    QSqlQuery query = m_file.query();
    query.prepare(QStringLiteral("SELECT %1 FROM minute WHERE at >= ? AND at < ? ORDER BY at")
                      .arg(historyrow::MinuteColumns));
    query.addBindValue(unixMs(range.from));
    query.addBindValue(unixMs(range.to));
    if (!query.exec())
        return m_file.failure(query);
    std::vector<Tally> minutes;
    while (query.next())
        addToSteps(minutes, minuteAt(query), step);
    return minutes;
}

Outcome<HoldsAnswer> HistoryReader::holds(const HoldsQuery &query)
{
    HoldsAnswer answer;
    const qint64 from = unixMs(query.range.from);
    const qint64 to = unixMs(query.range.to);
    QSqlQuery rows = m_file.query();
    const auto leaveOut = [&](WallTime before) {
        answer.truncated = true;
        answer.leftOutBefore = std::max(answer.leftOutBefore.value_or(before), before);
    };
    const auto collect = [&] { // newest first, with one row beyond the limit
        for (size_t found = 0; rows.next(); ++found) {
            const LockEvent event = eventAt(rows);
            if (found == query.most)
                leaveOut(event.wallAt);
            else if (event.held)
                answer.holds.push_back(holdOf(event));
            else
                answer.renewals.push_back(event);
        }
    };
    for (const LockName &key : query.keys) {
        rows.prepare(eventColumns() +
                     QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at > ? AND"
                                    " (e.kind = %1 AND e.at < ? OR e.step IS NOT NULL AND e.at - e.held < ?)"
                                    " ORDER BY e.id DESC LIMIT ?")
                         .arg(int(EventKind::Renewed)));
        rows.addBindValue(key.bytes);
        for (const qint64 value : {from, to, to, qint64(query.most) + 1})
            rows.addBindValue(value);
        if (!rows.exec())
            return m_file.failure(rows);
        collect();
    }
    for (int step = 0; query.keys.empty() && step <= historyrow::LongestStep; ++step) {
        rows.prepare(eventColumns() +
                     QStringLiteral("WHERE e.step = ? AND e.at > ? AND e.at < ? AND e.at - e.held < ?"
                                    " ORDER BY e.at DESC LIMIT ?"));
        for (const qint64 value : {qint64(step), from, to + longestOf(step), to, qint64(query.most) + 1})
            rows.addBindValue(value);
        if (!rows.exec())
            return m_file.failure(rows);
        collect();
    }
    answer.truncated = answer.truncated || !m_open.isComplete();
    const QSet<LockName> keys(query.keys.begin(), query.keys.end());
    for (const LockEvent &taken : m_open.all()) {
        if ((keys.isEmpty() || keys.contains(taken.key)) && taken.wallAt < query.range.to)
            answer.holds.push_back(openHold(taken));
    }
    const auto byEnd = [](const Hold &a, const Hold &b) {
        return a.ended.value_or(WallTime::max()) < b.ended.value_or(WallTime::max());
    };
    std::sort(answer.holds.begin(), answer.holds.end(), byEnd);
    if (answer.holds.size() > query.most) {
        const auto kept = answer.holds.end() - qsizetype(query.most);
        leaveOut(std::prev(kept)->ended.value_or(query.range.to));
        answer.holds.erase(answer.holds.begin(), kept);
    }
    std::sort(answer.renewals.begin(), answer.renewals.end(),
              [](const LockEvent &a, const LockEvent &b) { return a.wallAt < b.wallAt; });
    for (const Done &done : {findLastKnown(answer.holds), addMarks(answer, query.range)}) {
        if (!done.ok())
            return done.failure();
    }
    if (query.keys.empty())
        return answer;
    for (const Done &done :
         {addUnreadable(answer, query), addWaiters(answer, query), addVerdicts(answer, query)}) {
        if (!done.ok())
            return done.failure();
    }
    return answer;
}

Outcome<HoldsAnswer> HistoryReader::verdicts(const HoldsQuery &query)
{
    HoldsAnswer answer;
    const auto marks = marksFor(query.range);
    if (!marks)
        return marks.failure();
    addLosses(answer, *marks, query.range);
    const Done done = addVerdicts(answer, query);
    return done.ok() ? Outcome<HoldsAnswer>(std::move(answer)) : done.failure();
}

Outcome<std::vector<Mark>> HistoryReader::marksFor(const HistoryRange &range) const
{
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT at, kind, node, other FROM mark WHERE kind IN (%1, %2, %3) OR at >= ?"
                                " AND at < ? OR id IN (SELECT id FROM mark WHERE at < ? AND kind NOT IN"
                                " (%1, %2, %3) ORDER BY id DESC LIMIT %4) ORDER BY id")
                     .arg(int(Mark::Kind::Opened))
                     .arg(int(Mark::Kind::Closed))
                     .arg(int(Mark::Kind::Failover))
                     .arg(LossesRead));
    for (const WallTime at : {range.from, range.to, range.to})
        rows.addBindValue(unixMs(at));
    if (!rows.exec())
        return m_file.failure(rows);
    std::vector<Mark> marks;
    while (rows.next())
        marks.push_back(markAt(rows));
    return marks;
}

Done HistoryReader::addMarks(HoldsAnswer &answer, const HistoryRange &range)
{
    const auto since = this->since();
    const auto marks = marksFor(range);
    if (!since || !marks)
        return since ? marks.failure() : since.failure();
    answer.since = *since;
    lockscope::addMarks(answer, *marks, range);
    return Nothing{};
}

Done HistoryReader::addUnreadable(HoldsAnswer &answer, const HoldsQuery &query)
{
    if (query.keys.size() != 1)
        return Nothing{};
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT at, coalesce(flags, 0) & %1, iif(flags & %1, (SELECT at FROM mark"
                                " WHERE kind IN (%3, %4) AND events_before >= event.id ORDER BY id LIMIT 1),"
                                " NULL) FROM event WHERE key = (SELECT id FROM lock_key WHERE bytes = ?)"
                                " AND kind <> %2 AND at < ? ORDER BY id DESC")
                     .arg(int(historyrow::Unreadable))
                     .arg(int(EventKind::Waiters))
                     .arg(int(Mark::Kind::Opened))
                     .arg(int(Mark::Kind::Closed)));
    rows.addBindValue(query.keys.front().bytes);
    rows.addBindValue(unixMs(query.range.to));
    if (!rows.exec())
        return m_file.failure(rows);
    std::vector<ReadableStep> steps;
    while (rows.next() && (steps.empty() || steps.back().at > query.range.from))
        steps.push_back({.at = wallTimeOf(rows.value(0).toLongLong()),
                         .isUnreadable = rows.value(1).toBool(),
                         .watchedUntil = rows.value(2).isNull()
                                             ? std::nullopt
                                             : std::optional(wallTimeOf(rows.value(2).toLongLong()))});
    lockscope::addUnreadable(answer, steps, query.range);
    return Nothing{};
}

// Waiters from before a break in watching may have left.
Done HistoryReader::addWaiters(HoldsAnswer &answer, const HoldsQuery &query)
{
    const qint64 from = unixMs(query.range.from);
    const qint64 to = unixMs(query.range.to);
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral(
                     "SELECT at, count FROM event WHERE kind = %1 AND key = (SELECT id FROM lock_key WHERE"
                     " bytes = ?) AND at < ? AND id > (SELECT coalesce(max(events_before), 0) FROM mark WHERE"
                     " kind IN (%2, %3) AND at <= ?) ORDER BY id DESC LIMIT ?")
                     .arg(int(EventKind::Waiters))
                     .arg(int(Mark::Kind::Opened))
                     .arg(int(Mark::Kind::Closed)));
    for (const LockName &key : query.keys) {
        rows.bindValue(0, key.bytes);
        rows.bindValue(1, to);
        rows.bindValue(2, from);
        rows.bindValue(3, qint64(query.most));
        if (!rows.exec())
            return m_file.failure(rows);
        const size_t before = answer.waiters.size();
        for (bool inside = true; inside && rows.next();) {
            const WallTime at = wallTimeOf(rows.value(0).toLongLong());
            inside = at > query.range.from;
            answer.waiters.push_back(
                {key, inside ? at : query.range.from, historyrow::storedCount(rows.value(1))});
        }
        for (const Mark &mark : answer.marks) {
            if (mark.kind == Mark::Kind::Closed && answer.waiters.size() > before)
                answer.waiters.push_back({key, mark.at, 0});
        }
    }
    std::ranges::reverse(answer.waiters); // read from newest to oldest
    std::ranges::stable_sort(answer.waiters, {}, &WaitersStep::at);
    return Nothing{};
}

// The parts of the range in which verdicts were written: from each beginning to the end of watching. An older
// version of the program wrote none.
Outcome<std::vector<HistoryRange>> HistoryReader::judged(qint64 firstBegin, const HistoryRange &range)
{
    std::vector<HistoryRange> known;
    const auto marks = marksFor(range);
    if (!marks)
        return marks.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT b.at, (SELECT min(at) FROM mark WHERE kind IN (%1, %2) AND at > b.at"
                       " AND at NOT IN (%3)) FROM judged b WHERE b.key IS NULL AND b.id >= ? AND b.at < ?"
                       " ORDER BY b.id")
            .arg(int(Mark::Kind::Opened))
            .arg(int(Mark::Kind::Closed))
            .arg(setbackrows::times(timesSetBack(*marks))));
    rows.addBindValue(firstBegin);
    rows.addBindValue(unixMs(range.to));
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next()) {
        const WallTime from = std::max(range.from, wallTimeOf(rows.value(0).toLongLong()));
        const WallTime to =
            rows.value(1).isNull() ? range.to : std::min(range.to, wallTimeOf(rows.value(1).toLongLong()));
        if (to > from)
            known.push_back({from, to});
    }
    return known;
}

Done HistoryReader::addVerdicts(HoldsAnswer &answer, const HoldsQuery &query)
{
    const auto there = m_file.hasTable("judged");
    if (!there)
        return there.failure();
    if (!*there) { // a file of an older version, opened for reading
        answer.unjudged.push_back({query.range, {}});
        return Nothing{};
    }
    const HistoryRange &range = query.range;
    const auto begin = m_file.ask(
        QStringLiteral("SELECT id FROM judged WHERE key IS NULL AND at <= %1 ORDER BY id DESC LIMIT 1")
            .arg(unixMs(range.from)));
    if (!begin)
        return begin.failure();
    const auto known = judged(*begin, range);
    if (!known)
        return known.failure();
    WallTime until = range.from;
    for (const HistoryRange &stretch : *known) {
        if (stretch.from > until)
            answer.unjudged.push_back({{until, stretch.from}, {}});
        until = std::max(until, stretch.to);
    }
    if (until < range.to)
        answer.unjudged.push_back({{until, range.to}, {}});
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT at, level, code FROM judged WHERE (key = ? OR key IS NULL) AND id >= ?"
                       " AND at < ? ORDER BY id DESC LIMIT ?"));
    for (const LockName &key : query.keys) {
        rows.bindValue(0, key.bytes);
        rows.bindValue(1, *begin);
        rows.bindValue(2, unixMs(range.to));
        rows.bindValue(3, qint64(query.most));
        if (!rows.exec())
            return m_file.failure(rows);
        std::vector<VerdictStep> steps;
        for (bool inside = true; inside && rows.next();) {
            const WallTime at = wallTimeOf(rows.value(0).toLongLong());
            inside = at > range.from;
            steps.push_back({.key = key,
                             .at = inside ? at : range.from,
                             .level = VerdictLevel(std::clamp(rows.value(1).toInt(), 0, 3)),
                             .code = rows.value(2).toByteArray()});
        }
        answer.verdicts.insert(answer.verdicts.end(), steps.rbegin(), steps.rend());
    }
    std::ranges::stable_sort(answer.verdicts, {}, &VerdictStep::at);
    return Nothing{};
}

Outcome<LockEvents> HistoryReader::lockEvents(const LockName &key, size_t most)
{
    const auto since = this->since();
    if (!since)
        return since.failure();
    QSqlQuery query = m_file.query();
    query.prepare(eventColumns() + QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?)"
                                                  " ORDER BY e.id DESC LIMIT ?"));
    query.addBindValue(key.bytes);
    query.addBindValue(qint64(most) + 1);
    if (!query.exec())
        return m_file.failure(query);
    LockEvents lockEvents{.since = *since};
    while (query.next())
        lockEvents.events.push_back(eventAt(query));
    lockEvents.truncated = lockEvents.events.size() > most;
    if (lockEvents.truncated)
        lockEvents.events.pop_back();
    std::reverse(lockEvents.events.begin(), lockEvents.events.end());
    return lockEvents;
}

Outcome<QByteArray> HistoryReader::subject() const
{
    const auto place = m_file.place();
    if (!place)
        return place.failure();
    return *place ? (*place)->subject : QByteArray();
}

// If all events after a mark are still there, the time since the mark is known, even if nothing happened at
// first. A mark may be earlier than the first one, if the clock was set back.
Outcome<std::optional<WallTime>> HistoryReader::since()
{
    QSqlQuery query = m_file.query();
    if (!query.exec(QStringLiteral(
            "WITH first AS (SELECT id, at FROM event ORDER BY id LIMIT 1)"
            " SELECT (SELECT at FROM first), (SELECT min(at) FROM mark WHERE events_before >="
            " coalesce((SELECT id FROM first), (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'event'), 1)"
            " - 1)")))
        return m_file.failure(query);
    std::optional<WallTime> since;
    if (!query.next())
        return since;
    for (const int column : {0, 1}) {
        if (query.value(column).isNull())
            continue;
        const WallTime at = wallTimeOf(query.value(column).toLongLong());
        since = since ? std::min(*since, at) : at;
    }
    return since;
}

Outcome<std::vector<Contention>> HistoryReader::contention(const HistoryRange &range, size_t most)
{
    const auto since = this->since();
    if (!since)
        return since.failure();
    const auto atEnd = moment(range.to - milliseconds(1), HeldAcrossMost);
    if (!atEnd)
        return atEnd.failure();
    return demandrows::read(m_file,
                            {.range = range, .most = most, .since = *since, .heldAtEnd = atEnd->holds});
}

Outcome<OrdersAnswer> HistoryReader::orders(WallTime since)
{
    OrdersAnswer answer;
    const auto there = m_file.hasTable("lock_order");
    if (!there)
        return there.failure();
    if (!*there)
        return answer;
    const auto count = m_file.ask(QLatin1String(orderrows::Count));
    if (!count)
        return count.failure();
    answer.orders = *count;
    QSqlQuery rows = m_file.query();
    if (!orderrows::read(rows, since, answer))
        return m_file.failure(rows);
    return answer;
}

} // namespace lockscope
