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
    // The events that began the holds, unordered; those of holds that existed when first seen have their age.
    std::vector<LockEvent> all() const;
    std::vector<LockEvent> allAsFirstSights(WallTime at) const; // for the start of a new file
    // The same after a jump of the wall clock; the time before it counts only as already held.
    std::vector<LockEvent> allAfter(const ClockStep &step) const;
    std::vector<LockEvent> of(const LockName &key) const;
    // One event for each unknown holder; for a group, only its owner, when a majority has the lock.
    std::vector<LockEvent> firstSights(const Lock &lock, WallTime at) const;
    // Events for ends that were not reported: of locks that are gone and, if events were lost (lossy), of
    // locks that have another owner now.
    std::vector<LockEvent> endsNobodyTold(const LockDelta &delta, bool lossy, WallTime at) const;
    // An end that was not observed has the length that the table knows; extends it to the start of the open
    // hold.
    void keepBeginning(LockEvent &end) const;
    // The owner may have a new hold from then on: returns an end of unknown cause, and the start of a new
    // hold.
    std::vector<LockEvent> doubted(const HoldDoubt &doubt) const;
    // If the owner may have acquired the lock again before `end`: the end of its earlier hold, of unknown
    // cause, at the latest possible time.
    std::optional<LockEvent> endBefore(const LockEvent &end) const;

private:
    void noteExpiry(const LockEvent &event);

    QHash<LockName, std::vector<LockEvent>> m_open{}; // with the last known time to live
    size_t m_most;
    size_t m_count = 0;
    bool m_complete = true;
};

// Counts of waiters without an event. A lock may already have a queue when it is first seen. When a lock is
// gone, the engine stops counting its waiters and does not report 0, so the last count would stay for ever.
// Pure value; any one thread.
class UntoldWaiters
{
public:
    void clear() { *this = {}; }
    void note(const LockEvent &event); // call it with each event of the history
    // Events with the counts of locks that are new or back, if no event had them. Call it after note() for
    // the delta's events.
    std::vector<LockEvent> take(const LockDelta &delta, WallTime at);
    // The last counts, without 0, as events at `at`: for the start of a new file.
    std::vector<LockEvent> present(WallTime at) const;
    // A count of 0 for locks that were already gone at the previous call, and the count once more of those
    // that were already free, whose waiters did not take them. Call it about once a second, because many
    // locks are gone only for a moment, between two holders.
    std::vector<LockEvent> endsOfWaiting(WallTime at);

private:
    struct Gone {
        LockEvent last{}; // its last count
        bool isOld = false;
    };
    void noteFree(const Lock &lock, qint64 count, WallTime at);

    QHash<LockName, LockEvent> m_waited{}; // the last counts, without 0
    QHash<LockName, Gone> m_gone{};
    struct Free {
        LockEvent last{}; // its count
        int calls = 0;    // of endsOfWaiting(), up to TellAt
    };
    static constexpr int TellAt = 2;
    QHash<LockName, Free> m_free{}; // that clients wait for
};

// The keys that the server refuses to show, until they are read again. Nothing is known of them meanwhile.
// Not of a RedLock group, whose nodes decide together. Pure value; any one thread.
class UnreadableKeys
{
public:
    void clear() { m_keys.clear(); }
    bool has(const LockName &key) const { return m_keys.contains(key); }
    // Takes the keys that are read again; leaves out events that do not come from reading the others.
    std::vector<LockEvent> readable(const std::vector<LockEvent> &events, const LockDelta &delta,
                                    WallTime at);
    // Ends the open holds of keys that cannot be read any more, and says so.
    std::vector<LockEvent> take(const LockDelta &delta, const OpenHolds &open, WallTime at);
    // Of all locks that are read: OpenHolds::firstSights().
    std::vector<LockEvent> firstSights(const LockDelta &delta, const OpenHolds &open, WallTime at) const;
    std::vector<LockEvent> present(WallTime at) const; // for the start of a new file

private:
    QHash<LockName, LockEvent> m_keys{};
};

// An end event with an unknown cause.
LockEvent unseenEnd(const LockEvent &taken, WallTime at);
// The hold that this event ended.
Hold holdOf(const LockEvent &end);
// The open hold that this event began.
Hold openHold(const LockEvent &taken);

} // namespace lockscope
