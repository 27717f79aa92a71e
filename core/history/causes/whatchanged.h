// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was different after a moment than before it. Compares two adjacent periods of the same length, and
// reports only what is beyond the limits below. Pure; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

struct Change {
    enum class Kind { Failover, Unreachable, Gap, Verdict, NewClient, HoldsGrew, RateRose };
    Kind kind = Kind::Gap;
    std::optional<WallTime> at{};     // of what happened at one time
    LockName key{};                   // the lock; empty: it concerns several
    NodeId node{};                    // Failover: the new master. Unreachable
    NodeId other{};                   // Failover: the previous master
    std::optional<WallTime> backAt{}; // Unreachable: until then; none: it was not back when the time ended
    VerdictLevel level = VerdictLevel::Ok;
    QByteArray code{};            // of the verdict
    QByteArray client{};          // NewClient: as ownerclient.h names it
    qint64 locks = 0;             // NewClient: how many it held
    bool isNinety = true;         // HoldsGrew: the 90th percentile; else the median
    milliseconds lengthBefore{0}; // HoldsGrew
    milliseconds lengthAfter{0};
    // HoldsGrew: ended holds. RateRose: acquisitions. NewClient, Gap: after only, of holds and gaps.
    qint64 countBefore = 0;
    qint64 countAfter = 0;
};

struct ChangeQuery {
    WallTime at{};
    milliseconds width{std::chrono::minutes(5)}; // before, and after
};

struct Changes {
    // Percentiles are compared from this many ended holds on each side, if their ranks differ by
    // LeastDeviations.
    static constexpr qint64 LeastHolds = 20;
    static constexpr qint64 LeastAcquired = 10; // after, for a rate
    // A percentile has grown if it is this many times what it was, and this much longer.
    static constexpr double LeastGrowth = 1.5;
    static constexpr milliseconds LeastLonger{50};
    // A rate has risen if it is at least this many times what it was and the difference is this many standard
    // deviations of counts that do not change (of a Poisson distribution: the root of their sum).
    static constexpr double LeastRise = 1.5;
    static constexpr double LeastDeviations = 4;
    // The verdict of before counts if it was known for this long.
    static constexpr milliseconds JudgedFor{10'000};
    static constexpr size_t Most = 200;

    HistoryRange before{};
    HistoryRange after{}; // ends now, if the width reaches into the future
    // What happened to servers, by time; then verdicts, worst first; then clients; then what grew, by how
    // much. The first Most.
    std::vector<Change> changes{};
    milliseconds unwatchedBefore{0}; // parts in which nothing was watched, or a node could not be reached
    milliseconds unwatchedAfter{0};
    milliseconds unseenBefore{0}; // parts in which nothing was watched
    milliseconds unseenAfter{0};
    bool missedBefore = false; // holds of before may be missing: a gap, or a source that merges fast changes
    bool truncated = false;    // some holds are missing: only the newest are compared
    std::optional<WallTime> comparedFrom{}; // if truncated: holds of before this time may be missing
    bool verdictsTruncated = false;         // only verdicts of the locks held longest are compared

    bool isCompared() const; // something of both periods is known
    // Each moment of both was watched, on each node that has locks.
    bool isWhole() const { return unwatchedBefore + unwatchedAfter == milliseconds(0); }
    bool isWholeBefore() const; // clients and rates are compared only then
};

// answer: of all locks and of both periods. minutes: of both, which say whether lost nodes hid locks.
Changes whatChanged(const HoldsAnswer &answer, const ChangeQuery &query, WallTime at,
                    const std::vector<Tally> &minutes = {});

} // namespace lockscope
