// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/byteids.h"

#include <QVariant>

namespace lockscope
{

namespace
{

constexpr qsizetype Kept = 100'000;

} // namespace

Done ByteIds::prepare(const QString &table)
{
    if (!m_find.prepare(QStringLiteral("SELECT id FROM %1 WHERE bytes = ?").arg(table)))
        return m_file.failure(m_find);
    if (!m_add.prepare(QStringLiteral("INSERT INTO %1 (bytes) VALUES (?)").arg(table)))
        return m_file.failure(m_add);
    return Nothing{};
}

Outcome<qint64> ByteIds::idOf(const QByteArray &bytes)
{
    if (const auto id = m_known.constFind(bytes); id != m_known.cend())
        return *id;
    const QByteArray value = notNull(bytes);
    m_find.bindValue(0, value);
    if (!m_find.exec())
        return m_file.failure(m_find);
    qint64 id = 0;
    if (m_find.next()) {
        id = m_find.value(0).toLongLong();
        m_find.finish();
    } else {
        m_add.bindValue(0, value);
        if (!m_add.exec())
            return m_file.failure(m_add);
        id = m_add.lastInsertId().toLongLong();
    }
    if (m_known.size() >= Kept)
        m_known.clear();
    m_known.insert(bytes, id);
    return id;
}

} // namespace lockscope
