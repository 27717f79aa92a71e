// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The renewals seen of each holder of a lock, and when a renewal counts as late. Pure; any thread.

#include "core/engine/verdicts/verdict.h"

namespace lockscope
{

struct HolderShare {
    LockKind kind{};
    const Holder *holder = nullptr;
    const Renewals *renewals = nullptr;
    std::optional<Instant> expiresAt{};
    qint64 number = 0; // which of several holders, from 1; 0: the only one

    bool isRegular() const;
    bool isWatchdogs() const;
    // Regular, but by its program, or more often than a watchdog renews.
    bool isOther() const;
};

// Calls f with each holder that is known to have been renewed itself.
template<class F> void forEachShare(const Lock &lock, F &&f)
{
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        const Renewals *renewals = lock.renewalsOf(i);
        if (!renewals)
            continue;
        HolderShare share{.kind = lock.kind, .holder = &lock.holders[i], .renewals = renewals};
        if (lock.holders.size() > 1)
            share.number = i + 1;
        else
            share.expiresAt = lock.expiresAt;
        if (!share.expiresAt)
            share.expiresAt = share.holder->expiresAt;
        f(share);
    }
}

// Whether its value names one client. A missing value, or one that several clients write, does not: two
// clients that hold the lock in turn then look like one that renews.
bool namesItsHolder(const Lock &lock);
// True of Redisson's read-write lock if all its read holds are over, and its key exists for a while yet.
bool outlivesItsReads(const Lock &lock);
// True if clients write the expiries by their own clocks, which may disagree.
bool isByClientClocks(const Lock &lock);
// Since when the holder's client is disconnected; nullopt: it is connected, or unknown.
std::optional<Instant> clientGoneSince(const Lock &lock, const Holder &holder);
// False also if it is unknown whether the renewal was that holder's.
bool wasRenewedSinceGone(const Lock &lock, qsizetype holder);
// When little of its time is left because a usual renewal did not come.
std::optional<Instant> lowAt(const HolderShare &share, const Lock &lock);
// When its n-th renewal after the last one counts as missed (n = 1, 2, …).
std::optional<Instant> lateAt(const HolderShare &share, qint64 n, const VerdictThresholds &thresholds);

} // namespace lockscope
