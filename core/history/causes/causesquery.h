// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The queries that waitingcost.h and whatchanged.h need, and their answers from a file. Functions; the thread
// of the file.

#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"
#include "core/history/historyqueries.h"

namespace lockscope
{

namespace causesquery
{
constexpr milliseconds Minute = std::chrono::minutes(1);
constexpr size_t WaitedForMost = 1'000; // locks
constexpr size_t HoldsMost = 100'000;
constexpr size_t JudgedMost = 2'000; // locks whose verdicts are compared
constexpr size_t StepsMost = 1'000;  // of one lock

// locks: the answer to a query for WaitedForMost + 1 locks, which shows whether some are missing.
std::vector<LockName> waitedFor(const std::vector<Contention> &locks);
// The costs in the range. locks covers less of it if there are many events: a history counts only the newest.
WaitingCosts costsOf(const HoldsAnswer &answer, const std::vector<Contention> &locks,
                     const HistoryRange &range, WallTime at);
HoldsQuery holdsFor(const HistoryRange &range, const std::vector<LockName> &waitedFor);
HoldsQuery holdsFor(const ChangeQuery &query);
HistoryRange minutesFor(const HistoryRange &range);
// `at`, or the end of the last minute if a node was lost after it: whether that node hides locks is known
// only when the current second has ended.
WallTime knownUntil(const HoldsAnswer &answer, const std::vector<Tally> &minutes, WallTime at);
// For the locks that were held longest after the moment.
HoldsQuery verdictsFor(const ChangeQuery &query, const HoldsAnswer &answer);
} // namespace causesquery

// From a file that another program may be writing. Times outside the file are left out.
Outcome<WaitingCosts> waitingCosts(HistoryQueries &file, const HistoryRange &range, WallTime at);
Outcome<Changes> whatChanged(HistoryQueries &file, const ChangeQuery &query, WallTime at);

} // namespace lockscope
