// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recording/playhead.h"

#include <algorithm>

namespace lockscope
{

Playhead::Playhead(Clock clock, QObject *parent) : QObject(parent), m_clock(std::move(clock))
{
    m_timer.setInterval(Pace);
    connect(&m_timer, &QTimer::timeout, this, &Playhead::advance);
}

void Playhead::setExtent(const HistoryRange &extent)
{
    m_extent = extent;
    emit extentChanged();
    if (!std::exchange(m_known, true) || m_at < extent.from)
        moveTo(extent.from);
}

void Playhead::moveTo(WallTime at)
{
    m_at = std::clamp(at, m_extent.from, std::max(m_extent.from, m_extent.to));
    emit moved(m_at);
}

void Playhead::setPlaying(bool playing)
{
    if (playing == isPlaying() || (playing && m_extent.from >= m_extent.to))
        return;
    if (!playing)
        m_timer.stop();
    else {
        if (m_at >= m_extent.to)
            moveTo(m_extent.from);
        m_last = m_clock();
        m_timer.start();
    }
    emit playingChanged(playing);
}

void Playhead::setSpeed(int times)
{
    m_speed = times;
}

void Playhead::advance()
{
    const Instant at = m_clock();
    const auto passed = std::chrono::duration_cast<WallTime::duration>(at - std::exchange(m_last, at));
    moveTo(m_at + passed * m_speed);
    if (m_at >= m_extent.to)
        setPlaying(false);
}

} // namespace lockscope
