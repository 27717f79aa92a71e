// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The ids that a table of the history file has for bytes that repeat: names of locks, kinds, nodes. Adds
// those that it lacks, and remembers the last ones asked for. Owned by HistoryStore, on its thread; the file,
// open, must outlive it.

#include "core/history/historyfile.h"

#include <QHash>
#include <QSqlQuery>

namespace lockscope
{

// As a column wants it that is NOT NULL.
inline QByteArray notNull(const QByteArray &bytes)
{
    return bytes.isNull() ? QByteArray("") : bytes;
}

class ByteIds
{
public:
    explicit ByteIds(const HistoryFile &file) : m_file(file), m_find(file.query()), m_add(file.query()) {}

    Done prepare(const QString &table); // first
    Outcome<qint64> idOf(const QByteArray &bytes);
    void forget() { m_known.clear(); } // after rows were deleted

private:
    const HistoryFile &m_file;
    QSqlQuery m_find;
    QSqlQuery m_add;
    QHash<QByteArray, qint64> m_known{};
};

} // namespace lockscope
