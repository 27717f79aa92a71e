// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Of a RedLock group each node tells of its own part. This makes of them what happened to the lock: a hold
// begins when a majority has it and ends when that majority is gone, an attempt that reached none is no hold.
// Pure value.

#include "core/values/events.h"

#include <QHash>

#include <vector>

namespace lockscope
{

class Majority
{
public:
    explicit Majority(int members = 1) : m_members(members) {}

    // Whether this event is the one that counts for the whole group; held is then of the whole hold.
    bool counts(LockEvent &event);

private:
    static constexpr qsizetype Kept = 65'536;
    struct Part {
        std::vector<NodeId> nodes{};         // that have it
        std::optional<WallTime> reachedAt{}; // the majority
    };
    int needed() const { return m_members / 2 + 1; }
    bool countsTaken(Part &part, const LockEvent &event) const;
    bool countsEnd(const std::pair<LockName, OwnerId> &who, LockEvent &event);

    int m_members;
    QHash<std::pair<LockName, OwnerId>, Part> m_parts;
    QHash<std::pair<LockName, OwnerId>, int> m_ends; // of holds that nobody saw begin
};

} // namespace lockscope
