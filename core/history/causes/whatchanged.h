// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What changed at a moment: compares the periods of equal length before and after it, and reports differences
// above the limits below. Pure; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

struct Change {
    enum class Kind { Failover, Unreachable, Gap, Verdict, NewClient, HoldsGrew, RateRose };
    Kind kind = Kind::Gap;
    std::optional<WallTime> at{};     // when it happened, if at one time
    LockName key{};                   // the lock; empty: it concerns several
    NodeId node{};                    // Failover: the new master. Unreachable
    NodeId other{};                   // Failover: the previous master
    std::optional<WallTime> backAt{}; // Unreachable: until then; nullopt: still at the end
    VerdictLevel level = VerdictLevel::Ok;
    QByteArray code{};            // of the verdict
    QByteArray client{};          // NewClient: as ownerclient.h names it
    qint64 locks = 0;             // NewClient: how many it held
    bool isNinety = true;         // HoldsGrew: true: the 90th percentile; false: the median
    milliseconds lengthBefore{0}; // HoldsGrew
    milliseconds lengthAfter{0};
    // HoldsGrew: ended holds. RateRose: acquisitions. NewClient: holds, Gap: gaps, both only countAfter.
    qint64 countBefore = 0;
    qint64 countAfter = 0;
};

struct ChangeQuery {
    WallTime at{};
    milliseconds width{std::chrono::minutes(5)}; // before, and after
};

struct Changes {
    // Percentiles are compared if each side has this many ended holds, and their ranks differ by
    // LeastDeviations.
    static constexpr qint64 LeastHolds = 20;
    static constexpr qint64 LeastAcquired = 10; // after the moment, for a rate
    // A percentile has grown if it is at least this factor greater, and this much longer.
    static constexpr double LeastGrowth = 1.5;
    static constexpr milliseconds LeastLonger{50};
    // A rate has risen if it is at least this factor greater, and the difference is this many standard
    // deviations of an unchanged rate (of a Poisson distribution: the square root of the sum).
    static constexpr double LeastRise = 1.5;
    static constexpr double LeastDeviations = 4;
    // Verdicts before the moment count only if they were known for this long.
    static constexpr milliseconds JudgedFor{10'000};
    static constexpr size_t Most = 200;

    HistoryRange before{};
    HistoryRange after{}; // ends now if it would reach into the future
    // Server events by time, then verdicts, worst first, then clients, then growth, highest first. At most
    // Most.
    std::vector<Change> changes{};
    milliseconds unwatchedBefore{0}; // how long nothing was observed, or a node was unreachable
    milliseconds unwatchedAfter{0};
    milliseconds unseenBefore{0}; // how long nothing was observed
    milliseconds unseenAfter{0};
    bool missedBefore = false; // earlier holds may be missing: a gap, or a source that merges fast changes
    bool truncated = false;    // only the newest holds are compared
    std::optional<WallTime> comparedFrom{}; // if truncated: earlier holds may be missing
    bool verdictsTruncated = false;         // only the locks held longest are compared by verdict

    bool isCompared() const; // both periods were observed, at least partly
    // Both periods were observed all the time, on each node with locks.
    bool isWhole() const { return unwatchedBefore + unwatchedAfter == milliseconds(0); }
    bool isWholeBefore() const; // required for comparing clients and rates
};

// answer: for all locks and both periods. minutes: of both periods, which show whether lost nodes hid locks.
Changes whatChanged(const HoldsAnswer &answer, const ChangeQuery &query, WallTime at,
                    const std::vector<Tally> &minutes = {});

} // namespace lockscope
