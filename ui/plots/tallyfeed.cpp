// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tallyfeed.h"

namespace lockscope
{

namespace
{

// Extra range to request on each side, as a fraction of the span, so that short drags need no query.
constexpr int MarginShare = 4;

} // namespace

TallyFeed::TallyFeed(HistoryBridge &bridge, TimeWindow &window, QObject *parent)
    : QObject(parent), m_bridge(bridge), m_window(window)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &TallyFeed::ask);
    connect(&window, &TimeWindow::changed, this, &TallyFeed::look);
    connect(&bridge, &HistoryBridge::tallied, this, &TallyFeed::take);
    connect(&bridge, &HistoryBridge::opened, this, &TallyFeed::forget);
    connect(&bridge, &HistoryBridge::talliesReady, this,
            [this](quint64 id, const std::vector<Tally> &tallies) {
                if (id != m_asked)
                    return;
                m_asked = 0;
                m_known = true;
                m_answered = m_covered;
                m_tallies.assign(tallies.begin(), tallies.end());
                tellBegin();
                emit changed();
            });
}

void TallyFeed::setActive(bool active)
{
    if (std::exchange(m_active, active) == active)
        return;
    if (active)
        return ask();
    m_patience.stop();
    m_asked = 0;
    m_known = false;
    m_covered = {};
    m_tallies.clear();
}

void TallyFeed::look()
{
    if (!m_active)
        return;
    const HistoryRange range = m_window.range();
    const bool isBack = m_window.isLive() && range.to + 2 * m_step < m_covered.to; // In a recording
    const bool covered = range.from >= m_covered.from && range.to <= m_covered.to + 2 * m_step && !isBack;
    if (!covered || tallyStep(m_window.span()) != m_step)
        m_patience.start();
}

// As look() asks again: two steps later than answered is near enough, and so is the end of the last tally,
// which in a recording is of a minute.
bool TallyFeed::covers(const HistoryRange &range) const
{
    WallTime until = m_answered.to + 2 * m_step;
    if (!m_tallies.empty())
        until = std::max(until, m_tallies.back().from + m_tallies.back().length);
    return m_known && range.from >= m_answered.from && range.to <= until;
}

void TallyFeed::ask()
{
    const WallTime end = m_window.range().to;
    const milliseconds margin = m_window.span() / MarginShare;
    m_step = tallyStep(m_window.span());
    m_covered = {.from = end - m_window.span() - margin, .to = std::min(end + margin, m_window.now())};
    m_asked = m_bridge.tallies(m_covered, m_step);
}

// If the answer begins later than requested, the history begins there.
void TallyFeed::tellBegin()
{
    if (!m_window.isLive())
        return;
    const bool late = !m_tallies.empty() && m_tallies.front().from > m_covered.from + m_step;
    m_window.setHistoryBegin(late ? std::optional(m_tallies.front().from) : std::nullopt);
}

void TallyFeed::take(const Tally &tally)
{
    if (!m_active || !m_known)
        return;
    const WallTime end = tally.from + tally.length;
    if (!m_window.isLive() && tally.from > m_covered.to)
        return; // A paused window near now queries again instead
    m_covered.to = std::max(m_covered.to, end);
    if (!m_tallies.empty() && tally.from < m_tallies.back().from + m_tallies.back().length)
        return; // Already in the answer
    if (!m_tallies.empty() && tally.from < m_tallies.back().from + m_step)
        m_tallies.back().add(tally);
    else
        m_tallies.push_back(tally);
    if (m_tallies.size() == 1)
        tellBegin();
    const WallTime oldest = m_window.range().from - m_window.span() / MarginShare;
    while (m_window.isLive() && !m_tallies.empty() &&
           m_tallies.front().from + m_tallies.front().length < oldest) {
        m_covered.from = m_tallies.front().from + m_tallies.front().length;
        m_tallies.pop_front();
    }
    emit changed();
}

void TallyFeed::forget()
{
    m_tallies.clear();
    m_known = false;
    m_asked = 0;
    m_window.setHistoryBegin({});
    if (m_active)
        m_patience.start();
    emit changed();
}

} // namespace lockscope
