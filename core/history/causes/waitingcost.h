// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The waiting time that locks caused: the number of waiters, integrated over time. Two clients that wait for
// three seconds cost six. The cost of a moment is caused by the client that holds the lock then; several
// holders share it evenly. A count of waiters goes on until the next one, seconds later, but not while the
// lock is free after a hold: those who waited can go on. Clients that poll are not counted. So the figures
// are estimates. Pure; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

struct WaitingCost {
    QByteArray name{}; // the key of the lock, a prefix, or a client (ownerclient.h); empty: none is known
    QByteArray kind{}; // of a lock
    double waited = 0; // seconds
    qint64 mostWaiters = 0; // for one lock at once; of a client, while it was a holder
    qint64 locks = 0;       // for which clients were seen to wait
    qint64 holds = 0;       // of these locks, that overlap the time
    HoldLengths lengths{};  // of the holds whose begin and end were seen, and that ended within the time
    bool sampled = false;   // some of the holds are from a source that merges fast changes
    // The part that caused most: of a lock, the client; else the lock.
    QByteArray worst{};
    double waitedForWorst = 0;
    // How long the number of waiters was not known: before its first count, while the lock could not be seen,
    // or since it was released. The longest of its locks.
    milliseconds uncounted{0};
};

struct WaitingCosts {
    static constexpr size_t Most = 200;

    HistoryRange over{};
    double waited = 0; // in all, in seconds
    // Highest first, the first Most of each. Only what clients were seen to wait for.
    std::vector<WaitingCost> locks{};
    std::vector<WaitingCost> prefixes{};
    std::vector<WaitingCost> clients{};
    milliseconds unwatched{0};             // part of the time in which nothing was watched
    milliseconds unreachable{0};           // besides, some node could not be reached
    qint64 gaps = 0;                       // how often events were missed
    bool truncated = false;                // some holds are missing: what they caused has no client
    bool locksTruncated = false;           // some locks are missing, in all sums
    std::optional<WallTime> coveredFrom{}; // if later than what was asked for: too many events before it
    // Nothing is known of any moment, or of some node's locks.
    bool isUnknown() const { return waited <= 0 && seen() <= milliseconds(0) && over.to > over.from; }
    milliseconds seen() const
    {
        return std::chrono::duration_cast<milliseconds>(over.to - over.from) - unwatched - unreachable;
    }
};

// answer: of the locks that clients may have waited for, by their keys. at: now.
WaitingCosts waitingCosts(const HoldsAnswer &answer, const HistoryRange &range, WallTime at);

} // namespace lockscope
