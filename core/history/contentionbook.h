// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks are in demand: what each lock saw in each of the last minutes, and of older minutes those that
// saw most. A hold counts in each minute it lies in, one that goes on up to the present. Pure value; time is
// a parameter.

#include "core/history/hold.h"

#include <QHash>

#include <deque>

namespace lockscope
{

// Most demand first, and of those so many.
std::vector<Contention> mostInDemand(const QHash<LockName, Contention> &locks, size_t count);
// What two stretches that meet come to, together.
std::vector<Contention> demandOfBoth(const std::vector<Contention> &earlier,
                                     const std::vector<Contention> &later, size_t count);

class ContentionBook
{
public:
    static constexpr qsizetype KeptOfOldMinute = 256;
    static constexpr qsizetype KeptOfMinute = 20'000; // beyond, only locks that somebody waits for
    static constexpr size_t MinutesKept = 60;

    void clear(WallTime at); // it begins then
    WallTime since() const { return m_past.empty() ? m_now.from : m_past.front().from; }
    void note(const LockEvent &event);
    void noteLock(const Lock &lock, WallTime at); // who holds it and how many wait for it now
    void noteGone(const LockName &key, WallTime at);
    void turnMinute(WallTime at); // a minute is over
    // Of the minutes that the range touches; most demand first. Who only holds a lock that nobody else takes
    // or waits for is not in demand.
    std::vector<Contention> contention(const HistoryRange &range, size_t most, WallTime at) const;

private:
    struct Minute {
        WallTime from{};
        QHash<LockName, Contention> locks{};
    };
    struct Waiting {
        qint64 waiters = 0;
        WallTime since{}; // not counted so far
    };
    struct Stretch { // of one owner
        OwnerId owner{};
        WallTime since{};
        bool sampled = false; // it may have begun before
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
    QHash<LockName, std::vector<Stretch>> m_held; // somebody holds them now
    QHash<LockName, Waiting> m_waiting;           // somebody waits for them now
};

} // namespace lockscope
