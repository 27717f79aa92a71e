// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/absences.h"

#include <algorithm>

namespace lockscope
{

// Keep what the key was before: if a lock comes and goes quickly, it may never be read again.
void Absences::remember(const LockName &key, const Absence &absence)
{
    constexpr qsizetype Most = 65'536;
    const auto known = m_absent.find(key);
    if (known != m_absent.end() && known->node == absence.node && absence.kind.name.empty()) {
        known->at = std::max(known->at, absence.at);
        return;
    }
    if (m_absent.size() >= Most) {
        const Instant old = absence.at - std::chrono::seconds(5);
        m_absent.removeIf([old](auto entry) { return entry.value().at < old; });
        if (m_absent.size() >= Most)
            m_absent.clear();
    }
    m_absent.insert(key, absence);
}

} // namespace lockscope
