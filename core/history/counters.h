// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an engine tells, counted: by the second and the minute (tallier.h), and for each lock in demand
// (contentionbook.h). Of a RedLock group an event counts when a majority of its nodes tells of it. Without a
// memory of single events. Value, time is a parameter.

#include "core/history/contentionbook.h"
#include "core/history/groupholds.h"
#include "core/history/tallier.h"
#include "core/values/status.h"

namespace lockscope
{

class Counters
{
public:
    explicit Counters(WallTime at) : m_tallier(at) {}
    void begin(int members, WallTime at); // anew; members: of a RedLock group, else 1
    void end();                           // the tallies stay
    // The events that count; good until the next ones.
    const std::vector<LockEvent> &take(const LockDelta &delta, WallTime at);
    void takeNodes(const std::vector<NodeStatus> &nodes);
    bool takeLive(const LiveStatus &live); // whether events were missed since the last time
    // Ends the present second. minute: the one that ended with it, if one did.
    Tally turn(WallTime at, std::optional<Tally> *minute = nullptr);
    // The minute that is not over, up to now; what follows begins another one.
    std::optional<Tally> endMinute(WallTime at);

    const Tallier &tallies() const { return m_tallier; }
    const ContentionBook &demand() const { return m_book; }

private:
    Tallier m_tallier;
    ContentionBook m_book{};
    std::optional<GroupHolds> m_group{}; // of a RedLock group
    std::vector<LockEvent> m_ofGroup{};
    qint64 m_gaps = 0;
};

} // namespace lockscope
