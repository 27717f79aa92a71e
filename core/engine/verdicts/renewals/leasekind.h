// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the holder renews a lock, concluded from the reads so far. Pure; any thread.

#include "core/values/lock.h"

namespace lockscope
{

enum class LeaseKind {
    Unknown, // free, or not observed for long enough
    None,    // held, without an expiry
    // Two thirds of the lease have passed without a renewal. One may still come: node-redlock renews half a
    // second before the expiry.
    Fixed,
    Renewed,  // renewed, but not as a watchdog does
    Watchdog, // renewed by its library at regular intervals to the same TTL
};

constexpr qint64 FewestBeats = 3; // renewals; the intervals of fewer cannot agree

LeaseKind leaseKind(const Lock &lock, Instant at);
// Whether a library renews in this rhythm, and not the program itself, which may stop before it releases.
bool isLibrarys(LockKind kind, milliseconds period, milliseconds lease);

} // namespace lockscope
