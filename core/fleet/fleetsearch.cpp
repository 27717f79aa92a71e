// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetsearch.h"

#include "core/fleet/fleetconnection.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

FleetSearch::FleetSearch(const Connections &connections, QObject *parent)
    : QObject(parent), m_connections(connections)
{
    m_timer.setParent(this); // moves to the thread too
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &FleetSearch::turn);
}

void FleetSearch::begin(quint64 id, const LockFilter &filter)
{
    m_id = id;
    m_filter = filter;
    m_isReported = false;
    m_reportedAt = now();
    for (const auto &one : m_connections)
        adopt(*one);
    m_timer.start(milliseconds(0));
}

void FleetSearch::end()
{
    m_id = 0;
    m_timer.stop();
}

void FleetSearch::adopt(FleetConnection &connection) const
{
    if (m_id != 0)
        connection.setFilter(m_filter);
}

void FleetSearch::turn()
{
    const Instant deadline = now() + Turn;
    bool isBusy = false;
    for (const auto &one : m_connections)
        isBusy = !one->search(deadline) || isBusy;
    const bool isLate = now() - m_reportedAt >= Pace;
    if (isLate || (!isBusy && !m_isReported))
        report();
    m_timer.start(isBusy ? milliseconds(0) : Pace);
}

FleetFindings FleetSearch::findings() const
{
    FleetFindings all;
    for (const auto &one : m_connections) {
        const FleetCoverage coverage = one->coverage();
        const bool isOld = coverage == FleetCoverage::LastKnown;
        all.searched.push_back({.name = one->target().spec.name,
                                .coverage = coverage,
                                .found = one->pass().found(),
                                .unsure = one->pass().unsure()});
        for (const LockPtr &lock : one->pass().rows())
            all.rows.push_back(
                {.connection = one->target().spec.name, .lock = lock, .isOld = isOld || lock->stale});
    }
    const auto isWorse = [](const FleetFound &a, const FleetFound &b) {
        return isWorseLock(*a.lock, *b.lock) ||
               (!isWorseLock(*b.lock, *a.lock) && a.connection < b.connection);
    };
    const size_t most = std::min(all.rows.size(), FleetFindings::MostRows);
    std::ranges::partial_sort(all.rows, all.rows.begin() + std::ptrdiff_t(most), isWorse);
    all.rows.resize(most);
    return all;
}

void FleetSearch::report()
{
    m_reportedAt = now();
    FleetFindings all = findings();
    if (std::exchange(m_isReported, true) && all == m_reported)
        return;
    m_reported = std::move(all);
    emit found(m_id, m_reported);
}

} // namespace lockscope
