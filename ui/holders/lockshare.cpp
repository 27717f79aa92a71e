// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/holders/lockshare.h"

#include "core/base/tr.h"
#include "core/values/kindname.h"

#include <algorithm>

namespace lockscope
{

LockShare shareOf(const Holder &holder)
{
    return {.owner = holder.id,
            .mode = holder.mode,
            .part = holder.part,
            .count = holder.count,
            .expiresAt = holder.expiresAt};
}

LockShare shareOf(const QueuedWaiter &waiter)
{
    return {.owner = waiter.id, .mode = waiter.mode, .expiresAt = waiter.deadline, .queued = true};
}

bool hasHolderShares(const Lock &lock)
{
    return lock.holders.size() > 1 ||
           std::any_of(lock.holders.begin(), lock.holders.end(), [](const Holder &holder) {
               return holder.mode == HoldMode::Read || holder.mode == HoldMode::Permit;
           });
}

std::optional<LockShare> firstShare(const Lock &lock)
{
    if (hasHolderShares(lock))
        return shareOf(lock.holders.front());
    if (!lock.waiters.queued.empty())
        return shareOf(lock.waiters.queued.front());
    return {};
}

QString whyNoShare(const Lock &lock)
{
    return lock.held() ? Tr::tr("one holder, and no known queue") : Tr::tr("no holder, and no known queue");
}

std::optional<LockShare> findShare(const Lock &lock, const LockShare &share)
{
    const auto same = [&share](const LockShare &other) {
        return other.owner == share.owner && other.mode == share.mode && other.part == share.part;
    };
    if (share.queued) {
        for (const QueuedWaiter &waiter : lock.waiters.queued) {
            if (same(shareOf(waiter)))
                return shareOf(waiter);
        }
        return {};
    }
    for (const Holder &holder : lock.holders) {
        if (same(shareOf(holder)))
            return shareOf(holder);
    }
    return {};
}

ActRequest removalOf(const Lock &lock, const LockShare &share)
{
    ActRequest request{.act = ActKind::RemoveShare,
                       .key = lock.key,
                       .owner = share.owner,
                       .mode = share.mode,
                       .part = share.part,
                       .expectedCount = share.count};
    nameKind(request, lock);
    return request;
}

void nameKind(ActRequest &request, const Lock &lock)
{
    if (lock.confidence == Confidence::Guess)
        request.kind = kindName(lock.kind);
}

void expectHolders(ActRequest &request, const QVarLengthArray<Holder, 1> &shown)
{
    if (shown.isEmpty()) // Without holders there is no owner to compare
        return;
    if (shown.size() == 1) {
        request.expectedOwner = shown.front().id;
        if (request.act == ActKind::ForceRelease)
            request.expectedCount = shown.front().count;
        return;
    }
    request.expectedHolders.assign(shown.begin(), shown.end());
}

} // namespace lockscope
