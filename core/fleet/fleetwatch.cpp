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
    m_opening.setParent(this);
    m_opening.setSingleShot(true);
    connect(&m_opening, &QTimer::timeout, this, [this] { openUpTo(std::min(opening() + 1, MostPending)); });
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

// The one that is followed already; null: none.
std::unique_ptr<FleetConnection> FleetWatch::known(const FleetTarget &target)
{
    for (auto *connections : {&m_connections, &m_kept}) {
        const auto known = std::ranges::find_if(
            *connections, [&target](const auto &one) { return one && one->fits(target); });
        if (known == connections->end())
            continue;
        (*known)->take(target);
        if (connections == &m_kept)
            m_search->adopt(**known);
        return std::move(*known);
    }
    return nullptr;
}

std::unique_ptr<FleetConnection> FleetWatch::made(const FleetTarget &target)
{
    auto made = std::make_unique<FleetConnection>(target);
    m_search->adopt(*made);
    connect(made.get(), &FleetConnection::changed, this, &FleetWatch::touch);
    connect(made.get(), &FleetConnection::alerted, this, &FleetWatch::alerted);
    // Queued: several may settle before the next one is opened, and none is opened while another one opens.
    connect(made.get(), &FleetConnection::settled, this, &FleetWatch::openNext, Qt::QueuedConnection);
    return made;
}

void FleetWatch::open(quint64 id, const std::vector<FleetTarget> &targets)
{
    m_id = id;
    m_isReported = false;
    std::vector<std::unique_ptr<FleetConnection>> next, kept;
    for (const FleetTarget &target : targets) {
        std::unique_ptr<FleetConnection> one = known(target);
        if (target.isShown && !one)
            one = made(target);
        if (one && (target.isShown || !one->isQueued()))
            (target.isShown ? next : kept).push_back(std::move(one));
    }
    m_connections = std::move(next);
    m_kept = std::move(kept);
    awaitMinute();
    openNext();
    touch();
}

void FleetWatch::openNext()
{
    openUpTo(MostOpening);
}

// Servers that do not answer hold up the others for a moment only.
void FleetWatch::openUpTo(size_t most)
{
    size_t pending = opening();
    const auto isQueued = [](const auto &one) { return one->isQueued(); };
    auto next = m_connections.begin();
    while (pending < most &&
           (next = std::find_if(next, m_connections.end(), isQueued)) != m_connections.end()) {
        (*next)->open();
        pending += (*next)->isOpening() ? 1 : 0;
    }
    if (std::ranges::any_of(m_connections, isQueued) && pending < MostPending)
        m_opening.start(OpeningPace);
    else
        m_opening.stop();
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

void FleetWatch::handOver(quint64 id, const QString &connection)
{
    const auto known = std::ranges::find_if(
        m_connections, [&connection](const auto &one) { return one->target().spec.name == connection; });
    if (known != m_connections.end())
        emit handedOver(id, (*known)->known());
}

void FleetWatch::close()
{
    m_timer.stop();
    m_minute.stop();
    m_opening.stop();
    m_search->end();
    m_connections.clear();
    m_kept.clear();
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
    for (const auto *connections : {&m_connections, &m_kept}) {
        for (const auto &one : *connections)
            one->turn(at);
    }
    std::vector<FleetMember> members;
    for (const auto &one : m_connections)
        members.push_back(one->member());
    if (std::exchange(m_isReported, true) && members == m_reported)
        return;
    m_reported = std::move(members);
    emit changed(m_id, m_reported);
}

} // namespace lockscope
