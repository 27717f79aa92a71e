// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The open holds, according to events: acquired, or held when first seen, and not released. Bounded;
// isComplete() is false if some were left out. Pure value; any one thread.

#include "core/history/values/clocksteps.h"

#include <QHash>

namespace lockscope
{

class OpenHolds
{
public:
    static constexpr size_t Most = 250'000;

    explicit OpenHolds(size_t most = Most) : m_most(most) {}

    void clear();
    void note(const LockEvent &event);
    bool has(const LockName &key, const OwnerId &owner) const { return find(key, owner); }
    const LockEvent *find(const LockName &key,
                          const OwnerId &owner) const; // until the next note(); null: none
    size_t count() const { return m_count; }
    bool isComplete() const { return m_complete; } // false: some were left out
    // The events that began the holds, unordered; for first sights, with the time since when it was held.
    std::vector<LockEvent> all() const;
    std::vector<LockEvent> allAsFirstSights(WallTime at) const; // for a record that begins
    // The same, after the clock was set: of the time before, only that they were held.
    std::vector<LockEvent> allAfter(const ClockStep &step) const;
    std::vector<LockEvent> of(const LockName &key) const;
    // One event for each unknown holder; for a group, only its owner, when a majority has the lock.
    std::vector<LockEvent> firstSights(const Lock &lock, WallTime at) const;
    // Ends of holds that no event reported: of locks that are gone and, if events were lost (lossy), of locks
    // with another owner.
    std::vector<LockEvent> endsNobodyTold(const LockDelta &delta, bool lossy, WallTime at) const;
    // Of an end that was not seen, the length goes to the last reading only: makes it go back to when the
    // hold began.
    void keepBeginning(LockEvent &end) const;
    // The hold may be another from then on: its end with an unknown cause, and what its owner holds since.
    std::vector<LockEvent> doubted(const HoldDoubt &doubt) const;
    // The end of the hold before the one that `end` ends, if its owner may have acquired the lock again: at
    // the latest then, with an unknown cause.
    std::optional<LockEvent> endBefore(const LockEvent &end) const;

private:
    void noteExpiry(const LockEvent &event);

    QHash<LockName, std::vector<LockEvent>> m_open{}; // with the last known time to live
    size_t m_most;
    size_t m_count = 0;
    bool m_complete = true;
};

// Counts of waiters that no event tells. A lock that is first seen may have a queue already. Of a lock that
// is gone, the engine counts no waiters any more and reports no count of 0, so the last count would go on for
// ever. Pure value; any one thread.
class UntoldWaiters
{
public:
    void clear() { *this = {}; }
    void note(const LockEvent &event); // each event that is remembered
    // Of locks whose count no event told, as they are new here, or back: it. After note() of the delta's
    // events.
    std::vector<LockEvent> take(const LockDelta &delta, WallTime at);
    // The last counts, without 0, as of now: for a record that begins.
    std::vector<LockEvent> present(WallTime at) const;
    // Of locks that were gone already when this was called last: a count of 0. Call about once a second, as
    // many locks are gone for a moment only, between two holders.
    std::vector<LockEvent> endsOfWaiting(WallTime at);

private:
    struct Gone {
        LockEvent last{}; // its last count
        bool isOld = false;
    };
    QHash<LockName, LockEvent> m_waited{}; // the last counts, without 0
    QHash<LockName, Gone> m_gone{};
};

// An end event with an unknown cause.
LockEvent unseenEnd(const LockEvent &taken, WallTime at);
// The hold that this event ended.
Hold holdOf(const LockEvent &end);
// The open hold that this event began.
Hold openHold(const LockEvent &taken);

} // namespace lockscope
