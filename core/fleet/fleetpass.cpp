// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleetpass.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

bool isWorseFound(const LockPtr &a, const LockPtr &b)
{
    return isWorseLock(*a, *b);
}

} // namespace

void FleetPass::setFilter(const LockFilter &filter)
{
    *this = {};
    m_filter = filter;
    m_asksForClient = filter.asksForClient();
}

bool FleetPass::isDue(const FleetTally &tally, Instant at) const
{
    return !m_isKnown || (at >= m_dueAt && (tally.changes() != m_changes || m_filter.dependsOnTime()));
}

void FleetPass::begin(FleetTally &tally)
{
    m_isRunning = true;
    m_left = tally.size();
    m_mark = tally.newMark();
    m_count = m_lacking = 0;
    m_worst.clear();
    m_work = {};
    m_changes = tally.changes();
}

// A lock that moves to a lower place during the pass is met twice, and counts once.
void FleetPass::look(FleetTally &tally, size_t place, Instant at)
{
    if (!tally.meet(place, m_mark))
        return;
    const LockPtr &lock = tally.at(place);
    if (!m_filter.matches(*lock, at)) {
        m_lacking += m_asksForClient && m_filter.lacksClient(*lock, at) ? 1 : 0;
        return;
    }
    ++m_count;
    if (m_worst.size() == FleetFindings::MostRows) {
        if (!isWorseFound(lock, m_worst.front()))
            return;
        std::ranges::pop_heap(m_worst, isWorseFound);
        m_worst.pop_back();
    }
    m_worst.push_back(lock);
    std::ranges::push_heap(m_worst, isWorseFound);
}

bool FleetPass::goOn(FleetTally &tally, Instant deadline)
{
    constexpr size_t Slice = 256; // between two looks at the clock
    const Instant began = now();
    if (!m_isRunning) {
        if (!isDue(tally, began))
            return true;
        begin(tally);
    }
    Instant at = began;
    m_left = std::min(m_left, tally.size());
    while (m_left > 0 && at < deadline) {
        const size_t end = m_left - std::min(m_left, Slice);
        while (m_left > end)
            look(tally, --m_left, at);
        at = now();
    }
    m_work += at - began;
    if (m_left > 0)
        return false;
    finish(tally, at);
    return true;
}

// Locks that have changed during the pass are shown as they are; the next pass counts them anew.
void FleetPass::finish(const FleetTally &tally, Instant at)
{
    m_isRunning = false;
    m_isKnown = true;
    m_rows.clear();
    QSet<LockName> listed; // one that was gone and came back was met twice
    for (const LockPtr &met : m_worst) {
        const LockPtr lock = tally.find(met->key);
        const bool isFound = lock == met || (lock && m_filter.matches(*lock, at));
        if (isFound && !listed.contains(lock->key)) {
            listed.insert(lock->key);
            m_rows.push_back(lock);
        } else {
            --m_count;
        }
    }
    m_worst.clear();
    m_found = m_count;
    m_unsure = m_lacking;
    m_dueAt = at + std::max<Instant::duration>(Pace, m_work * Rest);
}

} // namespace lockscope
