// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demand for locks per minute: for each of the last minutes, the figures of every lock; for older minutes,
// only of the locks in most demand. A hold counts in each minute that it overlaps, an open one up to now.
// Pure value; time is a parameter.

#include "core/history/values/clocksteps.h"
#include "core/history/values/hold.h"

#include <QHash>

#include <deque>

namespace lockscope
{

// The `count` locks in most demand, highest first.
std::vector<Contention> mostInDemand(const QHash<LockName, Contention> &locks, size_t count);
// The sum of two adjacent periods.
std::vector<Contention> demandOfBoth(const std::vector<Contention> &earlier,
                                     const std::vector<Contention> &later, size_t count);

class ContentionBook
{
public:
    static constexpr qsizetype KeptOfOldMinute = 256;
    static constexpr qsizetype KeptOfMinute = 20'000; // beyond this, only locks with waiters
    static constexpr size_t MinutesKept = 60;

    void clear(WallTime at); // starts anew at this time
    WallTime since() const { return m_past.empty() ? m_now.from : m_past.front().from; }
    void note(const LockEvent &event);
    void noteLock(const Lock &lock, WallTime at); // its present holders and waiters
    void noteGone(const LockName &key, WallTime at);
    void turnMinute(WallTime at);     // starts the next minute
    void goOn(const ClockStep &step); // continues after a jump of the wall clock
    // For the minutes that the range touches, highest demand first. A lock that no other client acquires
    // or waits for is not in demand.
    std::vector<Contention> contention(const HistoryRange &range, size_t most, WallTime at) const;
    // True if locks with waiters were left out of a minute that overlaps the range.
    bool isCut(const HistoryRange &range) const;

private:
    struct Minute {
        WallTime from{};
        QHash<LockName, Contention> locks{};
        bool isCut = false; // some with waiters were left out
    };
    struct Waiting {
        qint64 waiters = 0;
        WallTime since{}; // start of the time not counted yet
    };
    struct Stretch { // a hold of one owner
        OwnerId owner{};
        WallTime since{};
        bool sampled = false; // it may have begun earlier
    };
    Contention *entry(Minute &minute, const LockName &key, LockKind kind, bool wanted) const;
    static void weigh(Minute &minute, const LockName &key, const Waiting &waiting, WallTime at);
    void setWaiters(const LockName &key, LockKind kind, qint64 waiters, WallTime at);
    void begin(const LockEvent &taken);
    void end(const LockEvent &event);
    void setHolders(const Lock &lock, WallTime at);
    void endAll(const LockName &key, WallTime at);
    void credit(const LockName &key, LockKind kind, const Stretch &hold, WallTime ended);
    void addOpenHolds(Contention &sum) const;

    Minute m_now;
    std::deque<Minute> m_past;
    QHash<LockName, std::vector<Stretch>> m_held; // held now
    QHash<LockName, Waiting> m_waiting;           // with waiters now
};

} // namespace lockscope
