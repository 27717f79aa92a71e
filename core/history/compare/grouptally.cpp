// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/grouptally.h"

#include "core/history/values/holdlengths.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lockscope
{

namespace
{

double sumOf(const BlockAmounts &amounts)
{
    return std::accumulate(amounts.begin(), amounts.end(), 0.0);
}

qint64 wholeSum(const BlockAmounts &amounts)
{
    return std::llround(sumOf(amounts));
}

const BlockAmounts &amountsOf(const GroupTally &tally, Compared what)
{
    switch (what) {
    case Compared::Waiting:
        return tally.waiting;
    case Compared::Overdue:
        return tally.overdue;
    case Compared::Expired:
        return tally.expired;
    case Compared::Forced:
        return tally.forced;
    case Compared::Holds: // by their ranks, not their number
    case Compared::Acquired:
        break;
    }
    return tally.acquired;
}

} // namespace

void GroupTally::addPartlySeen(milliseconds length)
{
    ++partlySeen;
    longestPartlySeen = std::max(longestPartlySeen, length);
}

double GroupTally::sampledShare() const
{
    const double all = sumOf(acquired) + double(lengths.count());
    return all > 0 ? double(sampled) / all : 0;
}

void WaiterSum::change(qint64 at, qint64 waiters, qint64 locks, const WatchedTime &watched, GroupTally &tally)
{
    if (m_locks > 0) {
        watched.each(m_since, at, [&](int block, qint64 ms) {
            const double seconds = double(ms) / 1000;
            tally.waiting[size_t(block)] += double(m_waiters) * seconds;
            tally.waitedSeconds += seconds;
            tally.mostWaiters = std::max(tally.mostWaiters, m_waiters);
        });
    }
    m_since = std::max(m_since, at); // events are not strictly in order
    m_waiters += waiters;
    m_locks += locks;
}

StretchFigures StretchTally::figuresOf(const GroupTally &tally) const
{
    const LengthSample &lengths = tally.lengths;
    StretchFigures figures{.holds = lengths.count(),
                           .partlySeen = tally.partlySeen,
                           .acquired = wholeSum(tally.acquired),
                           .renewed = wholeSum(tally.renewed),
                           .expired = wholeSum(tally.expired),
                           .forced = wholeSum(tally.forced),
                           .sampled = tally.sampled > 0};
    const auto firm = [&lengths](double share) {
        return lengths.count() >= HoldLengths::leastFor(share) ? lengths.percentile(share) : std::nullopt;
    };
    figures.p50 = firm(0.5);
    figures.p90 = firm(0.9);
    figures.p99 = firm(0.99);
    if (lengths.count() > 0)
        figures.longest = lengths.longest();
    if (tally.partlySeen > 0)
        figures.longestPartlySeen = tally.longestPartlySeen;
    if (hasWaiters) {
        figures.waiterSeconds = sumOf(tally.waiting);
        figures.waitedSeconds = tally.waitedSeconds;
        figures.mostWaiters = tally.mostWaiters;
    }
    if (judged.total() > 0) {
        figures.overdue = wholeSum(tally.overdue);
        figures.warningSeconds = tally.warningSeconds;
        figures.criticalSeconds = tally.criticalSeconds;
    }
    return figures;
}

RateSample StretchTally::sampleOf(const GroupTally &tally, Compared what) const
{
    const BlockAmounts &amounts = amountsOf(tally, what);
    const WatchedTime &time = what == Compared::Overdue ? judged : watched;
    return {.amounts = {amounts.begin(), amounts.end()}, .seconds = time.seconds()};
}

} // namespace lockscope
