// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/historyfile.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/formats/families/ruleformat.h"
#include "core/history/orders/orderrows.h"
#include "core/history/states/staterows.h"
#include "core/history/values/packedowner.h"
#include "core/platform/writerlock.h"

#include <QDir>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QThread>
#include <QUrl>
#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <limits>

namespace lockscope
{

namespace
{

// 2: an owner's bytes are not in each event (historyrow::OwnerReach). 3: they are packed (PackedOwner).
// Events and owners of older versions stay as they are.
constexpr int HistoryVersion = 3;
constexpr int HistoryId = 0x4c6b5363; // "LkSc", by which desktops recognise the file
constexpr int RowsAStep = 20'000;
constexpr qint64 MarksKept = 100'000;
constexpr qint64 VerdictsKept = 300'000;
constexpr qint64 OrdersKept = 100'000;
constexpr qint64 StatesKept = 10'000;
constexpr int BusyTimeout = 5'000;          // ms; as Qt sets it
constexpr QLatin1String NotADatabase("26"); // SQLITE_NOTADB
constexpr int EndLogTries = 10;
constexpr int EndLogPause = 3; // ms

const char *const Tables[] = {
    "CREATE TABLE IF NOT EXISTS lock_key (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS word (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL UNIQUE)",
    "CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
    " kind INTEGER NOT NULL, key INTEGER NOT NULL, owner, lock_kind INTEGER NOT NULL,"
    " node INTEGER NOT NULL, source INTEGER NOT NULL, count INTEGER NOT NULL, ttl INTEGER, held INTEGER,"
    " flags INTEGER, step INTEGER)",
    // SQLite adds the id to each entry, in order. Files of version 1 name it once more.
    "CREATE INDEX IF NOT EXISTS event_of_key ON event (key)",
    "CREATE INDEX IF NOT EXISTS event_of_waiters ON event (key) WHERE kind = 7",
    "CREATE INDEX IF NOT EXISTS event_by_step ON event (step, at) WHERE step IS NOT NULL",
    "CREATE TABLE IF NOT EXISTS mark (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " node BLOB, other BLOB, events_before INTEGER NOT NULL)",
    // Without a key: from here on, all verdicts are known; those that are not OK follow.
    "CREATE TABLE IF NOT EXISTS judged (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, key BLOB,"
    " level INTEGER NOT NULL, code BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS judged_of_key ON judged (key, id)",
    "CREATE TABLE IF NOT EXISTS minute (at INTEGER PRIMARY KEY, length INTEGER, acquired INTEGER,"
    " reentered INTEGER, renewed INTEGER, released INTEGER, expired INTEGER, forced INTEGER,"
    " unseen INTEGER, locks INTEGER, held INTEGER, waiters INTEGER, ok INTEGER, info INTEGER,"
    " warning INTEGER, critical INTEGER, waiter_seconds REAL, most_waiters INTEGER, holds BLOB,"
    " held_seconds REAL, sampled INTEGER, blind INTEGER)",
    "CREATE TABLE IF NOT EXISTS open_hold (key BLOB NOT NULL, owner BLOB NOT NULL, at INTEGER NOT NULL,"
    " lock_kind BLOB NOT NULL, node BLOB NOT NULL, count INTEGER NOT NULL, flags INTEGER NOT NULL,"
    " PRIMARY KEY (key, owner)) WITHOUT ROWID"};

QString checkTheFolder()
{
    return Tr::tr("check the folder's permissions and free space");
}

// SQLite's own text; the driver's only adds to it.
QString reasonOf(const QSqlError &error)
{
    return error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
}

QString logOf(const QString &file)
{
    return file + QStringLiteral("-wal");
}

// SQLite makes files beside one that may have a write-ahead log, even to read it.
bool isInWritableFolder(const QString &file)
{
    return QFileInfo(QFileInfo(file).path()).isWritable();
}

Failure unusable(const QString &file, const QSqlError &error)
{
    const int code = error.nativeErrorCode().toInt();
    const bool isDamaged = code == 11 || code == 26; // SQLITE_CORRUPT, SQLITE_NOTADB
    return {
        .text = Tr::tr("cannot use the history file %1: %2").arg(file, reasonOf(error)),
        .remedy =
            isDamaged ? Tr::tr("use a copy of it, or move it away")
            : QFileInfo::exists(logOf(file)) && !isInWritableFolder(file)
                ? Tr::tr("copy it and %1 to a folder that can be written, and use the copy").arg(logOf(file))
                : checkTheFolder()};
}

} // namespace

HistoryFile::HistoryFile(const QString &file)
    : m_file(file),
      m_connection(QStringLiteral("history-") + QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_lock(file + QStringLiteral(".lock"))
{
    m_lock.setStaleLockTime(0); // only if its process is gone
}

HistoryFile::~HistoryFile()
{
    if (m_isOpen)
        QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

Failure HistoryFile::failure(const QSqlQuery &query) const
{
    return unusable(m_file, query.lastError());
}

// Reserves the file for this writer.
Done HistoryFile::lock()
{
    const QString folder = QFileInfo(m_file).path();
    if (!QDir().mkpath(folder))
        return Failure{.text = Tr::tr("cannot create the folder %1").arg(folder), .remedy = checkTheFolder()};
    if (takeLock(m_lock))
        return Nothing{};
    if (m_lock.error() == QLockFile::LockFailedError)
        return Failure{.kind = ErrorKind::Busy,
                       .text = Tr::tr("another Lockscope is writing %1").arg(m_file),
                       .remedy = Tr::tr("that instance keeps the history while it runs")};
    return Failure{.text = m_lock.error() == QLockFile::PermissionError
                               ? Tr::tr("cannot write to the folder %1").arg(folder)
                               : Tr::tr("cannot write the file %1.lock").arg(m_file),
                   .remedy = checkTheFolder()};
}

Done HistoryFile::openDatabase(const QString &name, const QString &options)
{
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    db.setDatabaseName(name);
    db.setConnectOptions(options);
    if (!db.open())
        return unusable(m_file, db.lastError());
    m_isOpen = true;
    return Nothing{};
}

// In a read-only folder, a file without a write-ahead log is complete, and no program writes it.
Done HistoryFile::openForReading()
{
    const bool isFrozen = !isInWritableFolder(m_file) && !QFileInfo::exists(logOf(m_file));
    const QString url = QString::fromLatin1(
        QUrl::fromLocalFile(QFileInfo(m_file).absoluteFilePath()).toEncoded(QUrl::FullyEncoded));
    const Done opened = isFrozen ? openDatabase(url + QStringLiteral("?immutable=1"),
                                                QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_OPEN_URI"))
                                 : openDatabase(m_file, QStringLiteral("QSQLITE_OPEN_READONLY"));
    if (!opened.ok())
        return opened;
    // Asks SQLite, as closing a file anyhow else ends the locks that the process has on it.
    QSqlQuery ours = query();
    const bool isRead =
        ours.exec(QStringLiteral("SELECT count(*) FROM sqlite_master WHERE name = 'lock_key'")) &&
        ours.next();
    if (!isRead && ours.lastError().nativeErrorCode() != NotADatabase)
        return failure(ours);
    if (!isRead || ours.value(0).toInt() == 0)
        return Failure{.text = Tr::tr("%1 is not a recording").arg(m_file),
                       .remedy = Tr::tr("use a recording made by lockscope-cli record")};
    if (const Done known = checkFormat(); !known.ok())
        return known;
    const auto version = ask(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return version.failure();
    if (*version >= HistoryVersion)
        return Nothing{};
    return run(ownerrows::hide(*version));
}

Done HistoryFile::open()
{
    if (const Done locked = lock(); !locked.ok())
        return locked;
    if (const Done opened = openDatabase(m_file, {}); !opened.ok())
        return opened;
    if (const Done known = checkFormat(); !known.ok())
        return known;
    QFile::setPermissions(m_file, QFile::ReadOwner | QFile::WriteOwner);
    return prepareTables();
}

// Called before anything is written. A file without tables is new; lock_key is made first.
Done HistoryFile::checkFormat() const
{
    const auto tables = ask(QStringLiteral("SELECT count(*) FROM sqlite_master"));
    const auto own = ask(QStringLiteral("SELECT count(*) FROM sqlite_master WHERE name = 'lock_key'"));
    const auto version = ask(QStringLiteral("PRAGMA user_version"));
    for (const Outcome<qint64> *number : {&tables, &own, &version}) {
        if (!number->ok())
            return number->failure();
    }
    if (*version <= HistoryVersion && *tables > 0 && *own == 0)
        return Failure{
            .text = Tr::tr("cannot use the history file %1: it is another program's database").arg(m_file),
            .remedy = Tr::tr("use another file name")};
    if (*version > HistoryVersion)
        return Failure{.text = Tr::tr("a newer version of Lockscope wrote the history file %1 (format %2; "
                                      "this version reads %3)")
                                   .arg(m_file)
                                   .arg(*version)
                                   .arg(HistoryVersion),
                       .remedy = Tr::tr("use that version, or move the file away")};
    return Nothing{};
}

// In one transaction, so that a crash leaves no file between two versions.
Done HistoryFile::prepareTables() const
{
    const auto version = ask(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return version.failure();
    QStringList statements;
    for (const char *sql :
         {"PRAGMA auto_vacuum = INCREMENTAL", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
          "PRAGMA journal_size_limit = 4194304", "PRAGMA cache_size = -16384", "BEGIN"})
        statements << QLatin1String(sql);
    statements << ownerrows::convert(*version);
    for (const char *sql : Tables)
        statements << QLatin1String(sql);
    for (const char *sql :
         {ownerrows::Table, orderrows::Table, orderrows::Index, placerows::Table, staterows::Table})
        statements << QLatin1String(sql);
    statements << QStringLiteral("PRAGMA application_id = %1").arg(HistoryId)
               << QStringLiteral("PRAGMA user_version = %1").arg(HistoryVersion) << QStringLiteral("COMMIT");
    for (const QString &sql : std::as_const(statements)) {
        if (const Done made = run(sql); !made.ok())
            return made;
    }
    return Nothing{};
}

Outcome<bool> HistoryFile::hasTable(const char *name) const
{
    const auto count =
        ask(QStringLiteral("SELECT count(*) FROM sqlite_master WHERE name = '%1'").arg(QLatin1String(name)));
    return count ? Outcome<bool>(*count > 0) : Outcome<bool>(count.failure());
}

Outcome<std::vector<LockEvent>> HistoryFile::openHolds() const
{
    std::vector<LockEvent> open;
    const auto there = hasTable("open_hold");
    if (!there)
        return there.failure();
    if (!*there)
        return open;
    QSqlQuery rows = query();
    if (!rows.exec(QStringLiteral("SELECT key, owner, at, lock_kind, node, count, flags FROM open_hold")))
        return failure(rows);
    while (rows.next())
        open.push_back({.kind = EventKind::Acquired,
                        .key = {rows.value(0).toByteArray()},
                        .lockKind = storedKind(rows.value(3).toByteArray()),
                        .owner = {rows.value(1).toByteArray()},
                        .count = rows.value(5).toLongLong(),
                        .heldIsLowerBound = bool(rows.value(6).toInt() & historyrow::LowerBound),
                        .node = {rows.value(4).toByteArray()},
                        .sampled = bool(rows.value(6).toInt() & historyrow::Sampled),
                        .wallAt = wallTimeOf(rows.value(2).toLongLong())});
    return open;
}

Outcome<std::optional<WallTime>> HistoryFile::lastWritten() const
{
    const auto last = ask(QStringLiteral("SELECT max(coalesce((SELECT max(at) FROM mark), 0), "
                                         "coalesce((SELECT at FROM event ORDER BY id DESC LIMIT 1), 0),"
                                         " coalesce((SELECT at + length FROM minute ORDER BY at DESC LIMIT"
                                         " 1), 0))"));
    if (!last)
        return last.failure();
    return *last > 0 ? std::optional(wallTimeOf(*last)) : std::nullopt;
}

Outcome<std::optional<RecordingPlace>> HistoryFile::place() const
{
    const auto there = hasTable("recording_part");
    if (!there)
        return there.failure();
    QSqlQuery row = query();
    if (*there && !row.exec(QLatin1String(placerows::Find)))
        return failure(row);
    return *there && row.next() ? std::optional(placerows::placeAt(row)) : std::nullopt;
}

QSqlQuery HistoryFile::query() const
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    return query;
}

Done HistoryFile::run(QSqlQuery &query) const
{
    return query.exec() ? Done(Nothing{}) : Done(failure(query));
}

Done HistoryFile::run(const QString &sql) const
{
    QSqlQuery query = this->query();
    return query.exec(sql) ? Done(Nothing{}) : Done(failure(query));
}

Outcome<qint64> HistoryFile::ask(const QString &sql) const
{
    QSqlQuery query = this->query();
    if (!query.exec(sql))
        return failure(query);
    return query.next() ? query.value(0).toLongLong() : 0;
}

Done HistoryFile::begin()
{
    if (m_inTransaction)
        return Nothing{};
    const Done begun = run(QStringLiteral("BEGIN"));
    m_inTransaction = begun.ok();
    return begun;
}

Done HistoryFile::commit()
{
    return std::exchange(m_inTransaction, false) ? run(QStringLiteral("COMMIT")) : Done(Nothing{});
}

// Inside a transaction, BEGIN fails and changes nothing.
bool HistoryFile::isStillInTransaction()
{
    if (m_inTransaction && run(QStringLiteral("BEGIN")).ok())
        rollBack();
    return m_inTransaction;
}

void HistoryFile::rollBack()
{
    m_inTransaction = false;
    query().exec(QStringLiteral("ROLLBACK")); // fails harmlessly if SQLite has already rolled back
}

// Deletes the oldest events first, and keys that no other event uses. Minutes are deleted only if too old, or
// when no events are left.
Outcome<bool> HistoryFile::trim(const HistorySettings &limits, WallTime at)
{
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
    if (tooMuch || tooOld) {
        const Done forgotten = forgetOldest(tooMuch ? std::numeric_limits<qint64>::max() : oldest);
        if (!forgotten.ok())
            return forgotten.failure();
    }
    // The last opening or closing is kept, because it is needed after a crash.
    const QString needed =
        QStringLiteral("id < (SELECT coalesce(max(id), 9e18) FROM mark WHERE kind IN (%1, %2))")
            .arg(int(Mark::Kind::Opened))
            .arg(int(Mark::Kind::Closed));
    QStringList statements{
        QStringLiteral("DELETE FROM minute WHERE at < %1").arg(oldest),
        QStringLiteral("DELETE FROM mark WHERE (at < %1 OR id < (SELECT max(id) - %2 FROM mark)) AND %3")
            .arg(oldest)
            .arg(MarksKept)
            .arg(needed),
        QStringLiteral("DELETE FROM judged WHERE id <= (SELECT min(id) + %3 FROM judged) AND (%4 OR at < %1"
                       " OR id < (SELECT max(id) - %2 FROM judged))")
            .arg(oldest)
            .arg(VerdictsKept)
            .arg(RowsAStep / 10)
            .arg(int(tooMuch)),
        orderrows::trim(oldest, tooMuch ? OrdersKept / 10 : OrdersKept),
        staterows::trim(oldest, tooMuch ? StatesKept / 10 : StatesKept)};
    if (tooMuch && *first == 0)
        statements.prepend(
            QStringLiteral("DELETE FROM minute WHERE at IN (SELECT at FROM minute ORDER BY at LIMIT 1000)"));
    for (const QString &sql : std::as_const(statements)) {
        if (const Done deleted = run(sql); !deleted.ok())
            return deleted.failure();
    }
    if (*unused > 0 || tooMuch) {
        QSqlQuery query = this->query();
        if (!query.exec(QStringLiteral("PRAGMA incremental_vacuum(2000)")))
            return failure(query);
        while (query.next()) { // one step per page
        }
    }
    return tooMuch || tooOld;
}

// Deletes a bounded number of events older than before, and their keys and owners in the same transaction,
// because an event without its key cannot be found.
Done HistoryFile::forgetOldest(qint64 before)
{
    const auto last =
        ask(QStringLiteral("SELECT max(id) FROM (SELECT id FROM event ORDER BY id LIMIT %1)").arg(RowsAStep));
    if (!last)
        return last.failure();
    const QString these = QStringLiteral("id <= %1 AND at < %2").arg(*last).arg(before);
    if (const Done begun = begin(); !begun.ok())
        return begun;
    for (const QString &sql :
         {QStringLiteral("DELETE FROM lock_key WHERE id IN (SELECT DISTINCT key FROM event WHERE %1)"
                         " AND NOT EXISTS (SELECT 1 FROM event WHERE key = lock_key.id AND NOT (%1))")
              .arg(these),
          QStringLiteral("DELETE FROM event WHERE %1").arg(these),
          QStringLiteral("DELETE FROM owner WHERE event < coalesce((SELECT min(iif(typeof(owner) = 'integer',"
                         " owner, id)) FROM event WHERE id < (SELECT min(id) FROM event) + %1), 9e18)")
              .arg(historyrow::OwnerReach)}) {
        if (const Done deleted = run(sql); !deleted.ok()) {
            rollBack();
            return deleted;
        }
    }
    return commit();
}

qint64 HistoryFile::bytes() const
{
    return QFileInfo(m_file).size() + QFileInfo(logOf(m_file)).size();
}

// Does not wait for readers.
QByteArray HistoryFile::atOnce(const QString &pragma) const
{
    QSqlQuery query = this->query();
    query.exec(QStringLiteral("PRAGMA busy_timeout = 0"));
    const QByteArray answer =
        query.exec(pragma) && query.next() ? query.value(0).toByteArray() : QByteArray();
    query.finish();
    query.exec(QStringLiteral("PRAGMA busy_timeout = %1").arg(BusyTimeout));
    return answer;
}

void HistoryFile::moveLog() const
{
    atOnce(QStringLiteral("PRAGMA wal_checkpoint(TRUNCATE)")); // else a later opening does it
}

// A reader that plays a recording has it open for some milliseconds, again and again.
bool HistoryFile::endLog() const
{
    for (int left = EndLogTries; left > 0; --left) {
        if (atOnce(QStringLiteral("PRAGMA journal_mode = DELETE")) == "delete")
            return true;
        QThread::msleep(EndLogPause);
    }
    return false;
}

} // namespace lockscope
