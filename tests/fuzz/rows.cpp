// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/rows.h"

#include "tests/fuzz/keytext.h"
#include "tests/fuzz/target.h"

#include <QSqlDatabase>
#include <QSqlField>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QVariant>

namespace lockscope::fuzz
{

namespace
{

constexpr int MostRows = 64;

QVariant valueOf(const QByteArray &text, const QSqlField &column)
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    if (text.isEmpty())
        return {};
    if (isNumber)
        return number;
    const QByteArray bytes = unescaped(text);
    return column.metaType() == QMetaType::fromType<QString>() ? QVariant(QString::fromUtf8(bytes))
                                                               : QVariant(bytes);
}

void insertRow(const QSqlDatabase &db, const QByteArray &line)
{
    const QByteArrayList values = line.split('|');
    const QString table = QString::fromLatin1(values.front());
    if (!db.tables().contains(table))
        return;
    const QSqlRecord record = db.record(table);
    const int columns = record.count();
    QSqlQuery query(db);
    query.prepare(QStringLiteral("INSERT OR REPLACE INTO %1 VALUES (%2)")
                      .arg(table, QStringList(columns, QStringLiteral("?")).join(u',')));
    for (int i = 0; i < columns; ++i)
        query.addBindValue(i + 1 < values.size() ? valueOf(values[i + 1], record.field(i)) : QVariant());
    query.exec(); // fails where a row breaks a constraint
}

void dropTriggers(const QSqlDatabase &db)
{
    QStringList names;
    QSqlQuery query(db);
    query.exec(QStringLiteral("SELECT name FROM sqlite_master WHERE type = 'trigger'"));
    while (query.next())
        names << query.value(0).toString();
    for (const QString &name : names)
        QSqlQuery(db).exec(QStringLiteral("DROP TRIGGER %1").arg(name));
}

} // namespace

void replaceRows(const QString &file, const QByteArray &text)
{
    const QString connection = QStringLiteral("fuzz");
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection);
        db.setDatabaseName(file);
        demand(db.open(), "the file can be opened");
        QSqlQuery(db).exec(QStringLiteral("PRAGMA synchronous = OFF"));
        dropTriggers(db);
        db.transaction();
        for (const QString &table : db.tables())
            QSqlQuery(db).exec(QStringLiteral("DELETE FROM %1").arg(table));
        for (const QByteArray &line :
             text.split('\n').first(std::min<qsizetype>(text.count('\n') + 1, MostRows)))
            insertRow(db, line);
        db.commit();
        db.close();
    }
    QSqlDatabase::removeDatabase(connection);
}

} // namespace lockscope::fuzz
