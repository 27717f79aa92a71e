// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the list says of all its locks: how many there are of each sort, and the words that a filter can use.
// Values and pure functions; GUI thread.

#include "core/engine/filter/filtercompletion.h"
#include "core/values/events.h"

namespace lockscope
{

struct ListTotals {
    qint64 locks = 0;
    qint64 held = 0;      // Lock::heldByMajority()
    qint64 undecided = 0; // Of RedLock groups: unreachable nodes decide whether they are held
    qint64 stale = 0;     // Their nodes are unreachable: held, and the levels below, are the last ones known
    qint64 warnings = 0;
    qint64 criticals = 0;
    qint64 shown = 0; // After the filter, with rows of locks that ended
    qint64 infos = 0;
    qint64 waiters = 0;   // At least
    qint64 countable = 0; // Locks whose waiters are known

    void add(const Lock &lock, int by); // Not to `shown`
    qint64 ofLevel(VerdictLevel level) const;
    LockTotals asLockTotals() const;
    bool isUnknown() const { return locks > 0 && stale == locks; }
    friend bool operator==(const ListTotals &, const ListTotals &) = default;
};

FilterVocabulary vocabularyOf(const std::vector<LockPtr> &locks);

} // namespace lockscope
