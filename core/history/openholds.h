// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which holds go on, as far as events told: who took a lock, or had it when it was first seen, and did not
// give it back. Bounded, and says when that left some out. Pure value; any one thread.

#include "core/history/hold.h"

#include <QHash>

namespace lockscope
{

class OpenHolds
{
public:
    static constexpr size_t Most = 250'000;

    explicit OpenHolds(size_t most = Most) : m_most(most) {}

    void clear();
    void note(const LockEvent &event);
    bool has(const LockName &key, const OwnerId &owner) const;
    size_t count() const { return m_count; }
    bool isComplete() const { return m_complete; } // false: there were more than are kept
    // What began with each, in no order; of a first sight at the time since when it was held.
    std::vector<LockEvent> all() const;
    std::vector<LockEvent> of(const LockName &key) const;
    // One event for each holder that is not known; a group's owner only, when a majority has it.
    std::vector<LockEvent> firstSights(const Lock &lock, WallTime at) const;
    // The ends of holds that are over, and of which no event told: of locks that are gone, and, when events
    // were left out (lossy), of those that somebody else has.
    std::vector<LockEvent> endsNobodyTold(const LockDelta &delta, bool lossy, WallTime at) const;

private:
    QHash<LockName, std::vector<LockEvent>> m_open{};
    size_t m_most;
    size_t m_count = 0;
    bool m_complete = true;
};

// The end of a hold that nobody saw.
LockEvent unseenEnd(const LockEvent &taken, WallTime at);
// The hold that ended with this event.
Hold holdOf(const LockEvent &end);
// The one that began with this event, and goes on.
Hold openHold(const LockEvent &taken);

} // namespace lockscope
