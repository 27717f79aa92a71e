// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of values in SQL statements that are executed often. QSqlQuery::bindValue() by number composes such a
// name in each call, which takes longer than the rest of it. Any thread.

#include <QStringList>

namespace lockscope
{

// ":v0", ":v1", …
inline const QStringList &placeholders()
{
    constexpr int Most = 1000;
    static const QStringList names = [] {
        QStringList all;
        for (int i = 0; i < Most; ++i)
            all << QStringLiteral(":v%1").arg(i);
        return all;
    }();
    return names;
}

// "(:v0,:v1),(:v2,:v3)", for VALUES.
inline QString rowsOfPlaceholders(qsizetype rows, qsizetype columns)
{
    QStringList all;
    for (qsizetype row = 0; row < rows; ++row)
        all << u'(' + placeholders().mid(row * columns, columns).join(u',') + u')';
    return all.join(u',');
}

} // namespace lockscope
