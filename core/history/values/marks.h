// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the marks of a history, and the keys that could not be read, say about a range of time: the same for
// memory and file. Pure; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

// Whether a key could be read, from an event of it on.
struct ReadableStep {
    WallTime at{};
    bool isUnreadable = false;              // LockEvent::unreadable
    std::optional<WallTime> watchedUntil{}; // nullopt: watching went on
};

// Adds what the answer has of marks, and where failovers moved its holds. marks: in the order in which they
// were written. Those of a loss that began long before the range may be missing, but not those of other
// kinds. answer: with holds and since.
void addMarks(HoldsAnswer &answer, const std::vector<Mark> &marks, const HistoryRange &range);
// Adds only the times in which a node was unreachable.
void addLosses(HoldsAnswer &answer, const std::vector<Mark> &marks, const HistoryRange &range);
// Adds the times in which the server refused to show the only requested key. steps: from the newest one in
// the range to the one before it.
void addUnreadable(HoldsAnswer &answer, const std::vector<ReadableStep> &steps, const HistoryRange &range);

} // namespace lockscope
