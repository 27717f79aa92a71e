// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/costfeed.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds LeastPaceOfCosts = 2s;
constexpr milliseconds MostPaceOfCosts = 30s;
constexpr int PaceShareOfCosts = 150; // Fraction of the span

} // namespace

CostFeed::CostFeed(HistoryBridge &bridge, TimeWindow &window, QObject *parent)
    : QObject(parent), m_bridge(bridge), m_window(window)
{
    m_clock.setSingleShot(true);
    m_patience.setSingleShot(true);
    m_patience.setInterval(Patience);
    connect(&m_patience, &QTimer::timeout, this, &CostFeed::ask);
    connect(&m_clock, &QTimer::timeout, this, &CostFeed::ask);
    connect(&window, &TimeWindow::changed, this, [this] {
        if (m_active)
            m_patience.start();
    });
    connect(&bridge, &HistoryBridge::opened, this, [this] {
        m_asked = 0;
        m_costs = {};
        emit changed();
        if (m_active)
            m_patience.start();
    });
    connect(&bridge, &HistoryBridge::costsReady, this, [this](quint64 id, const WaitingCosts &costs) {
        if (id == m_asked)
            take(costs);
    });
}

void CostFeed::setActive(bool active)
{
    if (std::exchange(m_active, active) == active)
        return;
    m_asked = 0;
    m_clock.stop();
    m_patience.stop();
    if (active)
        ask();
}

// One query at a time, so a slow history gets no more queries than it can answer.
void CostFeed::ask()
{
    m_again = m_asked != 0;
    if (m_active && !m_again)
        m_asked = m_bridge.costs(m_window.range());
}

void CostFeed::take(const WaitingCosts &costs)
{
    m_asked = 0;
    m_costs = costs;
    if (m_again)
        ask();
    else if (m_window.isLive())
        m_clock.start(std::clamp(m_window.span() / PaceShareOfCosts, LeastPaceOfCosts, MostPaceOfCosts));
    emit changed();
}

} // namespace lockscope
