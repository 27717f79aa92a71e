// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Totals and worst lock of one connection, from the deltas of its engine. Counts the verdict that is shown:
// while a node is unreachable, the last one known. Any one thread.

#include "core/values/events.h"

#include <QHash>

namespace lockscope
{

class FleetTally
{
public:
    void apply(const LockDelta &delta);
    const LockTotals &totals() const { return m_totals; }
    qint64 stale() const { return m_stale; } // locks whose node is unreachable
    // Critical before warning, then the one with most waiters, then the longest held; null: neither.
    LockPtr worst() const;

private:
    void add(const Lock &lock, int sign);
    void remove(const LockName &key);

    QHash<LockName, LockPtr> m_locks{};
    QHash<LockName, LockPtr> m_troubled{}; // of m_locks: with a warning or worse
    LockTotals m_totals{};
    qint64 m_stale = 0;
};

} // namespace lockscope
