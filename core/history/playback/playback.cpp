// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/playback.h"

#include "core/base/unixms.h"

#include <QSqlQuery>

#include <limits>

namespace lockscope
{

Done Playback::open(const HistoryRange &range)
{
    if (const Done opened = openForReading(); !opened.ok())
        return opened;
    return begin(range);
}

Done Playback::begin(const HistoryRange &range)
{
    m_range = range;
    return readMarks();
}

Done Playback::readMarks()
{
    QSqlQuery rows = m_file.query();
    rows.prepare(QStringLiteral("SELECT at, kind, node, other, events_before FROM mark"
                                " WHERE at >= ? AND at < ? ORDER BY events_before, id"));
    rows.addBindValue(unixMs(m_range.from));
    rows.addBindValue(unixMs(m_range.to));
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next())
        m_marks.push_back({.eventsBefore = rows.value(4).toLongLong(), .mark = markAt(rows)});
    return Nothing{};
}

Outcome<std::vector<PlaybackStep>> Playback::next(size_t most)
{
    std::vector<PlaybackStep> steps;
    const auto tellMarksBefore = [&](qint64 event) {
        for (; m_nextMark < m_marks.size() && m_marks[m_nextMark].eventsBefore < event; ++m_nextMark)
            steps.push_back({.at = m_marks[m_nextMark].mark.at, .what = m_marks[m_nextMark].mark});
    };
    QSqlQuery rows = m_file.query();
    rows.prepare(eventColumns() +
                 QStringLiteral("WHERE e.id > ? AND e.at >= ? AND e.at < ? ORDER BY e.id LIMIT ?"));
    for (const qint64 value : {m_last, unixMs(m_range.from), unixMs(m_range.to), qint64(most)})
        rows.addBindValue(value);
    if (!rows.exec())
        return m_file.failure(rows);
    size_t events = 0;
    for (; rows.next(); ++events) {
        m_last = eventIdAt(rows);
        tellMarksBefore(m_last);
        LockEvent event = eventAt(rows);
        steps.push_back({.at = event.wallAt, .what = std::move(event)});
    }
    if (events < most)
        tellMarksBefore(std::numeric_limits<qint64>::max());
    return steps;
}

} // namespace lockscope
