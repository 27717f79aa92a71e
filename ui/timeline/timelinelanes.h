// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which lane each hold of the timeline has, and which colour: pure decisions. A lane is a lock; holds of
// several at once share its height. Values; any thread.

#include "core/history/hold.h"
#include "core/values/lock.h"

#include <QHash>

namespace lockscope
{

struct LaneBar {
    double from = 0; // seconds since 1970
    double to = 0;   // of an open one: not known, now
    bool open = false;
    size_t hold = 0; // in the answer
    int row = 0;     // within the lane, of those that overlap
    size_t look = 0; // of its owner, of OwnerLooks
};

struct Lane {
    LockName key{};
    std::vector<LaneBar> bars{}; // by their begin
    std::vector<double> ticks{}; // renewals
    int rows = 1;
};

inline constexpr size_t OwnerLooks = 24; // as the theme has
inline constexpr int MostRowsOfLane = 4; // what overlaps more is drawn over each other

// One lane for each key, in this order; a key without holds has an empty one.
std::vector<Lane> lanesOf(const std::vector<LockName> &keys, const HoldsAnswer &answer);

// The first: the chosen one, if there is one; then the others, without it, up to most.
std::vector<LockName> laneKeys(const LockName &selected, const std::vector<LockName> &others, size_t most);

// The same for one owner in every process and on every day.
size_t ownerLook(const OwnerId &owner, size_t looks);

// Whether somebody holds it now, and did before that time.
bool wasHeldBefore(const Lock &lock, WallTime at, Instant now, WallTime wallNow);

} // namespace lockscope
