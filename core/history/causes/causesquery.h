// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What to ask a history for, and the answers from a file. Functions; the thread of the file.

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

// locks: asked for WaitedForMost and one more, so that it is known whether some are missing.
std::vector<LockName> waitedFor(const std::vector<Contention> &locks);
// What answer and locks say of the range: a history counts only its newest events for locks.
WaitingCosts costsOf(const HoldsAnswer &answer, const std::vector<Contention> &locks,
                     const HistoryRange &range, WallTime at);
HoldsQuery holdsFor(const HistoryRange &range, const std::vector<LockName> &waitedFor);
HoldsQuery holdsFor(const ChangeQuery &query);
HistoryRange minutesFor(const HistoryRange &range);
// at, or the end of the last of the minutes if a node was lost after it: of the second that goes on, it is
// not yet known whether locks are hidden.
WallTime knownUntil(const HoldsAnswer &answer, const std::vector<Tally> &minutes, WallTime at);
// Of the locks held after the moment, those held longest.
HoldsQuery verdictsFor(const ChangeQuery &query, const HoldsAnswer &answer);
} // namespace causesquery

// From a file that another program may be writing. The time that it does not reach is left out.
Outcome<WaitingCosts> waitingCosts(HistoryQueries &file, const HistoryRange &range, WallTime at);
Outcome<Changes> whatChanged(HistoryQueries &file, const ChangeQuery &query, WallTime at);

} // namespace lockscope
