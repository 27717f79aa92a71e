// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which holds, verdicts and waiters the timeline shows, lock by lock: pure decisions. A lane is a lock;
// overlapping holds share its height. Values; any thread.

#include "core/history/values/hold.h"
#include "core/values/lock.h"

#include <QHash>

#include <span>

namespace lockscope
{

// Times are in seconds since 1970.
struct LaneBar {
    double from = 0;
    double to = 0; // For an open hold, now
    bool open = false;
    size_t hold = 0; // Index into the answer
    int row = 0;     // Row within the lane, for overlapping holds
    size_t look = 0; // Index of the owner's look, below OwnerLooks
};

// The verdict in a part of a lane; none: not known.
struct LaneVerdict {
    double from = 0;
    double to = 0;
    std::optional<VerdictLevel> level{};
    QByteArray code{};
};

// The number of waiters while the lock was held, as a lower bound.
struct LaneWaiters {
    double from = 0;
    double to = 0; // Infinite: until now
    qint64 waiters = 0;
};

struct Lane {
    LockName key{};
    std::vector<LaneBar> bars{};         // Ordered by start
    std::vector<double> ticks{};         // Renewals
    std::vector<VerdictStep> verdicts{}; // In time order
    std::vector<LaneWaiters> waiters{};  // In time order, without 0
    bool severalOwners = false;
    int rows = 1;
};

inline constexpr size_t OwnerLooks = 24; // Same as in Theme
inline constexpr int MostRowsOfLane = 4; // Further overlapping holds are drawn over each other

// One lane for each key, in this order; a key without holds has an empty lane.
std::vector<Lane> lanesOf(const std::vector<LockName> &keys, const HoldsAnswer &answer);

// The verdicts on a hold, in order, without gaps.
std::vector<LaneVerdict> verdictsOn(const Lane &lane, const LaneBar &bar, const HoldsAnswer &answer,
                                    double now);

qint64 mostWaiters(std::span<const Lane> lanes);
// The end of a scale, as a round number: 3, 8, 15, 20, 250; 0 without waiters.
qint64 scaleEnd(qint64 most);

// The first `most` of the others; if the selected key is none of them, it comes first.
std::vector<LockName> laneKeys(const LockName &selected, const std::vector<LockName> &others, size_t most);

// A key in both lists keeps its place; new keys take the places of keys that are no longer wanted, then the
// next ones. tidy: removes unused places; otherwise they stay.
std::vector<LockName> keepPlaces(const std::vector<LockName> &before, const std::vector<LockName> &wanted,
                                 size_t most, bool tidy);

// The places of `room` lanes for the first ranked keys; the selected key always has one. A key that has
// barely become one of the first does not displace a key that is still ranked, because ties would swap lanes
// with each answer.
std::vector<LockName> steadyPlaces(const std::vector<LockName> &before, const LockName &selected,
                                   const std::vector<LockName> &ranked, size_t room, bool tidy);

// The same for an owner in every process and at any time.
size_t ownerLook(const OwnerId &owner, size_t looks);

// Whether the lock is held now and was held before `at`.
bool wasHeldBefore(const Lock &lock, WallTime at, Instant now, WallTime wallNow);

} // namespace lockscope
