// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What happened between two readings of one lock: the rules of LockTable as pure functions.

#include "core/values/events.h"

#include <QVarLengthArray>

#include <vector>

namespace lockscope
{

// An expiry instant is readAt + PTTL: right to half a round trip and PTTL's rounding.
struct Tolerance {
    milliseconds jitter{10};  // below this two expiries are the same
    milliseconds renewal{50}; // an expiry must move by more than this to be a renewal, or a change

    // An announced change (an event made us read) is believed at max(min(50 ms, lease / 8), jitter). A polled
    // one needs max(that, 2 % of the lease): Redis expires by its wall clock, and an adjusted clock would
    // otherwise look like renewals. The round trip is added to all of them.
    static Tolerance of(std::optional<milliseconds> lease, milliseconds roundTrip, bool announced);
};

struct Step {
    EventKind kind = EventKind::Changed;
    OwnerId owner{};
    qint64 count = 0;                   // holds of this owner afterwards
    std::optional<milliseconds> held{}; // it ends a hold, that was so long
    bool heldIsLowerBound = false;
};
using Steps = QVarLengthArray<Step, 2>;

// Since when one share of a lock is held: by one reader, one permit.
struct HeldShare {
    OwnerId id{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    Instant since{};
    bool isLowerBound = false;
};
// Those that were taken while the lock was held. The others are held since it is.
using Shares = std::vector<HeldShare>;
const HeldShare *shareOf(const Shares &shares,
                         const Holder &holder); // null: it has it since the lock is held
// Of after; known: of before. announced: an event made us read it, so a new share was taken just now.
Shares sharesOf(const Lock &before, const Lock &after, const Shares &known, bool announced);

// Both hold the lock's whole state; after: as just read. Renewed only when nothing else explains the new
// expiry, for taking a lock, re-entering it and giving a hold back all set one.
Steps stepsBetween(const Lock &before, const Lock &after, const Tolerance &tolerance,
                   const Shares &shares = {});
// The key is gone. forced: by us.
Steps stepsToNothing(const Lock &before, Instant at, const Tolerance &tolerance, bool forced,
                     const Shares &shares = {});

// How a hold ended by this step.
Ending endingBy(const Step &step);

// Whether any holder stayed (or the lock was and is free): what was observed of the hold then goes on.
bool continues(const Lock &before, const Lock &after);
// Known holders first and in their old order: a hash gives its fields in any.
void keepOrder(const Lock &before, Lock &after);
// An expiry that only jitters stays what it was.
void keepExpiry(const Lock &before, Lock &after, const Tolerance &tolerance);
// When the renewal between these two readings was done: a renewal sets the whole lease, so it lies one lease
// before the new expiry, and between the readings.
Instant renewedAt(const Lock &before, const Lock &after);

// Whether a waiter is alive was found out apart from its place in the queue.
void keepAlive(const Waiters &before, Waiters &after);
// It is free and was, and something told of a change that cannot be seen: it was taken in between.
bool wasTakenBetween(const Lock &before, const Lock &after, EventSource source);
bool hasSameOwners(const Lock &a, const Lock &b);
bool looksAlike(const Lock &a, const Lock &b); // only readAt is newer

} // namespace lockscope
