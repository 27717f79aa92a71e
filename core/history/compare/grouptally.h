// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The sums of one group of locks in one stretch, by block. Of fixed size, except for the lengths
// (lengthsample.h). Value; any thread.

#include "core/history/compare/comparison.h"
#include "core/history/compare/statistics/ratetest.h"
#include "core/history/compare/watchedtime.h"

namespace lockscope
{

using BlockAmounts = std::array<double, StretchBlocks>;

struct GroupTally {
    qint64 locks = 0;
    LengthSample lengths{};
    qint64 partlySeen = 0;
    milliseconds longestPartlySeen{0};
    BlockAmounts acquired{};
    BlockAmounts renewed{};
    BlockAmounts expired{};
    BlockAmounts forced{};
    BlockAmounts overdue{};
    BlockAmounts waiting{}; // in waiter-seconds
    double waitedSeconds = 0;
    qint64 mostWaiters = 0;
    double warningSeconds = 0;
    double criticalSeconds = 0;
    qint64 sampled = 0; // acquisitions and ends from sources that merge fast changes

    void addPartlySeen(milliseconds length);
    double sampledShare() const;
};

// Integrates a group's number of waiters over the observed time.
class WaiterSum
{
public:
    // Adds these to the numbers of waiters, and of locks with waiters, of the group from `at` on.
    void change(qint64 at, qint64 waiters, qint64 locks, const WatchedTime &watched, GroupTally &tally);

private:
    qint64 m_since = 0;
    qint64 m_waiters = 0;
    qint64 m_locks = 0;
};

// All sums of one side.
struct StretchTally {
    ComparedStretch stretch{};
    WatchedTime watched{};
    WatchedTime judged{};    // the part of `watched` with known verdicts
    bool hasWaiters = false; // waiters of at least one lock were counted
    std::vector<GroupTally> groups{};

    StretchFigures figuresOf(const GroupTally &tally) const;
    RateSample sampleOf(const GroupTally &tally, Compared what) const;
};

} // namespace lockscope
