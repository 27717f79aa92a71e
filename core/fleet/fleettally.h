// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks, totals and worst lock of one connection, from the deltas of its engine. Counts the verdict that is
// shown: while a node is unreachable, the last one known. Shares the locks of the engine. Any one thread.

#include "core/values/events.h"

#include <QHash>

#include <utility>
#include <vector>

namespace lockscope
{

// The order of locks, the worst first: by verdict, then by number of waiters, then the longest held, then by
// key.
bool isWorseLock(const Lock &a, const Lock &b);

class FleetTally
{
public:
    void apply(const LockDelta &delta);
    const LockTotals &totals() const { return m_totals; }
    qint64 stale() const { return m_stale; } // locks whose node is unreachable
    LockPtr worst() const;                   // with a warning or worse; null: none

    // For a search: places from 0 to size() - 1. A lock moves to a lower place at most, when another one
    // goes.
    size_t size() const { return m_places.size(); }
    const LockPtr &at(size_t place) const { return m_places[place].lock; }
    // A mark that no lock was met with before.
    quint32 newMark() { return ++m_lastMark; }
    // False if that lock was met with this mark before.
    bool meet(size_t place, quint32 mark) { return std::exchange(m_places[place].mark, mark) != mark; }
    LockPtr find(const LockName &key) const;      // null: none
    quint64 changes() const { return m_changes; } // a count that grows with each change

private:
    struct Place {
        LockPtr lock{};
        quint32 mark = 0;
    };
    void put(const LockPtr &lock);
    void remove(const LockName &key);
    void add(const Lock &lock, int sign);

    std::vector<Place> m_places{};
    QHash<LockName, size_t> m_placeOf{};
    QHash<LockName, LockPtr> m_troubled{}; // with a warning or worse
    LockTotals m_totals{};
    qint64 m_stale = 0;
    quint64 m_changes = 0;
    quint32 m_lastMark = 0;
};

} // namespace lockscope
