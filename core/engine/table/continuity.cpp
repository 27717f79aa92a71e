// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/continuity.h"

#include "core/engine/verdicts/holdershare.h"
#include "core/engine/verdicts/renewals/sharerhythms.h"
#include "core/engine/verdicts/verdict.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// If all reads are over, the expiry of the key decides.
EventKind ending(const Lock &lock, const Holder &holder, Instant at, milliseconds jitter)
{
    const auto deadline = outlivesItsReads(lock) ? lock.expiresAt : lock.expiryOf(holder);
    return deadline && at >= *deadline - jitter ? EventKind::Expired : EventKind::Released;
}

// Without an event, the hold may have ended right after the last read: its length is a lower bound.
Step end(EventKind kind, const Holder &holder, const Lock &lock, const Shares &shares, Instant at,
         bool announced)
{
    const bool isSeen = announced || kind == EventKind::Forced;
    const Instant until = isSeen ? at : lock.readAt;
    const HeldShare *share = shareOf(shares, holder);
    const Instant first = share ? share->since : lock.heldSince;
    const Instant since = std::max({first, lock.oneHoldSince, share ? share->oneHoldSince : Instant::min()});
    const bool isLowerBound = share ? share->isLowerBound : lock.heldIsLowerBound;
    return {.kind = kind,
            .owner = holder.id,
            .held = std::max(millisecondsBetween(since, until), milliseconds(0)),
            .heldIsLowerBound = isLowerBound || since > first || !isSeen,
            .anotherBefore = since > first};
}

bool hasEnded(const Lock &lock, const Holder &holder)
{
    return holder.expiresAt && *holder.expiresAt <= lock.readAt;
}

// False if its time is still over: it holds the lock again because all others are over, too.
bool hasComeBack(const Lock &before, const Holder &known, const Lock &after, const Holder &holder)
{
    return isOver(before, known) && !hasEnded(after, holder);
}

// The holds that an owner keeps in other parts of the lock after it releases one.
qint64 countKept(const Lock &before, const Lock &after, const OwnerId &owner)
{
    qint64 count = 0;
    for (const Holder &holder : after.holders)
        count += holder.id == owner && sameShare(before, holder) && !isOver(after, holder) ? holder.count : 0;
    return count;
}

enum class Shift { None, Forward, Other };

// True if the expiry had passed and was not extended. A reader whose own key is gone has the time of the read
// as its expiry, so it seems to move with each read.
bool staysOver(std::optional<Instant> before, std::optional<Instant> after, Instant at)
{
    return before && after && *after <= at && *before <= *after;
}

Shift shift(std::optional<Instant> before, std::optional<Instant> after, milliseconds tolerance, Instant at)
{
    if (before.has_value() != after.has_value())
        return Shift::Other;
    if (!before || staysOver(before, after, at))
        return Shift::None;
    if (*after > *before + tolerance)
        return Shift::Forward;
    return *after < *before - tolerance ? Shift::Other : Shift::None;
}

// How the holder's own expiry moved. A new holder has no earlier one to compare.
Shift ownShift(const Lock &before, const Lock &after, const Holder &holder, const Tolerance &tolerance)
{
    const Holder *known = sameShare(before, holder);
    return known ? shift(known->expiresAt, holder.expiresAt, tolerance.renewal, after.readAt) : Shift::None;
}

// The step when holders and counts are unchanged: only the expiry or the kind of lock can differ.
Step quietStep(const Lock &before, const Lock &after, const Tolerance &tolerance)
{
    const auto whole = shift(before.expiresAt, after.expiresAt, tolerance.renewal, after.readAt);
    const Holder *renewed = nullptr;
    bool isOneHolders = true;
    for (const Holder &holder : after.holders) {
        const Shift own = ownShift(before, after, holder, tolerance);
        if (own == Shift::Other)
            return {EventKind::Changed, holder.id, holder.count};
        if (own != Shift::Forward)
            continue;
        isOneHolders = isOneHolders && !renewed;
        renewed = &holder;
    }
    if (renewed && isOneHolders)
        return {EventKind::Renewed, renewed->id, renewed->count};
    if (!renewed && (whole != Shift::Forward || !after.held()))
        return {EventKind::Changed, after.owner(), after.count()};
    // It is unknown which of several holders renewed it.
    return {EventKind::Renewed, after.holders.size() == 1 ? after.owner() : OwnerId{}, after.count()};
}

bool quietChange(const Lock &before, const Lock &after, const Tolerance &tolerance)
{
    if (!(before.kind == after.kind) || before.type != after.type)
        return true;
    if (shift(before.expiresAt, after.expiresAt, tolerance.renewal, after.readAt) != Shift::None)
        return true;
    return std::any_of(after.holders.begin(), after.holders.end(), [&](const Holder &holder) {
        return ownShift(before, after, holder, tolerance) != Shift::None;
    });
}

// What both point to, which locks share where they can.
template<class Pointer> bool pointAlike(const Pointer &a, const Pointer &b)
{
    return a == b || (a && b && *a == *b);
}

// The lock was and is free, and an event announced a change that no read shows, so it was taken in between.
bool wasTakenBetween(const Lock &before, const Lock &after, EventSource source)
{
    const auto isSame = [](QueuedWaiter waiter, const QueuedWaiter &other) {
        waiter.seenSince = other.seenSince;
        return waiter == other;
    };
    const bool told = source == EventSource::Tracking || source == EventSource::Keyspace;
    return told && !before.held() && !after.held() && after.type == ValueType::None &&
           before.type == ValueType::None && pointAlike(before.extras, after.extras) &&
           std::ranges::equal(before.waiters.queued, after.waiters.queued, isSame);
}

// A shorter expiry starts a new lease: re-entering Redisson's write lock adds the remaining time to the
// expiry, and its watchdog sets the plain lease again. With several holders, the last one to expire sets the
// expiry of the lock, and a shorter one may only mean that this holder left.
bool isShortened(const Lock &before, const Lock &after, const Tolerance &tolerance)
{
    return before.holders.size() == 1 && after.holders.size() == 1 && before.expiresAt && after.expiresAt &&
           *after.expiresAt + tolerance.renewal < *before.expiresAt;
}

bool isOf(const HeldShare &share, const Holder &holder)
{
    return share.mode == holder.mode && share.id == holder.id && share.part == holder.part;
}

// The most commands that can explain the difference between two reads: one for each count acquired or
// released, and one for each expiry that moved.
qint64 changesShown(const Lock &before, const Lock &after)
{
    qint64 shown = 0;
    for (const Holder &holder : before.holders)
        shown += sameShare(after, holder) ? 0 : holder.count;
    for (const Holder &holder : after.holders) {
        const Holder *known = sameShare(before, holder);
        const qint64 counts = std::abs(holder.count - (known ? known->count : 0));
        shown += counts == 0 && known->expiresAt != holder.expiresAt ? 1 : counts;
    }
    return shown;
}

} // namespace

bool isAnnounced(EventSource source)
{
    return source == EventSource::Tracking || source == EventSource::Keyspace || source == EventSource::Act;
}

const HeldShare *shareOf(const Shares &shares, const Holder &holder)
{
    const auto found = std::find_if(shares.begin(), shares.end(),
                                    [&](const HeldShare &share) { return isOf(share, holder); });
    return found == shares.end() ? nullptr : &*found;
}

Tolerance Tolerance::of(std::optional<milliseconds> lease, milliseconds uncertainty, bool announced)
{
    Tolerance tolerance{.jitter = milliseconds(10) + uncertainty, .announced = announced};
    if (lease)
        tolerance.renewal = std::min(tolerance.renewal, *lease / 8);
    tolerance.renewal = std::max(tolerance.renewal + uncertainty, tolerance.jitter);
    if (!announced && lease)
        tolerance.renewal = std::max(tolerance.renewal, *lease / 50 + uncertainty);
    return tolerance;
}

Shares sharesOf(const Lock &before, const Lock &after, const Shares &known, bool announced)
{
    Shares shares;
    if (!continues(before, after))
        return shares;
    for (const Holder &holder : after.holders) {
        const Holder *stayed = sameShare(before, holder);
        const bool isNew = !stayed || (isOver(before, *stayed) && !isOver(after, holder));
        if (const HeldShare *share = shareOf(known, holder); share && !isNew)
            shares.push_back(*share);
        else if (isNew)
            shares.push_back(
                {holder.id, holder.mode, holder.part, after.readAt, !announced || hasEnded(after, holder)});
    }
    return shares;
}

Steps stepsBetween(const Lock &before, const Lock &after, const Tolerance &tolerance, const Shares &shares)
{
    Steps steps;
    for (const Holder &holder : before.holders) {
        const Holder *still = sameShare(after, holder);
        if (isOver(before, holder) || (still && !isOver(after, *still)))
            continue;
        const EventKind kind =
            still ? EventKind::Expired : ending(before, holder, after.readAt, tolerance.jitter);
        steps.append(end(kind, holder, before, shares, after.readAt, tolerance.announced));
        steps.back().count = countKept(before, after, holder.id);
    }
    for (const Holder &holder : after.holders) {
        const Holder *known = sameShare(before, holder);
        if (isOver(after, holder))
            continue;
        if (!known || hasComeBack(before, *known, after, holder))
            steps.append({EventKind::Acquired, holder.id, holder.count});
        else if (isOver(before, *known))
            continue;
        else if (holder.count > known->count)
            steps.append({EventKind::Reentered, holder.id, holder.count});
        else if (holder.count < known->count)
            steps.append({EventKind::Released, holder.id, holder.count});
    }
    if (steps.isEmpty() && quietChange(before, after, tolerance))
        steps.append(quietStep(before, after, tolerance));
    return steps;
}

Steps stepsToNothing(const Lock &before, Instant at, const Tolerance &tolerance, bool forced,
                     const Shares &shares)
{
    Steps steps;
    for (const Holder &holder : before.holders) {
        if (isOver(before, holder))
            continue;
        const EventKind kind = forced ? EventKind::Forced : ending(before, holder, at, tolerance.jitter);
        steps.append(end(kind, holder, before, shares, at, tolerance.announced));
    }
    if (steps.isEmpty())
        steps.append({EventKind::Changed, OwnerId{}, 0});
    return steps;
}

void becomeChanges(Steps &steps)
{
    for (Step &step : steps)
        step.kind = EventKind::Changed;
}

Ending endingBy(const Step &step)
{
    switch (step.kind) {
    case EventKind::Released:
        return Ending::Released;
    case EventKind::Expired:
        return Ending::Expired;
    case EventKind::Forced:
        return Ending::Forced;
    default:
        return Ending::NotSeen;
    }
}

bool continues(const Lock &before, const Lock &after)
{
    if (!before.held() || !after.held())
        return before.held() == after.held();
    return std::any_of(after.holders.begin(), after.holders.end(), [&](const Holder &holder) {
        return std::any_of(before.holders.begin(), before.holders.end(),
                           [&](const Holder &known) { return known.id == holder.id; });
    });
}

Stayers stayers(const Lock &before, const Lock &after)
{
    Stayers stayed;
    for (const Holder &holder : after.holders) {
        if (sameShare(before, holder))
            stayed.append(&holder);
    }
    return stayed;
}

Stayers mayBeAnew(const Lock &before, const Lock &after, const Tolerance &tolerance)
{
    const auto isSame = [&](std::optional<Instant> then, std::optional<Instant> now) {
        return then && now && shift(then, now, tolerance.renewal, after.readAt) == Shift::None;
    };
    // The expiry of a lock with several holders is that of the last one.
    const bool isOnly = before.holders.size() == 1 && after.holders.size() == 1;
    Stayers anew;
    for (const Holder *holder : stayers(before, after)) {
        const Holder *known = sameShare(before, *holder);
        if (!isSame(known->expiresAt, holder->expiresAt) &&
            !(isOnly && isSame(before.expiresAt, after.expiresAt)))
            anew.append(holder);
    }
    return anew;
}

Stayers mayBeRewritten(const Lock &before, const Lock &after, const Steps &steps, int changes)
{
    const bool isOnly = before.holders.size() == 1 && after.holders.size() == 1;
    // rueidislock rewrites all its keys whenever one of them changes, so extra writes prove nothing.
    if (isOnly && before.holders.front().mode == HoldMode::Exclusive && before.holders.front().expiresAt &&
        !before.companions().empty())
        return {};
    const bool isRenewed = !steps.isEmpty() && steps.front().kind == EventKind::Renewed;
    Stayers moved;
    Stayers others; // without permits: each acquisition has a new id
    for (const Holder *holder : stayers(before, after)) {
        const Holder *known = sameShare(before, *holder);
        const auto end = before.expiryOf(*known);
        if (isOnly && isRenewed && end && after.readAt >= *end)
            return {holder};
        if (isOnly || !holder->expiresAt || holder->expiresAt != known->expiresAt)
            moved.append(holder);
        else if (holder->mode != HoldMode::Permit)
            others.append(holder);
    }
    if (changes <= std::max<qint64>(1, changesShown(before, after)))
        return {};
    return moved.isEmpty() ? others : moved; // writes may be announced after the read
}

std::optional<Instant> oversoldSince(const Lock &lock, const Shares &shares)
{
    const qint64 limit = permitsOversold(lock) > 0 ? *lock.permits()->total : 0;
    if (limit < 1 || lock.holders.size() <= limit)
        return {};
    std::vector<Instant> since;
    for (const Holder &holder : lock.holders) {
        const HeldShare *share = shareOf(shares, holder);
        since.push_back(share ? share->since : lock.heldSince);
    }
    const auto last = since.begin() + limit;
    std::nth_element(since.begin(), last, since.end());
    return *last;
}

Shares doubted(const Shares &known, const Lock &lock, const Stayers &who)
{
    Shares shares = known;
    for (const Holder *holder : who) {
        auto share = std::find_if(shares.begin(), shares.end(),
                                  [&](const HeldShare &one) { return isOf(one, *holder); });
        if (share == shares.end())
            share = shares.insert(
                share, {holder->id, holder->mode, holder->part, lock.heldSince, lock.heldIsLowerBound});
        share->oneHoldSince = lock.readAt;
    }
    return shares;
}

void keepOrder(const Lock &before, Lock &after)
{
    if (after.holders.size() < 2)
        return;
    decltype(after.holders) ordered;
    for (const Holder &holder : before.holders) {
        if (const Holder *still = sameShare(after, holder))
            ordered.append(*still);
    }
    for (const Holder &holder : after.holders) {
        if (!sameShare(before, holder))
            ordered.append(holder);
    }
    if (ordered.size() == after.holders.size()) // otherwise the format lists a holder twice: keep its order
        after.holders = ordered;
}

void keepExpiry(const Lock &before, Lock &after, const Tolerance &tolerance)
{
    const bool isMoreExact = before.uncertainty > after.uncertainty + Tolerance().jitter; // else the first
    bool isOther = false;
    const auto keep = [&](std::optional<Instant> known, std::optional<Instant> &expiry) {
        const bool isSame =
            known && expiry && shift(known, expiry, tolerance.jitter, after.readAt) == Shift::None;
        isOther = isOther || (expiry && !isSame);
        expiry = isSame && !isMoreExact ? known : expiry;
    };
    keep(before.expiresAt, after.expiresAt);
    for (Holder &holder : after.holders) {
        const Holder *known = sameShare(before, holder);
        keep(known ? known->expiresAt : std::nullopt, holder.expiresAt);
    }
    after.uncertainty = isOther ? after.uncertainty : std::min(before.uncertainty, after.uncertainty);
}

void keepHold(const Lock &before, Lock &after, const Tolerance &tolerance, EventSource source)
{
    after.heldSince = before.heldSince;
    after.heldIsLowerBound = before.heldIsLowerBound;
    after.oneHoldSince = before.oneHoldSince;
    if (!isShortened(before, after, tolerance))
        after.lease = after.lease ? std::max(before.lease, after.lease) : before.lease;
    after.maxCount = std::max(before.maxCount, after.maxCount);
    after.renewals = before.renewals;
    if (wasTakenBetween(before, after, source)) {
        after.heldSince = after.readAt;
        after.heldIsLowerBound = false;
    }
}

bool continueFrom(const Lock &known, Lock &lock, const Tolerance &tolerance)
{
    const bool isOne = known.holders.size() <= 1 && lock.holders.size() <= 1;
    if (!isOne || !hasSameOwners(known, lock) || !lock.heldIsLowerBound || known.heldSince >= lock.heldSince)
        return false;
    const bool mayBeNew = !mayBeAnew(known, lock, tolerance).isEmpty();
    const Renewals seen = lock.renewals;
    keepHold(known, lock, tolerance, EventSource::Scan);
    if (seen.count > 0)
        lock.renewals = seen;
    if (mayBeNew)
        lock.oneHoldSince = lock.readAt;
    return true;
}

bool isPartlyRead(const Lock &lock)
{
    return lock.waiters.areUnread;
}

bool isRest(const Lock &before, const Lock &after)
{
    return isPartlyRead(after) && before.type == ValueType::None && before.node != after.node;
}

void keepUnread(const Lock &before, Lock &after)
{
    const bool isUnsure = after.extras && after.extras->alternatives;
    if (!isPartlyRead(after) || before.type != after.type || before.kind == after.kind || !isUnsure)
        return;
    after.kind = before.kind;
    after.libraries = before.libraries;
    after.confidence = before.confidence;
    after.extras = before.extras;
}

void keepWaiters(const Waiters &before, Lock &after)
{
    constexpr milliseconds QueuedAgain{500}; // two readings of one deadline differ by less
    Waiters &waiters = after.waiters;
    if (before.subscribed != 0 || !isPartlyRead(after))
        waiters.subscribed = before.subscribed;
    waiters.mayBeElsewhere = before.mayBeElsewhere;
    // Waiters that left the queue may still be counted as subscribers. Other clients subscribe without being
    // in the queue.
    qint64 left = 0, stay = 0;
    for (const QueuedWaiter &known : before.queued) {
        const auto waiter = std::ranges::find(waiters.queued, known.id, &QueuedWaiter::id);
        const bool isThere = waiter != waiters.queued.end();
        left += !isThere && known.alive != false ? 1 : 0;
        stay += isThere && known.alive == true ? 1 : 0;
        if (!isThere)
            continue;
        // Deadlines of those that stay only move to earlier times.
        const bool hasQueuedAgain =
            waiter->deadline && known.deadline && *waiter->deadline > *known.deadline + QueuedAgain;
        if (!hasQueuedAgain)
            waiter->seenSince = known.seenSince;
        if (!waiter->alive)
            waiter->alive = known.alive;
    }
    if (waiters.subscribed && !waiters.mayBeMore())
        waiters.subscribed = std::max(*waiters.subscribed - left, stay);
}

bool hasSameOwners(const Lock &a, const Lock &b)
{
    const auto isSame = [](const Holder &one, const Holder &other) { return one.id == other.id; };
    return a.node == b.node && a.kind == b.kind &&
           std::equal(a.holders.begin(), a.holders.end(), b.holders.begin(), b.holders.end(), isSame);
}

bool looksAlike(const Lock &a, const Lock &b)
{
    return a.holders == b.holders && a.expiresAt == b.expiresAt && a.lease == b.lease && a.kind == b.kind &&
           a.type == b.type && a.confidence == b.confidence && a.node == b.node && a.db == b.db &&
           a.stale == b.stale && a.lasting == b.lasting && pointAlike(a.extras, b.extras) &&
           a.maxCount == b.maxCount && a.renewals == b.renewals &&
           pointAlike(a.shareRenewals, b.shareRenewals) && a.waiters == b.waiters && a.verdict == b.verdict &&
           a.heldSince == b.heldSince && a.oneHoldSince == b.oneHoldSince && a.ended == b.ended &&
           pointAlike(a.clients, b.clients);
}

} // namespace lockscope
