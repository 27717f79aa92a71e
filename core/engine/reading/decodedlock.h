// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Fills a lock with what a format decoded from one read: kind, holders, queue, extras and expiry. The caller
// adds what only observation over time shows (lease, renewals, held since), the location and the verdict.
// Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// PEXPIRE accepts times that an Instant cannot represent. All of them end at one instant: an end that moved
// with each read would look like a renewal.
inline milliseconds boundedTtl(milliseconds ttl, Instant readAt)
{
    constexpr Instant LatestEnd(std::chrono::hours(24) * 36500);
    return std::min(ttl, std::chrono::duration_cast<milliseconds>(LatestEnd - readAt));
}

void describe(Lock &lock, const KeyReading &reading, Decoded decoded);

} // namespace lockscope
