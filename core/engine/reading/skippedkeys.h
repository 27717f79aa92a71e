// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys that a pass met and that the server refused to show, each with the first failure of the same kind.
// Value; owner's thread.

#include "core/base/outcome.h"
#include "core/values/lock.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace lockscope
{

class SkippedKeys
{
public:
    // False: it is known already.
    bool note(const LockName &key, const Failure &why)
    {
        if (m_keys.contains(key))
            return false;
        const auto reason = std::ranges::find(m_reasons, why.kind, &Failure::kind);
        m_keys.insert(key, size_t(reason - m_reasons.begin()));
        if (reason == m_reasons.end())
            m_reasons.push_back(why);
        return true;
    }
    const Failure &first() const { return m_reasons.front(); } // after note()
    template<class Sink> void forEach(const Sink &sink) const
    {
        for (auto key = m_keys.cbegin(); key != m_keys.cend(); ++key)
            sink(key.key(), m_reasons[*key]);
    }

private:
    QHash<LockName, size_t> m_keys; // -> in m_reasons
    std::vector<Failure> m_reasons; // the first of each kind
};

} // namespace lockscope
