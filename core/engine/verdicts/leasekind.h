// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether the holder renews a lock, concluded from the reads so far. Pure; any thread.

#include "core/values/lock.h"

namespace lockscope
{

enum class LeaseKind {
    Unknown, // free, or not watched for long enough
    None,    // held, without a time to live
    // Two thirds of its lease are over without a renewal. One may still come: node-redlock renews half a
    // second before the end.
    Fixed,
    Renewed,  // renewed, but not in the way of a watchdog
    Watchdog, // renewed regularly to the same time to live
};

LeaseKind leaseKind(const Lock &lock, Instant at);

} // namespace lockscope
