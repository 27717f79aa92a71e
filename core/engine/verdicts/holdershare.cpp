// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/holdershare.h"

#include "core/engine/verdicts/renewals/leasekind.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"
#include "core/formats/format.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// A watchdog renews when a third or half of the lease is over. What seems to renew far more often may be a
// client that gives the lock back and takes it again at once.
constexpr int LeastOfLease = 10;
constexpr qint64 FewestRenewals = 3; // whose intervals can agree
constexpr qint64 FewestOfOther = 5;  // that are worth a word although no watchdog renews like that

} // namespace

bool HolderShare::isRegular() const
{
    return renewals->count >= FewestRenewals && renewals->period && renewals->lastAt && expiresAt;
}

// A renewal sets the whole lease.
bool HolderShare::isWatchdogs() const
{
    if (!isRegular())
        return false;
    const milliseconds lease = millisecondsBetween(*renewals->lastAt, *expiresAt);
    return *renewals->period * LeastOfLease >= lease && isLibrarys(kind, *renewals->period, lease);
}

bool HolderShare::isOther() const
{
    return isRegular() && !isWatchdogs() && renewals->count >= FewestOfOther;
}

std::optional<Instant> clientGoneSince(const Lock &lock, const Holder &holder)
{
    const ClientInfo *client = clientOf(lock, holder.id);
    return client ? client->goneSince : std::nullopt;
}

bool wasRenewedSinceGone(const Lock &lock, qsizetype holder)
{
    const std::optional<Instant> gone = clientGoneSince(lock, lock.holders[holder]);
    const Renewals *renewals = lock.renewalsOf(holder);
    return gone && renewals && renewals->lastAt && *renewals->lastAt > *gone;
}

bool namesItsHolder(const Lock &lock)
{
    if (lock.owner().isEmpty())
        return false;
    const Format *format = Registry::builtIn().find(lock.kind.name);
    return !format || format->nature() != Nature::Bare;
}

// The key expires with the longest read hold, unless it is renewed alone, or its expiry was set by hand.
bool outlivesItsReads(const Lock &lock)
{
    constexpr milliseconds Least = std::chrono::seconds(1); // the keys are read one after the other
    const bool areOver = std::ranges::all_of(lock.holders, [&lock](const Holder &holder) {
        return holder.mode == HoldMode::Read && holder.expiresAt && *holder.expiresAt <= lock.readAt;
    });
    return lock.kind == LockKind{"rw-lock"} && areOver && lock.expiresAt &&
           *lock.expiresAt - lock.readAt >= Least;
}

bool isByClientClocks(const Lock &lock)
{
    return lock.kind == LockKind{"npm-semaphore"};
}

// Some renew at the last moment, and a little later when they pause: low is what has also used up half of the
// time that was left when the renewal was due.
std::optional<Instant> lowAt(const HolderShare &share, const Lock &lock)
{
    const Renewals &renewals = *share.renewals;
    if (!share.expiresAt || !renewals.lastAt || renewals.count < 1)
        return {};
    if (!share.isWatchdogs())
        return lock.lease ? std::optional(*share.expiresAt - *lock.lease / 6) : std::nullopt;
    const Instant due = renewalMissedAt(renewals, 1, 1.0);
    return std::max(*share.expiresAt - *renewals.period / 2, due + (*share.expiresAt - due) / 2);
}

// A share of several whose time is over holds no longer.
std::optional<Instant> lateAt(const HolderShare &share, qint64 n, const VerdictThresholds &thresholds)
{
    if (!share.isWatchdogs() && !share.isOther())
        return {};
    const Instant late = renewalMissedAt(*share.renewals, n, thresholds.overdue);
    return share.number == 0 || late < *share.expiresAt ? std::optional(late) : std::nullopt;
}

} // namespace lockscope
