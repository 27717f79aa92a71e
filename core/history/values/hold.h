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
    std::optional<WallTime> ended{};     // nullopt: still held
    EventKind how = EventKind::Released; // how it ended; Changed: unknown
    bool sampled = false;                // the source merges fast changes
    bool untilClosing = false;           // still held when watching ended, at `ended`
    bool untilUnreadable = false;        // the server refused to show the key, at `ended`
    // Of an unknown end, or while its node is lost: held until then at least. Only from a recording.
    std::optional<WallTime> lastKnown{};
    bool mayGoOn = false; // an unknown end, from which on its owner holds the lock: perhaps no end at all
    // Where it was before failovers moved it to `node`, each until then, in order.
    std::vector<std::pair<WallTime, NodeId>> moves{};

    const NodeId &nodeAt(WallTime at) const;
    // Observed from start to end, so its length is exact, not a lower bound.
    bool isWhole() const { return ended && !beganBefore && !untilClosing && how != EventKind::Changed; }

    // No end was seen, and nothing is known of it from lastKnown on: its server was lost, or its lease was
    // over.
    bool isEndUnseen() const { return lastKnown && (!ended || untilClosing); }
    bool isCertainAt(WallTime at) const { return !lastKnown || at <= *lastKnown; }

    milliseconds length(WallTime at) const
    {
        return std::max(std::chrono::duration_cast<milliseconds>(ended.value_or(at) - began),
                        milliseconds(0));
    }
    // The part of its length until then that is certain, and whether it may have been longer.
    milliseconds knownLength(WallTime at) const
    {
        const WallTime until = std::min(at, lastKnown.value_or(at));
        return std::max(std::chrono::duration_cast<milliseconds>(until - began), milliseconds(0));
    }
    bool isLengthAtLeast(WallTime at) const
    {
        const bool isUnseen = ended && how == EventKind::Changed && !untilClosing;
        return beganBefore || (lastKnown && *lastKnown < at) || (isUnseen && *ended <= at);
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
    bool uncounted = false; // of one lock: its waiters were not counted all the time; not stored in the file
    HoldLengths holds{};    // of holds that were observed from start to end
    double heldSeconds = 0; // their total length
    bool sampled = false;   // changes may be missing: merged by the source, or unread
    bool blind = false;     // nothing could be seen for some of it: disconnected, or after a gap

    void add(const Tally &later); // later must directly follow
    qint64 ended() const { return released + expired + forced + unseen; }
    // The expected wait (Little's law): waiters / acquisitions per second; nullopt: one of them is 0. Only
    // for a tally of one lock: in a sum of several, the acquisitions of one would hide that another is stuck.
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
    // Flushed: or reloaded; older versions know no such mark, and say so or leave it out.
    enum class Kind { Failover, Lost, Back, Gap, Opened, Closed, Flushed };
    Kind kind = Kind::Gap;
    WallTime at{};
    NodeId node{};  // empty: all nodes
    NodeId other{}; // Failover: the previous master
};

// The verdict on a lock from this time on. If verdicts are known, a lock without a step was OK.
struct VerdictStep {
    LockName key{};
    WallTime at{};
    VerdictLevel level = VerdictLevel::Ok;
    QByteArray code{};
};

// The number of a lock's waiters from this time on, as a lower bound.
struct WaitersStep {
    LockName key{};
    WallTime at{};
    qint64 waiters = 0;
};

// When a hold expires, according to its last event before a moment.
struct ExpiryStep {
    LockName key{};
    OwnerId owner{};
    std::optional<WallTime> expires{}; // nullopt: never
};

// A time range without known verdicts, for all locks or for those of one node.
struct Unjudged {
    HistoryRange over{};
    NodeId node{}; // empty: all nodes
};

// Adds the times in which a node was unreachable. marks: in order, including those before the range.
void addLostNodes(std::vector<Unjudged> &unjudged, const std::vector<Mark> &marks, const HistoryRange &range);

// The parts of the time `lost`, in which a node was unreachable, that hid locks. minutes: of that time,
// oldest first. In minutes that are not blind, the node hid no locks: it was a replica, a replaced master, or
// a member of a RedLock group with an answering majority. Gaps of a second or more between minutes count as
// hidden.
std::vector<HistoryRange> hiddenParts(const HistoryRange &lost, const std::vector<Tally> &minutes);
// Reduces the entries of single nodes to these parts. The other entries stay.
void keepHidingLosses(std::vector<Unjudged> &unjudged, const std::vector<Tally> &minutes);

// How much of the range is covered by the stretches, which may overlap.
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
    std::optional<WallTime> since{}; // the start of the data; nullopt: there are none
    std::vector<HistoryRange> unseen{}; // parts of the range without watching
    // Those of unseen in which the server refused to show the only requested key.
    std::vector<HistoryRange> unreadable{};
    // Those of unseen that may be recorded twice because the recorder's clock was set back, in full length.
    std::vector<HistoryRange> setBack{};
    // For the requested keys, in time order, including the values at the start of the range.
    std::vector<VerdictStep> verdicts{};
    std::vector<WaitersStep> waiters{};
    std::vector<Unjudged> unjudged{}; // if no keys were requested: only those of single nodes
};

// The events of one lock. A hold that existed when first seen begins with its own event (isFirstSight).
struct LockEvents {
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
// True if the event may have changed the expiry of that owner's hold. If the event names the owner, it has
// the new expiry; otherwise the expiry is unknown: a change names one of several holders, and a renewal of
// several names none.
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
    std::optional<WallTime> since{}; // like HoldsAnswer::since
    bool watched = true;             // false: nothing was watched then
    std::optional<milliseconds>
        setBackBy{}; // if the recorder's clock was set back then, which makes watched false
    // For the locks held then, only from a recording. A lock without a verdict is OK, unless it is in
    // unjudged. Without an entry, waiters and expiry are unknown.
    std::vector<VerdictStep> verdicts{};
    std::vector<WaitersStep> waiters{};
    std::vector<ExpiryStep> expiries{};
    std::vector<Unjudged> unjudged{};
    bool tooManyToJudge = false; // the four above were not read, because there are too many locks
};

// By how much the recorder's clock was set back around `at`; nullopt: it was not.
std::optional<milliseconds> setBackAt(const HoldsAnswer &answer, WallTime at);

// answer: of the millisecond that begins at `at`. Without verdicts and waiters.
HistoryMoment momentOf(WallTime at, HoldsAnswer answer);

} // namespace lockscope
