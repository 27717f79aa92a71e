// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The waiting time that locks caused: the number of waiters, integrated over time. Two clients that wait for
// three seconds cost six. The client that holds the lock at the time causes the cost; several holders share
// it evenly. Waiters are counted every few seconds, and each count applies until the next one, except while
// the lock is free after a hold, when the waiters can proceed. Clients that poll are not counted. So the
// figures are estimates. Pure; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

struct WaitingCost {
    QByteArray name{}; // the key of the lock, a prefix, or a client (ownerclient.h); empty: none is known
    QByteArray kind{}; // of a lock
    double waited = 0; // seconds
    qint64 mostWaiters = 0; // for one lock at once; for a client: while it held the lock
    qint64 locks = 0;       // locks with waiters
    qint64 holds = 0;       // holds of these locks that overlap the range
    HoldLengths lengths{};  // of holds observed from start to end that ended within the range
    bool sampled = false;   // some of the holds are from a source that merges fast changes
    // What caused most of it: of a lock, the client; otherwise the lock.
    QByteArray worst{};
    double waitedForWorst = 0;
    // How long the number of waiters was unknown: before the first count, while the lock was not observed, or
    // after it was released. Of several locks, the longest time.
    milliseconds uncounted{0};
};

struct WaitingCosts {
    static constexpr size_t Most = 200;

    HistoryRange over{};
    double waited = 0; // the total, in seconds
    // Only with observed waiters; highest first, at most Most of each.
    std::vector<WaitingCost> locks{};
    std::vector<WaitingCost> prefixes{};
    std::vector<WaitingCost> clients{};
    milliseconds unwatched{0};             // how long nothing was observed
    milliseconds unreachable{0};           // how long, in addition, some node was unreachable
    qint64 gaps = 0;                       // how often events were missed
    bool truncated = false;                // holds are missing: the waiting that they caused has no client
    bool locksTruncated = false;           // locks are missing in all sums
    std::optional<WallTime> coveredFrom{}; // if later than requested, because of too many events
    // True if at all times nothing was observed, or some node was unreachable.
    bool isUnknown() const { return waited <= 0 && seen() <= milliseconds(0) && over.to > over.from; }
    milliseconds seen() const
    {
        return std::chrono::duration_cast<milliseconds>(over.to - over.from) - unwatched - unreachable;
    }
};

// answer: for the keys of the locks that may have had waiters. at: now.
WaitingCosts waitingCosts(const HoldsAnswer &answer, const HistoryRange &range, WallTime at);

} // namespace lockscope
