// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/renewaltracker.h"

namespace lockscope
{

// An added lock counts as late until its time is set.
void RenewalTracker::add(const LockName &key, const QByteArray &client)
{
    m_places.insert(key, {client, Instant::min()});
    m_clients[client].emplace(Instant::min(), key);
}

void RenewalTracker::setLateAt(const LockName &key, Instant lateAt, Instant at)
{
    Place &place = m_places[key];
    const Instant before = std::exchange(place.lateAt, lateAt);
    if (before == lateAt)
        return;
    Locks &locks = m_clients[place.client];
    const Instant allBefore = locks.rbegin()->first;
    locks.erase({before, key});
    locks.emplace(lateAt, key);
    noteChange(place.client, allBefore, locks.rbegin()->first, at);
}

void RenewalTracker::remove(const LockName &key, Instant at)
{
    const auto place = m_places.constFind(key);
    if (place == m_places.cend())
        return;
    const auto locks = m_clients.find(place->client);
    const Instant allBefore = locks->rbegin()->first;
    locks->erase({place->lateAt, key});
    if (locks->empty()) {
        m_clients.erase(locks);
        m_unsure.remove(place->client);
    } else {
        noteChange(place->client, allBefore, locks->rbegin()->first, at);
    }
    m_places.erase(place);
}

// Nothing changes for a client's other locks while the client keeps renewing.
void RenewalTracker::noteChange(const QByteArray &client, Instant allBefore, Instant all, Instant at)
{
    if (allBefore <= at || all < allBefore)
        m_unsure.insert(client);
}

void RenewalTracker::clear()
{
    m_places.clear();
    m_clients.clear();
    m_unsure.clear();
}

RenewalTracker::Client RenewalTracker::of(const LockName &key) const
{
    const auto place = m_places.constFind(key);
    if (place == m_places.cend())
        return {};
    const Locks &locks = *m_clients.constFind(place->client);
    return {.locks = qint64(locks.size()), .allLateAt = locks.rbegin()->first};
}

std::vector<LockName> RenewalTracker::takeUnsure(Instant at)
{
    std::vector<LockName> keys;
    for (const QByteArray &client : std::exchange(m_unsure, {})) {
        const auto locks = m_clients.constFind(client);
        if (locks == m_clients.cend())
            continue;
        for (auto lock = locks->cbegin(); lock != locks->cend() && lock->first <= at; ++lock)
            keys.push_back(lock->second);
    }
    return keys;
}

} // namespace lockscope
