// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/auditlog.h"

#include "core/values/unixms.h"

#include <pwd.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
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
    // Another Lockscope may be writing: wait for it instead of failing.
    const bool ready =
        query.exec(QStringLiteral("PRAGMA busy_timeout = 5000")) &&
        query.exec(QStringLiteral(
            "CREATE TABLE IF NOT EXISTS audit (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, user TEXT,"
            " host TEXT, act TEXT NOT NULL, key BLOB NOT NULL, node TEXT, expected_owner BLOB,"
            " found_owner BLOB, reason TEXT, result TEXT NOT NULL, failure TEXT)"));
    if (!ready)
        return sqlFailure(m_file, query.lastError());
    m_isOpen = true;
    return Nothing{};
}

Done AuditLog::append(const ActRequest &request, const Receipt &receipt)
{
    if (const Done opened = open(); !opened.ok())
        return opened;
    const OwnerId meant = request.act == ActKind::ForceRelease ? OwnerId{} : receipt.owner;
    const OwnerId expected = request.expectedOwner.value_or(meant);
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(QStringLiteral(
        "INSERT INTO audit (at, user, host, act, key, node, expected_owner, found_owner, reason,"
        " result, failure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    query.addBindValue(unixMs(receipt.at));
    query.addBindValue(userName());
    query.addBindValue(QSysInfo::machineHostName());
    query.addBindValue(QLatin1String(name(receipt.act)));
    query.addBindValue(receipt.key.bytes.isNull() ? QByteArray("") : receipt.key.bytes);
    query.addBindValue(QString::fromUtf8(receipt.node.bytes));
    query.addBindValue(expected.bytes);
    query.addBindValue(receipt.foundOwner.value_or(OwnerId{}).bytes);
    query.addBindValue(request.reason);
    query.addBindValue(QLatin1String(name(receipt.result)));
    query.addBindValue(receipt.failure.text);
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    return Nothing{};
}

Outcome<std::vector<AuditEntry>> AuditLog::since(WallTime from)
{
    std::vector<AuditEntry> entries;
    if (!m_isOpen && !QFile::exists(m_file))
        return entries;
    if (const Done opened = open(); !opened.ok())
        return opened.failure();
    QSqlQuery query(QSqlDatabase::database(m_connection));
    query.prepare(
        QStringLiteral("SELECT at, user, host, act, key, node, expected_owner, found_owner, reason, result,"
                       " failure FROM audit WHERE at >= ? ORDER BY id"));
    query.addBindValue(unixMs(from));
    if (!query.exec())
        return sqlFailure(m_file, query.lastError());
    while (query.next())
        entries.push_back({query.value(0).toLongLong(), query.value(1).toString(), query.value(2).toString(),
                           query.value(3).toByteArray(), query.value(4).toByteArray(),
                           query.value(5).toByteArray(), query.value(6).toByteArray(),
                           query.value(7).toByteArray(), query.value(8).toString(),
                           query.value(9).toByteArray(), query.value(10).toString()});
    return entries;
}

} // namespace lockscope
