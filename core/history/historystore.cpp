// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historystore.h"

#include "core/base/unixms.h"
#include "core/history/byteids.h"
#include "core/history/orders/orderrows.h"
#include "core/history/states/staterows.h"
#include "core/history/values/packedowner.h"
#include "core/history/values/placeholders.h"
#include "core/values/kindname.h"

#include <QScopeGuard>
#include <QSqlQuery>
#include <QVariant>

#include <array>
#include <utility>

namespace lockscope
{

namespace
{

// Many rows are bound to one statement, because a call of one costs as much as several rows.
constexpr std::array<size_t, 7> RowsOfAStatement{64, 32, 16, 8, 4, 2, 1};

} // namespace

struct HistoryStore::Statements {
    std::vector<QSqlQuery> events; // one for each of RowsOfAStatement
    QSqlQuery owner;
    QSqlQuery falseEnd;
    QSqlQuery began;
    QSqlQuery over;
    QSqlQuery judged;
    QSqlQuery order;
    ByteIds keys;
    ByteIds words; // kinds and nodes
    explicit Statements(const HistoryFile &file)
        : owner(file.query()), falseEnd(file.query()), began(file.query()), over(file.query()),
          judged(file.query()), order(file.query()), keys(file), words(file)
    {
    }
};

HistoryStore::HistoryStore(const QString &file) : HistoryReader(file) {}

HistoryStore::~HistoryStore()
{
    if (m_file.isOpen() && m_statements) {
        if (m_file.isStillInTransaction()) {                // else what commit() writes would stand alone
            [[maybe_unused]] const Done written = commit(); // no caller is left to handle a failure
        }
        m_file.moveLog();
    }
}

Done HistoryStore::open(const std::optional<RecordingPlace> &place)
{
    if (const Done opened = m_file.open(); !opened.ok())
        return opened;
    if (const Done placed = takePlace(place); !placed.ok())
        return placed;
    if (const Done prepared = prepareStatements(); !prepared.ok())
        return prepared;
    const auto last = m_file.ask(QStringLiteral("SELECT seq FROM sqlite_sequence WHERE name = 'event'"));
    if (!last)
        return last.failure();
    m_lastEvent = *last;
    return closeInterruptedHolds();
}

Done HistoryStore::takePlace(const std::optional<RecordingPlace> &place)
{
    const auto known = m_file.place();
    if (!known)
        return known.failure();
    m_place = *known ? **known : place.value_or(newRecordingPlace());
    if (*known)
        return takeSubject(place ? place->subject : QByteArray());
    QSqlQuery row = m_file.query();
    row.prepare(QLatin1String(placerows::Add));
    placerows::bind(row, m_place);
    return m_file.run(row);
}

// Of a file whose subject is unknown.
Done HistoryStore::takeSubject(const QByteArray &subject)
{
    if (subject.isEmpty() || !m_place.subject.isEmpty())
        return Nothing{};
    m_place.subject = subject;
    QSqlQuery row = m_file.query();
    row.prepare(QStringLiteral("UPDATE recording_part SET subject = ?"));
    row.addBindValue(subject);
    return m_file.run(row);
}

Done HistoryStore::prepareStatements()
{
    m_statements = std::make_unique<Statements>(m_file);
    const std::pair<QSqlQuery *, const char *> statements[] = {
        {&m_statements->owner, ownerrows::Add},
        {&m_statements->began,
         "INSERT OR REPLACE INTO open_hold (key, owner, at, lock_kind, node, count, flags)"
         " VALUES (:v0, :v1, :v2, :v3, :v4, :v5, :v6)"},
        {&m_statements->falseEnd,
         "DELETE FROM event WHERE id = (SELECT e.id FROM (SELECT id, at, kind, owner, held FROM event"
         " WHERE key = (SELECT id FROM lock_key WHERE bytes = ?) ORDER BY id DESC LIMIT 20) e"
         " LEFT JOIN owner o ON o.event = coalesce(e.owner, e.id) WHERE e.kind = ? AND e.held IS NOT NULL"
         " AND (? IN (e.owner, iif(o.digits IS NULL, o.bytes, NULL)) OR o.bytes = ? AND o.digits = ?)"
         " AND abs(e.at - e.held - ?) <= 1000)"},
        {&m_statements->judged, "INSERT INTO judged (at, key, level, code) VALUES (?, ?, ?, ?)"},
        {&m_statements->order, orderrows::Add},
        {&m_statements->over, "DELETE FROM open_hold WHERE key = :v0 AND owner = :v1"}};
    for (const auto &[query, sql] : statements) {
        if (!query->prepare(QLatin1String(sql)))
            return m_file.failure(*query);
    }
    for (const size_t rows : RowsOfAStatement) {
        m_statements->events.push_back(m_file.query());
        if (!m_statements->events.back().prepare(EventRow::insertion(qsizetype(rows))))
            return m_file.failure(m_statements->events.back());
    }
    if (const Done prepared = m_statements->keys.prepare(QStringLiteral("lock_key")); !prepared.ok())
        return prepared;
    return m_statements->words.prepare(QStringLiteral("word"));
}

// Closes the holds that were open at the last write, if the file was not closed. Writes happen each second.
Done HistoryStore::closeInterruptedHolds()
{
    QSqlQuery query = m_file.query();
    if (!query.exec(
            QStringLiteral("SELECT kind, at, (SELECT at FROM event WHERE id > events_before ORDER BY id"
                           " DESC LIMIT 1), (SELECT max(at + length) FROM minute), (SELECT max(at) FROM"
                           " mark), (SELECT max(at) FROM mark other WHERE other.id >= mark.id)"
                           " FROM mark WHERE kind IN (%1, %2) ORDER BY id DESC LIMIT 1")
                .arg(int(Mark::Kind::Opened))
                .arg(int(Mark::Kind::Closed))))
        return m_file.failure(query);
    if (!query.next() || query.value(0).toInt() == int(Mark::Kind::Closed))
        return Nothing{};
    const WallTime opened = wallTimeOf(query.value(1).toLongLong());
    WallTime last = wallTimeOf(query.value(3).toLongLong());
    if (query.value(4).toLongLong() > query.value(5).toLongLong()) { // the clock was set back before
        QSqlQuery minutes = m_file.query();
        if (!minutes.exec(setbackrows::findMinutes(opened)))
            return m_file.failure(minutes);
        last = setbackrows::lastMinute(minutes, opened);
    }
    last = std::max({last, opened, wallTimeOf(query.value(2).toLongLong())});
    const auto open = m_file.openHolds();
    if (!open)
        return open.failure();
    for (const LockEvent &taken : *open)
        m_open.note(taken);
    return close(last);
}

Done HistoryStore::commit()
{
    if (!m_file.inTransaction())
        return Nothing{};
    if (const Done written = writeOpen(); !written.ok())
        return written;
    return m_file.commit();
}

Done HistoryStore::writeOpen()
{
    const QStringList &names = placeholders();
    for (const auto &[key, owner] : std::as_const(m_over)) {
        m_statements->over.bindValue(names[0], notNull(key.bytes));
        m_statements->over.bindValue(names[1], notNull(owner.bytes));
        if (const Done deleted = m_file.run(m_statements->over); !deleted.ok())
            return deleted;
    }
    m_over.clear();
    QSqlQuery &row = m_statements->began;
    for (const auto &who : std::as_const(m_unwritten)) {
        for (const LockEvent &taken : m_open.of(who.first)) {
            if (taken.owner != who.second)
                continue;
            row.bindValue(names[0], notNull(taken.key.bytes));
            row.bindValue(names[1], notNull(taken.owner.bytes));
            row.bindValue(names[2], unixMs(taken.wallAt));
            row.bindValue(names[3], notNull(kindName(taken.lockKind)));
            row.bindValue(names[4], notNull(taken.node.bytes));
            row.bindValue(names[5], taken.count);
            row.bindValue(names[6], historyrow::flagsOf(taken));
            if (const Done written = m_file.run(row); !written.ok())
                return written;
        }
    }
    m_unwritten.clear();
    return Nothing{};
}

// The times of both events are cut to milliseconds, so their difference may be one more than the time held:
// then the hold would begin after the event that began it.
std::optional<milliseconds> HistoryStore::lengthOf(const LockEvent &event) const
{
    const LockEvent *taken = isEnd(event) ? m_open.find(event.key, event.owner) : nullptr;
    if (!taken)
        return event.held;
    const milliseconds length(unixMs(event.wallAt) - unixMs(taken->wallAt));
    return std::chrono::abs(length - *event.held) <= milliseconds(1) ? length : *event.held;
}

// Adds a row to what writeEvents() writes.
Done HistoryStore::insert(const LockEvent &event)
{
    if (m_events == historyrow::OwnerReach || m_owners.size() == historyrow::OwnersKept)
        forgetOwners();
    ++m_events;
    const auto key = m_statements->keys.idOf(event.key.bytes);
    if (!key)
        return key.failure();
    const auto lockKind = m_statements->words.idOf(kindName(event.lockKind));
    if (!lockKind)
        return lockKind.failure();
    const auto node = m_statements->words.idOf(event.node.bytes);
    if (!node)
        return node.failure();
    const auto owner = m_owners.constFind(event.owner);
    const auto length = lengthOf(event);
    m_rows.push_back({.id = ++m_lastEvent,
                      .at = unixMs(event.wallAt),
                      .kind = isFirstSight(event) ? historyrow::Seen : int(event.kind),
                      .key = *key,
                      .lockKind = *lockKind,
                      .node = *node,
                      .source = int(event.source),
                      .count = event.count,
                      .ttl = EventRow::number(event.ttl),
                      .held = EventRow::number(length),
                      .flags = historyrow::flagsOf(event)});
    if (event.owner.bytes.isEmpty())
        m_rows.back().owner = 0;
    else if (owner != m_owners.cend())
        m_rows.back().owner = *owner;
    if (isEnd(event))
        m_rows.back().step = historyrow::stepOf(*length);
    return noteOwner(event);
}

// What could not be written is not tried again.
Done HistoryStore::writeEvents()
{
    const auto forget = qScopeGuard([this] { m_rows.clear(); });
    size_t written = 0;
    for (size_t i = 0; i < RowsOfAStatement.size(); ++i) {
        QSqlQuery &query = m_statements->events[i];
        while (m_rows.size() - written >= RowsOfAStatement[i]) {
            for (size_t row = 0; row < RowsOfAStatement[i]; ++row, ++written)
                m_rows[written].bind(query, qsizetype(row) * EventRow::Columns);
            if (const Done done = m_file.run(query); !done.ok())
                return done;
        }
    }
    return Nothing{};
}

Done HistoryStore::noteOwner(const LockEvent &event)
{
    if (event.owner.bytes.isEmpty() || m_owners.contains(event.owner))
        return Nothing{};
    m_owners.insert(event.owner, m_lastEvent);
    m_statements->owner.bindValue(0, m_lastEvent);
    ownerrows::bind(m_statements->owner, 1, event.owner);
    return m_file.run(m_statements->owner);
}

void HistoryStore::forgetOwners()
{
    m_owners.clear();
    m_events = 0;
}

void HistoryStore::noteOpen(const LockEvent &event)
{
    const Who who{event.key, event.owner};
    if (event.kind == EventKind::Acquired) {
        if (m_open.has(event.key, event.owner)) // may be written already; delete it before the new one
            m_over.insert(who);
        m_unwritten.insert(who);
    } else if (isEnd(event) && !isOfAPart(event) && !m_unwritten.remove(who) &&
               m_open.has(event.key, event.owner)) {
        m_over.insert(who);
    }
    m_open.note(event);
}

Done HistoryStore::append(const std::vector<LockEvent> &events)
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    for (const LockEvent &event : events) {
        if (isFirstSight(event) && *event.held > milliseconds(0)) {
            if (const Done mended = retractFalseEnd(event); !mended.ok())
                return mended;
        }
        if (const Done added = insert(event); !added.ok())
            return added;
        noteOpen(event);
        if (m_rows.size() < RowsOfAStatement.front())
            continue;
        if (const Done written = writeEvents(); !written.ok())
            return written;
    }
    return writeEvents();
}

// Finds the event by its start, within the clocks' precision, among the lock's last events.
Done HistoryStore::retractFalseEnd(const LockEvent &seen)
{
    if (const Done written = writeEvents(); !written.ok())
        return written;
    QSqlQuery &query = m_statements->falseEnd;
    query.bindValue(0, notNull(seen.key.bytes));
    query.bindValue(1, int(EventKind::Changed));
    query.bindValue(2, notNull(seen.owner.bytes));
    ownerrows::bind(query, 3, seen.owner);
    query.bindValue(5, unixMs(seen.wallAt) - qint64(seen.held->count()));
    return m_file.run(query);
}

Done HistoryStore::append(const Mark &mark)
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    QSqlQuery query = m_file.query();
    query.prepare(QStringLiteral(
        "INSERT INTO mark (at, kind, node, other, events_before)"
        " VALUES (?, ?, ?, ?, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'event'))"));
    query.addBindValue(unixMs(mark.at));
    query.addBindValue(int(mark.kind));
    query.addBindValue(mark.node.bytes);
    query.addBindValue(mark.other.bytes);
    return m_file.run(query);
}

Done HistoryStore::append(const std::vector<VerdictStep> &steps)
{
    if (steps.empty())
        return Nothing{};
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    for (const VerdictStep &step : steps) {
        if (const Done written = insert(step.at, notNull(step.key.bytes), step); !written.ok())
            return written;
    }
    return Nothing{};
}

Done HistoryStore::append(const std::vector<AcquireOrder> &orders)
{
    if (orders.empty())
        return Nothing{};
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    for (const AcquireOrder &order : orders) {
        orderrows::bind(m_statements->order, order);
        if (const Done written = m_file.run(m_statements->order); !written.ok())
            return written;
    }
    return Nothing{};
}

Done HistoryStore::append(const std::vector<StateRow> &rows)
{
    if (rows.empty())
        return Nothing{};
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    QSqlQuery add = m_file.query();
    add.prepare(QLatin1String(staterows::Add));
    for (const StateRow &row : rows) {
        if (const Done dropped = m_file.run(staterows::dropLater(row)); !dropped.ok())
            return dropped;
        staterows::bind(add, row);
        if (const Done written = m_file.run(add); !written.ok())
            return written;
    }
    return Nothing{};
}

Done HistoryStore::beginVerdicts(const std::vector<VerdictStep> &present, WallTime at)
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    if (const Done written = insert(at, QVariant(), {}); !written.ok())
        return written;
    for (const VerdictStep &step : present) {
        if (const Done written = insert(at, notNull(step.key.bytes), step); !written.ok())
            return written;
    }
    return Nothing{};
}

Done HistoryStore::insert(WallTime at, const QVariant &key, const VerdictStep &step)
{
    QSqlQuery &row = m_statements->judged;
    row.bindValue(0, unixMs(at));
    row.bindValue(1, key);
    row.bindValue(2, int(step.level));
    row.bindValue(3, notNull(step.code));
    return m_file.run(row);
}

// Minutes from before the clock was set back must not seem to follow it.
Done HistoryStore::append(const Tally &minute)
{
    if (const Done begun = m_file.begin(); !begun.ok())
        return begun;
    if (const Done deleted = m_file.run(setbackrows::deleteMinutesAfter(minute)); !deleted.ok())
        return deleted;
    QSqlQuery query = m_file.query();
    query.prepare(QStringLiteral("INSERT OR REPLACE INTO minute (%1) VALUES"
                                 " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                      .arg(historyrow::MinuteColumns));
    query.addBindValue(unixMs(minute.from));
    for (const qint64 value : {qint64(minute.length.count()), minute.acquired, minute.reentered,
                               minute.renewed, minute.released, minute.expired, minute.forced, minute.unseen,
                               minute.totals.locks, minute.totals.held, minute.totals.waiters})
        query.addBindValue(value);
    for (const qint64 locks : minute.totals.levels)
        query.addBindValue(locks);
    query.addBindValue(minute.waiterSeconds);
    query.addBindValue(minute.mostWaiters);
    query.addBindValue(minute.holds.packed());
    query.addBindValue(minute.heldSeconds);
    query.addBindValue(minute.sampled);
    query.addBindValue(minute.blind);
    return m_file.run(query);
}

Done HistoryStore::close(WallTime at)
{
    std::vector<LockEvent> ends;
    for (const LockEvent &taken : m_open.all())
        ends.emplace_back(unseenEnd(taken, at)).untilClosing = true;
    if (const Done written = append(ends); !written.ok())
        return written;
    m_open.clear();
    m_unwritten.clear();
    m_over.clear();
    if (const Done deleted = m_file.run(QStringLiteral("DELETE FROM open_hold")); !deleted.ok())
        return deleted;
    const Done written = append(Mark{.kind = Mark::Kind::Closed, .at = at});
    return written.ok() ? commit() : written;
}

Outcome<bool> HistoryStore::trim(const HistorySettings &limits, WallTime at)
{
    if (const Done written = commit(); !written.ok())
        return written.failure();
    Outcome<bool> more = m_file.trim(limits, at);
    if (!more || *more) { // some ids no longer exist
        m_statements->keys.forget();
        forgetOwners();
    }
    return more;
}

} // namespace lockscope
