// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/lock.h"

#include "core/base/tr.h"

#include <algorithm>

namespace lockscope
{

// The names that TYPE returns.
const char *name(ValueType type)
{
    switch (type) {
    case ValueType::None:
        return "none";
    case ValueType::String:
        return "string";
    case ValueType::Hash:
        return "hash";
    case ValueType::List:
        return "list";
    case ValueType::Set:
        return "set";
    case ValueType::SortedSet:
        return "zset";
    case ValueType::Stream:
        return "stream";
    case ValueType::Other:
        return "other";
    }
    return "other";
}

const char *name(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return "certain";
    case Confidence::Likely:
        return "likely";
    case Confidence::Guess:
        return "guess";
    }
    return "guess";
}

const char *name(HoldMode mode)
{
    switch (mode) {
    case HoldMode::Exclusive:
        return "exclusive";
    case HoldMode::Read:
        return "read";
    case HoldMode::Write:
        return "write";
    case HoldMode::Permit:
        return "permit";
    }
    return "exclusive";
}

const char *name(VerdictLevel level)
{
    switch (level) {
    case VerdictLevel::Ok:
        return "ok";
    case VerdictLevel::Info:
        return "info";
    case VerdictLevel::Warning:
        return "warning";
    case VerdictLevel::Critical:
        return "critical";
    }
    return "critical";
}

const char *name(Basis basis)
{
    switch (basis) {
    case Basis::Seen:
        return "seen";
    case Basis::Concluded:
        return "concluded";
    case Basis::Assumed:
        return "assumed";
    }
    return "assumed";
}

WaiterCount Waiters::count() const
{
    if (!isKnown())
        return {};
    const qint64 listed =
        std::ranges::count_if(queued, [](const QueuedWaiter &one) { return one.alive != false; });
    const qint64 most = std::max(subscribed.value_or(0), listed);
    const qint64 least = mayBeElsewhere ? listed : most;
    const bool isOpen = mayBeMore() || (!mayBeElsewhere && most > listed);
    return {least, isOpen ? std::nullopt : std::optional(most)};
}

QString unreadQueueText(const Waiters &waiters)
{
    // Only a long queue is cut: this is one waiter that is no longer in it.
    const bool isUnqueued = waiters.queued.size() == 1 && waiters.queued.front().alive == true &&
                            !waiters.queued.front().deadline;
    if (waiters.queueIsCut && isUnqueued)
        return Tr::tr("maybe more that listen but are no longer in the queue");
    if (waiters.queueIsCut)
        return Tr::tr("more in the queue, which is too long to read");
    return waiters.areUnread ? Tr::tr("maybe more in the queue, which could not be read") : QString();
}

// A read-write lock of Redisson whose readers are all over is held as long as its key exists: no client may
// write.
bool isOver(const Lock &lock, const Holder &holder)
{
    const auto hasEnded = [&lock](const Holder &one) {
        return one.expiresAt && *one.expiresAt <= lock.readAt;
    };
    if (lock.holders.size() < 2 || !hasEnded(holder))
        return false;
    return !(lock.kind == LockKind{"rw-lock"}) || !std::ranges::all_of(lock.holders, hasEnded);
}

qsizetype holdersInTime(const Lock &lock)
{
    return std::ranges::count_if(lock.holders,
                                 [&lock](const Holder &holder) { return !isOver(lock, holder); });
}

qint64 holdsInTime(const Lock &lock)
{
    qint64 holds = 0;
    for (const Holder &holder : lock.holders)
        holds += isOver(lock, holder) ? 0 : holder.count;
    return holds;
}

bool recordsHolds(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return lock.held() || !permits || permits->held;
}

QByteArray shownId(const Holder &holder)
{
    constexpr qsizetype RawIdBytes = 16;
    const QByteArray &id = holder.id.bytes;
    const bool isText = std::ranges::all_of(id, [](char c) { return c >= 0x20 && c < 0x7f; });
    return holder.mode == HoldMode::Permit && id.size() == RawIdBytes && !isText ? id.toHex() : id;
}

OwnerId shownOwnerId(const OwnerId &owner, LockKind kind)
{
    const bool isPermit = kind == LockKind{"permit-semaphore"};
    return {shownId({.id = owner, .mode = isPermit ? HoldMode::Permit : HoldMode::Exclusive})};
}

QString shownOwner(const OwnerId &owner, LockKind kind)
{
    return escapedText(shownOwnerId(owner, kind).bytes);
}

const Renewals *Lock::renewalsOf(qsizetype holder) const
{
    if (holders.size() == 1)
        return &renewals;
    const bool isKnown = shareRenewals && size_t(holder) < shareRenewals->size();
    const std::optional<Renewals> *own = isKnown ? &(*shareRenewals)[size_t(holder)] : nullptr;
    return own && *own ? &**own : nullptr;
}

void Lock::keepLastKnown(const Lock *before)
{
    if (!stale || !before)
        lastKnown.reset();
    else
        lastKnown = before->stale ? before->lastKnown : std::make_shared<const Verdict>(before->verdict);
}

const std::vector<LockName> &Lock::companions() const
{
    static const std::vector<LockName> none;
    return extras ? extras->companions : none;
}

} // namespace lockscope
