// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/auditlog.h"

#include "core/values/unixms.h"

#include <pwd.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSysInfo>
#include <QUuid>
#include <QVariant>

namespace lockscope
{

namespace
{

constexpr int Version = 2; // 1 had one row an act, without what was there before

Failure sqlFailure(const QString &file, const QSqlError &error)
{
    return {.kind = ErrorKind::Internal,
            .text = QStringLiteral("the audit log %1 cannot be used: %2").arg(file, error.text()),
            .remedy = QStringLiteral("check the folder's permissions and free space")};
}

// The account, not what the environment says of it.
QString userName()
{
    const passwd *account = getpwuid(geteuid());
    return account ? QString::fromLocal8Bit(account->pw_name) : QString::number(geteuid());
}

QString programName()
{
    return QCoreApplication::applicationName() + u' ' + QCoreApplication::applicationVersion();
}

// Never null, which a column of bytes would refuse.
QByteArray stored(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

QString base64(const QByteArray &bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}

QByteArray fromBase64(const QJsonValue &value)
{
    return QByteArray::fromBase64(value.toString().toLatin1());
}

QByteArray beforeToJson(const std::vector<ValueBefore> &values)
{
    QJsonArray array;
    for (const ValueBefore &value : values) {
        QJsonObject object{{QStringLiteral("key"), base64(value.key.bytes)}};
        if (!value.dump.isEmpty())
            object.insert(QStringLiteral("dump"), base64(value.dump));
        if (value.ttl)
            object.insert(QStringLiteral("ttl_ms"), qint64(value.ttl->count()));
        if (!value.why.isEmpty())
            object.insert(QStringLiteral("why"), value.why);
        array.append(object);
    }
    return QJsonDocument(array).toJson(QJsonDocument::Compact);
}

std::vector<ValueBefore> beforeFromJson(const QByteArray &json)
{
    std::vector<ValueBefore> values;
    const QJsonArray array = QJsonDocument::fromJson(json).array();
    for (const QJsonValue &item : array) {
        const QJsonObject object = item.toObject();
        ValueBefore value{.key = {fromBase64(object.value(QStringLiteral("key")))},
                          .dump = fromBase64(object.value(QStringLiteral("dump"))),
                          .why = object.value(QStringLiteral("why")).toString()};
        if (const QJsonValue ttl = object.value(QStringLiteral("ttl_ms")); ttl.isDouble())
            value.ttl = milliseconds(qint64(ttl.toDouble()));
        values.push_back(std::move(value));
    }
    return values;
}

// Each table refuses to forget: whoever wants that must open the file himself.
QStringList schema()
{
    QStringList statements{
        QStringLiteral("CREATE TABLE IF NOT EXISTS act (id INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
                       " user TEXT, host TEXT, program TEXT, profile TEXT, act TEXT NOT NULL,"
                       " key BLOB NOT NULL, kind TEXT, expected_owner BLOB, expected_count INTEGER,"
                       " reason TEXT)"),
        QStringLiteral("CREATE TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, act INTEGER NOT NULL,"
                       " at INTEGER NOT NULL, node TEXT, kind TEXT, script TEXT, found_owner BLOB,"
                       " found_count INTEGER, before TEXT)"),
        QStringLiteral("CREATE TABLE IF NOT EXISTS answer (id INTEGER PRIMARY KEY, act INTEGER NOT NULL,"
                       " at INTEGER NOT NULL, result TEXT NOT NULL, kind TEXT, node TEXT,"
                       " found_owner BLOB, found_count INTEGER, woken INTEGER, failure TEXT,"
                       " commands TEXT)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS act_at ON act (at)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS sent_at ON sent (at)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS sent_act ON sent (act)"),
        QStringLiteral("CREATE INDEX IF NOT EXISTS answer_act ON answer (act)")};
    for (const char *table : {"act", "sent", "answer"}) {
        for (const char *change : {"UPDATE", "DELETE"})
            statements << QStringLiteral("CREATE TRIGGER IF NOT EXISTS %1_%2 BEFORE %2 ON %1 BEGIN"
                                         " SELECT RAISE(ABORT, 'the audit is only added to'); END")
                              .arg(QLatin1String(table), QLatin1String(change));
    }
    return statements;
}

// Rows of version 1 are taken over once; their table goes.
QStringList takeOver()
{
    return {QStringLiteral("INSERT INTO act (id, at, user, host, act, key, expected_owner, reason)"
                           " SELECT id, at, user, host, act, key, expected_owner, reason FROM audit"),
            QStringLiteral("INSERT INTO sent (act, at, node) SELECT id, at, node FROM audit"
                           " WHERE result <> 'refused'"),
            QStringLiteral("INSERT INTO answer (act, at, result, node, found_owner, failure)"
                           " SELECT id, at, result, node, found_owner, failure FROM audit"),
            QStringLiteral("DROP TABLE audit")};
}

bool ranAll(QSqlQuery &query, const QStringList &statements)
{
    for (const QString &statement : statements) {
        if (!query.exec(statement))
            return false;
    }
    return true;
}

bool prepared(QSqlDatabase db, QSqlQuery &query)
{
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return false;
    const bool isCurrent = query.value(0).toInt() >= Version;
    query.finish();
    if (isCurrent)
        return true;
    // Several programs may start at once: the first one makes the tables, the others find them.
    if (!query.exec(QStringLiteral("BEGIN IMMEDIATE")))
        return false;
    QStringList statements = schema();
    if (db.tables().contains(QStringLiteral("audit")))
        statements << takeOver();
    statements << QStringLiteral("PRAGMA user_version = %1").arg(Version) << QStringLiteral("COMMIT");
    if (ranAll(query, statements))
        return true;
    QSqlQuery(db).exec(QStringLiteral("ROLLBACK"));
    return false;
}

// '%' and '_' of what was typed stand for themselves.
QString likePattern(const QString &text)
{
    QString escaped = text;
    escaped.replace(u'\\', QLatin1String("\\\\"))
        .replace(u'%', QLatin1String("\\%"))
        .replace(u'_', QLatin1String("\\_"));
    return u'%' + escaped + u'%';
}

QString placeholders(qsizetype count)
{
    return QStringList(count, QStringLiteral("?")).join(QLatin1Char(','));
}

struct Conditions {
    QStringList texts{};
    QVariantList values{};

    void add(const QString &text, const QVariantList &bound)
    {
        texts << text;
        values << bound;
    }
};

Conditions conditionsOf(const AuditQuery &query)
{
    Conditions conditions;
    if (query.from)
        conditions.add(QStringLiteral("a.at >= ?"), {unixMs(*query.from)});
    if (query.to)
        conditions.add(QStringLiteral("a.at <= ?"), {unixMs(*query.to)});
    if (!query.key.isEmpty())
        conditions.add(QStringLiteral("a.key = ?"), {query.key});
    const auto oneOf = [&conditions](const char *column, const QList<QByteArray> &words) {
        QVariantList bound;
        for (const QByteArray &word : words)
            bound << QString::fromUtf8(word);
        if (!words.isEmpty())
            conditions.add(
                QStringLiteral("%1 IN (%2)").arg(QLatin1String(column), placeholders(words.size())), bound);
    };
    oneOf("a.act", query.acts);
    oneOf("COALESCE(r.result, 'unknown')", query.results);
    if (!query.text.isEmpty()) {
        QStringList columns;
        QVariantList bound;
        for (const char *column :
             {"CAST(a.key AS TEXT)", "CAST(a.expected_owner AS TEXT)", "CAST(r.found_owner AS TEXT)",
              "a.reason", "a.user", "a.profile", "r.node", "a.act", "COALESCE(r.result, 'unknown')"}) {
            columns << QStringLiteral("%1 LIKE ? ESCAPE '\\'").arg(QLatin1String(column));
            bound << likePattern(query.text);
        }
        conditions.add(u'(' + columns.join(QLatin1String(" OR ")) + u')', bound);
    }
    return conditions;
}

// Newest first, so that a limit keeps those.
QString selection(const AuditQuery &query, const Conditions &conditions)
{
    QString text = QStringLiteral(
        "SELECT a.id, a.at, a.user, a.host, a.program, a.profile, a.act, a.key,"
        " COALESCE(NULLIF(r.kind, ''), a.kind), r.node, a.expected_owner, a.expected_count, r.found_owner,"
        " r.found_count, a.reason, r.result, r.failure, r.woken, r.at, r.commands"
        " FROM act a LEFT JOIN answer r ON r.act = a.id");
    if (!conditions.texts.isEmpty())
        text += QLatin1String(" WHERE ") + conditions.texts.join(QLatin1String(" AND "));
    text += QLatin1String(" ORDER BY a.id DESC");
    if (query.most > 0)
        text += QStringLiteral(" LIMIT %1").arg(query.most);
    return text;
}

AuditEntry entryOf(const QSqlQuery &row)
{
    AuditEntry entry{.number = row.value(0).toLongLong(),
                     .atMs = row.value(1).toLongLong(),
                     .user = row.value(2).toString(),
                     .host = row.value(3).toString(),
                     .program = row.value(4).toString(),
                     .profile = row.value(5).toString(),
                     .act = row.value(6).toByteArray(),
                     .key = row.value(7).toByteArray(),
                     .kind = row.value(8).toByteArray(),
                     .node = row.value(9).toByteArray(),
                     .expectedOwner = row.value(10).toByteArray(),
                     .expectedCount = row.value(11).toLongLong(),
                     .foundOwner = row.value(12).toByteArray(),
                     .foundCount = row.value(13).toLongLong(),
                     .reason = row.value(14).toString(),
                     .result = row.value(15).toByteArray(),
                     .failure = row.value(16).toString(),
                     .woken = row.value(17).toLongLong()};
    if (!row.value(18).isNull())
        entry.endedMs = row.value(18).toLongLong();
    entry.commands = row.value(19).toString().split(u'\n', Qt::SkipEmptyParts);
    return entry;
}

// Who was killed, or is still waiting for the server, has left no answer.
void explainMissingAnswer(AuditEntry &entry)
{
    if (!entry.result.isEmpty())
        return;
    entry.result = name(ActResult::Unknown);
    entry.failure = entry.steps.empty()
                        ? QStringLiteral("no answer is on record, and nothing was sent")
                        : QStringLiteral("it was sent, but no answer is on record: look at the lock");
}

} // namespace

AuditLog::AuditLog(const QString &folder)
    : m_file(QDir(folder).filePath(QStringLiteral("audit.sqlite"))),
      m_connection(QStringLiteral("audit-") + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

AuditLog::~AuditLog()
{
    if (m_isOpen)
        QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

// Opened with the first entry: who only looks leaves no file behind.
Done AuditLog::open()
{
    if (m_isOpen)
        return Nothing{};
    const QString folder = QFileInfo(m_file).path();
    if (!QDir().mkpath(folder))
        return Failure{.kind = ErrorKind::Internal,
                       .text = QStringLiteral("the folder %1 cannot be made").arg(folder)};
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    db.setDatabaseName(m_file);
    if (!db.open())
        return sqlFailure(m_file, db.lastError());
    QFile::setPermissions(m_file, QFile::ReadOwner | QFile::WriteOwner);
    QSqlQuery query(db);
    // Another Lockscope may be writing: wait for it instead of failing. A write-ahead log is whole after a
    // kill at any moment, without waiting for the disk at each word.
    const QStringList settings{QStringLiteral("PRAGMA busy_timeout = 5000"),
                               QStringLiteral("PRAGMA journal_mode = WAL"),
                               QStringLiteral("PRAGMA synchronous = NORMAL")};
    if (!ranAll(query, settings) || !prepared(db, query))
        return sqlFailure(m_file, query.lastError());
    m_isOpen = true;
    return Nothing{};
}

QString auditedProfile(const ConnectionSpec &spec)
{
    return spec.name.isEmpty() ? connectionUrl(spec) : spec.name;
}

Outcome<qint64> AuditLog::asked(const ActRequest &request, const ConnectionSpec &spec, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    const OwnerId meant = request.act == ActKind::ForceRelease ? OwnerId{} : request.owner;
    OwnerId expected = request.expectedOwner.value_or(meant);
    if (expected.isEmpty() && request.expectedHolders.size() == 1)
        expected = request.expectedHolders.front().id;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral("INSERT INTO act (at, user, host, program, profile, act, key, kind,"
                                 " expected_owner, expected_count, reason)"
                                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    query.addBindValue(unixMs(at));
    query.addBindValue(userName());
    query.addBindValue(QSysInfo::machineHostName());
    query.addBindValue(programName());
    query.addBindValue(auditedProfile(spec));
    query.addBindValue(QLatin1String(name(request.act)));
    query.addBindValue(stored(request.key.bytes));
    query.addBindValue(QString::fromUtf8(request.kind));
    query.addBindValue(stored(expected.bytes));
    query.addBindValue(request.expectedCount.value_or(0));
    query.addBindValue(request.reason);
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    return query.lastInsertId().toLongLong();
}

Done AuditLog::sending(qint64 act, const ActStep &step, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral("INSERT INTO sent (act, at, node, kind, script, found_owner, found_count,"
                                 " before) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    query.addBindValue(act);
    query.addBindValue(unixMs(at));
    query.addBindValue(QString::fromUtf8(step.node.bytes));
    query.addBindValue(QString::fromUtf8(step.kind.name.data(), qsizetype(step.kind.name.size())));
    query.addBindValue(QString::fromUtf8(step.script));
    query.addBindValue(stored(step.foundOwner.bytes));
    query.addBindValue(step.foundCount);
    query.addBindValue(QString::fromLatin1(beforeToJson(step.before)));
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    return Nothing{};
}

Done AuditLog::answered(qint64 act, const Receipt &receipt, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(
        QStringLiteral("INSERT INTO answer (act, at, result, kind, node, found_owner, found_count, woken,"
                       " failure, commands) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    query.addBindValue(act);
    query.addBindValue(unixMs(at));
    query.addBindValue(QLatin1String(name(receipt.result)));
    query.addBindValue(QString::fromUtf8(receipt.kind.name.data(), qsizetype(receipt.kind.name.size())));
    query.addBindValue(QString::fromUtf8(receipt.node.bytes));
    query.addBindValue(stored(receipt.foundOwner.value_or(OwnerId{}).bytes));
    query.addBindValue(receipt.foundCount);
    query.addBindValue(receipt.woken);
    query.addBindValue(receipt.failure.text);
    query.addBindValue(receipt.plan.commands.join(u'\n'));
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    return Nothing{};
}

Outcome<RecentActs> AuditLog::sentSince(const ConnectionSpec &spec, WallTime from)
{
    if (!m_isOpen && !QFile::exists(m_file))
        return RecentActs{};
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(
        QStringLiteral("SELECT COUNT(DISTINCT a.id), MIN(s.at) FROM sent s JOIN act a ON a.id = s.act"
                       " WHERE s.at > ? AND a.profile = ?"));
    query.addBindValue(unixMs(from));
    query.addBindValue(auditedProfile(spec));
    if (!query.exec() || !query.next())
        return sqlFailure(m_file, query.lastError());
    RecentActs recent{.count = query.value(0).toInt()};
    if (recent.count > 0)
        recent.first = WallTime(milliseconds(query.value(1).toLongLong()));
    return recent;
}

Outcome<std::vector<AuditEntry>> AuditLog::find(const AuditQuery &wanted)
{
    std::vector<AuditEntry> entries;
    if (!m_isOpen && !QFile::exists(m_file))
        return entries;
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    const Conditions conditions = conditionsOf(wanted);
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    query.prepare(selection(wanted, conditions));
    for (const QVariant &value : conditions.values)
        query.addBindValue(value);
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    while (query.next())
        entries.push_back(entryOf(query));
    std::ranges::reverse(entries);
    QSqlQuery steps(QSqlDatabase::database(m_connection));
    steps.prepare(QStringLiteral("SELECT at, node, kind, script, found_owner, found_count, before FROM sent"
                                 " WHERE act = ? ORDER BY id"));
    for (AuditEntry &entry : entries) {
        steps.bindValue(0, entry.number);
        if (!steps.exec())
            return sqlFailure(m_file, steps.lastError());
        while (steps.next()) {
            entry.steps.push_back({.atMs = steps.value(0).toLongLong(),
                                   .node = steps.value(1).toByteArray(),
                                   .script = steps.value(3).toByteArray(),
                                   .foundOwner = steps.value(4).toByteArray(),
                                   .foundCount = steps.value(5).toLongLong(),
                                   .before = beforeFromJson(steps.value(6).toByteArray())});
            if (entry.kind.isEmpty())
                entry.kind = steps.value(2).toByteArray();
            if (entry.node.isEmpty())
                entry.node = entry.steps.back().node;
        }
        explainMissingAnswer(entry);
    }
    return entries;
}

} // namespace lockscope
