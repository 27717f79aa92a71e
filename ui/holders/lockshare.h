// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One part of a lock that can be taken away without the rest: a reader, a permit, a place in the queue. Pure
// values, any thread.

#include "core/values/act.h"

namespace lockscope
{

struct LockShare {
    OwnerId owner{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    std::optional<qint64> count{}; // as seen; nothing: a waiter, who has none
    std::optional<Instant> expiresAt{};
    bool queued = false; // a place in the queue
    friend bool operator==(const LockShare &, const LockShare &) = default;
};

LockShare shareOf(const Holder &holder);
LockShare shareOf(const QueuedWaiter &waiter);
// What of the lock can be taken away by itself; nothing: it has one holder, and nobody queues.
std::optional<LockShare> firstShare(const Lock &lock);
bool hasHolderShares(const Lock &lock);
// The same share as it is in the lock now; nothing: it is not there any more.
std::optional<LockShare> findShare(const Lock &lock, const LockShare &share);
ActRequest removalOf(const Lock &lock, const LockShare &share);

// Makes an act compare all holders that are shown, however many there are.
void expectHolders(ActRequest &request, const QVarLengthArray<Holder, 1> &shown);

} // namespace lockscope
