// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleettally.h"

#include <tuple>
#include <utility>

namespace lockscope
{

bool isWorseLock(const Lock &a, const Lock &b)
{
    const auto rank = [](const Lock &lock) {
        return std::tuple(-int(lock.shownVerdict().level), -lock.waiters.count().least,
                          lock.held() ? lock.heldSince : Instant::max());
    };
    const auto rankA = rank(a);
    const auto rankB = rank(b);
    return rankA != rankB ? rankA < rankB : a.key < b.key;
}

void FleetTally::apply(const LockDelta &delta)
{
    if (delta.reset) {
        const FleetTally before = std::exchange(*this, {});
        m_changes = before.m_changes;
        m_lastMark = before.m_lastMark;
    }
    for (const LockName &key : delta.removed)
        remove(key);
    for (const LockPtr &lock : delta.upserted)
        put(lock);
    if (delta.reset || !delta.removed.empty() || !delta.upserted.empty())
        ++m_changes;
}

void FleetTally::put(const LockPtr &lock)
{
    const auto known = m_placeOf.constFind(lock->key);
    if (known != m_placeOf.cend()) {
        LockPtr &shown = m_places[*known].lock;
        add(*shown, -1);
        shown = lock;
    } else {
        m_placeOf.insert(lock->key, m_places.size());
        m_places.push_back({.lock = lock});
    }
    if (lock->shownVerdict().level >= VerdictLevel::Warning)
        m_troubled.insert(lock->key, lock);
    else
        m_troubled.remove(lock->key);
    add(*lock, 1);
}

// The last one takes its place.
void FleetTally::remove(const LockName &key)
{
    const auto known = m_placeOf.constFind(key);
    if (known == m_placeOf.cend())
        return;
    const size_t place = *known;
    m_placeOf.erase(known);
    m_troubled.remove(key);
    add(*m_places[place].lock, -1);
    if (place + 1 < m_places.size()) {
        m_places[place] = std::move(m_places.back());
        m_placeOf.insert(m_places[place].lock->key, place);
    }
    m_places.pop_back();
}

void FleetTally::add(const Lock &lock, int sign)
{
    m_totals.add(lock, sign, lock.shownVerdict().level);
    m_stale += lock.stale ? sign : 0;
}

LockPtr FleetTally::find(const LockName &key) const
{
    const auto known = m_placeOf.constFind(key);
    return known == m_placeOf.cend() ? nullptr : m_places[*known].lock;
}

LockPtr FleetTally::worst() const
{
    LockPtr worst;
    for (const LockPtr &lock : m_troubled) {
        if (!worst || isWorseLock(*lock, *worst))
            worst = lock;
    }
    return worst;
}

} // namespace lockscope
