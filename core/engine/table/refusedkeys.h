// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys that the server refuses to show, until they are read again. Each is reported once. Value; owner's
// thread.

#include "core/values/events.h"

#include <QSet>

#include <utility>
#include <vector>

namespace lockscope
{

class RefusedKeys
{
public:
    bool contains(const LockName &key) const { return m_keys.contains(key); }
    const QSet<LockName> &keys() const { return m_keys; }
    // owner: of its lock as last read; empty: none is known.
    void note(const LockName &key, const OwnerId &owner, const Failure &why, WallTime at)
    {
        if (m_keys.contains(key))
            return;
        m_keys.insert(key);
        m_readAgain.remove(key);
        m_reports.push_back({key, owner, why, at});
        if (why.key != key.bytes) // the refusal is of another key: its remedy may not help here
            m_reports.back().why.remedy.clear();
    }
    void remove(const LockName &key)
    {
        if (m_keys.remove(key))
            m_readAgain.insert(key);
    }
    // Both since the last call.
    std::vector<UnreadLock> takeReports() { return std::exchange(m_reports, {}); }
    std::vector<LockName> takeReadAgain()
    {
        const QSet<LockName> again = std::exchange(m_readAgain, {});
        return {again.begin(), again.end()};
    }

private:
    QSet<LockName> m_keys;
    QSet<LockName> m_readAgain;
    std::vector<UnreadLock> m_reports;
};

} // namespace lockscope
