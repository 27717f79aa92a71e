// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What history is made of. Times are of the wall clock, for history outlives a process. Values; any thread.

#include "core/history/holdlengths.h"
#include "core/values/events.h"

namespace lockscope
{

// One owner had one lock. Of a lock with several holders each has its own.
struct Hold {
    LockName key{};
    QByteArray kind{}; // its name, "rlock"
    OwnerId owner{};   // empty: it came and went before it could be read
    NodeId node{};
    WallTime began{};
    bool beganBefore = false;            // it was held already when first seen
    std::optional<WallTime> ended{};     // nothing: still held
    EventKind how = EventKind::Released; // of its end; Changed: nobody saw how
    bool sampled = false;                // seen by a source that merges fast changes

    milliseconds length(WallTime at) const
    {
        return std::max(std::chrono::duration_cast<milliseconds>(ended.value_or(at) - began),
                        milliseconds(0));
    }
};

// What happened within a second, or in a longer time that was put together of them, and how things stood at
// its end.
struct Tally {
    WallTime from{};
    milliseconds length{1000};
    qint64 acquired = 0;
    qint64 reentered = 0;
    qint64 renewed = 0;
    qint64 released = 0; // whole holds, not one of several counts
    qint64 expired = 0;
    qint64 forced = 0;
    qint64 unseen = 0; // holds that ended in a way nobody saw
    qint64 unread = 0; // keys that came and went before they were read; the file does not keep it
    LockTotals totals{};
    double waiterSeconds = 0; // waiters, summed over the time
    qint64 mostWaiters = 0;
    HoldLengths holds{};    // of those that ended
    double heldSeconds = 0; // all of those together
    bool sampled = false;   // some changes may be missing: merged by what told of them, or unread
    bool blind = false;     // for some of it nothing could be seen: not connected, or after a gap

    void add(const Tally &later); // the one that follows
    qint64 ended() const { return released + expired + forced + unseen; }
    // How long who comes now has to wait, by Little's law: those who wait, by those who get it a second.
    // Nothing: nobody waited, or nobody got it.
    std::optional<milliseconds> waitEstimate() const;
};

struct HistoryRange {
    WallTime from{};
    WallTime to{};
};

// What a lock was in demand, over a stretch of time.
struct Contention {
    LockName key{};
    QByteArray kind{};
    qint64 acquired = 0;
    qint64 mostWaiters = 0;
    double waiterSeconds = 0;
    milliseconds heldFor{0}; // all its holds together, those that go on too, as far as they lie in `over`
    bool sampled = false;
    HistoryRange over{}; // what was counted: whole minutes, so it may be more than was asked for
    std::optional<milliseconds> waitEstimate() const; // as Tally's
};

// Something that concerns all locks of a node, or all there are.
struct Mark {
    enum class Kind { Failover, Lost, Back, Gap, Opened, Closed };
    Kind kind = Kind::Gap;
    WallTime at{};
    NodeId node{};  // empty: all
    NodeId other{}; // Failover: the master before
};

struct HoldsQuery {
    HistoryRange range{};
    std::vector<LockName> keys{}; // empty: of all locks
    size_t most = 20'000;         // the newest of them
};

struct HoldsAnswer {
    std::vector<Hold> holds{}; // that lie in the range, at least in part; by their end
    std::vector<LockEvent> renewals{};
    std::vector<Mark> marks{};
    bool truncated = false;
    std::optional<WallTime>
        leftOutBefore{};             // if truncated: some holds and renewals of the time before are not here
    std::optional<WallTime> since{}; // nothing is known of the time before; nothing: of any time
    std::vector<HistoryRange> unseen{}; // of the range, where nobody looked
};

// What happened to one lock. What is held already when first seen begins with an event of its own
// (isFirstSight).
struct LockStory {
    std::vector<LockEvent> events{}; // oldest first
    bool truncated = false;          // there are older ones
    std::optional<WallTime> since{}; // as HoldsAnswer's
};

// Of a lock that was held already when it was first seen: `held` says for how long then.
inline bool isFirstSight(const LockEvent &event)
{
    return event.kind == EventKind::Acquired && event.held.has_value();
}
inline bool isEnd(const LockEvent &event)
{
    return event.kind != EventKind::Acquired && event.held.has_value();
}
// Of an end: its owner has other parts of the lock still.
inline bool isOfAPart(const LockEvent &end)
{
    return end.count > 0;
}

// How things stood at one moment.
struct HistoryMoment {
    WallTime at{};
    std::vector<Hold> holds{}; // each lock once a holder, and for each part that he gave back by itself
    bool truncated = false;
    std::optional<WallTime> since{}; // as HoldsAnswer's
    bool watched = true;             // false: nobody looked then
};

} // namespace lockscope
