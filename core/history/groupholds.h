// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happens to the locks of a RedLock group. Each node tells of its own part; a hold begins when a
// majority has it and ends when that majority is gone, and an attempt that reached none is no hold. While
// nodes are away that may have it still, it goes on. So holds are read off the merged locks (quorumtable.h),
// and of the rest of the events one node speaks for all. Pure value; time is a parameter.

#include "core/values/events.h"

#include <QHash>
#include <QSet>

#include <vector>

namespace lockscope
{

class GroupHolds
{
public:
    // The events of the group as a whole, made of the change of its table.
    std::vector<LockEvent> follow(const LockDelta &delta, WallTime at);

private:
    struct Open {
        LockEvent taken{};      // as it is told
        QSet<OwnerId> owners{}; // who it is on the nodes: a client may have another id on each
        bool beganBefore = false;
        NodeId speaker{};                      // the first node that told more of it, while it has it
        EventKind ending = EventKind::Changed; // how a node last said that it ended
    };
    void meet(const Lock &lock, WallTime at, std::vector<LockEvent> &events);
    static bool goesOn(const Open &open, const Lock &lock);
    void end(const LockName &key, WallTime at, std::vector<LockEvent> &events);

    QHash<LockName, Open> m_open;
};

} // namespace lockscope
