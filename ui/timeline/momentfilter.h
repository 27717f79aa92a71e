// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The filter of the lock list, applied to the holds of a moment in a recording, and the totals of its locks.
// Pure; any thread.

#include "core/engine/filter/filtercompletion.h"
#include "core/values/events.h"
#include "ui/timeline/momentsorter.h"

namespace lockscope
{

struct FilteredMoment {
    HistoryMoment moment{}; // With the holds that match
    qint64 unsure = 0;      // Further holds that may match, because what the filter needs is unknown
};

FilteredMoment filterMoment(const HistoryMoment &moment, const LockFilter &filter);
// Taken from its first holds.
FilterVocabulary vocabularyOf(const HistoryMoment &moment);
// Of the held locks.
LockTotals totalsOf(const HistoryMoment &moment);

} // namespace lockscope
