// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often a known lock is read without events. Pure, any thread.

#include "core/values/lock.h"
#include "core/values/status.h"

namespace lockscope
{

// A sixth of the remaining TTL, between 250 ms and 5 s: a watchdog renews at a third of its lease, so each of
// its periods is read twice. Without an expiry: 5 s.
milliseconds pollInterval(std::optional<milliseconds> ttl);

// When to read again: after the interval, or just after the expiry if that is sooner. The server deletes
// expired keys late, but a read deletes them at once.
Instant nextPoll(const Lock &lock, Instant at);

// When to read again because the lock, or the share of one of its holders, expires; nullopt: neither does.
std::optional<Instant> nextAtExpiry(const Lock &lock);

// When to read a key again in this mode, without what its verdict asks for. lock: as last read; null: it has
// none, so only polling finds one. roundTrip: as usual; after a much longer one, the expiry is read again.
std::optional<Instant> nextReading(const Lock *lock, LiveMode mode, Instant at, milliseconds roundTrip);

// How long after its expiry a lock is read: covers the rounding of PTTL and the jitter of a local round trip.
inline constexpr milliseconds DeadlineSlack{5};
// An expiry that is less exact than by this and a usual round trip is read again.
inline constexpr milliseconds LongReply{100};
// The pause after a read that failed, or that showed an expired lock.
inline constexpr milliseconds RereadPause{1000};
// The same for a key that the server refuses to show for now.
inline constexpr milliseconds RefusedPause{5000};

// The rest after a pass before a gap may start the next one, so that such passes take at most a fifth of the
// time.
milliseconds restAfterPass(const ScanProgress &pass, Instant at);
// True if nothing reports new locks in this mode, so only a pass finds them.
bool isBlind(LiveMode mode);
// The pause before the next regular pass: short if nothing reports new locks (blind), otherwise long. Passes
// always take a small part of the time. failed: the number of failed passes in succession; these are retried
// sooner.
milliseconds pauseAfterPass(const ScanProgress &pass, int failed, bool blind);

} // namespace lockscope
