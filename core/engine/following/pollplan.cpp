// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/pollplan.h"

#include <algorithm>

namespace lockscope
{

milliseconds pollInterval(std::optional<milliseconds> ttl)
{
    constexpr milliseconds shortest{250};
    constexpr milliseconds longest{5000};
    return ttl ? std::clamp(*ttl / 6, shortest, longest) : longest;
}

Instant nextPoll(const Lock &lock, Instant at)
{
    if (!lock.expiresAt)
        return at + pollInterval({});
    const auto left = std::max(millisecondsBetween(at, *lock.expiresAt), milliseconds(0));
    // The cadence follows the lease, not the rest of it: a lock about to expire is not hammered.
    const Instant regular = at + pollInterval(std::max(left, lock.lease.value_or(left)));
    const Instant deadline = *lock.expiresAt + DeadlineSlack;
    return deadline > at ? std::min(regular, deadline) : regular;
}

} // namespace lockscope
