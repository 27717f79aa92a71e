// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetwatch.h"

#include "core/fleet/fleetconnection.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

using namespace std::chrono_literals;

FleetWatch::FleetWatch(QObject *parent) : QObject(parent), m_search(new FleetSearch(m_connections, this))
{
    m_timer.setParent(this); // moves to the thread too
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FleetWatch::report);
    m_minute.setParent(this);
    m_minute.setSingleShot(true);
    connect(&m_minute, &QTimer::timeout, this, [this] {
        touch();
        awaitMinute();
    });
    connect(m_search, &FleetSearch::found, this, &FleetWatch::found);
}

FleetWatch::~FleetWatch() = default;

size_t FleetWatch::opening() const
{
    return size_t(std::ranges::count_if(m_connections, [](const auto &one) { return one->isOpening(); }));
}

// The one that is followed already, or a new one.
std::unique_ptr<FleetConnection> FleetWatch::taken(const FleetTarget &target)
{
    const auto known =
        std::ranges::find_if(m_connections, [&target](const auto &one) { return one && one->fits(target); });
    if (known != m_connections.end()) {
        (*known)->take(target);
        return std::move(*known);
    }
    auto made = std::make_unique<FleetConnection>(target);
    m_search->adopt(*made);
    connect(made.get(), &FleetConnection::changed, this, &FleetWatch::touch);
    // Queued: several may settle before the next one is opened, and none is opened while another one opens.
    connect(made.get(), &FleetConnection::settled, this, &FleetWatch::openNext, Qt::QueuedConnection);
    return made;
}

void FleetWatch::open(quint64 id, const std::vector<FleetTarget> &targets)
{
    m_id = id;
    m_isReported = false;
    std::vector<std::unique_ptr<FleetConnection>> next;
    for (const FleetTarget &target : targets)
        next.push_back(taken(target));
    m_connections = std::move(next);
    awaitMinute();
    openNext();
    touch();
}

void FleetWatch::openNext()
{
    size_t free = MostOpening - std::min(MostOpening, opening());
    for (const auto &one : m_connections) {
        if (free == 0)
            return;
        if (!one->isQueued())
            continue;
        one->open();
        free -= one->isOpening() ? 1 : 0;
    }
}

void FleetWatch::retry()
{
    for (const auto &one : m_connections)
        one->retry();
    openNext();
    touch();
}

void FleetWatch::search(quint64 id, const LockFilter &filter)
{
    m_search->begin(id, filter);
}

void FleetWatch::endSearch()
{
    m_search->end();
}

void FleetWatch::close()
{
    m_timer.stop();
    m_minute.stop();
    m_search->end();
    m_connections.clear();
}

void FleetWatch::touch()
{
    if (!m_timer.isActive())
        m_timer.start(std::max(0ms, Pace - millisecondsBetween(m_reportedAt, now())));
}

void FleetWatch::awaitMinute()
{
    const WallTime at = wallNow();
    const WallTime next = std::chrono::floor<std::chrono::minutes>(at) + 1min;
    m_minute.start(std::chrono::ceil<milliseconds>(next - at));
}

void FleetWatch::report()
{
    m_reportedAt = now();
    const WallTime at = wallNow();
    for (const auto &one : m_connections)
        one->turn(at);
    std::vector<FleetMember> members;
    for (const auto &one : m_connections)
        members.push_back(one->member());
    if (std::exchange(m_isReported, true) && members == m_reported)
        return;
    m_reported = std::move(members);
    emit changed(m_id, m_reported);
}

} // namespace lockscope
