// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/clocksteps.h"

#include "core/base/unixms.h"

#include <QSqlQuery>
#include <QVariant>

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using std::chrono::duration_cast;

constexpr milliseconds Settled = 10s; // events arrive much earlier
constexpr milliseconds SoonAfter = 100ms;

} // namespace

void ClockWatch::begin(WallTime wall, Instant at)
{
    m_wall = m_begun = wall;
    m_at = at;
    m_stepSeenAt.reset();
}

std::optional<ClockStep> ClockWatch::look(WallTime wall, Instant at)
{
    const ClockStep step{.before = m_wall + duration_cast<WallTime::duration>(at - m_at), .after = wall};
    m_wall = wall;
    m_at = at;
    if (std::chrono::abs(step.by()) < Least)
        return {};
    m_stepSeenAt = at;
    return step;
}

// The process may be interrupted between its looks at the two clocks.
std::optional<ClockStep> ClockWatch::look()
{
    const Instant first = now();
    const WallTime wall = wallNow();
    const Instant at = now();
    return at - first < SoonAfter ? look(wall, at) : std::nullopt;
}

std::optional<LockDelta> ClockWatch::redated(const LockDelta &delta) const
{
    if (!m_stepSeenAt) {
        const auto isEarly = [this](const LockEvent &event) {
            return event.wallAt < m_begun && event.wallAt > m_begun - Settled;
        };
        if (std::ranges::none_of(delta.events, isEarly))
            return {};
        LockDelta dated = delta;
        for (LockEvent &event : dated.events)
            event.wallAt = isEarly(event) ? m_begun : event.wallAt;
        return dated;
    }
    if (m_at - *m_stepSeenAt > Settled)
        return {};
    LockDelta dated = delta;
    for (LockEvent &event : dated.events) {
        const WallTime at = m_wall - duration_cast<WallTime::duration>(m_at - event.at);
        if (std::chrono::abs(event.wallAt - at) > Least / 2)
            event.wallAt = at;
    }
    for (HoldDoubt &doubt : dated.doubts) {
        if (std::chrono::abs(doubt.at - m_wall) > Settled)
            doubt.at = m_wall;
    }
    return dated;
}

std::vector<HistoryRange> timesSetBack(const std::vector<Mark> &marks)
{
    std::vector<HistoryRange> times;
    const Mark *closed = nullptr; // and not opened again
    for (const Mark &mark : marks) {
        if (mark.kind == Mark::Kind::Closed) {
            closed = &mark;
        } else if (mark.kind == Mark::Kind::Opened) {
            if (closed && mark.at + 1s < closed->at)
                times.push_back({mark.at, closed->at});
            closed = nullptr;
        }
    }
    return times;
}

void addSetBack(HoldsAnswer &answer, const std::vector<HistoryRange> &setBack, const HistoryRange &range)
{
    for (const HistoryRange &time : setBack) {
        if (time.from >= range.to || time.to <= range.from)
            continue;
        answer.setBack.push_back(time);
        answer.unseen.push_back({std::max(time.from, range.from), std::min(time.to, range.to)});
    }
    std::ranges::sort(answer.unseen, {}, &HistoryRange::from);
}

QString setbackrows::findMinutes(WallTime opened)
{
    return QStringLiteral("SELECT at, length FROM minute WHERE at >= %1 ORDER BY at").arg(unixMs(opened));
}

WallTime setbackrows::lastMinute(QSqlQuery &rows, WallTime opened)
{
    WallTime end = opened;
    while (rows.next()) {
        const WallTime at = wallTimeOf(rows.value(0).toLongLong());
        if (at > end + 1s)
            break;
        end = std::max<WallTime>(end, at + storedTime(rows.value(1).toLongLong()));
    }
    return end;
}

QString setbackrows::deleteMinutesAfter(const Tally &minute)
{
    return QStringLiteral("DELETE FROM minute WHERE at > %1 AND at < %2")
        .arg(unixMs(minute.from))
        .arg(unixMs(minute.from + minute.length + 1min));
}

QString setbackrows::times(const std::vector<HistoryRange> &setBack)
{
    QStringList times;
    for (const HistoryRange &time : setBack)
        times << QString::number(unixMs(time.from)) << QString::number(unixMs(time.to));
    return times.join(u',');
}

} // namespace lockscope
