// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys that were read as missing, a bounded number of them, and what each was before. Value.

#include "core/values/events.h"

#include <QHash>

#include <optional>

namespace lockscope
{

struct Absence {
    Instant at{};
    NodeId node{};
    LockKind kind{};                    // that it had; empty: it was no lock
    Ending ended = Ending::NotSeen;     // of its last hold
    bool told = false;                  // by an event: the next lock there is told of by events, too
    bool beside = false;                // further keys may have held it
    std::optional<qint64> subscribed{}; // to its wake-up channel
    Instant countedAt{};                // or it was there still, then
};

class Absences
{
public:
    const Absence *find(const LockName &key) const // null: it is not known to be missing
    {
        const auto absence = m_absent.constFind(key);
        return absence == m_absent.cend() ? nullptr : &*absence;
    }
    Absence *find(const LockName &key)
    {
        const auto absence = m_absent.find(key);
        return absence == m_absent.end() ? nullptr : &*absence;
    }
    void remember(const LockName &key, const Absence &absence);
    void remove(const LockName &key) { m_absent.remove(key); }
    void clear() { m_absent.clear(); }

private:
    QHash<LockName, Absence> m_absent;
};

} // namespace lockscope
