// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What was seen of the renewals of each holder of a lock, and when it counts as late. Pure.

#include "core/engine/verdicts/verdict.h"

namespace lockscope
{

struct HolderShare {
    const Holder *holder = nullptr;
    const Renewals *renewals = nullptr;
    std::optional<Instant> expiresAt{};
    qint64 number = 0; // which of several holders, from 1; 0: the only one

    bool isRegular() const;
    bool isWatchdogs() const;
    // Regular, but no watchdog renews that often.
    bool isOther() const;
};

// Of those holders whose renewals are known to be their own.
template<class F> void forEachShare(const Lock &lock, F &&f)
{
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        const Renewals *renewals = lock.renewalsOf(i);
        if (!renewals)
            continue;
        HolderShare share{.holder = &lock.holders[i], .renewals = renewals};
        if (lock.holders.size() > 1)
            share.number = i + 1;
        else
            share.expiresAt = lock.expiresAt;
        if (!share.expiresAt)
            share.expiresAt = share.holder->expiresAt;
        f(share);
    }
}

// Whether its value is one that no two clients write: two that hold the lock in turn else look like one that
// renews.
bool namesItsHolder(const Lock &lock);
// The times of its permits are by the clocks of the clients, which may disagree.
bool isByClientClocks(const Lock &lock);
// Since when the client of that holder is gone; nullopt: it is there, or not known.
std::optional<Instant> clientGoneSince(const Lock &lock, const Holder &holder);
// Only where it is known that the renewal was of the share of that holder.
bool wasRenewedSinceGone(const Lock &lock, qsizetype holder);
// When little of its time is left, and it has not been renewed as usual.
std::optional<Instant> lowAt(const HolderShare &share, const Lock &lock);
// When its n-th renewal after the last one counts as missed (n = 1, 2, …).
std::optional<Instant> lateAt(const HolderShare &share, qint64 n, const VerdictThresholds &thresholds);

} // namespace lockscope
