// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/pendingevents.h"

#include <utility>

namespace lockscope
{

const PendingEvents::Pending *PendingEvents::find(const LockName &key) const
{
    const auto pending = m_pending.constFind(key);
    return pending == m_pending.cend() ? nullptr : &*pending;
}

void PendingEvents::noteWritten(const LockName &key, Instant at)
{
    Pending &pending = m_pending[key];
    pending.setting = true;
    pending.written = at;
}

void PendingEvents::noteTaken(const LockName &key, Instant at)
{
    if (!has(key))
        m_pending.insert(key, {.setting = true, .taken = at});
}

bool PendingEvents::takeSetting(const LockName &key)
{
    const auto pending = m_pending.find(key);
    return pending != m_pending.end() && std::exchange(pending->setting, false);
}

std::optional<Instant> PendingEvents::takeTaken(const LockName &key)
{
    const auto pending = m_pending.find(key);
    return pending == m_pending.end() ? std::nullopt : std::exchange(pending->taken, {});
}

void PendingEvents::settle(const LockName &key, Instant readAt, bool isElsewhere)
{
    const auto pending = m_pending.find(key);
    if (pending == m_pending.end())
        return;
    if (pending->written &&
        *pending->written < readAt) // otherwise the read may have been sent before the write
        pending->written.reset();
    if ((!pending->setting && !pending->written) || isElsewhere)
        m_pending.erase(pending);
}

} // namespace lockscope
