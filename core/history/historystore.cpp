// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historystore.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/formats/families/ruleformat.h"
#include "core/history/eventring.h"
#include "core/history/tallier.h"
#include "core/values/kindname.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUrl>
#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using std::chrono::duration_cast;

constexpr int Seen = 100; // beside EventKind: held when first seen
enum Flag { LowerBound = 1, Sampled = 2 };
constexpr qsizetype NamesKept = 100'000;
constexpr int HistoryVersion = 1; // of the tables
constexpr int LongestStep = 20;   // holds of 4^20 ms, 34 years, and more

QString checkTheFolder()
{
    return Tr::tr("check the folder's permissions and free space");
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
    event.lockKind = internKind(row.value(4).toByteArray());
    event.node.bytes = row.value(5).toByteArray();
    event.source = EventSource(row.value(6).toInt());
    event.count = row.value(7).toLongLong();
    event.ttl = timeOf(row.value(8));
    event.held = timeOf(row.value(9));
    event.heldIsLowerBound = row.value(10).toInt() & LowerBound;
    event.sampled = row.value(10).toInt() & Sampled;
    if (row.value(1).toInt() == Seen)
        event.kind = EventKind::Acquired;
    return event;
}

static_assert(int(EventKind::Waiters) == 7); // as event_of_waiters says

const char *const Tables[] = {
    "CREATE TABLE IF NOT EXISTS lock_key (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, key INTEGER NOT NULL, owner BLOB, lock_kind INTEGER NOT NULL,"
    " node INTEGER NOT NULL, source INTEGER NOT NULL, count INTEGER NOT NULL, ttl INTEGER, held INTEGER,"
    " flags INTEGER, step INTEGER)",
    "CREATE INDEX IF NOT EXISTS event_of_key ON event (key, id)",
    "CREATE INDEX IF NOT EXISTS event_of_waiters ON event (key, id) WHERE kind = 7",
    "CREATE INDEX IF NOT EXISTS event_by_step ON event (step, at) WHERE step IS NOT NULL",
    "CREATE TABLE IF NOT EXISTS mark (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " node BLOB, other BLOB, events_before INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS minute (at INTEGER PRIMARY KEY, length INTEGER, acquired INTEGER,"
    " reentered INTEGER, renewed INTEGER, released INTEGER, expired INTEGER, forced INTEGER,"
    " unseen INTEGER, locks INTEGER, held INTEGER, waiters INTEGER, ok INTEGER, info INTEGER,"
    " warning INTEGER, critical INTEGER, waiter_seconds REAL, most_waiters INTEGER, holds BLOB,"
    " held_seconds REAL, sampled INTEGER, blind INTEGER)",
    "CREATE TABLE IF NOT EXISTS open_hold (key BLOB NOT NULL, owner BLOB NOT NULL, at INTEGER NOT NULL,"
    " lock_kind BLOB NOT NULL, node BLOB NOT NULL, count INTEGER NOT NULL, flags INTEGER NOT NULL,"
    " PRIMARY KEY (key, owner)) WITHOUT ROWID"};

const QString MinuteColumns = QStringLiteral(
    "at, length, acquired, reentered, renewed, released, expired, forced, unseen, locks, held, waiters, ok,"
    " info, warning, critical, waiter_seconds, most_waiters, holds, held_seconds, sampled, blind");

QByteArray notNull(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

int flagsOf(const LockEvent &event)
{
    return (event.heldIsLowerBound ? LowerBound : 0) | (event.sampled ? Sampled : 0);
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
    QSqlQuery began;
    QSqlQuery over;
    Names keys;
    Names words; // kinds and nodes
    explicit Statements(const QSqlDatabase &db)
        : event(db), falseEnd(db), began(db), over(db), keys(db), words(db)
    {
    }
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
    if (m_isOpen && m_statements) {
        [[maybe_unused]] const Done written = commit(); // nobody is left to be told
    }
    m_statements.reset();
    if (m_isOpen)
        QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

Failure HistoryStore::failure(const QSqlQuery &query) const
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("the history %1 cannot be used: %2").arg(m_file, reasonOf(query.lastError())),
            .remedy = checkTheFolder()};
}

// Nobody else writes the file from then on.
Done HistoryStore::lock()
{
    const QString folder = QFileInfo(m_file).path();
    if (!QDir().mkpath(folder))
        return Failure{.kind = ErrorKind::Internal,
                       .text = Tr::tr("the folder %1 cannot be made").arg(folder),
                       .remedy = checkTheFolder()};
    if (m_lock.tryLock(0))
        return Nothing{};
    if (m_lock.error() == QLockFile::LockFailedError)
        return Failure{.kind = ErrorKind::Busy,
                       .text = Tr::tr("another Lockscope writes the history %1").arg(m_file),
                       .remedy = Tr::tr("it is written by that one as long as it runs")};
    return Failure{.kind = ErrorKind::Internal,
                   .text = m_lock.error() == QLockFile::PermissionError
                               ? Tr::tr("nothing can be written into the folder %1").arg(folder)
                               : Tr::tr("the file %1.lock cannot be written").arg(m_file),
                   .remedy = checkTheFolder()};
}

Done HistoryStore::openDatabase(const QString &options)
{
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    db.setDatabaseName(m_file);
    db.setConnectOptions(options);
    if (!db.open())
        return Failure{.kind = ErrorKind::Internal,
                       .text =
                           Tr::tr("the history %1 cannot be used: %2").arg(m_file, reasonOf(db.lastError())),
                       .remedy = checkTheFolder()};
    m_isOpen = true;
    return Nothing{};
}

Done HistoryStore::openForReading()
{
    if (const Done opened = openDatabase(QStringLiteral("QSQLITE_OPEN_READONLY")); !opened.ok())
        return opened;
    return checkVersion();
}

Done HistoryStore::open()
{
    if (const Done locked = lock(); !locked.ok())
        return locked;
    if (const Done opened = openDatabase({}); !opened.ok())
        return opened;
    QFile::setPermissions(m_file, QFile::ReadOwner | QFile::WriteOwner);
    for (const auto step : {&HistoryStore::checkVersion, &HistoryStore::prepareTables,
                            &HistoryStore::prepareStatements, &HistoryStore::closeInterruptedHolds}) {
        if (const Done ready = (this->*step)(); !ready.ok())
            return ready;
    }
    return Nothing{};
}

// Before anything is written to it.
Done HistoryStore::checkVersion()
{
    const auto version = ask(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return version.failure();
    if (*version > HistoryVersion)
        return Failure{.kind = ErrorKind::Internal,
                       .text = Tr::tr("the history %1 is of a newer Lockscope (format %2, this one knows %3)")
                                   .arg(m_file)
                                   .arg(*version)
                                   .arg(HistoryVersion),
                       .remedy = Tr::tr("use that one, or move the file away")};
    return Nothing{};
}

Done HistoryStore::prepareTables()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    for (const char *sql :
         {"PRAGMA auto_vacuum = INCREMENTAL", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
          "PRAGMA journal_size_limit = 4194304", "PRAGMA cache_size = -16384"}) {
        if (!query.exec(QLatin1String(sql)))
            return failure(query);
    }
    for (const char *sql : Tables) {
        if (!query.exec(QLatin1String(sql)))
            return failure(query);
    }
    if (!query.exec(QStringLiteral("PRAGMA user_version = %1").arg(HistoryVersion)))
        return failure(query);
    return Nothing{};
}

Done HistoryStore::prepareStatements()
{
    m_statements = std::make_unique<Statements>(QSqlDatabase::database(m_connection));
    const std::pair<QSqlQuery *, const char *> statements[] = {
        {&m_statements->event,
         "INSERT INTO event (at, kind, key, owner, lock_kind, node, source, count, ttl, held, flags, step)"
         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&m_statements->began,
         "INSERT OR REPLACE INTO open_hold (key, owner, at, lock_kind, node, count, flags)"
         " VALUES (?, ?, ?, ?, ?, ?, ?)"},
        {&m_statements->falseEnd,
         "DELETE FROM event WHERE id = (SELECT id FROM (SELECT id, at, kind, owner, held FROM event"
         " WHERE key = (SELECT id FROM lock_key WHERE bytes = ?) ORDER BY id DESC LIMIT 20)"
         " WHERE kind = ? AND held IS NOT NULL AND owner = ? AND abs(at - held - ?) <= 1000)"},
        {&m_statements->over, "DELETE FROM open_hold WHERE key = ? AND owner = ?"}};
    for (const auto &[query, sql] : statements) {
        if (!query->prepare(QLatin1String(sql)))
            return failure(*query);
    }
    if (!m_statements->keys.prepare(QStringLiteral("lock_key")))
        return failure(m_statements->keys.find);
    if (!m_statements->words.prepare(QStringLiteral("word")))
        return failure(m_statements->words.find);
    return Nothing{};
}

// What was held when the file was written last, if it was not closed. That was each second.
Done HistoryStore::closeInterruptedHolds()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT kind, max(at, coalesce((SELECT at FROM event ORDER BY id DESC"
                                   " LIMIT 1), 0), coalesce((SELECT at + length FROM minute ORDER BY at DESC"
                                   " LIMIT 1), 0)) FROM mark WHERE kind IN (%1, %2) ORDER BY id DESC LIMIT 1")
                        .arg(int(Mark::Kind::Opened))
                        .arg(int(Mark::Kind::Closed))))
        return failure(query);
    if (!query.next() || query.value(0).toInt() == int(Mark::Kind::Closed))
        return Nothing{};
    const WallTime last = wallTime(query.value(1).toLongLong());
    if (!query.exec(QStringLiteral("SELECT key, owner, at, lock_kind, node, count, flags FROM open_hold")))
        return failure(query);
    while (query.next())
        m_open.note({.kind = EventKind::Acquired,
                     .key = {query.value(0).toByteArray()},
                     .lockKind = internKind(query.value(3).toByteArray()),
                     .owner = {query.value(1).toByteArray()},
                     .count = query.value(5).toLongLong(),
                     .heldIsLowerBound = bool(query.value(6).toInt() & LowerBound),
                     .node = {query.value(4).toByteArray()},
                     .sampled = bool(query.value(6).toInt() & Sampled),
                     .wallAt = wallTime(query.value(2).toLongLong())});
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
    if (!m_inTransaction)
        return Nothing{};
    if (const Done written = writeOpen(); !written.ok())
        return written;
    m_inTransaction = false;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("COMMIT")))
        return failure(query);
    return Nothing{};
}

void HistoryStore::rollBack()
{
    m_inTransaction = false;
    QSqlQuery(QSqlDatabase::database(m_connection)).exec(QStringLiteral("ROLLBACK")); // or there is none left
}

Done HistoryStore::writeOpen()
{
    for (const auto &[key, owner] : std::as_const(m_over)) {
        m_statements->over.bindValue(0, notNull(key.bytes));
        m_statements->over.bindValue(1, notNull(owner.bytes));
        if (!m_statements->over.exec())
            return failure(m_statements->over);
    }
    m_over.clear();
    QSqlQuery &row = m_statements->began;
    for (const auto &who : std::as_const(m_unwritten)) {
        for (const LockEvent &taken : m_open.of(who.first)) {
            if (taken.owner != who.second)
                continue;
            row.bindValue(0, notNull(taken.key.bytes));
            row.bindValue(1, notNull(taken.owner.bytes));
            row.bindValue(2, unixMs(taken.wallAt));
            row.bindValue(3, notNull(kindName(taken.lockKind)));
            row.bindValue(4, notNull(taken.node.bytes));
            row.bindValue(5, taken.count);
            row.bindValue(6, flagsOf(taken));
            if (!row.exec())
                return failure(row);
        }
    }
    m_unwritten.clear();
    return Nothing{};
}

Outcome<qint64> HistoryStore::idOf(Names &names, const QByteArray &bytes)
{
    if (const auto id = names.known.constFind(bytes); id != names.known.cend())
        return *id;
    const QByteArray value = notNull(bytes);
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

Done HistoryStore::insert(const LockEvent &event)
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
    row.bindValue(1, isFirstSight(event) ? Seen : int(event.kind));
    row.bindValue(2, *key);
    row.bindValue(3, notNull(event.owner.bytes));
    row.bindValue(4, *lockKind);
    row.bindValue(5, *node);
    row.bindValue(6, int(event.source));
    row.bindValue(7, event.count);
    row.bindValue(8, orNull(event.ttl));
    row.bindValue(9, orNull(event.held));
    row.bindValue(10, flagsOf(event));
    row.bindValue(11, isEnd(event) ? QVariant(stepOf(*event.held)) : QVariant());
    if (!row.exec())
        return failure(row);
    return Nothing{};
}

void HistoryStore::noteOpen(const LockEvent &event)
{
    const Who who{event.key, event.owner};
    if (event.kind == EventKind::Acquired) {
        if (m_open.has(event.key, event.owner)) // it may have been written, and end before this one is
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
    if (const Done begun = begin(); !begun.ok())
        return begun;
    for (const LockEvent &event : events) {
        if (isFirstSight(event)) {
            if (const Done mended = retractFalseEnd(event); !mended.ok())
                return mended;
        }
        if (const Done written = insert(event); !written.ok())
            return written;
        noteOpen(event);
    }
    return Nothing{};
}

// By its beginning, as nearly as the clocks tell it, among the last that was written of its lock.
Done HistoryStore::retractFalseEnd(const LockEvent &seen)
{
    QSqlQuery &query = m_statements->falseEnd;
    query.bindValue(0, notNull(seen.key.bytes));
    query.bindValue(1, int(EventKind::Changed));
    query.bindValue(2, notNull(seen.owner.bytes));
    query.bindValue(3, unixMs(seen.wallAt) - qint64(seen.held->count()));
    if (!query.exec())
        return failure(query);
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
    query.prepare(QStringLiteral("INSERT OR REPLACE INTO minute (%1) VALUES"
                                 " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
                      .arg(MinuteColumns));
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
    for (const LockEvent &taken : m_open.all())
        ends.push_back(unseenEnd(taken, at));
    if (const Done written = append(ends); !written.ok())
        return written;
    m_open.clear();
    m_unwritten.clear();
    m_over.clear();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("DELETE FROM open_hold")))
        return failure(query);
    if (const Done written = append(Mark{.kind = Mark::Kind::Closed, .at = at}); !written.ok())
        return written;
    return commit();
}

Outcome<std::vector<Tally>> HistoryStore::minutes(const HistoryRange &range, milliseconds step)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    query.prepare(
        QStringLiteral("SELECT %1 FROM minute WHERE at >= ? AND at < ? ORDER BY at").arg(MinuteColumns));
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
    const auto leaveOut = [&](WallTime before) {
        answer.truncated = true;
        answer.leftOutBefore = std::max(answer.leftOutBefore.value_or(before), before);
    };
    const auto collect = [&] { // the newest first, and one more than there may be
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
        rows.prepare(EventColumns +
                     QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?) AND e.at > ? AND"
                                    " (e.kind = %1 AND e.at < ? OR e.step IS NOT NULL AND e.at - e.held < ?)"
                                    " ORDER BY e.id DESC LIMIT ?")
                         .arg(int(EventKind::Renewed)));
        rows.addBindValue(key.bytes);
        for (const qint64 value : {from, to, to, qint64(query.most) + 1})
            rows.addBindValue(value);
        if (!rows.exec())
            return failure(rows);
        collect();
    }
    for (int step = 0; query.keys.empty() && step <= LongestStep; ++step) {
        rows.prepare(EventColumns +
                     QStringLiteral("WHERE e.step = ? AND e.at > ? AND e.at < ? AND e.at - e.held < ?"
                                    " ORDER BY e.at DESC LIMIT ?"));
        for (const qint64 value : {qint64(step), from, to + longestOf(step), to, qint64(query.most) + 1})
            rows.addBindValue(value);
        if (!rows.exec())
            return failure(rows);
        collect();
    }
    answer.truncated = answer.truncated || !m_open.isComplete();
    for (const LockEvent &taken : m_open.all()) {
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
        const auto kept = answer.holds.end() - qsizetype(query.most);
        leaveOut(std::prev(kept)->ended.value_or(query.range.to));
        answer.holds.erase(answer.holds.begin(), kept);
    }
    std::sort(answer.renewals.begin(), answer.renewals.end(),
              [](const LockEvent &a, const LockEvent &b) { return a.wallAt < b.wallAt; });
    if (const Done done = addMarks(answer, query.range); !done.ok())
        return done.failure();
    return answer;
}

// And where nobody looked: before anything is known, and from a closing to the next opening.
Done HistoryStore::addMarks(HoldsAnswer &answer, const HistoryRange &range)
{
    const auto since = this->since();
    if (!since)
        return since.failure();
    answer.since = *since;
    std::optional<WallTime> closedAt;
    QSqlQuery rows(QSqlDatabase::database(m_connection));
    rows.setForwardOnly(true);
    rows.prepare(QStringLiteral("SELECT kind FROM mark WHERE at < ? AND kind IN (%1, %2)"
                                " ORDER BY id DESC LIMIT 1")
                     .arg(int(Mark::Kind::Opened))
                     .arg(int(Mark::Kind::Closed)));
    rows.addBindValue(unixMs(range.from));
    if (!rows.exec())
        return failure(rows);
    if (rows.next() && rows.value(0).toInt() == int(Mark::Kind::Closed))
        closedAt = range.from;
    rows.prepare(
        QStringLiteral("SELECT at, kind, node, other FROM mark WHERE at >= ? AND at < ? ORDER BY id"));
    rows.addBindValue(unixMs(range.from));
    rows.addBindValue(unixMs(range.to));
    if (!rows.exec())
        return failure(rows);
    const auto open = [&](WallTime from) {
        const std::optional<WallTime> closed = std::exchange(closedAt, std::nullopt);
        if (closed && from > *closed)
            answer.unseen.push_back({*closed, from});
    };
    while (rows.next()) {
        answer.marks.push_back({.kind = Mark::Kind(rows.value(1).toInt()),
                                .at = wallTime(rows.value(0).toLongLong()),
                                .node = {rows.value(2).toByteArray()},
                                .other = {rows.value(3).toByteArray()}});
        const Mark &mark = answer.marks.back();
        if (mark.kind == Mark::Kind::Closed)
            closedAt = mark.at;
        else if (mark.kind == Mark::Kind::Opened)
            open(mark.at);
    }
    open(range.to);
    const WallTime known = std::min(answer.since.value_or(range.to), range.to);
    if (known <= range.from)
        return Nothing{};
    std::erase_if(answer.unseen, [known](const HistoryRange &stretch) { return stretch.to <= known; });
    if (!answer.unseen.empty())
        answer.unseen.front().from = std::max(answer.unseen.front().from, known);
    answer.unseen.insert(answer.unseen.begin(), {range.from, known});
    return Nothing{};
}

Outcome<LockStory> HistoryStore::story(const LockName &key, size_t most)
{
    const auto since = this->since();
    if (!since)
        return since.failure();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    query.prepare(EventColumns + QStringLiteral("WHERE e.key = (SELECT id FROM lock_key WHERE bytes = ?)"
                                                " ORDER BY e.id DESC LIMIT ?"));
    query.addBindValue(key.bytes);
    query.addBindValue(qint64(most) + 1);
    if (!query.exec())
        return failure(query);
    LockStory story{.since = *since};
    while (query.next())
        story.events.push_back(eventAt(query));
    story.truncated = story.events.size() > most;
    if (story.truncated)
        story.events.pop_back();
    std::reverse(story.events.begin(), story.events.end());
    return story;
}

Outcome<HistoryMoment> HistoryStore::moment(WallTime at, size_t most)
{
    Outcome<HoldsAnswer> there = holds({.range = {at, at + milliseconds(1)}, .most = most});
    if (!there)
        return there.failure();
    return HistoryMoment{.at = at,
                         .holds = std::move(there->holds),
                         .truncated = there->truncated,
                         .since = there->since,
                         .watched = there->unseen.empty()};
}

// Where all events after a mark are there, the time since then is known, even if nothing happened at first.
Outcome<std::optional<WallTime>> HistoryStore::since()
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral(
            "WITH first AS (SELECT id, at FROM event ORDER BY id LIMIT 1)"
            " SELECT (SELECT at FROM first), (SELECT at FROM mark WHERE events_before >="
            " coalesce((SELECT id FROM first), (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'event'), 1)"
            " - 1 ORDER BY id LIMIT 1)")))
        return failure(query);
    std::optional<WallTime> since;
    if (!query.next())
        return since;
    for (const int column : {0, 1}) {
        if (query.value(column).isNull())
            continue;
        const WallTime at = wallTime(query.value(column).toLongLong());
        since = since ? std::min(*since, at) : at;
    }
    return since;
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

QString historyFileName(const QString &name)
{
    constexpr qsizetype Longest = 200;
    const QString escaped = QString::fromLatin1(QUrl::toPercentEncoding(name, " ", ".~"));
    const QByteArray digest =
        QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return (escaped.size() <= Longest ? escaped
                                      : escaped.left(Longest) + u'-' + QString::fromLatin1(digest)) +
           QStringLiteral(".sqlite");
}

} // namespace lockscope
