// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/majority.h"

#include <algorithm>

namespace lockscope
{

bool Majority::counts(LockEvent &event)
{
    if (m_members < 2)
        return true;
    const std::pair<LockName, OwnerId> who{event.key, event.owner};
    if (event.held)
        return countsEnd(who, event);
    if (event.kind == EventKind::Acquired) {
        if (m_parts.size() >= Kept)
            m_parts.clear();
        return countsTaken(m_parts[who], event);
    }
    // Everything else each node tells too: the first of those that have it speaks for all.
    const auto part = m_parts.constFind(who);
    return part == m_parts.cend() || part->nodes.empty() || part->nodes.front() == event.node;
}

bool Majority::countsTaken(Part &part, const LockEvent &event) const
{
    if (std::find(part.nodes.begin(), part.nodes.end(), event.node) == part.nodes.end())
        part.nodes.push_back(event.node);
    if (part.reachedAt || int(part.nodes.size()) < needed())
        return false;
    part.reachedAt = event.wallAt;
    return true;
}

bool Majority::countsEnd(const std::pair<LockName, OwnerId> &who, LockEvent &event)
{
    const auto part = m_parts.find(who);
    if (part == m_parts.end()) {
        // It was there when first seen, on all nodes as far as can be told.
        if (m_ends.size() >= Kept)
            m_ends.clear();
        return ++m_ends[who] == m_members - needed() + 1;
    }
    part->nodes.erase(std::remove(part->nodes.begin(), part->nodes.end(), event.node), part->nodes.end());
    const bool lost = part->reachedAt && int(part->nodes.size()) < needed();
    if (lost) {
        event.held = std::chrono::duration_cast<milliseconds>(event.wallAt - *part->reachedAt);
        event.heldIsLowerBound = false;
        part->reachedAt.reset();
    }
    if (part->nodes.empty())
        m_parts.erase(part);
    return lost;
}

} // namespace lockscope
