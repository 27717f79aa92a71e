// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleettally.h"

#include <tuple>

namespace lockscope
{

namespace
{

bool isWorse(const Lock &a, const Lock &b)
{
    const auto rank = [](const Lock &lock) {
        return std::tuple(-int(lock.shownVerdict().level), -lock.waiters.atLeast(),
                          lock.held() ? lock.heldSince : Instant::max());
    };
    return rank(a) != rank(b) ? rank(a) < rank(b) : a.key < b.key;
}

} // namespace

void FleetTally::apply(const LockDelta &delta)
{
    if (delta.reset)
        *this = {};
    for (const LockName &key : delta.removed)
        remove(key);
    for (const LockPtr &lock : delta.upserted) {
        remove(lock->key);
        m_locks.insert(lock->key, lock);
        if (lock->shownVerdict().level >= VerdictLevel::Warning)
            m_troubled.insert(lock->key, lock);
        add(*lock, 1);
    }
}

void FleetTally::remove(const LockName &key)
{
    if (const LockPtr known = m_locks.take(key))
        add(*known, -1);
    m_troubled.remove(key);
}

void FleetTally::add(const Lock &lock, int sign)
{
    m_totals.locks += sign;
    m_totals.held += lock.held() ? sign : 0;
    m_totals.waiters += sign * lock.waiters.atLeast();
    m_totals.levels[size_t(lock.shownVerdict().level)] += sign;
    m_stale += lock.stale ? sign : 0;
}

LockPtr FleetTally::worst() const
{
    LockPtr worst;
    for (const LockPtr &lock : m_troubled) {
        if (!worst || isWorse(*lock, *worst))
            worst = lock;
    }
    return worst;
}

} // namespace lockscope
