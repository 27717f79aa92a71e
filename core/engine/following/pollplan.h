// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often a known lock is read again where no events come. Pure, any thread.

#include "core/values/lock.h"

namespace lockscope
{

// A sixth of what is left to live, between 250 ms and 5 s: a watchdog renews at a third of its lease, so each
// of its periods is looked at twice. Without an expiry: 5 s.
milliseconds pollInterval(std::optional<milliseconds> ttl);

// When to look again: the interval, cut short at the deadline and a little after, so that an expiry is seen
// when it happens (the server deletes late, but a read deletes at once).
Instant nextPoll(const Lock &lock, Instant at);

// How long after its deadline a lock is read: past the rounding of PTTL and the jitter of a local round trip.
inline constexpr milliseconds DeadlineSlack{5};

} // namespace lockscope
