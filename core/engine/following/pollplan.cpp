// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/pollplan.h"

#include <algorithm>

namespace lockscope
{

using namespace std::chrono_literals;

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
    // The interval follows the whole lease, so a lock about to expire is not read too often.
    const Instant regular = at + pollInterval(std::max(left, lock.lease.value_or(left)));
    const Instant deadline = *lock.expiresAt + DeadlineSlack;
    return deadline > at ? std::min(regular, deadline) : regular;
}

std::optional<Instant> nextAtExpiry(const Lock &lock)
{
    std::optional<Instant> first = lock.expiresAt;
    for (const Holder &holder : lock.holders) {
        if (holder.expiresAt && (!first || *holder.expiresAt < *first))
            first = holder.expiresAt;
    }
    if (!first)
        return {};
    // Already past by another clock: do not read it over and over.
    return *first <= lock.readAt ? lock.readAt + RereadPause : *first + DeadlineSlack;
}

std::optional<Instant> nextReading(const Lock *lock, LiveMode mode, Instant at, milliseconds roundTrip)
{
    const bool polls = mode == LiveMode::Polling;
    if (!lock)
        return polls ? std::optional(at + pollInterval({})) : std::nullopt;
    const std::optional<Instant> next = polls ? nextPoll(*lock, at) : nextAtExpiry(*lock);
    const bool isVague = next && !lock->stale && lock->uncertainty > roundTrip + LongReply;
    return isVague ? std::min(*next, at + RereadPause) : next;
}

milliseconds restAfterPass(const ScanProgress &pass, Instant at)
{
    if (!pass.endedAt)
        return 0ms;
    const milliseconds took = millisecondsBetween(pass.startedAt, *pass.endedAt);
    return millisecondsBetween(at, *pass.endedAt + std::clamp<milliseconds>(took * 4, 50ms, 30s));
}

bool isBlind(LiveMode mode)
{
    return mode != LiveMode::Tracking && mode != LiveMode::KeyspaceEvents;
}

milliseconds pauseAfterPass(const ScanProgress &pass, int failed, bool blind)
{
    constexpr milliseconds FirstRetry = 2s; // doubled with each failed pass
    constexpr milliseconds LongestRetry = 60s;
    if (failed > 0)
        return std::min(FirstRetry * (1 << std::min(failed - 1, 5)), LongestRetry);
    const milliseconds took = millisecondsBetween(pass.startedAt, *pass.endedAt);
    return blind ? std::clamp<milliseconds>(took * 20, 2s, 60s)
                 : std::clamp<milliseconds>(took * 100, 60s, 600s);
}

} // namespace lockscope
