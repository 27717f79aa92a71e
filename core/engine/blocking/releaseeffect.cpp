// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/releaseeffect.h"

#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/renewals/leasekind.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

struct ReleasedShares {
    std::vector<const Holder *> ended{};
    std::vector<const Holder *> kept{};
    bool areUnnamed = false; // a semaphore or a latch that does not record who holds it
};

bool isMeant(const Holder &holder, const ActRequest &request)
{
    if (request.act == ActKind::ForceRelease)
        return true;
    return isSameOwner(holder.id, request.owner) &&
           (request.mode == HoldMode::Exclusive || request.mode == holder.mode) &&
           (request.part.isEmpty() || request.part == holder.part);
}

ReleasedShares sharesOf(const Lock &lock, const ActRequest &request)
{
    ReleasedShares shares;
    for (const Holder &holder : lock.holders) {
        if (!isOver(lock, holder))
            (isMeant(holder, request) ? shares.ended : shares.kept).push_back(&holder);
    }
    const auto permits = lock.permits();
    shares.areUnnamed = (permits && !permits->held) || (lock.extras && lock.extras->toGo.value_or(0) > 0);
    return shares;
}

bool areAll(const std::vector<const Holder *> &holders, HoldMode mode)
{
    return std::ranges::all_of(holders, [mode](const Holder *holder) { return holder->mode == mode; });
}

qint64 holdsOf(const std::vector<const Holder *> &holders)
{
    qint64 holds = 0;
    for (const Holder *holder : holders)
        holds += std::max<qint64>(1, holder->count);
    return holds;
}

// Of Redisson's semaphores each waiter may want several permits; of all others one.
GoesOn goesOnWithPermits(const Format &format, const Lock &lock, const ReleasedShares &shares)
{
    const bool mayWantSeveral =
        format.nature() == Nature::Semaphore && format.waiting() == WaitMode::Subscribe;
    if (!mayWantSeveral)
        return shares.areUnnamed || shares.ended.size() == 1 ? GoesOn::One : GoesOn::Several;
    // With free permits, a waiter wants more of them than are free; below 0, a release may free none.
    return lock.permits() && lock.permits()->available == 0 ? GoesOn::Several : GoesOn::Unknown;
}

GoesOn goesOnWith(const Format &format, const Lock &lock, const ReleasedShares &shares,
                  const ActRequest &request)
{
    const bool isLatch = lock.extras && lock.extras->toGo;
    if (isLatch)
        return request.act == ActKind::ForceRelease || lock.extras->toGo == 1 ? GoesOn::All : GoesOn::None;
    if (shares.areUnnamed)
        return goesOnWithPermits(format, lock, shares);
    if (format.nature() == Nature::Group) // each waiter wants a part of it
        return GoesOn::Unknown;
    if (areAll(shares.ended, HoldMode::Permit) || format.nature() == Nature::Workload)
        return goesOnWithPermits(format, lock, shares);
    const bool wasWritten = !areAll(shares.ended, HoldMode::Read);
    if (!shares.kept.empty())
        return wasWritten && areAll(shares.kept, HoldMode::Read) ? GoesOn::Readers : GoesOn::None;
    // Behind readers only writers wait.
    return format.nature() == Nature::ReadWrite && wasWritten ? GoesOn::WriterOrReaders : GoesOn::One;
}

std::vector<QueuedWaiter> waitersIn(const Lock &lock)
{
    std::vector<QueuedWaiter> queue = lock.waiters.queued;
    std::erase_if(queue, [&lock](const QueuedWaiter &waiter) { // read before it became the holder
        return std::ranges::any_of(
            lock.holders, [&waiter](const Holder &holder) { return isSameOwner(holder.id, waiter.id); });
    });
    return queue;
}

// BLPOP serves the client that has slept longest. The jobs of sidekiq wait for an element of their own.
NextWaiter nextOf(const Format &format, const Lock &lock)
{
    if (!waitersIn(lock).empty())
        return NextWaiter::FirstInQueue;
    switch (format.waiting()) {
    case WaitMode::Subscribe:
        return format.queues() ? NextWaiter::None : NextWaiter::Listening;
    case WaitMode::Poll:
        return NextWaiter::Polling;
    case WaitMode::Sleep:
        return format.nature() == Nature::Workload ? NextWaiter::Asleep : NextWaiter::LongestAsleep;
    case WaitMode::Track:
        return NextWaiter::Tracking;
    case WaitMode::Nobody:
        break;
    }
    return NextWaiter::None;
}

// Those that were seen from beginning to end, and not cut short by a person. Each node of a RedLock group
// tells them all.
std::vector<milliseconds> holdsSeen(const Lock &lock, const std::vector<LockEvent> &events)
{
    std::vector<milliseconds> lengths;
    for (const LockEvent &event : events) {
        const bool isTheirs = !lock.quorum() || event.node == lock.node;
        const bool isEnd = event.kind == EventKind::Released || event.kind == EventKind::Expired;
        if (isTheirs && isEnd && event.held && !event.heldIsLowerBound && event.count == 0)
            lengths.push_back(*event.held);
    }
    std::ranges::sort(lengths);
    return lengths;
}

// A lock that is renewed although its client is gone does not end by itself.
bool isGone(const Lock &lock, const Holder &holder)
{
    return clientGoneSince(lock, holder) && !wasRenewedSinceGone(lock, &holder - lock.holders.constData());
}

void describeHold(ReleaseEffect &effect, const Lock &lock, const Holder &holder, Instant at)
{
    effect.isOneHold = true;
    effect.isDeadlocked = lock.verdict.code == "deadlock";
    effect.clientIsGone = isGone(lock, holder);
    if (lock.isHoldSinceExact() && lock.heldSince != Instant{})
        effect.heldSince = lock.heldSince;
    if (effect.clientIsGone || leaseKind(lock, at) == LeaseKind::Fixed)
        effect.expiresAt = lock.expiryOf(holder);
}

milliseconds median(std::vector<milliseconds>::const_iterator first,
                    std::vector<milliseconds>::const_iterator last)
{
    return *(first + (last - first - 1) / 2);
}

// Of holds that must all end before a client proceeds.
qint64 leftByOne(const Format &format, const ReleasedShares &shares)
{
    const bool areParts = format.nature() == Nature::Group || format.nature() == Nature::Workload;
    const HoldMode mode = shares.ended.front()->mode;
    if (areParts || mode == HoldMode::Permit || !areAll(shares.ended, mode))
        return 0;
    return holdsOf(shares.ended) - 1;
}

} // namespace

bool areTakenTogether(const Lock &one, const Lock &other)
{
    constexpr milliseconds Moment(100);
    return one.isHoldSinceExact() && other.isHoldSinceExact() &&
           std::chrono::abs(one.holdSince() - other.holdSince()) <= Moment;
}

std::optional<ReleaseEffect> releaseEffect(const Format &format, const Lock &lock,
                                           const std::vector<LockEvent> &events, const ActRequest &request,
                                           Instant at)
{
    const ReleasedShares shares = endsHold(request.act) ? sharesOf(lock, request) : ReleasedShares();
    if (shares.ended.empty() && !shares.areUnnamed)
        return {};
    ReleaseEffect effect{.goesOn = goesOnWith(format, lock, shares, request),
                         .next = nextOf(format, lock),
                         .queue = waitersIn(lock),
                         .queueIsCut = lock.waiters.queueIsCut,
                         .queueIsUnread = lock.waiters.areUnread,
                         .dropsDead = request.act == ActKind::ForceRelease,
                         // On the other nodes of a group more may listen.
                         .listening = lock.waiters.areOfOneNode ? std::nullopt : lock.waiters.subscribed,
                         .mayListenForAnother = lock.waiters.mayBeElsewhere,
                         .holds = holdsSeen(lock, events),
                         .at = at};
    if (effect.goesOn == GoesOn::Several)
        effect.several = std::max<qint64>(1, qint64(shares.ended.size()));
    if (effect.goesOn == GoesOn::None || effect.goesOn == GoesOn::Readers)
        effect.left = qint64(shares.kept.size());
    if (request.act == ActKind::ForceRelease && holdsOf(shares.ended) > 1) {
        effect.endsSeveral = true;
        effect.leftByOne = leftByOne(format, shares);
    }
    if (request.act == ActKind::Release && !shares.ended.empty() && shares.ended.front()->count > 1) {
        effect.goesOn = GoesOn::None;
        effect.left = shares.ended.front()->count - 1 + qint64(shares.kept.size());
    }
    const bool isOne = shares.ended.size() == 1 && shares.kept.empty();
    if (isOne && shares.ended.front()->mode != HoldMode::Permit)
        describeHold(effect, lock, *shares.ended.front(), at);
    return effect;
}

bool isTelling(const ReleaseEffect &effect, Instant at)
{
    return !effect.queue.empty() || effect.listening.value_or(0) > 0 || !effect.others.empty() ||
           (effect.next != NextWaiter::None && restOfHold(effect, at));
}

std::optional<milliseconds> usualHold(const ReleaseEffect &effect)
{
    if (qsizetype(effect.holds.size()) < FewestHolds)
        return {};
    return median(effect.holds.begin(), effect.holds.end());
}

std::optional<milliseconds> restOfHold(const ReleaseEffect &effect, Instant at)
{
    if (!effect.heldSince || effect.isDeadlocked || effect.clientIsGone || !usualHold(effect))
        return {};
    const milliseconds soFar = millisecondsBetween(*effect.heldSince, at);
    const auto longer = std::upper_bound(effect.holds.begin(), effect.holds.end(), soFar);
    if (effect.holds.end() - longer < FewestLongerHolds)
        return {};
    const milliseconds rest = median(longer, effect.holds.end()) - soFar;
    if (!effect.expiresAt)
        return rest;
    return std::clamp(millisecondsBetween(at, *effect.expiresAt), milliseconds(0), rest);
}

// A dead waiter keeps those behind it waiting until its deadline. Past it, the next script drops it from the
// head, even if it lives.
std::vector<Turn> turnsOf(const ReleaseEffect &effect, Instant at)
{
    const std::optional<milliseconds> rest = restOfHold(effect, at), usual = usualHold(effect);
    std::optional<milliseconds> blocked = milliseconds(0);
    std::vector<Turn> turns;
    qint64 place = 0;
    for (const QueuedWaiter &waiter : effect.queue) {
        turns.push_back({.waiter = &waiter});
        const bool isPast = place == 0 && waiter.deadline && *waiter.deadline <= at;
        if (waiter.alive == false || isPast) {
            blocked = blocked && waiter.deadline
                          ? std::optional(std::max(*blocked, millisecondsBetween(at, *waiter.deadline)))
                          : std::nullopt;
            continue;
        }
        turns.back().place = ++place;
        if (rest && usual && blocked)
            turns.back().wait = std::max<milliseconds>(*rest + *usual * (place - 1), *blocked);
    }
    return turns;
}

} // namespace lockscope
