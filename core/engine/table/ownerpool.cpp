// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/ownerpool.h"

#include <algorithm>

namespace lockscope
{

void OwnerPool::share(OwnerId &id)
{
    if (id.bytes.isEmpty())
        return;
    if (m_ids.size() >= m_sweepAt)
        sweep();
    id.bytes = *m_ids.insert(id.bytes);
}

void OwnerPool::sweep()
{
    for (auto id = m_ids.begin(); id != m_ids.end();) {
        if (id->isDetached()) // no lock, event or delta shares it
            id = m_ids.erase(id);
        else
            ++id;
    }
    m_sweepAt = std::max<qsizetype>(1024, 2 * m_ids.size());
}

void OwnerPool::share(Lock &lock, const Lock *before)
{
    for (Holder &holder : lock.holders) {
        const OwnerId *known = nullptr;
        if (before) {
            for (const Holder &other : before->holders) {
                if (other.id == holder.id)
                    known = &other.id;
            }
        }
        if (known)
            holder.id = *known;
        else
            share(holder.id);
    }
}

} // namespace lockscope
