// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/asexpected.h"

#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isNamed(const ActRequest &request, const OwnerId &id)
{
    return request.expectedOwner == id ||
           std::ranges::find(request.expectedHolders, id, &Holder::id) != request.expectedHolders.end();
}

bool holds(const Lock *lock, const OwnerId &id)
{
    return lock && std::ranges::find(lock->holders, id, &Holder::id) != lock->holders.end();
}

bool waits(const Lock *lock, const OwnerId &id)
{
    return lock &&
           std::ranges::find(lock->waiters.queued, id, &QueuedWaiter::id) != lock->waiters.queued.end();
}

} // namespace

const Holder *holderFound(const ActRequest &request, const Lock *lock)
{
    if (!lock || !lock->held())
        return nullptr;
    const auto own = std::ranges::find_if(lock->holders, [&request](const Holder &holder) {
        return isSameOwner(holder.id, request.owner) ||
               shownId(holder) == shownId({.id = request.owner, .mode = holder.mode});
    });
    if (request.act != ActKind::ForceRelease && !request.owner.isEmpty() && own != lock->holders.end())
        return &*own;
    const auto other = std::ranges::find_if(
        lock->holders, [&request](const Holder &holder) { return !isNamed(request, holder.id); });
    return other == lock->holders.end() ? &lock->holders.front() : &*other;
}

bool isAsExpected(const ActRequest &request, const Lock *lock)
{
    if (request.act == ActKind::RemoveShare)
        return holds(lock, request.owner) || waits(lock, request.owner);
    const bool isAnyExpected = !request.expectedOwner && request.expectedHolders.empty();
    if (request.act != ActKind::ForceRelease || isAnyExpected)
        return true;
    const Holder *found = holderFound(request, lock);
    return found && isNamed(request, found->id) &&
           (!request.expectedOwner || holds(lock, *request.expectedOwner)) &&
           std::ranges::all_of(request.expectedHolders,
                               [lock](const Holder &expected) { return holds(lock, expected.id); });
}

void noteFound(const ActRequest &request, const Lock *lock, Instant at, Receipt &receipt)
{
    const bool needsLock = request.act != ActKind::Acquire && request.act != ActKind::Wake;
    if (isAsExpected(request, lock) && (lock || !needsLock))
        receipt.result = ActResult::Done;
    else
        receipt.result = lock && lock->held() ? ActResult::OwnerChanged : ActResult::AlreadyGone;
    if (receipt.owner.isEmpty())
        receipt.owner = request.expectedOwner.value_or(OwnerId());
    const Holder *found = holderFound(request, lock);
    if (!found)
        return;
    receipt.foundOwner = found->id;
    receipt.foundCount = found->count;
    if (const auto expiry = lock->expiryOf(*found))
        receipt.ttl = std::max(milliseconds(0), millisecondsBetween(at, *expiry));
}

bool comparesOwner(const ActRequest &request)
{
    return request.act == ActKind::Release || request.act == ActKind::Renew ||
           request.act == ActKind::RemoveShare || request.expectedOwner || !request.expectedHolders.empty();
}

bool namesHolder(const ActRequest &request, const Decoded &guess)
{
    const bool isNamed =
        !request.owner.isEmpty() || request.expectedOwner || !request.expectedHolders.empty();
    const bool recordsHolders =
        std::ranges::any_of(guess.holders, [](const Holder &holder) { return !holder.id.isEmpty(); });
    return comparesOwner(request) && isNamed && (recordsHolders || !guess.queue.empty());
}

} // namespace lockscope
