// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lockwatch.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool ends(EventKind kind)
{
    return kind == EventKind::Released || kind == EventKind::Expired || kind == EventKind::Forced;
}

} // namespace

LockWatch::LockWatch(LockPtr lock) : m_lock(std::move(lock))
{
    confirm();
}

bool LockWatch::apply(const LockDelta &delta)
{
    bool touched = false;
    const auto goAway = [&](WallTime at) {
        if (!m_goneAt)
            m_goneAt = at;
        touched = true;
    };
    for (const LockEvent &event : delta.events) {
        if (event.key == m_lock->key && ends(event.kind))
            m_goneHow = event.kind;
    }
    // A reset that does not bring the lock again has forgotten it: it counts as gone until it is seen.
    if (delta.reset ||
        std::find(delta.removed.begin(), delta.removed.end(), m_lock->key) != delta.removed.end())
        goAway(wallNow());
    for (const LockPtr &lock : delta.upserted) {
        if (lock->key != m_lock->key)
            continue;
        m_lock = lock;
        touched = true;
        if (lock->held()) {
            m_goneAt.reset();
            m_goneHow.reset();
        } else {
            goAway(wallNow());
        }
    }
    return touched;
}

void LockWatch::confirm()
{
    m_owner = m_lock->owner();
    m_count = m_lock->count();
}

bool LockWatch::ownerChanged() const
{
    return !gone() && m_lock->owner() != m_owner;
}

bool LockWatch::countChanged() const
{
    return !gone() && m_lock->owner() == m_owner && m_lock->count() != m_count;
}

} // namespace lockscope
