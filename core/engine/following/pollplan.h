// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often a known lock is read again where no events come. Pure, any thread.

#include "core/values/lock.h"
#include "core/values/status.h"

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

// How long after a pass that ended no gap causes another: such passes take a fifth of the time at most.
milliseconds restAfterPass(const ScanProgress &pass, Instant at);
// When the next pass follows of itself. Where nothing tells of new locks (blind), soon; else seldom. Either
// way a pass costs a small part of the time. failed: how many failed, one after the other. What these were to
// find out is open: that cannot wait as long.
milliseconds pauseAfterPass(const ScanProgress &pass, int failed, bool blind);

} // namespace lockscope
