// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Assigns lane and colour to each hold of the timeline: pure decisions. A lane is a lock; overlapping holds
// share its height. Values; any thread.

#include "core/history/hold.h"
#include "core/values/lock.h"

#include <QHash>

namespace lockscope
{

struct LaneBar {
    double from = 0; // In seconds since 1970
    double to = 0;   // The same; for an open hold, now
    bool open = false;
    size_t hold = 0; // Index into the answer
    int row = 0;     // Row within the lane, for overlapping holds
    size_t look = 0; // Index of the owner's look, below OwnerLooks
};

struct Lane {
    LockName key{};
    std::vector<LaneBar> bars{}; // Ordered by start
    std::vector<double> ticks{}; // Renewals
    int rows = 1;
};

inline constexpr size_t OwnerLooks = 24; // Same as in Theme
inline constexpr int MostRowsOfLane = 4; // Further overlapping holds are drawn over each other

// One lane for each key, in this order; a key without holds has an empty lane.
std::vector<Lane> lanesOf(const std::vector<LockName> &keys, const HoldsAnswer &answer);

// The selected key first, if any, then the others without it, up to `most`.
std::vector<LockName> laneKeys(const LockName &selected, const std::vector<LockName> &others, size_t most);

// The same for one owner in every process, at any time.
size_t ownerLook(const OwnerId &owner, size_t looks);

// Whether the lock is held now and was held before `at`.
bool wasHeldBefore(const Lock &lock, WallTime at, Instant now, WallTime wallNow);

} // namespace lockscope
