// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Statements on an SQLite file, past the program that owns it. Blocks.

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QStringList>

namespace lockscope::test
{

// Returns the error, or empty.
inline QString sql(const QString &file, const QStringList &statements)
{
    QString wrong;
    {
        QSqlDatabase db = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("raw"));
        db.setDatabaseName(file);
        wrong = db.open() ? QString() : db.lastError().text();
        QSqlQuery query(db);
        for (const QString &statement : statements) {
            if (wrong.isEmpty() && !query.exec(statement))
                wrong = query.lastError().text();
        }
    }
    QSqlDatabase::removeDatabase(QStringLiteral("raw"));
    return wrong;
}

} // namespace lockscope::test
