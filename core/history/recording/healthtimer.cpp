// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recording/healthtimer.h"

#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Period = 5min;

} // namespace

HealthTimer::HealthTimer(Engine *engine) : m_engine(engine), m_schedule(Period)
{
    connect(engine, &Engine::opened, this, [this] { m_clock.start(1s); });
    connect(engine, &Engine::closed, this, [this] {
        m_clock.stop();
        m_schedule.clear();
        m_nodes.clear();
        m_isChecking = m_isScanned = false;
    });
    connect(engine, &Engine::nodesChanged, this,
            [this](const std::vector<NodeStatus> &nodes) { m_nodes = nodes; });
    connect(engine, &Engine::scanChanged, this, [this](const ScanProgress &progress) {
        if (progress.phase == ScanPhase::Complete && !std::exchange(m_isScanned, true))
            m_schedule.clear(); // some findings depend on which kinds of locks there are
    });
    connect(engine, &Engine::healthChecked, this, [this](quint64 id, const HealthReport &found) {
        if (id != m_last || !m_isChecking)
            return;
        m_isChecking = false;
        if (m_wasScanned == m_isScanned)
            m_schedule.noteHealthChecked(found.nodes, now());
    });
    connect(&m_clock, &QTimer::timeout, this, &HealthTimer::tick);
}

void HealthTimer::tick()
{
    if (m_isChecking || !m_schedule.isDue(m_nodes, now()))
        return;
    m_isChecking = true;
    m_wasScanned = m_isScanned;
    m_engine->requestHealthCheck(++m_last);
}

} // namespace lockscope
