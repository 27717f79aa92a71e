// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which waiters acquire the lock when it is released, and how long each would wait otherwise. The order is
// that of the library; times are estimated from earlier holds of this lock. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/events.h"

namespace lockscope
{

inline constexpr qsizetype MostOtherLocks = 50;   // of one kinship; of that many, there may be more
inline constexpr qsizetype FewestHolds = 10;      // with fewer, nothing is estimated
inline constexpr qsizetype FewestLongerHolds = 3; // of them, that lasted longer than the present one so far

// request: ForceRelease, RemoveShare or Release. events: of this lock. Without the other locks of its client.
// nullopt: the request releases no hold.
std::optional<ReleaseEffect> releaseEffect(const Format &format, const Lock &lock,
                                           const std::vector<LockEvent> &events, const ActRequest &request,
                                           Instant at);
// Whether both were acquired in the same moment, as the locks of a MultiLock are: only where both beginnings
// were seen.
bool areTakenTogether(const Lock &one, const Lock &other);

// Whether it says more than what is so of each lock of that kind.
bool isTelling(const ReleaseEffect &effect, Instant at);

std::optional<milliseconds> usualHold(const ReleaseEffect &effect); // the median
// The median of what was left of those holds that lasted longer than the present one so far.
std::optional<milliseconds> restOfHold(const ReleaseEffect &effect, Instant at);

struct Turn {
    const QueuedWaiter *waiter = nullptr;
    qint64 place = 0;                   // from 1; 0: it is passed over, as it is dead or past its deadline
    std::optional<milliseconds> wait{}; // without the release, estimated
};
// In the order of its queue. effect must outlive them.
std::vector<Turn> turnsOf(const ReleaseEffect &effect, Instant at);

} // namespace lockscope
