// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/deltapublisher.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds DeltaPeriod = 50ms; // at most 20 deltas a second
constexpr milliseconds JudgePeriod = 500ms;
constexpr size_t EventsKept = 50'000; // of all locks, for the timelines

} // namespace

DeltaPublisher::DeltaPublisher(SiteGroup &sites) : m_sites(sites)
{
    m_deltaTimer.setParent(this); // so that they move to the engine thread too
    m_judgeTimer.setParent(this);
    m_deltaTimer.setSingleShot(true);
    m_deltaTimer.setInterval(DeltaPeriod);
    connect(&m_deltaTimer, &QTimer::timeout, this, &DeltaPublisher::publish);
    m_judgeTimer.setInterval(JudgePeriod);
    connect(&m_judgeTimer, &QTimer::timeout, this, [this] {
        m_sites.judge();
        touch();
    });
}

void DeltaPublisher::startJudging()
{
    m_judgeTimer.start();
}

void DeltaPublisher::touch()
{
    if (!m_deltaTimer.isActive())
        m_deltaTimer.start();
}

void DeltaPublisher::publish()
{
    const LockDelta delta = m_sites.takeDelta();
    if (delta.isEmpty())
        return;
    m_hadLocks = true;
    m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
    while (m_events.size() > EventsKept)
        m_events.pop_front();
    emit published(delta);
}

void DeltaPublisher::stop()
{
    m_judgeTimer.stop();
    m_deltaTimer.stop();
}

bool DeltaPublisher::forget()
{
    m_events.clear();
    return std::exchange(m_hadLocks, false);
}

std::vector<LockEvent> DeltaPublisher::eventsOf(const LockName &key) const
{
    constexpr size_t Most = 500;
    std::vector<LockEvent> found;
    for (auto event = m_events.rbegin(); event != m_events.rend() && found.size() < Most; ++event) {
        if (event->key == key)
            found.push_back(*event);
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace lockscope
