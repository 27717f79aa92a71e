// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of a RedLock group's locks. Each node reports only its own part. A hold begins when a majority
// has the lock and ends when that majority is gone; an attempt without a majority is no hold. A hold
// continues while unreachable nodes may still have it, unless they come back with one that was acquired
// since. So holds come from the merged locks (quorumtable.h), and for other events one node speaks for all.
// Pure value; time is a parameter.

#include "core/values/events.h"

#include <QHash>
#include <QSet>

#include <vector>

namespace lockscope
{

class GroupHolds
{
public:
    // Converts a change of the group's table to events of the group as a whole.
    std::vector<LockEvent> follow(const LockDelta &delta, WallTime at);

private:
    struct Open {
        LockEvent taken{};      // the event that began it
        QSet<OwnerId> owners{}; // a client may have another id on each node
        bool beganBefore = false;
        std::optional<Instant> seenUntil{}; // nodes that are away decide since then
        NodeId speaker{}; // the first node that reported further events, while it has the lock
        EventKind ending = EventKind::Changed; // the last node's report of how it ended
    };
    void meet(const Lock &lock, WallTime at, std::vector<LockEvent> &events);
    static bool goesOn(const Open &open, const Lock &lock);
    void end(const LockName &key, WallTime at, std::vector<LockEvent> &events);
    static bool isAnother(const Open &open, const Lock &lock);

    QHash<LockName, Open> m_open;
};

} // namespace lockscope
