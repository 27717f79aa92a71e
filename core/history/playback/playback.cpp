// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/playback.h"

#include "core/base/unixms.h"

#include <QSqlQuery>

#include <algorithm>
#include <limits>

namespace lockscope
{

Done Playback::begin(const HistoryRange &range)
{
    m_range = range;
    return readMarks();
}

Done Playback::readMarks()
{
    QSqlQuery rows = m_file.query();
    rows.prepare(
        QStringLiteral("SELECT at, kind, node, other, events_before FROM mark"
                       " WHERE at >= ? AND at < ? AND events_before <= ? ORDER BY events_before, id"));
    for (const qint64 value : {unixMs(m_range.from), unixMs(m_range.to), m_edges.lastEvent})
        rows.addBindValue(value);
    if (!rows.exec())
        return m_file.failure(rows);
    while (rows.next()) {
        if (const Mark mark = markAt(rows); !isLeftOut(mark))
            m_marks.push_back({.eventsBefore = rows.value(4).toLongLong(), .mark = mark});
    }
    return Nothing{};
}

bool Playback::isLeftOut(const Mark &mark) const
{
    if (mark.kind == Mark::Kind::Closed)
        return m_edges.closedAt && mark.at >= *m_edges.closedAt;
    return (mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Lost) && m_edges.restatedUntil &&
           mark.at <= *m_edges.restatedUntil;
}

void Playback::goTo(const Position &position)
{
    m_last = position.event;
    m_nextMark = position.mark;
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
                 QStringLiteral("WHERE e.id > ? AND e.id <= ? AND e.at >= ? AND e.at < ? AND"
                                " (coalesce(e.flags, 0) & %1 = 0 OR e.at < ?) ORDER BY e.id LIMIT ?")
                     .arg(int(historyrow::UntilClosing)));
    for (const qint64 value :
         {std::max(m_last, m_edges.restated), m_edges.lastEvent, unixMs(m_range.from), unixMs(m_range.to),
          m_edges.closedAt ? unixMs(*m_edges.closedAt) : std::numeric_limits<qint64>::max(), qint64(most)})
        rows.addBindValue(value);
    if (!rows.exec())
        return m_file.failure(rows);
    size_t events = 0;
    for (; rows.next(); ++events) {
        m_last = eventIdAt(rows);
        tellMarksBefore(m_last);
        LockEvent event = eventAt(rows);
        const WallTime at = event.wallAt;
        steps.push_back({.at = at, .what = std::move(event)});
    }
    if (events < most)
        tellMarksBefore(std::numeric_limits<qint64>::max());
    return steps;
}

} // namespace lockscope
