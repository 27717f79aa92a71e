// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/timewindow.h"

#include <algorithm>
#include <cmath>

namespace lockscope
{

milliseconds tallyStep(milliseconds span)
{
    using namespace std::chrono_literals;
    constexpr qint64 mostPoints = 1500;
    constexpr milliseconds steps[] = {1s,   2s,    5s,    10s, 20s, 30s, 1min, 2min,
                                      5min, 10min, 30min, 1h,  2h,  6h,  12h,  24h};
    const auto *fits = std::ranges::find_if(
        steps, [span](milliseconds step) { return span.count() / step.count() <= mostPoints; });
    return fits == std::end(steps) ? steps[std::size(steps) - 1] : *fits;
}

TimeWindow::TimeWindow(Clock clock, QObject *parent) : QObject(parent), m_clock(std::move(clock)) {}

HistoryRange TimeWindow::range() const
{
    const WallTime end = m_end.value_or(m_clock());
    const WallTime from = end - m_span;
    if (m_end || !m_begin || *m_begin <= from)
        return {.from = from, .to = end};
    return {.from = std::max(from, std::min(*m_begin, end - YoungestShown)), .to = end};
}

std::optional<WallTime> TimeWindow::historyBegin() const
{
    return !m_end && m_begin && *m_begin > m_clock() - m_span ? m_begin : std::nullopt;
}

void TimeWindow::setHistoryBegin(std::optional<WallTime> at)
{
    if (std::exchange(m_begin, at) != at)
        emit changed();
}

void TimeWindow::setSpan(milliseconds span)
{
    const milliseconds next = std::clamp(span, Shortest, Longest);
    if (std::exchange(m_span, next) == next)
        return;
    m_begin.reset(); // Queried again for the new range
    m_liveSpan.reset();
    emit changed();
}

void TimeWindow::include(WallTime at)
{
    if (const HistoryRange seen = range(); seen.from <= at && at <= seen.to)
        return;
    goLive();
    if (range().from > at)
        setSpan(std::chrono::duration_cast<milliseconds>(now() - at) * 5 / 4);
}

// Keeps the visible length: a range that starts with a short history is shorter than the span.
void TimeWindow::standStill(WallTime end)
{
    if (!m_end) {
        const HistoryRange seen = range();
        const auto length = std::chrono::duration_cast<milliseconds>(seen.to - seen.from);
        if (length < m_span)
            m_liveSpan = std::exchange(m_span, std::max(length, Shortest));
    }
    m_end = end;
    emit changed();
}

void TimeWindow::pause()
{
    if (!m_end)
        standStill(m_clock());
}

void TimeWindow::goLive()
{
    if (!m_end)
        return;
    m_end.reset();
    m_begin.reset();
    if (m_liveSpan)
        m_span = *std::exchange(m_liveSpan, std::nullopt);
    emit changed();
}

void TimeWindow::setLive(bool live)
{
    live ? goLive() : pause();
}

void TimeWindow::zoom(double factor, double at)
{
    const auto wanted = milliseconds(std::llround(double(m_span.count()) * factor));
    const milliseconds next = std::clamp(wanted, Shortest, Longest);
    if (next == m_span)
        return;
    if (m_end) {
        const double end = axisSeconds(*m_end);
        const double share = std::clamp((end - at) * 1000.0 / double(m_span.count()), 0.0, 1.0);
        m_end = std::min(m_clock(), axisTime(at + share * double(next.count()) / 1000.0));
    }
    m_span = next;
    m_begin.reset();
    m_liveSpan.reset();
    emit changed();
}

void TimeWindow::pan(double seconds)
{
    const WallTime end = m_end.value_or(m_clock());
    const WallTime next = std::min(m_clock(), axisTime(axisSeconds(end) + seconds));
    if (m_end == next || (!m_end && next >= end))
        return;
    standStill(next);
}

} // namespace lockscope
