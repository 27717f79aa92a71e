// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/partreader.h"

#include "core/base/unixms.h"
#include "core/history/orders/orderrows.h"
#include "core/history/playback/lastknown.h"
#include "core/history/playback/losses.h"
#include "core/history/playback/statethen.h"

#include <QFileInfo>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <limits>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LongestDisorder = 1s;
constexpr int EventsTried = 50;
constexpr milliseconds LongestBeginning = 1min; // to write what is held when watching begins

bool isEndOf(const LockEvent &event, const Hold &hold)
{
    return isEnd(event) && event.owner == hold.owner && event.wallAt == hold.ended && event.kind == hold.how;
}

std::optional<WallTime> timeOf(const Outcome<qint64> &found)
{
    return *found > 0 ? std::optional(wallTimeOf(*found)) : std::nullopt;
}

} // namespace

Outcome<RecordingPart> PartReader::describe(const RecordingPart *known)
{
    RecordingPart part;
    const auto first = since();
    const auto last = lastWritten();
    const auto place = m_file.place();
    const auto opened = m_file.ask(QStringLiteral("SELECT at FROM mark WHERE kind = %1 ORDER BY id LIMIT 1")
                                       .arg(int(Mark::Kind::Opened)));
    const auto closed =
        m_file.ask(QStringLiteral("SELECT iif(kind = %2, at, 0) FROM mark WHERE kind IN (%1, %2)"
                                  " ORDER BY id DESC LIMIT 1")
                       .arg(int(Mark::Kind::Opened))
                       .arg(int(Mark::Kind::Closed)));
    if (!first || !last)
        return first ? last.failure() : first.failure();
    for (const Outcome<qint64> *number : {&opened, &closed}) {
        if (!number->ok())
            return number->failure();
    }
    if (!place)
        return place.failure();
    if (*first && *last)
        part.extent = HistoryRange{**first, std::max(**first, **last)};
    part.place = *place;
    part.openedAt = timeOf(opened);
    part.closedAt = timeOf(closed);
    if (known && part.place && known->place == part.place) {
        part.restated = known->restated;
        part.restatedUntil = known->restatedUntil;
        return part;
    }
    if (const Done done = describeBeginning(part); !done.ok())
        return done.failure();
    return part;
}

// A history that begins first writes what is held, then how many wait, then the verdicts.
Done PartReader::describeBeginning(RecordingPart &part) const
{
    if (!part.openedAt)
        return Nothing{};
    part.restatedUntil = part.openedAt;
    QSqlQuery rows = m_file.query();
    if (!rows.exec(QStringLiteral("SELECT id, at, kind FROM event ORDER BY id")))
        return m_file.failure(rows);
    std::optional<WallTime> time; // that all of them of one kind have
    int previous = historyrow::Seen;
    while (rows.next() && rows.value(0).toLongLong() == part.restated + 1) {
        const WallTime at = wallTimeOf(rows.value(1).toLongLong());
        const int kind = rows.value(2).toInt();
        if ((kind != historyrow::Seen && kind != int(EventKind::Waiters)) ||
            (kind == historyrow::Seen && previous != kind) || at > *part.openedAt + LongestBeginning)
            break;
        if (std::exchange(previous, kind) != kind)
            time.reset();
        if (time && *time != at)
            break;
        time = at;
        ++part.restated;
        part.restatedUntil = std::max(*part.restatedUntil, at);
    }
    const auto hasVerdicts = m_file.hasTable("judged");
    if (!hasVerdicts || !*hasVerdicts)
        return hasVerdicts ? Done(Nothing{}) : Done(hasVerdicts.failure());
    const auto judged =
        m_file.ask(QStringLiteral("SELECT at FROM judged WHERE key IS NULL ORDER BY id LIMIT 1"));
    if (!judged)
        return judged.failure();
    if (const WallTime at = wallTimeOf(*judged); at <= *part.openedAt + LongestBeginning)
        part.restatedUntil = std::max(*part.restatedUntil, at);
    return Nothing{};
}

// A writer that rotates the file leaves it without a write-ahead log before it closes it.
Outcome<bool> PartReader::isBeingClosed() const
{
    if (!QFileInfo::exists(m_name + QStringLiteral(".lock")))
        return false;
    QSqlQuery row = m_file.query();
    if (!row.exec(QStringLiteral("PRAGMA journal_mode")))
        return m_file.failure(row);
    return row.next() && row.value(0).toByteArray() != "wal";
}

Outcome<PartReader::Holders> PartReader::closedHolders(WallTime closedAt) const
{
    QSqlQuery rows = m_file.query();
    if (!rows.exec(eventColumns() + QStringLiteral("ORDER BY e.id DESC")))
        return m_file.failure(rows);
    Holders holders;
    while (rows.next()) {
        const LockEvent event = eventAt(rows);
        if (!event.untilClosing || event.wallAt < closedAt)
            break;
        holders.insert({event.key, event.owner});
    }
    return holders;
}

Outcome<PartReader::Holders> PartReader::restatedHolders(qint64 restated) const
{
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() + QStringLiteral("WHERE e.id <= ? AND e.kind = %1").arg(historyrow::Seen));
    rows.addBindValue(restated);
    if (!rows.exec())
        return m_file.failure(rows);
    Holders holders;
    while (rows.next()) {
        const LockEvent event = eventAt(rows);
        holders.insert({event.key, event.owner});
    }
    return holders;
}

// Waiters from before a break in watching may have left.
Outcome<qint64> PartReader::eventsBeforeWatching(WallTime at) const
{
    return m_file.ask(
        QStringLiteral("SELECT max(events_before) FROM mark WHERE kind IN (%1, %2) AND at <= %3")
            .arg(int(Mark::Kind::Opened))
            .arg(int(Mark::Kind::Closed))
            .arg(unixMs(at)));
}

Outcome<std::vector<WaitersStep>> PartReader::waitersAt(const std::vector<LockName> &keys, WallTime at)
{
    std::vector<WaitersStep> waiters;
    const auto until = lastEventUntil(at);
    const auto from = eventsBeforeWatching(at);
    if (!until || !from)
        return until ? from.failure() : until.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT at, count FROM event WHERE kind = %1 AND key = (SELECT id FROM lock_key"
                       " WHERE bytes = ?) AND id <= ? AND id > ? AND at <= ? ORDER BY id DESC LIMIT 1")
            .arg(int(EventKind::Waiters)));
    for (const LockName &key : keys) {
        rows.bindValue(0, key.bytes);
        rows.bindValue(1, *until + Disorder);
        rows.bindValue(2, *from);
        rows.bindValue(3, unixMs(at));
        if (!rows.exec())
            return m_file.failure(rows);
        if (rows.next())
            waiters.push_back(
                {key, wallTimeOf(rows.value(0).toLongLong()), historyrow::storedCount(rows.value(1))});
    }
    return waiters;
}

Outcome<std::vector<WaitersStep>> PartReader::waitedForAt(WallTime at)
{
    std::vector<WaitersStep> waiters;
    const auto until = lastEventUntil(at);
    const auto from = eventsBeforeWatching(at);
    if (!until || !from)
        return until ? from.failure() : until.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT k.bytes, e.at, e.count FROM (SELECT DISTINCT key FROM event WHERE"
                                " kind = %1) waited JOIN lock_key k ON k.id = waited.key JOIN event e"
                                " ON e.id = (SELECT id FROM event WHERE kind = %1 AND key = waited.key AND"
                                " id <= ? AND id > ? AND at <= ? ORDER BY id DESC LIMIT 1)"
                                " WHERE e.count > 0")
                     .arg(int(EventKind::Waiters)));
    for (const qint64 value : {*until + Disorder, *from, unixMs(at)})
        rows.addBindValue(value);
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next())
        waiters.push_back({{rows.value(0).toByteArray()},
                           wallTimeOf(rows.value(1).toLongLong()),
                           historyrow::storedCount(rows.value(2))});
    return waiters;
}

// Of the last event that may have moved the expiry of each hold. A renewal whose new expiry is not known
// leaves it unknown, and so does an expiry that is past while the lock is held: a renewal was missed.
Outcome<std::vector<ExpiryStep>> PartReader::expiriesAt(const std::vector<Hold> &holds, WallTime at)
{
    std::vector<ExpiryStep> expiries;
    const auto until = lastEventUntil(at);
    const auto from = eventsBeforeWatching(at);
    if (!until || !from)
        return until ? from.failure() : until.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.id <= ?"
                                " AND e.id > ? AND e.at <= ? AND e.kind <> %1 ORDER BY e.id DESC")
                     .arg(int(EventKind::Waiters)));
    for (const Hold &hold : holds) {
        rows.bindValue(0, hold.key.bytes);
        rows.bindValue(1, *until + Disorder);
        rows.bindValue(2, *from);
        rows.bindValue(3, unixMs(at));
        if (!rows.exec())
            return m_file.failure(rows);
        while (rows.next()) {
            const LockEvent event = eventAt(rows);
            if (!mayMoveExpiry(event, hold.owner))
                continue;
            if (event.owner != hold.owner)
                break;
            const bool isBegin = event.kind == EventKind::Acquired || event.kind == EventKind::Reentered;
            if (event.ttl && event.wallAt + *event.ttl > at)
                expiries.push_back({hold.key, hold.owner, event.wallAt + *event.ttl});
            else if (!event.ttl && isBegin && !isFirstSight(event))
                expiries.push_back({hold.key, hold.owner, {}});
            break;
        }
    }
    return expiries;
}

// There is no index by time.
Outcome<qint64> PartReader::lastEventUntil(WallTime at) const
{
    const auto first = m_file.ask(QStringLiteral("SELECT min(id) FROM event"));
    const auto last = m_file.ask(QStringLiteral("SELECT max(id) FROM event"));
    if (!first || !last)
        return first ? last.failure() : first.failure();
    qint64 low = *first;
    qint64 high = *last;
    while (low < high) {
        const qint64 middle = low + (high - low + 1) / 2;
        const auto time = m_file.ask(
            QStringLiteral("SELECT at FROM event WHERE id <= %1 ORDER BY id DESC LIMIT 1").arg(middle));
        if (!time)
            return time.failure();
        if (*time <= unixMs(at))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

Outcome<std::vector<OrderSeen>> PartReader::allOrders() const
{
    std::vector<OrderSeen> orders;
    const auto there = m_file.hasTable("lock_order");
    if (!there)
        return there.failure();
    if (!*there)
        return orders;
    QSqlQuery rows = m_file.query();
    if (!rows.exec(QLatin1String(orderrows::All)))
        return m_file.failure(rows);
    while (rows.next())
        orders.push_back(orderrows::seenAt(rows));
    return orders;
}

// The losses of any member count for all locks of a group.
Outcome<bool> PartReader::isOfAGroup() const
{
    const auto state = lastState(m_file, StateRow::Kind::Nodes, WallTime::max());
    if (!state)
        return state.failure();
    const auto nodes = *state ? nodesIn((*state)->row.bytes) : std::nullopt;
    return nodes && std::ranges::any_of(*nodes, [](const NodeStatus &node) { return node.member > 0; });
}

Done PartReader::findLastKnown(std::vector<Hold> &holds)
{
    const auto isUnsure = [](const Hold &hold) {
        return hasUnknownEnd(hold) || !hold.ended || hold.untilClosing;
    };
    if (std::ranges::none_of(holds, isUnsure))
        return Nothing{};
    if (!m_losses) {
        auto losses = hidingLosses(*this);
        if (!losses)
            return losses.failure();
        m_losses = *std::move(losses);
    }
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at <= ?"
                                " AND e.kind <> %1 ORDER BY e.id DESC LIMIT %2")
                     .arg(int(EventKind::Waiters))
                     .arg(EventsTried));
    for (Hold &hold : holds) {
        const auto lost = isUnsure(hold) ? lostDuring(hold, *m_losses) : std::nullopt;
        if (!lost && !hasUnknownEnd(hold))
            continue;
        rows.bindValue(0, hold.key.bytes);
        rows.bindValue(1, hold.ended ? unixMs(*hold.ended) : std::numeric_limits<qint64>::max());
        if (!rows.exec())
            return m_file.failure(rows);
        std::vector<LockEvent> events;
        qint64 end = 0; // the event that ended it
        while (rows.next()) {
            events.push_back(eventAt(rows));
            end = end == 0 && isEndOf(events.back(), hold) ? eventIdAt(rows) : end;
        }
        lockscope::findLastKnown(hold, lost, events);
        const auto mayGoOn = hasUnknownEnd(hold) ? goesOn(hold, end) : false;
        if (!mayGoOn)
            return mayGoOn.failure();
        hold.mayGoOn = *mayGoOn;
    }
    return Nothing{};
}

// end: the event that ended it; 0: one of many at that time. The event that decides follows at once, or is
// the next one of the lock.
Outcome<bool> PartReader::goesOn(const Hold &hold, qint64 end) const
{
    const auto near = end > 0 ? Outcome<qint64>(end) : lastEventUntil(*hold.ended);
    if (!near)
        return near.failure();
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.id >= ?"
                                " AND e.kind <> %1 ORDER BY e.id")
                     .arg(int(EventKind::Waiters)));
    rows.addBindValue(hold.key.bytes);
    rows.addBindValue(end > 0 ? end : *near - Disorder);
    if (!rows.exec())
        return m_file.failure(rows);
    std::optional<LockEvent> ended;
    while (rows.next()) {
        LockEvent event = eventAt(rows);
        if (ended && event.owner == hold.owner)
            return lockscope::goesOn(*ended, event);
        if (event.wallAt > *hold.ended + (ended ? AtOnce : LongestDisorder))
            break;
        if (!ended && isEndOf(event, hold))
            ended = std::move(event);
    }
    return false;
}

Outcome<Hold> PartReader::endedHold(qint64 event)
{
    QSqlQuery rows = m_file.query();
    if (!rows.exec(eventColumns() + QStringLiteral("WHERE e.id = %1").arg(event)) || !rows.next())
        return m_file.failure(rows);
    std::vector<Hold> hold{holdOf(eventAt(rows))};
    const Done done = findLastKnown(hold);
    return done.ok() ? Outcome<Hold>(std::move(hold.front())) : Outcome<Hold>(done.failure());
}

} // namespace lockscope
