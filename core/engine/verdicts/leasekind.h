// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether somebody renews a lock, told from what was seen of it. Pure; any thread.

#include "core/values/lock.h"

namespace lockscope
{

enum class LeaseKind {
    Unknown,  // free, or not watched for long enough
    None,     // held, and it has no time to live
    Fixed,    // two thirds of its lease are gone, and nobody has renewed it
    Renewed,  // it was renewed, not so that a watchdog shows
    Watchdog, // renewed regularly to the same time to live
};

LeaseKind leaseKind(const Lock &lock, Instant at);

} // namespace lockscope
