// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened between two reads of a lock: the rules of LockTable as pure functions, on any thread.

#include "core/values/events.h"

#include <QVarLengthArray>

#include <vector>

namespace lockscope
{

// How much two expiries may differ without meaning anything. An expiry is computed as readAt + PTTL, so it is
// exact to the uncertainty of the reading plus the rounding of PTTL.
struct Tolerance {
    milliseconds jitter{10};  // expiries that differ by less are equal
    bool announced = true;    // by an event, when the change happened
    milliseconds renewal{50}; // an expiry must move by more to count as a renewal or a change

    // After an event, an expiry must move by more than max(min(50 ms, lease / 8), jitter). Without one, also
    // by more than 2 % of the lease: Redis expires keys by its wall clock, and a clock adjustment would
    // otherwise look like renewals. The uncertainty of both readings is added to each limit.
    static Tolerance of(std::optional<milliseconds> lease, milliseconds uncertainty, bool announced);
};

// True if an event, or an act of Lockscope, triggered the read. False: polling or a scan found it.
bool isAnnounced(EventSource source);

struct Step {
    EventKind kind = EventKind::Changed;
    OwnerId owner{};
    qint64 count = 0;                   // of this owner, after the step
    std::optional<milliseconds> held{}; // set if the step ends a hold: its duration
    bool heldIsLowerBound = false;
    bool anotherBefore = false; // as LockEvent::anotherBefore
};
using Steps = QVarLengthArray<Step, 2>;

// Since when one share of a lock, such as a reader's or a permit, is held.
struct HeldShare {
    OwnerId id{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    Instant since{};
    bool isLowerBound = false;
    Instant oneHoldSince = Instant::min(); // as Lock::oneHoldSince
};
// Shares acquired, or possibly reacquired, while others held the lock. A share that is not listed is as old
// as the hold of the lock.
using Shares = std::vector<HeldShare>;
const HeldShare *shareOf(const Shares &shares, const Holder &holder); // null: not listed
// The list for `after`. known: the list for `before`. announced: see isAnnounced().
Shares sharesOf(const Lock &before, const Lock &after, const Shares &known, bool announced);

// Both locks must have been read with all their keys. A later expiry counts as a renewal only if nothing else
// explains it, because acquiring, re-entering and releasing set an expiry too.
Steps stepsBetween(const Lock &before, const Lock &after, const Tolerance &tolerance,
                   const Shares &shares = {});
// The same if the key is gone. forced: Lockscope released it.
Steps stepsToNothing(const Lock &before, Instant at, const Tolerance &tolerance, bool forced,
                     const Shares &shares = {});

// Turns all steps into EventKind::Changed, if it is unknown how and when they happened.
void becomeChanges(Steps &steps);

Ending endingBy(const Step &step);

// True if an owner stayed, or if the lock was and is free: what was observed of the hold remains valid.
bool continues(const Lock &before, const Lock &after);
// Holders of `after` that `before` has as well.
using Stayers = QVarLengthArray<const Holder *, 2>;
Stayers stayers(const Lock &before, const Lock &after);
// Holders that may have released and reacquired the lock between two reads without an event. An unchanged
// expiry rules that out.
Stayers mayBeAnew(const Lock &before, const Lock &after, const Tolerance &tolerance);
// The same with complete events: more writes were announced than the two reads explain, or the lock was
// renewed after it should have expired. A single write that the reads do not show does not count: it may be
// of a key of this name in another database. changes: as KeyReading::changes.
Stayers mayBeRewritten(const Lock &before, const Lock &after, const Steps &steps, int changes);
// Since when the present holders of a semaphore exceed its limit; nullopt: they do not. Other clients that
// hold a permit for a moment do not reset it.
std::optional<Instant> oversoldSince(const Lock &lock, const Shares &shares);
// `known`, with the holders of `who` marked: each is surely one hold only since this read.
Shares doubted(const Shares &known, const Lock &lock, const Stayers &who);
// Puts known holders first, in their old order: Redis returns the fields of a hash in any order.
void keepOrder(const Lock &before, Lock &after);
// Restores the old expiry if it differs only by jitter.
void keepExpiry(const Lock &before, Lock &after, const Tolerance &tolerance);
// For a hold that continues: keeps its start, lease, largest count and renewals.
void keepHold(const Lock &before, Lock &after, const Tolerance &tolerance, EventSource source);

// The same for a lock that this table reads for the first time, if it may be the hold that another table
// knew; the time in between was not observed. Not for several holders, because their shares are unknown.
// False: it is another hold, and nothing was changed.
bool continueFrom(const Lock &known, Lock &lock, const Tolerance &tolerance);

// True if companion keys could not be read: its kind may be another one, and it may have more waiters.
bool isPartlyRead(const Lock &lock);
// True while a slot migrates and `before` is only the queue, read on the target node.
bool isRest(const Lock &before, const Lock &after);
// If `after` is partly read and its kind uncertain: keeps kind and extras of the last complete read.
void keepUnread(const Lock &before, Lock &after);

// Keeps the number of subscribers and which waiters are alive: a read of the queue does not show them.
void keepWaiters(const Waiters &before, Lock &after);
bool hasSameOwners(const Lock &a, const Lock &b);
bool looksAlike(const Lock &a, const Lock &b); // only readAt may differ

} // namespace lockscope
