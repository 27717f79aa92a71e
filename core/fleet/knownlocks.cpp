// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/knownlocks.h"

#include <utility>

namespace lockscope
{

LockPtr asLastKnown(const LockPtr &lock, Instant at)
{
    if (lock->stale)
        return lock;
    auto old = std::make_shared<Lock>(*lock);
    old->stale = true;
    old->verdict = {.level = VerdictLevel::Info, .code = "unread"};
    old->keepLastKnown(lock.get());
    old->readAt = at;
    return old;
}

LockDelta KnownLocks::begin(const std::vector<LockPtr> &locks,
                            const std::function<bool(const LockName &)> &wasRead)
{
    m_all = locks;
    m_unread.clear();
    LockDelta change;
    for (const LockPtr &lock : locks) {
        if (wasRead(lock->key))
            continue;
        m_unread.insert(lock->key, lock);
        change.upserted.push_back(lock);
    }
    return change;
}

// A reset may still be of the connection before, and what came before it too.
LockDelta KnownLocks::with(const LockDelta &delta)
{
    if (m_all.empty())
        return delta;
    LockDelta whole = delta;
    if (delta.reset) {
        for (const LockPtr &lock : m_all)
            m_unread.insert(lock->key, lock);
    }
    for (const LockPtr &lock : delta.upserted)
        m_unread.remove(lock->key);
    for (const LockName &key : delta.removed)
        m_unread.remove(key);
    if (delta.reset)
        whole.upserted.insert(whole.upserted.end(), m_unread.cbegin(), m_unread.cend());
    return whole;
}

LockDelta KnownLocks::end()
{
    LockDelta change;
    for (const LockPtr &lock : std::as_const(m_unread))
        change.removed.push_back(lock->key);
    forget();
    return change;
}

void KnownLocks::forget()
{
    m_all.clear();
    m_unread.clear();
}

} // namespace lockscope
