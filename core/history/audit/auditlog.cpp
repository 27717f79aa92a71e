// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/audit/auditlog.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"
#include "core/history/audit/auditchain.h"
#include "core/history/audit/auditschema.h"
#include "core/history/audit/auditvalues.h"
#include "core/platform/systemfacts.h"
#include "core/values/kindname.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QSysInfo>
#include <QUuid>
#include <QVariant>

#include <algorithm>

namespace lockscope
{

namespace
{

Failure unusable(const QString &file, const QString &why, const QString &remedy)
{
    return {.kind = ErrorKind::Internal,
            .text = Tr::tr("cannot use the audit log %1: %2").arg(file, why),
            .remedy = remedy};
}

Failure sqlFailure(const QString &file, const QSqlError &error)
{
    const QString code = error.nativeErrorCode(); // of SQLite
    const bool isBroken = code == QLatin1String("11") || code == QLatin1String("26");
    const QString reason = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return unusable(file, reason,
                    isBroken ? Tr::tr("move the file away; Lockscope then starts a new one")
                             : Tr::tr("check the folder's permissions and free space"));
}

Failure chainRemoved(const QString &file)
{
    return unusable(file, Tr::tr("the chain of its hashes was removed"),
                    Tr::tr("move the file away: Lockscope starts a new one"));
}

QString userName()
{
    const Account account = ownAccount();
    return account.name.isEmpty() ? account.number : account.name;
}

QString programName()
{
    return QCoreApplication::applicationName() + u' ' + QCoreApplication::applicationVersion();
}

// Never null, which a NOT NULL column would reject.
QByteArray stored(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

// SQLite gives its write-ahead log and index the same permissions.
bool madeForOwnerOnly(const QString &fileName)
{
    constexpr QFile::Permissions Own = QFile::ReadOwner | QFile::WriteOwner;
    QFile file(fileName);
    if (!file.exists())
        return file.open(QIODevice::ReadWrite | QIODevice::Append, Own);
    // Fails for another user's file; SQLite reports whether it is usable. A device stays as it is.
    if (QFileInfo(fileName).isFile())
        file.setPermissions(Own);
    return true;
}

// An empty file is none yet: only an act makes it a log.
bool hasContents(const QString &fileName)
{
    const QFileInfo file(fileName);
    return file.exists() && !(file.isFile() && file.size() == 0);
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

// A server of this machine, and by the other names that older entries have for it.
QVariantList namesOfProfile(const QString &profile)
{
    const auto named = [&profile](const char *host) {
        return QString(profile).replace(QLatin1String("127.0.0.1"), QLatin1String(host));
    };
    return {profile, named("localhost"), named("[::1]")};
}

Conditions conditionsOf(const AuditQuery &query)
{
    Conditions conditions;
    if (query.from)
        conditions.add(QStringLiteral("a.at >= ?"), {unixMs(*query.from)});
    if (query.to)
        conditions.add(QStringLiteral("a.at <= ?"), {unixMs(*query.to)});
    if (!query.key.isEmpty())
        conditions.add(QStringLiteral("a.key = ?"), {query.key});
    if (!query.profile.isEmpty())
        conditions.add(QStringLiteral("a.profile IN (?, ?, ?)"), namesOfProfile(query.profile));
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
    if (query.number)
        conditions.add(QStringLiteral("a.id = ?"), {*query.number});
    return conditions;
}

// Newest first, so that a limit keeps the newest.
QString selection(const Conditions &conditions)
{
    QString text = QStringLiteral(
        "SELECT a.id, a.at, a.user, a.host, a.program, a.profile, a.act, a.key,"
        " COALESCE(NULLIF(r.kind, ''), a.kind), r.node, a.expected_owner, a.expected_count, r.found_owner,"
        " r.found_count, a.reason, r.result, r.failure, r.woken, r.at, r.commands, r.nodes"
        " FROM act a LEFT JOIN answer r ON r.act = a.id");
    if (!conditions.texts.isEmpty())
        text += QLatin1String(" WHERE ") + conditions.texts.join(QLatin1String(" AND "));
    return text + QLatin1String(" ORDER BY a.id DESC");
}

AuditEntry entryOf(const QSqlQuery &row)
{
    AuditEntry entry{.number = row.value(0).toLongLong(),
                     .atMs = storedTime(row.value(1).toLongLong()).count(),
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
        entry.endedMs = storedTime(row.value(18).toLongLong()).count();
    entry.commands = row.value(19).toString().split(u'\n', Qt::SkipEmptyParts);
    entry.answers = answersFromJson(row.value(20).toByteArray());
    return entry;
}

// There is no answer if the program was killed or still waits for the server.
void explainMissingAnswer(AuditEntry &entry)
{
    if (!entry.result.isEmpty())
        return;
    entry.result = name(ActResult::Unknown);
    entry.failure = entry.steps.empty() ? Tr::tr("no record that it was sent, and no response")
                                        : Tr::tr("sent, but no response is recorded: check the lock");
}

bool addSteps(AuditEntry &entry, QSqlQuery &steps)
{
    steps.bindValue(0, entry.number);
    if (!steps.exec())
        return false;
    while (steps.next()) {
        entry.steps.push_back({.atMs = storedTime(steps.value(0).toLongLong()).count(),
                               .node = steps.value(1).toByteArray(),
                               .cli = steps.value(2).toString(),
                               .act = steps.value(3).toByteArray(),
                               .script = steps.value(5).toByteArray(),
                               .foundOwner = steps.value(6).toByteArray(),
                               .foundCount = steps.value(7).toLongLong(),
                               .before = beforeFromJson(steps.value(8).toByteArray())});
        if (entry.kind.isEmpty())
            entry.kind = steps.value(4).toByteArray();
        if (entry.node.isEmpty())
            entry.node = entry.steps.back().node;
    }
    return true;
}

} // namespace

AuditLog::AuditLog(const QString &folder)
    : m_file(QDir(folder).filePath(QStringLiteral("audit.sqlite"))),
      m_connection(QStringLiteral("audit-") + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

AuditLog::~AuditLog()
{
    close();
}

void AuditLog::close()
{
    if (std::exchange(m_isOpen, false))
        QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
}

// Opened with the first entry, so that reading creates no file. Reopened if the file was moved away.
Done AuditLog::open()
{
    if (m_isOpen && fileNumber(m_file) == m_fileNumber)
        return Nothing{};
    close();
    const QString folder = QFileInfo(m_file).path();
    if (!QDir().mkpath(folder))
        return unusable(m_file, Tr::tr("cannot create the folder"),
                        Tr::tr("check the permissions of %1").arg(QFileInfo(folder).path()));
    if (!madeForOwnerOnly(m_file))
        return unusable(m_file, Tr::tr("cannot create the file"),
                        Tr::tr("check the folder's permissions and free space"));
    const Done opened = openFile();
    m_isOpen = opened.ok();
    m_fileNumber = fileNumber(m_file);
    if (!m_isOpen)
        close();
    return opened;
}

Done AuditLog::openFile()
{
    QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    db.setDatabaseName(m_file);
    if (!db.open())
        return sqlFailure(m_file, db.lastError());
    QSqlQuery query(db);
    // Wait for other programs that are writing.
    if (!query.exec(QStringLiteral("PRAGMA busy_timeout = %1").arg(AuditPatience.count())))
        return sqlFailure(m_file, query.lastError());
    query.finish();
    const qint64 version = numberOf(query, QStringLiteral("PRAGMA user_version"));
    if (version > AuditVersion)
        return unusable(m_file,
                        Tr::tr("a newer version of this program wrote it (format %1; this version reads %2)")
                            .arg(version)
                            .arg(AuditVersion),
                        Tr::tr("use that version"));
    if (version < 0 || !prepareAudit(db, query, version))
        return sqlFailure(m_file, query.lastError());
    return Nothing{};
}

Outcome<qint64> AuditLog::asked(const ActRequest &request, const ConnectionSpec &spec, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    const OwnerId meant = request.act == ActKind::ForceRelease ? OwnerId{} : request.owner;
    QByteArrayList expected{request.expectedOwner.value_or(meant).bytes};
    if (expected.front().isEmpty() && !request.expectedHolders.empty()) {
        expected.clear();
        for (const Holder &holder : request.expectedHolders)
            expected << holder.id.bytes;
    }
    const auto added =
        add(QStringLiteral("act (at, user, host, program, profile, act, key, kind, expected_owner,"
                           " expected_count, reason)"),
            {unixMs(at), userName(), QSysInfo::machineHostName(), programName(), auditedProfile(spec),
             QLatin1String(name(request.act)), stored(request.key.bytes), QString::fromUtf8(request.kind),
             stored(expected.join(", ")), request.expectedCount.value_or(0), request.reason});
    if (!added)
        return added.failure();
    m_askedAt.insert(added->row, unixMs(at));
    copy(added->row, "asked",
         {{"do", name(request.act)},
          {"key", request.key.bytes},
          {"user", userName().toUtf8()},
          {"profile", auditedProfile(spec).toUtf8()},
          {"expected", expected.join(", ")},
          {"reason", request.reason.toUtf8()}},
         added->hash);
    return added->row;
}

Done AuditLog::sending(qint64 act, const ActStep &step, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened;
    // An act that takes something away waits for the disk, so that it is recorded even after a power failure.
    const bool isSevere = step.isSevere || takesAway(step.act) || step.act == ActKind::Release;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(isSevere ? QStringLiteral("PRAGMA synchronous = FULL")
                             : QStringLiteral("PRAGMA synchronous = NORMAL")))
        return sqlFailure(m_file, query.lastError());
    const auto added =
        add(QStringLiteral("sent (act, at, node, cli, step, kind, script, found_owner, found_count,"
                           " before)"),
            {act, unixMs(at), QString::fromUtf8(step.node.bytes), step.cli, QLatin1String(name(step.act)),
             kindText(step.kind), QString::fromUtf8(step.script), stored(step.foundOwner.bytes),
             step.foundCount, QString::fromLatin1(beforeToJson(step.before))},
            act);
    if (!added)
        return added.failure();
    copy(act, "sent", {{"do", name(step.act)}, {"node", step.node.bytes}, {"found", step.foundOwner.bytes}},
         added->hash);
    return Nothing{};
}

Done AuditLog::answered(qint64 act, const Receipt &receipt, WallTime at)
{
    if (const Done opened = open(); !opened.ok())
        return opened;
    const QString remark = receipt.unchanged ? Tr::tr("already expires sooner; nothing was changed")
                           : receipt.isLostSince
                               ? Tr::tr("lost since: when it was read back, it was free or another client's")
                               : receipt.failure.text;
    const auto added =
        add(QStringLiteral("answer (act, at, result, kind, node, found_owner, found_count, woken,"
                           " failure, commands, nodes)"),
            {act, unixMs(at), QLatin1String(name(receipt.result)), kindText(receipt.kind),
             QString::fromUtf8(receipt.node.bytes), stored(receipt.foundOwner.value_or(OwnerId{}).bytes),
             receipt.foundCount, receipt.woken, remark, receipt.plan.commands.join(u'\n'),
             QString::fromUtf8(answersToJson(receipt.nodes))},
            act);
    m_askedAt.remove(act);
    if (!added)
        return added.failure();
    copy(act, "answer",
         {{"result", name(receipt.result)}, {"found", receipt.foundOwner.value_or(OwnerId{}).bytes}},
         added->hash);
    return Nothing{};
}

void AuditLog::copy(qint64 act, const char *row, const AuditFields &fields, const QByteArray &hash) const
{
    if (m_copy)
        m_copy(auditLine(act, row, fields, hash));
}

// into: the table and its columns. Returns the row's number. Checks that act `of` is in this file: if the
// file was moved away since, the number in the new file is another act's or none.
Outcome<qint64> AuditLog::insert(QSqlQuery &query, const QString &into, const QVariantList &values,
                                 std::optional<qint64> of)
{
    QString statement = QStringLiteral("INSERT INTO %1 SELECT %2").arg(into, placeholders(values.size()));
    if (of)
        statement +=
            QStringLiteral(" WHERE EXISTS (SELECT 1 FROM act WHERE id = ? AND at = COALESCE(?, at))");
    if (!query.prepare(statement))
        return sqlFailure(m_file, query.lastError());
    for (const QVariant &value : values)
        query.addBindValue(value);
    if (of) {
        const auto asked = m_askedAt.constFind(*of);
        query.addBindValue(*of);
        query.addBindValue(asked == m_askedAt.cend() ? QVariant() : QVariant(*asked));
    }
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    if (query.numRowsAffected() == 0)
        return unusable(
            m_file, Tr::tr("the file was moved away meanwhile; the outcome of this action is not recorded"),
            Tr::tr("look for the action in the moved file"));
    return query.lastInsertId().toLongLong();
}

// The row and its hash, both or neither. Others that write wait from the beginning, so the hash before stays
// the newest.
Outcome<AuditLog::Added> AuditLog::add(const QString &into, const QVariantList &values,
                                       std::optional<qint64> of)
{
    QSqlQuery query(QSqlDatabase::database(m_connection));
    if (!query.exec(QStringLiteral("BEGIN IMMEDIATE")))
        return sqlFailure(m_file, query.lastError());
    Outcome<qint64> row = insert(query, into, values, of);
    QByteArray hash;
    if (row) {
        hash = extendChain(query, into.section(u' ', 0, 0), *row);
        if (hash.isEmpty() || !query.exec(QStringLiteral("COMMIT")))
            row = query.lastError().isValid() ? sqlFailure(m_file, query.lastError()) : chainRemoved(m_file);
    }
    if (row)
        return Added{*row, hash};
    const Failure why = row.failure();
    query.exec(QStringLiteral("ROLLBACK"));
    return why;
}

Outcome<AuditCheck> AuditLog::verify(const QByteArray &expectedHash)
{
    if (!hasContents(m_file))
        return AuditCheck{.hasExpected = expectedHash.isEmpty()};
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    const QSqlDatabase db = QSqlDatabase::database(m_connection);
    QSqlQuery query(db);
    auto check = checkChain(db, query, expectedHash);
    if (!check)
        return sqlFailure(m_file, query.lastError());
    return *std::move(check);
}

Outcome<RecentActs> AuditLog::sentSince(const ConnectionSpec &spec, WallTime from)
{
    if (!hasContents(m_file))
        return RecentActs{};
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(
        QStringLiteral("SELECT COUNT(DISTINCT a.id), MIN(s.at) FROM sent s JOIN act a ON a.id = s.act"
                       " WHERE s.at > ? AND a.profile IN (?, ?, ?)"));
    query.addBindValue(unixMs(from));
    for (const QVariant &name : namesOfProfile(auditedProfile(spec)))
        query.addBindValue(name);
    if (!query.exec() || !query.next())
        return sqlFailure(m_file, query.lastError());
    RecentActs recent{.count = query.value(0).toInt()};
    if (recent.count > 0)
        recent.first = wallTimeOf(query.value(1).toLongLong());
    return recent;
}

Outcome<std::vector<AuditEntry>> AuditLog::find(const AuditQuery &wanted)
{
    std::vector<AuditEntry> entries;
    if (!hasContents(m_file))
        return entries;
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    const Conditions conditions = conditionsOf(wanted);
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.setForwardOnly(true);
    if (!query.prepare(selection(conditions)))
        return sqlFailure(m_file, query.lastError());
    for (const QVariant &value : conditions.values)
        query.addBindValue(value);
    QSqlQuery steps(QSqlDatabase::database(m_connection));
    steps.setForwardOnly(true);
    steps.prepare(QStringLiteral("SELECT at, node, cli, step, kind, script, found_owner, found_count, %1"
                                 " FROM sent WHERE act = ? ORDER BY id")
                      .arg(wanted.withValues ? QLatin1String("before") : QLatin1String("NULL")));
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    const size_t most = wanted.most > 0 ? size_t(wanted.most) : SIZE_MAX;
    while (entries.size() < most && query.next()) {
        AuditEntry entry = entryOf(query);
        if (!addSteps(entry, steps))
            return sqlFailure(m_file, steps.lastError());
        explainMissingAnswer(entry);
        // Not by LIKE, which stops at a NUL byte and ignores case only for ASCII letters.
        if (wanted.text.isEmpty() || mentions(entry, wanted.text))
            entries.push_back(std::move(entry));
    }
    if (query.lastError().isValid()) // the file is damaged further on
        return sqlFailure(m_file, query.lastError());
    std::ranges::reverse(entries);
    return entries;
}

qint64 AuditLog::changes()
{
    if (!hasContents(m_file) || !open().ok())
        return -1;
    QSqlQuery query(QSqlDatabase::database(m_connection));
    return numberOf(query, QStringLiteral("PRAGMA data_version"));
}

} // namespace lockscope
