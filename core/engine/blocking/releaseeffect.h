// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which waiters acquire the lock when it is released, and how long each would wait otherwise. The order is
// that of the library; times are estimated from earlier holds of this lock. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/events.h"

namespace lockscope
{

inline constexpr qsizetype MostOtherLocks =
    50; // per relation to the client; if so many are listed, there may be more
inline constexpr qsizetype FewestHolds = 10;      // with fewer, nothing is estimated
inline constexpr qsizetype FewestLongerHolds = 3; // that lasted longer than the present one so far

// request: ForceRelease, RemoveShare or Release. events: of this lock. The caller adds the other locks of its
// client. nullopt: the request releases no hold.
std::optional<ReleaseEffect> releaseEffect(const Format &format, const Lock &lock,
                                           const std::vector<LockEvent> &events, const ActRequest &request,
                                           Instant at);
// True if both were acquired at the same time, as the locks of a MultiLock are. False also if one of the
// acquisitions was not seen.
bool areTakenTogether(const Lock &one, const Lock &other);

// True if it says more than what applies to every lock of that kind.
bool isTelling(const ReleaseEffect &effect, Instant at);

std::optional<milliseconds> usualHold(const ReleaseEffect &effect); // the median
// The median remaining time of the holds that lasted longer than the present one so far.
std::optional<milliseconds> restOfHold(const ReleaseEffect &effect, Instant at);

struct Turn {
    const QueuedWaiter *waiter = nullptr;
    qint64 place = 0;                   // from 1; 0: skipped, because it is dead or past its deadline
    std::optional<milliseconds> wait{}; // until its turn without the release, estimated
};
// In the order of the queue. They point into effect, which must outlive them.
std::vector<Turn> turnsOf(const ReleaseEffect &effect, Instant at);

} // namespace lockscope
