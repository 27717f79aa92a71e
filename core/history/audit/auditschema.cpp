// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditschema.h"

#include "core/history/audit/auditchain.h"

#include <QSqlError>
#include <QStringList>
#include <QThread>
#include <QVariant>

namespace lockscope
{

namespace
{

// Triggers on each table reject changes; only another program can remove them.
QStringList schema()
{
    QStringList statements{
        QStringLiteral("CREATE TABLE IF NOT EXISTS act (id INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
                       " user TEXT, host TEXT, program TEXT, profile TEXT, act TEXT NOT NULL,"
                       " key BLOB NOT NULL, kind TEXT, expected_owner BLOB, expected_count INTEGER,"
                       " reason TEXT)"),
        QStringLiteral("CREATE TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, act INTEGER NOT NULL,"
                       " at INTEGER NOT NULL, node TEXT, cli TEXT, step TEXT, kind TEXT, script TEXT,"
                       " found_owner BLOB, found_count INTEGER, before TEXT)"),
        QStringLiteral("CREATE TABLE IF NOT EXISTS answer (id INTEGER PRIMARY KEY, act INTEGER NOT NULL,"
                       " at INTEGER NOT NULL, result TEXT NOT NULL, kind TEXT, node TEXT,"
                       " found_owner BLOB, found_count INTEGER, woken INTEGER, failure TEXT,"
                       " commands TEXT, nodes TEXT)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS act_at ON act (at)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS sent_at ON sent (at)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS sent_act ON sent (act)"),
        QStringLiteral("CREATE UNIQUE INDEX IF NOT EXISTS answer_act ON answer (act)")};
    statements += chainSchema();
    for (const char *table : {"act", "sent", "answer", "chain"}) {
        for (const char *change : {"UPDATE", "DELETE"})
            statements << QStringLiteral("CREATE TRIGGER IF NOT EXISTS %1_%2 BEFORE %2 ON %1 BEGIN"
                                         " SELECT RAISE(ABORT, 'the audit is only added to'); END")
                              .arg(QLatin1String(table), QLatin1String(change));
        // INSERT OR REPLACE deletes without running the DELETE trigger.
        statements << QStringLiteral("CREATE TRIGGER IF NOT EXISTS %1_REPLACE BEFORE INSERT ON %1"
                                     " WHEN EXISTS (SELECT 1 FROM %1 WHERE id = NEW.id) BEGIN"
                                     " SELECT RAISE(ABORT, 'the audit is only added to'); END")
                          .arg(QLatin1String(table));
    }
    statements << QStringLiteral("CREATE TRIGGER IF NOT EXISTS answer_ONCE BEFORE INSERT ON answer"
                                 " WHEN EXISTS (SELECT 1 FROM answer WHERE act = NEW.act) BEGIN"
                                 " SELECT RAISE(ABORT, 'the act was answered'); END");
    return statements;
}

// Moves the rows of version 1 and drops their table. A concurrent program of that version creates the table
// again; its acts are then added after the existing ones (last: the greatest id).
QStringList takeOver(qint64 last)
{
    const QStringList statements{
        QStringLiteral("INSERT INTO act (id, at, user, host, act, key, expected_owner, reason)"
                       " SELECT id + %1, at, user, host, act, key, expected_owner, reason FROM audit"),
        QStringLiteral("INSERT INTO sent (act, at, node, step) SELECT id + %1, at, node, act FROM audit"
                       " WHERE result <> 'refused'"),
        QStringLiteral("INSERT INTO answer (act, at, result, node, found_owner, failure)"
                       " SELECT id + %1, at, result, node, found_owner, failure FROM audit")};
    QStringList numbered;
    for (const QString &statement : statements)
        numbered << statement.arg(last);
    return numbered << QStringLiteral("DROP TABLE audit");
}

bool ranAll(QSqlQuery &query, const QStringList &statements)
{
    for (const QString &statement : statements) {
        if (!query.exec(statement))
            return false;
    }
    return true;
}

// The rows that were taken over into a file that has a chain already.
bool chainedTakenOver(QSqlQuery &query, const std::array<qint64, AuditTables.size()> &last)
{
    for (size_t i = 0; i < AuditTables.size(); ++i) {
        const QString table = QLatin1String(AuditTables[i]);
        const qint64 newest =
            numberOf(query, QStringLiteral("SELECT COALESCE(MAX(id), 0) FROM %1").arg(table));
        for (qint64 row = last[i] + 1; row <= newest; ++row) {
            if (extendChain(query, table, row).isEmpty())
                return false;
        }
    }
    return true;
}

// If several programs start at once, the first creates the tables and the others find them.
bool prepared(const QSqlDatabase &db, QSqlQuery &query, qint64 version)
{
    const QString old = QStringLiteral("audit");
    if (version == AuditVersion && !db.tables().contains(old))
        return true;
    if (!query.exec(QStringLiteral("BEGIN IMMEDIATE")))
        return false;
    bool ready = ranAll(query, schema());
    const auto newest = [&query](const char *table) {
        return numberOf(query,
                        QStringLiteral("SELECT COALESCE(MAX(id), 0) FROM %1").arg(QLatin1String(table)));
    };
    const std::array last{newest("act"), newest("sent"), newest("answer")};
    const bool isChained = numberOf(query, QStringLiteral("SELECT COUNT(*) FROM chain")) > 0;
    if (ready && db.tables().contains(old))
        ready = ranAll(query, takeOver(last[0])) && (!isChained || chainedTakenOver(query, last));
    ready = ready && beginChain(query) &&
            ranAll(query,
                   {QStringLiteral("PRAGMA user_version = %1").arg(AuditVersion), QStringLiteral("COMMIT")});
    if (!ready)
        QSqlQuery(db).exec(QStringLiteral("ROLLBACK"));
    return ready;
}

// Enabling the write-ahead log needs exclusive access, for which SQLite does not wait by itself.
bool wroteAhead(QSqlQuery &query)
{
    const Instant until = now() + AuditPatience;
    while (!query.exec(QStringLiteral("PRAGMA journal_mode = WAL"))) {
        if (query.lastError().nativeErrorCode() != QLatin1String("5") || now() > until)
            return false;
        QThread::msleep(5);
    }
    query.finish();
    return true;
}

} // namespace

qint64 numberOf(QSqlQuery &query, const QString &statement)
{
    const qint64 number = query.exec(statement) && query.next() ? query.value(0).toLongLong() : -1;
    query.finish();
    return number;
}

bool prepareAudit(const QSqlDatabase &db, QSqlQuery &query, qint64 version)
{
    // A write-ahead log stays intact if the program is killed, without waiting for the disk at each write.
    return wroteAhead(query) && query.exec(QStringLiteral("PRAGMA synchronous = NORMAL")) &&
           prepared(db, query, version);
}

} // namespace lockscope
