// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The events of a RedLock group's locks. Each node reports only its own part. A hold begins when a majority
// has the lock and ends when that majority is gone; an attempt without a majority is no hold. A hold
// continues while unreachable nodes may still have it, unless they return with one that was acquired later.
// So holds come from the merged locks (quorumtable.h); of other events, those of one node are taken. Pure
// value; time is a parameter.

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
        std::optional<Instant> seenUntil{}; // since then, unreachable nodes decide whether it is held
        NodeId speaker{}; // the node whose further events are taken, as long as it has the lock
        EventKind ending = EventKind::Changed; // how it ended, as last reported by a node
    };
    void meet(const Lock &lock, WallTime at, std::vector<LockEvent> &events);
    static bool goesOn(const Open &open, const Lock &lock);
    void end(const LockName &key, WallTime at, std::vector<LockEvent> &events);
    static bool isAnother(const Open &open, const Lock &lock);

    QHash<LockName, Open> m_open;
};

} // namespace lockscope
