// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The values of the history. Times are wall clock, because history outlives a process. Values; any thread.

#include "core/history/values/holdlengths.h"
#include "core/values/events.h"

namespace lockscope
{

// The hold of one owner on one lock. Each of several holders has its own.
struct Hold {
    LockName key{};
    QByteArray kind{}; // its name, "rlock"
    OwnerId owner{};   // empty: it ended before it could be read
    NodeId node{};
    WallTime began{};
    bool beganBefore = false;            // already held when first seen
    std::optional<WallTime> ended{};     // none: still held
    EventKind how = EventKind::Released; // how it ended; Changed: unknown
    bool sampled = false;                // the source merges fast changes
    bool untilClosing = false;           // still held when watching ended, at `ended`

    // Seen from start to end: its length is known, and not only a lower bound.
    bool isWhole() const { return ended && !beganBefore && !untilClosing && how != EventKind::Changed; }

    milliseconds length(WallTime at) const
    {
        return std::max(std::chrono::duration_cast<milliseconds>(ended.value_or(at) - began),
                        milliseconds(0));
    }
};

// What happened in one second, or in several added up, and the totals at the end.
struct Tally {
    WallTime from{};
    milliseconds length{1000};
    qint64 acquired = 0;
    qint64 reentered = 0;
    qint64 renewed = 0;
    qint64 released = 0; // whole holds, not single counts
    qint64 expired = 0;
    qint64 forced = 0;
    qint64 unseen = 0; // holds that ended in an unknown way
    qint64 unread = 0; // keys that were gone before they were read; not stored in the file
    LockTotals totals{};
    double waiterSeconds = 0; // the number of waiters, integrated over time
    qint64 mostWaiters = 0;
    bool uncounted = false; // of one lock: its waiters were not counted in all of it; not stored in the file
    HoldLengths holds{};    // of those that were seen from start to end
    double heldSeconds = 0; // their total length
    bool sampled = false;   // changes may be missing: merged by the source, or unread
    bool blind = false;     // nothing could be seen for some of it: disconnected, or after a gap

    void add(const Tally &later); // later must directly follow
    qint64 ended() const { return released + expired + forced + unseen; }
    // The expected wait (Little's law): waiters / acquisitions per second. None: one of them is 0. For a
    // tally of one lock: in the sum of several, the acquisitions of one would hide that another is stuck.
    std::optional<milliseconds> waitEstimate() const;
};

struct HistoryRange {
    WallTime from{};
    WallTime to{};
};

// The demand for a lock over a period.
struct Contention {
    LockName key{};
    QByteArray kind{};
    qint64 acquired = 0;
    qint64 mostWaiters = 0;
    double waiterSeconds = 0;
    milliseconds heldFor{0}; // total length of its holds, also open ones, within `over`
    bool sampled = false;
    HistoryRange over{}; // the period counted: whole minutes, so possibly longer than requested
    std::optional<milliseconds> waitEstimate() const; // like Tally::waitEstimate()
};

// An event that concerns all locks of a node, or all locks.
struct Mark {
    enum class Kind { Failover, Lost, Back, Gap, Opened, Closed };
    Kind kind = Kind::Gap;
    WallTime at{};
    NodeId node{};  // empty: all nodes
    NodeId other{}; // Failover: the previous master
};

// The verdict on a lock from this time on. A lock without such a step was OK, where verdicts are known.
struct VerdictStep {
    LockName key{};
    WallTime at{};
    VerdictLevel level = VerdictLevel::Ok;
    QByteArray code{};
};

// The least number of a lock's waiters from this time on.
struct WaitersStep {
    LockName key{};
    WallTime at{};
    qint64 waiters = 0;
};

// When a hold expires, as its last event until a moment says.
struct ExpiryStep {
    LockName key{};
    OwnerId owner{};
    std::optional<WallTime> expires{}; // none: never
};

// Time for which verdicts are not known: of all locks, or of those of one node.
struct Unjudged {
    HistoryRange over{};
    NodeId node{}; // empty: of all
};

// Adds the times in which a node could not be reached. marks: in order, also from before the range.
void addLostNodes(std::vector<Unjudged> &unjudged, const std::vector<Mark> &marks, const HistoryRange &range);

// The parts of a node's loss in which it hid locks, by the minutes of that time, oldest first. Those that are
// not blind say that it hid none: it was a replica, a master that was replaced, or one of a RedLock group of
// which a majority answered. Where no minute is known for a second or longer, it is taken to have hidden
// some.
std::vector<HistoryRange> hiddenParts(const HistoryRange &lost, const std::vector<Tally> &minutes);
// Of the times in which nodes were lost, keeps those parts. The rest stays.
void keepHidingLosses(std::vector<Unjudged> &unjudged, const std::vector<Tally> &minutes);

// How much of the range the stretches cover, which may overlap.
milliseconds covered(std::vector<HistoryRange> stretches, const HistoryRange &range);

struct HoldsQuery {
    HistoryRange range{};
    std::vector<LockName> keys{}; // empty: all locks
    size_t most = 20'000;         // keeps the newest
};

struct HoldsAnswer {
    std::vector<Hold> holds{}; // that overlap the range; by end
    std::vector<LockEvent> renewals{};
    std::vector<Mark> marks{};
    bool truncated = false;
    std::optional<WallTime>
        leftOutBefore{};             // if truncated: holds and renewals from before this time may be missing
    std::optional<WallTime> since{}; // nothing earlier is known; none: nothing is known
    std::vector<HistoryRange> unseen{}; // parts of the range without watching
    // Of these, as a whole, those that may be there twice, because the recorder's clock was set back.
    std::vector<HistoryRange> setBack{};
    // Of the keys asked for, in time order, with what was so already when the range begins.
    std::vector<VerdictStep> verdicts{};
    std::vector<WaitersStep> waiters{};
    std::vector<Unjudged> unjudged{}; // without keys: only those of one node each
};

// The events of one lock. A hold that existed when first seen begins with its own event (isFirstSight).
struct LockStory {
    std::vector<LockEvent> events{}; // oldest first
    bool truncated = false;          // older events are missing
    std::optional<WallTime> since{}; // like HoldsAnswer::since
};

// True for a lock that was held when first seen; `held` is its age then.
inline bool isFirstSight(const LockEvent &event)
{
    return event.kind == EventKind::Acquired && event.held.has_value();
}
inline bool isEnd(const LockEvent &event)
{
    return event.kind != EventKind::Acquired && event.held.has_value();
}
// True if the expiry of that owner's hold may be another after the event. If the event is the owner's, it is
// the event's, else it is unknown: a change names one of several holders, and a renewal of several names
// none.
inline bool mayMoveExpiry(const LockEvent &event, const OwnerId &owner)
{
    if (event.kind == EventKind::Waiters || event.kind == EventKind::Node)
        return false;
    if (event.owner == owner)
        return true;
    return !isEnd(event) && (event.kind == EventKind::Changed ||
                             (event.kind == EventKind::Renewed && event.owner.bytes.isEmpty()));
}
// True if the owner still holds other parts of the lock.
inline bool isOfAPart(const LockEvent &end)
{
    return end.count > 0;
}

// The state at one moment.
struct HistoryMoment {
    WallTime at{};
    std::vector<Hold> holds{}; // one per lock and holder, and per part released separately
    bool truncated = false;
    std::optional<WallTime> since{};         // like HoldsAnswer::since
    bool watched = true;                     // false: nothing was watched then
    std::optional<milliseconds> setBackBy{}; // the recorder's clock around then; not watched: hence
    // Of the locks held then; only from a recording. Without a verdict: OK, if it is not unjudged. Without
    // waiters or expiry: not known.
    std::vector<VerdictStep> verdicts{};
    std::vector<WaitersStep> waiters{};
    std::vector<ExpiryStep> expiries{};
    std::vector<Unjudged> unjudged{};
    bool tooManyToJudge = false; // these were not read, for there are too many locks
};

// By how much the recorder's clock was set back around then.
std::optional<milliseconds> setBackAt(const HoldsAnswer &answer, WallTime at);

// answer: of the millisecond that begins at `at`. Without verdicts and waiters.
HistoryMoment momentOf(WallTime at, HoldsAnswer answer);

} // namespace lockscope
