// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the list says of all its locks: how many there are of each sort, and the words that a filter can use.
// Values and pure functions; GUI thread.

#include "core/engine/filter/filtercompletion.h"
#include "core/values/events.h"

namespace lockscope
{

// The levels are of the verdicts that are shown.
struct ListTotals : LockTotals {
    qint64 stale = 0; // Their nodes are unreachable: held and levels are the last ones known
    qint64 shown = 0; // After the filter, with rows of locks that ended

    void add(const Lock &lock, int by); // Not to `shown`
    bool isUnknown() const { return locks > 0 && stale == locks; }
    friend bool operator==(const ListTotals &, const ListTotals &) = default;
};

FilterVocabulary vocabularyOf(const std::vector<LockPtr> &locks);

} // namespace lockscope
