// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historystore.h"

#include "core/formats/ruleformat.h"
#include "core/history/eventring.h"
#include "core/history/tallier.h"
#include "core/values/kindname.h"
#include "core/values/unixms.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

#include <algorithm>

namespace lockscope
{

namespace
{

using std::chrono::duration_cast;

constexpr int Seen = 100; // beside EventKind: held when first seen
enum Flag { LowerBound = 1, Sampled = 2 };
constexpr qsizetype NamesKept = 100'000;
constexpr qsizetype OpenKept = 200'000;
constexpr int LongestStep = 20; // holds of 4^20 ms, 34 years, and more

struct Say {
    Q_DECLARE_TR_FUNCTIONS(lockscope::HistoryStore)
};

QString checkTheFolder()
{
    return Say::tr("check the folder's permissions and free space");
}

// The database's own words; the driver's only repeat them in others.
QString reasonOf(const QSqlError &error)
{
    return error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
}

WallTime wallTime(qint64 ms)
{
    return WallTime(milliseconds(ms));
}

// By length, each four times the one before: a search for what was held at a moment then looks only at ends
// that are near enough for their length.
int stepOf(milliseconds held)
{
    int step = 0;
    for (qint64 end = 4; step < LongestStep && held.count() >= end; end *= 4)
        ++step;
    return step;
}

qint64 longestOf(int step)
{
    return step == LongestStep ? std::numeric_limits<qint64>::max() / 4 : qint64(1) << (2 * (step + 1));
}

QVariant orNull(std::optional<milliseconds> time)
{
    return time ? QVariant(qint64(time->count())) : QVariant();
}

std::optional<milliseconds> timeOf(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(milliseconds(value.toLongLong()));
}

const QString EventColumns = QStringLiteral(
    "SELECT e.at, e.kind, k.bytes, e.owner, w.bytes, n.bytes, e.source, e.count, e.ttl, e.held, e.flags"
    " FROM event e JOIN lock_key k ON k.id = e.key JOIN word w ON w.id = e.lock_kind"
    " JOIN word n ON n.id = e.node ");

LockEvent eventAt(const QSqlQuery &row)
{
    LockEvent event;
    event.wallAt = wallTime(row.value(0).toLongLong());
    event.at = now() - duration_cast<Instant::duration>(wallNow() - event.wallAt);
    event.kind = EventKind(row.value(1).toInt());
    event.key.bytes = row.value(2).toByteArray();
    event.owner.bytes = row.value(3).toByteArray();
    event.lockKind = kindForEver(row.value(4).toByteArray());
    event.node.bytes = row.value(5).toByteArray();
    event.source = EventSource(row.value(6).toInt());
    event.count = row.value(7).toLongLong();
    event.ttl = timeOf(row.value(8));
    event.held = timeOf(row.value(9));
    event.heldIsLowerBound = row.value(10).toInt() & LowerBound;
    event.sampled = row.value(10).toInt() & Sampled;
    return event;
}

// The end of a hold that nobody watches any longer.
LockEvent endOf(const LockEvent &taken, WallTime at)
{
    LockEvent end = taken;
    end.kind = EventKind::Changed;
    end.wallAt = std::max(at, taken.wallAt);
    end.held = duration_cast<milliseconds>(end.wallAt - taken.wallAt);
    end.count = 0;
    end.ttl.reset();
    return end;
}

} // namespace

// Bytes that occur again and again, by their number in a table.
struct HistoryStore::Names {
    QSqlQuery find;
    QSqlQuery add;
    QHash<QByteArray, qint64> known{};
    explicit Names(const QSqlDatabase &db) : find(db), add(db) {}
    bool prepare(const QString &table)
    {
        return find.prepare(QStringLiteral("SELECT id FROM %1 WHERE bytes = ?").arg(table)) &&
               add.prepare(QStringLiteral("INSERT INTO %1 (bytes) VALUES (?)").arg(table));
    }
};

struct HistoryStore::Statements {
    QSqlQuery event;
    QSqlQuery falseEnd;
    Names keys;
    Names words; // kinds and nodes
    explicit Statements(const QSqlDatabase &db) : event(db), falseEnd(db), keys(db), words(db) {}
};

HistoryStore::HistoryStore(const QString &file)
    : m_file(file),
      m_connection(QStringLiteral("history-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_lock(file + QStringLiteral(".lock"))
{
    m_lock.setStaleLockTime(0); // only of a process that is gone
}

HistoryStore::~HistoryStore()
{
    m_statements.reset();
    if (m_isOpen) {
        [[maybe_unused]] const Done written = commit(); // nobody is left to be told
        QSqlDatabase::database(m_connection, false).close();
    }
    QSqlDatabase::removeDatabase(m_connection);
}

Failure HistoryStore::failure(const QSqlQuery &query) const
{
    return {.kind = ErrorKind::Internal,
            .text = Say::tr("the history %1 cannot be used: %2").arg(m_file, reasonOf(query.lastError())),
            .remedy = checkTheFolder()};
}

// Nobody else writes the file from then on.
Done HistoryStore::lock()
{
    const QString folder = QFileInfo(m_file).path();
    if (!QDir().mkpath(folder))
        return Failure{.kind = ErrorKind::Internal,
                       .text = Say::tr("the folder %1 cannot be made").arg(folder),
                       .remedy = checkTheFolder()};
    if (m_lock.tryLock(0))
        return Nothing{};
    if (m_lock.error() == QLockFile::LockFailedError)
        return Failure{.kind = ErrorKind::Busy,
                       .text = Say::tr("another Lockscope writes the history %1").arg(m_file),
                       .remedy = Say::tr("it is written by that one as long as it runs")};
    return Failure{.kind = ErrorKind::Internal,
                   .text = m_lock.error() == QLockFile::PermissionError
                               ? Say::tr("nothing can be written into the folder %1").arg(folder)
                               : Say::tr("the file %1.lock cannot be written").arg(m_file),
                   .remedy = checkTheFolder()};
}

Done HistoryStore::open()
{
    if (const Done locked = lock(); !locked.ok())
        return locked;
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    db.setDatabaseName(m_file);
    if (!db.open())
        return Failure{.kind = ErrorKind::Internal,
                       .text =
                           Say::tr("the history %1 cannot be used: %2").arg(m_file, reasonOf(db.lastError())),
                       .remedy = checkTheFolder()};
    m_isOpen = true;
    QFile::setPermissions(m_file, QFile::ReadOwner | QFile::WriteOwner);
    if (const Done ready = prepareTables(); !ready.ok())
        return ready;
    return closeWhatACrashLeft();
}

Done HistoryStore::prepareTables()
{
    const QSqlDatabase db = QSqlDatabase::database(m_connection);
    QSqlQuery query(db);
    for (const char *sql :
         {"PRAGMA auto_vacuum = INCREMENTAL", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
          "PRAGMA journal_size_limit = 4194304", "PRAGMA cache_size = -16384",
          "CREATE TABLE IF NOT EXISTS lock_key (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
          "CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
          "CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, kind "
          "INTEGER NOT "
          "NULL,"
          " key INTEGER NOT NULL, owner BLOB, lock_kind INTEGER NOT NULL, node INTEGER NOT NULL,"
          " source INTEGER NOT NULL, count INTEGER NOT NULL, ttl INTEGER, held INTEGER, flags INTEGER,"
          " step INTEGER)",
          "CREATE INDEX IF NOT EXISTS event_of_key ON event (key, id)",
          "CREATE INDEX IF NOT EXISTS event_by_step ON event (step, at) WHERE step IS NOT NULL",
          "CREATE TABLE IF NOT EXISTS mark (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind INTEGER NOT "
          "NULL,"
          " node BLOB, other BLOB, events_before INTEGER NOT NULL)",
          "CREATE TABLE IF NOT EXISTS minute (at INTEGER PRIMARY KEY, length INTEGER, acquired INTEGER,"
          " reentered INTEGER, renewed INTEGER, released INTEGER, expired INTEGER, forced INTEGER,"
          " unseen INTEGER, locks INTEGER, held INTEGER, waiters INTEGER, ok INTEGER, info INTEGER,"
          " warning INTEGER, critical INTEGER, waiter_seconds REAL, most_waiters INTEGER, holds BLOB, "
          "held_seconds REAL,"
          " sampled INTEGER, blind INTEGER)"}) {
        if (!query.exec(QLatin1String(sql)))
            return failure(query);
    }
    m_statements = std::make_unique<Statements>(db);
    if (!m_statements->event.prepare(QStringLiteral(
            "INSERT INTO event (at, kind, key, owner, lock_kind, node, source, count, ttl, held, flags, step)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")))
        return failure(m_statements->event);
    if (!m_statements->falseEnd.prepare(QStringLiteral(
            "DELETE FROM event WHERE id = (SELECT id FROM (SELECT id, at, kind, owner, held FROM event"
            " WHERE key = (SELECT id FROM lock_key WHERE bytes = ?) ORDER BY id DESC LIMIT 20)"
            " WHERE kind = ? AND held IS NOT NULL AND owner = ? AND abs(at - held - ?) <= 1000)")))
        return failure(m_statements->falseEnd);
    if (!m_statements->keys.prepare(QStringLiteral("lock_key")))
        return failure(m_statements->keys.find);
    if (!m_statements->words.prepare(QStringLiteral("word")))
        return failure(m_statements->words.find);
    return Nothing{};
}

// What had begun after the file was opened last, if it was not closed.
Done HistoryStore::closeWhatACrashLeft()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT kind, events_before FROM mark WHERE kind IN (%1, %2)"
                                   " ORDER BY id DESC LIMIT 1")
                        .arg(int(Mark::Kind::Opened))
                        .arg(int(Mark::Kind::Closed))))
        return failure(query);
    if (!query.next() || query.value(0).toInt() == int(Mark::Kind::Closed))
        return Nothing{};
    const qint64 before = query.value(1).toLongLong();
    query.prepare(EventColumns + QStringLiteral("WHERE e.id > ? ORDER BY e.id"));
    query.addBindValue(before);
    if (!query.exec())
        return failure(query);
    WallTime last{};
    while (query.next()) {
        LockEvent event = eventAt(query);
        last = std::max(last, event.wallAt);
        if (query.value(1).toInt() == Seen) {
            event.wallAt -= event.held.value_or(milliseconds(0));
            event.kind = EventKind::Acquired;
            event.held.reset();
        }
        noteOpen(event);
    }
    return close(last);
}

Done HistoryStore::begin()
{
    if (m_inTransaction)
        return Nothing{};
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("BEGIN")))
        return failure(query);
    m_inTransaction = true;
    return Nothing{};
}

Done HistoryStore::commit()
{
    if (!std::exchange(m_inTransaction, false))
        return Nothing{};
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("COMMIT")))
        return failure(query);
    return Nothing{};
}

Outcome<qint64> HistoryStore::idOf(Names &names, const QByteArray &bytes)
{
    if (const auto id = names.known.constFind(bytes); id != names.known.cend())
        return *id;
    const QByteArray value = bytes.isNull() ? QByteArray("") : bytes;
    names.find.bindValue(0, value);
    if (!names.find.exec())
        return failure(names.find);
    qint64 id = 0;
    if (names.find.next()) {
        id = names.find.value(0).toLongLong();
        names.find.finish();
    } else {
        names.add.bindValue(0, value);
        if (!names.add.exec())
            return failure(names.add);
        id = names.add.lastInsertId().toLongLong();
    }
    if (names.known.size() >= NamesKept)
        names.known.clear();
    names.known.insert(bytes, id);
    return id;
}

Done HistoryStore::insert(const LockEvent &event, int kind)
{
    const auto key = idOf(m_statements->keys, event.key.bytes);
    if (!key)
        return key.failure();
    const auto lockKind = idOf(m_statements->words, kindName(event.lockKind));
    if (!lockKind)
        return lockKind.failure();
    const auto node = idOf(m_statements->words, event.node.bytes);
    if (!node)
        return node.failure();
    QSqlQuery &row = m_statements->event;
    row.bindValue(0, unixMs(event.wallAt));
    row.bindValue(1, kind);
    row.bindValue(2, *key);
    row.bindValue(3, event.owner.bytes);
    row.bindValue(4, *lockKind);
    row.bindValue(5, *node);
    row.bindValue(6, int(event.source));
    row.bindValue(7, event.count);
    row.bindValue(8, orNull(event.ttl));
    row.bindValue(9, orNull(event.held));
    row.bindValue(10, (event.heldIsLowerBound ? LowerBound : 0) | (event.sampled ? Sampled : 0));
    row.bindValue(11, event.held && kind != Seen ? QVariant(stepOf(*event.held)) : QVariant());
    if (!row.exec())
        return failure(row);
    return Nothing{};
}

void HistoryStore::noteOpen(const LockEvent &event)
{
    if (event.held)
        m_open.remove({event.key, event.owner});
    else if (event.kind == EventKind::Acquired && m_open.size() < OpenKept)
        m_open.insert({event.key, event.owner}, event);
}

Done HistoryStore::append(const std::vector<LockEvent> &events)
{
    if (const Done begun = begin(); !begun.ok())
        return begun;
    for (const LockEvent &event : events) {
        if (const Done written = insert(event, int(event.kind)); !written.ok())
            return written;
        noteOpen(event);
    }
    return Nothing{};
}

// By its beginning, as nearly as the clocks tell it, among the last that was written of its lock.
Done HistoryStore::takeBackEnd(const LockEvent &seen)
{
    QSqlQuery &query = m_statements->falseEnd;
    query.bindValue(0, seen.key.bytes);
    query.bindValue(1, int(EventKind::Changed));
    query.bindValue(2, seen.owner.bytes);
    query.bindValue(3, unixMs(seen.wallAt) - qint64(seen.held->count()));
    if (!query.exec())
        return failure(query);
    return Nothing{};
}

Done HistoryStore::appendSeen(const Lock &lock, WallTime at)
{
    if (const Done begun = begin(); !begun.ok())
        return begun;
    for (const Holder &holder : lock.holders) {
        if (m_open.contains({lock.key, holder.id}) || m_open.size() >= OpenKept)
            continue;
        LockEvent event{.kind = EventKind::Acquired,
                        .key = lock.key,
                        .lockKind = lock.kind,
                        .owner = holder.id,
                        .count = holder.count,
                        .held = std::max(millisecondsBetween(lock.heldSince, lock.readAt), milliseconds(0)),
                        .heldIsLowerBound = lock.heldIsLowerBound,
                        .node = lock.node,
                        .source = EventSource::Scan,
                        .sampled = true,
                        .wallAt = at};
        if (const Done mended = takeBackEnd(event); !mended.ok())
            return mended;
        if (const Done written = insert(event, Seen); !written.ok())
            return written;
        event.wallAt = at - *std::exchange(event.held, std::nullopt);
        noteOpen(event);
    }
    return Nothing{};
}

Done HistoryStore::append(const Mark &mark)
{
    if (const Done begun = begin(); !begun.ok())
        return begun;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral(
        "INSERT INTO mark (at, kind, node, other, events_before)"
        " VALUES (?, ?, ?, ?, (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'event'))"));
    query.addBindValue(unixMs(mark.at));
    query.addBindValue(int(mark.kind));
    query.addBindValue(mark.node.bytes);
    query.addBindValue(mark.other.bytes);
    if (!query.exec())
        return failure(query);
    return Nothing{};
}

Done HistoryStore::append(const Tally &minute)
{
    if (const Done begun = begin(); !begun.ok())
        return begun;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral("INSERT OR REPLACE INTO minute VALUES"
                                 " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
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
    if (!query.exec())
        return failure(query);
    return Nothing{};
}

Done HistoryStore::close(WallTime at)
{
    std::vector<LockEvent> ends;
    for (const LockEvent &taken : std::as_const(m_open))
        ends.push_back(endOf(taken, at));
    if (const Done written = append(ends); !written.ok())
        return written;
    m_open.clear();
    if (const Done written = append(Mark{.kind = Mark::Kind::Closed, .at = at}); !written.ok())
        return written;
    return commit();
}

Outcome<std::vector<Tally>> HistoryStore::minutes(const HistoryRange &range, milliseconds step)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    query.prepare(QStringLiteral("SELECT * FROM minute WHERE at >= ? AND at < ? ORDER BY at"));
    query.addBindValue(unixMs(range.from));
    query.addBindValue(unixMs(range.to));
    if (!query.exec())
        return failure(query);
    std::vector<Tally> minutes;
    while (query.next()) {
        Tally minute{.from = wallTime(query.value(0).toLongLong()),
                     .length = milliseconds(query.value(1).toLongLong())};
        int column = 2;
        for (qint64 *value : {&minute.acquired, &minute.reentered, &minute.renewed, &minute.released,
                              &minute.expired, &minute.forced, &minute.unseen, &minute.totals.locks,
                              &minute.totals.held, &minute.totals.waiters})
            *value = query.value(column++).toLongLong();
        for (qint64 &locks : minute.totals.levels)
            locks = query.value(column++).toLongLong();
        minute.waiterSeconds = query.value(column++).toDouble();
        minute.mostWaiters = query.value(column++).toLongLong();
        minute.holds = HoldLengths::unpacked(query.value(column++).toByteArray());
        minute.heldSeconds = query.value(column++).toDouble();
        minute.sampled = query.value(column++).toBool();
        minute.blind = query.value(column++).toBool();
        addToSteps(minutes, minute, step);
    }
    return minutes;
}

Outcome<HoldsAnswer> HistoryStore::holds(const HoldsQuery &query)
{
    HoldsAnswer answer;
    const qint64 from = unixMs(query.range.from);
    const qint64 to = unixMs(query.range.to);
    QSqlQuery rows(QSqlDatabase::database(m_connection));
    rows.setForwardOnly(true);
    const auto collect = [&] {
        size_t found = 0;
        for (; rows.next(); ++found) {
            const LockEvent event = eventAt(rows);
            if (event.held)
                answer.holds.push_back(holdOf(event));
            else
                answer.renewals.push_back(event);
        }
        answer.truncated = answer.truncated || found >= query.most;
    };
    for (const LockName &key : query.keys) {
        rows.prepare(EventColumns +
                     QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at > ? AND"
                                    " (e.kind = %1 AND e.at < ? OR e.step IS NOT NULL AND e.at - e.held < ?)"
                                    " ORDER BY e.id DESC LIMIT ?")
                         .arg(int(EventKind::Renewed)));
        rows.addBindValue(key.bytes);
        for (const qint64 value : {from, to, to, qint64(query.most)})
            rows.addBindValue(value);
        if (!rows.exec())
            return failure(rows);
        collect();
    }
    for (int step = 0; query.keys.empty() && step <= LongestStep; ++step) {
        rows.prepare(EventColumns +
                     QStringLiteral("WHERE e.step = ? AND e.at > ? AND e.at < ? AND e.at - e.held < ?"
                                    " ORDER BY e.at DESC LIMIT ?"));
        for (const qint64 value : {qint64(step), from, to + longestOf(step), to, qint64(query.most)})
            rows.addBindValue(value);
        if (!rows.exec())
            return failure(rows);
        collect();
    }
    for (const LockEvent &taken : std::as_const(m_open)) {
        const bool wanted = query.keys.empty() ||
                            std::find(query.keys.begin(), query.keys.end(), taken.key) != query.keys.end();
        if (wanted && taken.wallAt < query.range.to)
            answer.holds.push_back(openHold(taken));
    }
    const auto byEnd = [](const Hold &a, const Hold &b) {
        return a.ended.value_or(WallTime::max()) < b.ended.value_or(WallTime::max());
    };
    std::sort(answer.holds.begin(), answer.holds.end(), byEnd);
    if (answer.holds.size() > query.most) {
        answer.holds.erase(answer.holds.begin(), answer.holds.end() - qsizetype(query.most));
        answer.truncated = true;
    }
    std::sort(answer.renewals.begin(), answer.renewals.end(),
              [](const LockEvent &a, const LockEvent &b) { return a.wallAt < b.wallAt; });
    rows.prepare(
        QStringLiteral("SELECT at, kind, node, other FROM mark WHERE at >= ? AND at < ? ORDER BY id"));
    rows.addBindValue(from);
    rows.addBindValue(to);
    if (!rows.exec())
        return failure(rows);
    while (rows.next())
        answer.marks.push_back({.kind = Mark::Kind(rows.value(1).toInt()),
                                .at = wallTime(rows.value(0).toLongLong()),
                                .node = {rows.value(2).toByteArray()},
                                .other = {rows.value(3).toByteArray()}});
    return answer;
}

Outcome<std::vector<LockEvent>> HistoryStore::story(const LockName &key, size_t most)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    query.prepare(EventColumns + QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?)"
                                                " AND e.kind < ? ORDER BY e.id DESC LIMIT ?"));
    query.addBindValue(key.bytes);
    query.addBindValue(Seen);
    query.addBindValue(qint64(most));
    if (!query.exec())
        return failure(query);
    std::vector<LockEvent> events;
    while (query.next())
        events.push_back(eventAt(query));
    std::reverse(events.begin(), events.end());
    return events;
}

Outcome<HistoryMoment> HistoryStore::moment(WallTime at, size_t most)
{
    Outcome<HoldsAnswer> there = holds({.range = {at, at + milliseconds(1)}, .most = most});
    if (!there)
        return there.failure();
    return HistoryMoment{.at = at, .holds = std::move(there->holds), .truncated = there->truncated};
}

Outcome<std::optional<WallTime>> HistoryStore::since()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("SELECT at FROM event ORDER BY id LIMIT 1")))
        return failure(query);
    if (!query.next())
        return std::optional<WallTime>{};
    return std::optional(wallTime(query.value(0).toLongLong()));
}

void HistoryStore::forgetNames()
{
    m_statements->keys.known.clear();
}

Outcome<qint64> HistoryStore::ask(const QString &sql)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(sql))
        return failure(query);
    return query.next() ? query.value(0).toLongLong() : 0;
}

qint64 HistoryStore::bytes() const
{
    return QFileInfo(m_file).size() + QFileInfo(m_file + QStringLiteral("-wal")).size();
}

} // namespace lockscope
