// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One part of a lock that can be removed without the rest: a reader, a permit, a place in the queue. Pure
// values, any thread.

#include "core/values/act.h"

namespace lockscope
{

struct LockShare {
    OwnerId owner{};
    HoldMode mode = HoldMode::Exclusive;
    QByteArray part{};
    std::optional<qint64> count{}; // As shown; empty for a waiter
    std::optional<Instant> expiresAt{};
    bool queued = false;
    friend bool operator==(const LockShare &, const LockShare &) = default;
};

LockShare shareOf(const Holder &holder);
LockShare shareOf(const QueuedWaiter &waiter);
// A share that can be removed by itself; empty: a single holder and no queue.
std::optional<LockShare> firstShare(const Lock &lock);
// Why there is none, as a clause.
QString whyNoShare(const Lock &lock);
bool hasHolderShares(const Lock &lock);
// The share as it is in the lock now; empty: gone.
std::optional<LockShare> findShare(const Lock &lock, const LockShare &share);
ActRequest removalOf(const Lock &lock, const LockShare &share);
// The user sees as what kind the lock is shown, which makes a guess theirs. All other locks are recognised.
void nameKind(ActRequest &request, const Lock &lock);

// Makes the act compare all holders shown.
void expectHolders(ActRequest &request, const QVarLengthArray<Holder, 1> &shown);

} // namespace lockscope
