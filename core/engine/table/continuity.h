// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened between two reads of a lock: the rules of LockTable as pure functions.

#include "core/values/events.h"

#include <QVarLengthArray>

#include <vector>

namespace lockscope
{

// An expiry instant is readAt + PTTL, so it is exact to half a round trip plus the rounding of PTTL.
struct Tolerance {
    milliseconds jitter{10};  // expiries that differ by less are equal
    bool announced = true;    // something told of the change when it happened
    milliseconds renewal{50}; // an expiry must move by more to count as a renewal or a change

    // A change that an event announced counts above max(min(50 ms, lease / 8), jitter). A polled change also
    // needs 2 % of the lease: Redis expires keys by its wall clock, and a clock adjustment would otherwise
    // look like renewals. The round trip is added to each limit.
    static Tolerance of(std::optional<milliseconds> lease, milliseconds roundTrip, bool announced);
};

// Whether something told of the change that was read.
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

// Since when one share of a lock is held, e.g. a reader's or a permit.
struct HeldShare {
    OwnerId id{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    Instant since{};
    bool isLowerBound = false;
    Instant oneHoldSince = Instant::min(); // as Lock::oneHoldSince
};
// The shares taken, or perhaps taken again, while others held the lock. All other shares are as old as the
// hold of the lock.
using Shares = std::vector<HeldShare>;
const HeldShare *shareOf(const Shares &shares,
                         const Holder &holder); // null: as old as the hold of the lock
// The shares of `after` that were taken while the lock was held. known: the same list for `before`.
// announced: an event triggered the read.
Shares sharesOf(const Lock &before, const Lock &after, const Shares &known, bool announced);

// Both locks are complete, and `after` is as just read. A later expiry counts as a renewal only if nothing
// else explains it, since acquiring, re-entering and releasing set an expiry too.
Steps stepsBetween(const Lock &before, const Lock &after, const Tolerance &tolerance,
                   const Shares &shares = {});
// The key is gone. forced: Lockscope released it.
Steps stepsToNothing(const Lock &before, Instant at, const Tolerance &tolerance, bool forced,
                     const Shares &shares = {});

// Nothing shows when and how it happened.
void becomeChanges(Steps &steps);

Ending endingBy(const Step &step);

// True if a holder stayed, or if the lock was and is free: what was observed of the hold remains valid.
bool continues(const Lock &before, const Lock &after);
// Holders of `after` who stayed.
using Stayers = QVarLengthArray<const Holder *, 2>;
Stayers stayers(const Lock &before, const Lock &after);
// Those who can have acquired it anew where nothing told of it: only an expiry that did not move shows that
// it is the same hold.
Stayers mayBeAnew(const Lock &before, const Lock &after, const Tolerance &tolerance);
// The same where all changes were told: the lock was written between two readings besides what they show, as
// a command that writes its key is told once and more were told; or its time was over. A single change that
// no reading shows may be of a key of this name in another database. changes: as KeyReading.
Stayers mayBeRewritten(const Lock &before, const Lock &after, const Steps &steps, int changes);
// Since when the present holders of a semaphore exceed its limit. Clients that only try for a moment do not
// reset it.
std::optional<Instant> oversoldSince(const Lock &lock, const Shares &shares);
// `known`, with those who may have acquired the lock again, before it was read, while others held it.
Shares doubted(const Shares &known, const Lock &lock, const Stayers &who);
// Sorts known holders first, in their old order: a hash returns its fields in any order.
void keepOrder(const Lock &before, Lock &after);
// Restores the old expiry if it differs only by jitter.
void keepExpiry(const Lock &before, Lock &after, const Tolerance &tolerance);
// Keeps what was observed of the hold, which continues: since when, its lease and renewals.
void keepHold(const Lock &before, Lock &after, const Tolerance &tolerance, EventSource source);

// The same for a lock as first read here, if it may be the hold that another table saw before: what happened
// in between nobody saw. Not for several holders, whose shares are not known.
// False: it may not be.
bool continueFrom(const Lock &known, Lock &lock, const Tolerance &tolerance);

// Companions of it could not be read, so that neither its kind nor the lack of waiters is certain.
bool isPartlyRead(const Lock &lock);
// Its slot is moving, and only the queue was read before, on the node that takes it over.
bool isRest(const Lock &before, const Lock &after);
// What they showed before is kept instead.
void keepUnread(const Lock &before, Lock &after);

// Keeps who listens, and which waiters are known to be alive, as a read of the queue does not show it.
void keepWaiters(const Waiters &before, Lock &after);
bool hasSameOwners(const Lock &a, const Lock &b);
bool looksAlike(const Lock &a, const Lock &b); // only readAt is newer

} // namespace lockscope
