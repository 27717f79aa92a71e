// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts what an engine reports: by second and minute (tallier.h), and per lock in demand (contentionbook.h).
// For a RedLock group, an event counts when a majority of the nodes reports it. Keeps no single events.
// Value; time is a parameter.

#include "core/history/memory/contentionbook.h"
#include "core/history/memory/groupholds.h"
#include "core/history/memory/tallier.h"
#include "core/history/values/clocksteps.h"
#include "core/values/status.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

class Counters
{
public:
    explicit Counters(WallTime at) : m_tallier(at) {}
    void begin(int members, WallTime at); // starts anew; members: of a RedLock group, else 1
    void end();                           // the tallies stay available
    // Returns the events that count; valid until the next call.
    const std::vector<LockEvent> &take(const LockDelta &delta, WallTime at);
    void takeNodes(const std::vector<NodeStatus> &nodes);
    // The marks of what happened since the last call: events were missed, a node was flushed.
    std::vector<Mark> takeLive(const LiveStatus &live, WallTime at);
    // Since begin(): events were missed, or a node was lost, with which its events are missed.
    qint64 gaps() const { return m_missed; }
    qint64 flushes() const { return m_flushed; }
    // Ends the current second. minute: set to the minute that ended with it, if any.
    Tally turn(WallTime at, std::optional<Tally> *minute = nullptr);
    // Returns the unfinished minute up to now and starts another.
    std::optional<Tally> endMinute(WallTime at);
    // The same after a jump of the wall clock; continues at the new time.
    std::optional<Tally> goOn(const ClockStep &step);

    const Tallier &tallies() const { return m_tallier; }
    const ContentionBook &demand() const { return m_book; }

private:
    static constexpr int LongAgo = 2; // seconds, when a loss and a gap are not of one outage
    using Seconds = QHash<NodeId, int>;
    bool noteGap(const NodeId &node);
    static void turn(Seconds &since);

    Tallier m_tallier;
    ContentionBook m_book{};
    int m_members = 1;
    std::optional<GroupHolds> m_group{}; // for a RedLock group
    std::vector<LockEvent> m_ofGroup{};
    LiveStatus m_live{}; // as last reported
    qint64 m_flushed = 0;
    Seconds m_sinceLoss{}; // until LongAgo
    Seconds m_sinceGap{};
    qint64 m_missed = 0;
    QSet<NodeId> m_ready{};
};

} // namespace lockscope
