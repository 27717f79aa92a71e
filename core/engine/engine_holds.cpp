// SPDX-License-Identifier: GPL-3.0-or-later
// The holds of this program: renewed by its watchdogs, given back by its acts, and those that end without it.
#include "core/engine/engineprivate.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr milliseconds Margin = 100ms;         // the server's clock decides; ours only says when to look
constexpr milliseconds LongestHoldTimer = 24h; // QTimer counts ms in an int

bool isHolder(const Lock &lock, const OwnHolding &held)
{
    return std::ranges::any_of(lock.holders, [&held](const Holder &holder) {
        const bool otherMode = holder.mode != held.mode && holder.mode != HoldMode::Exclusive &&
                               held.mode != HoldMode::Exclusive;
        return isSameOwner(holder.id, held.owner) && !otherMode;
    });
}

std::optional<Instant> endOf(const Lock &lock, const OwnerId &owner)
{
    const auto holder = std::ranges::find_if(
        lock.holders, [&owner](const Holder &one) { return isSameOwner(one.id, owner); });
    const bool ownEnd = holder != lock.holders.end() && holder->expiresAt; // each may have a time of his own
    return ownEnd ? holder->expiresAt : lock.expiresAt;
}

// What the watchdog would have told, had there been one.
Receipt ending(const OwnHolding &held, const LockPtr &lock)
{
    Receipt receipt{.act = ActKind::Renew,
                    .result = ActResult::AlreadyGone,
                    .key = held.key,
                    .kind = held.kind,
                    .owner = held.owner,
                    .at = wallNow()};
    if (lock && lock->held()) {
        receipt.result = ActResult::OwnerChanged;
        receipt.foundOwner = lock->owner();
        receipt.foundCount = lock->count();
        receipt.node = lock->node;
    }
    return receipt;
}

} // namespace

const std::vector<OwnHolding> &Engine::ownHolds() const
{
    return d->guard.own();
}

void Engine::stopRenewing(const LockName &key, const OwnerId &owner)
{
    if (d->group)
        d->group->abandon(key, owner);
    for (const auto &site : d->sites)
        site->operations().abandon(key, owner);
    d->guard.stopRenewing(key, owner);
    d->tellHolds();
}

void Engine::Private::settle(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt)
{
    const std::vector<OwnHolding> before = guard.own();
    bool renewed = group && group->renews(receipt.key, receipt.owner);
    for (const auto &site : sites)
        renewed = renewed || site->operations().renews(receipt.key, receipt.owner);
    guard.settle(request, leave, receipt, renewed);
    const bool moves = request.act == ActKind::Acquire || request.act == ActKind::Renew;
    if (moves && receipt.result == ActResult::Done)
        noteEnd(receipt);
    if (receipt.act == ActKind::SetExpiry && receipt.result == ActResult::Done && receipt.ttl)
        noteExpiry(receipt.key, *receipt.ttl);
    if (guard.own() != before)
        tellHolds();
    else
        watchEnds(); // one may have run out meanwhile, when nobody looked
}

// At the latest: where each has a time of his own, a look at the lock tells.
void Engine::Private::noteExpiry(const LockName &key, milliseconds left)
{
    for (const OwnHolding &held : guard.own()) {
        if (held.key == key)
            ends[{held.key, held.owner}] = now() + std::max(left, 0ms);
    }
}

// When a hold of ours runs out unless it is renewed.
void Engine::Private::noteEnd(const Receipt &receipt)
{
    const std::pair name(receipt.key, receipt.owner);
    const auto left = receipt.validity ? receipt.validity : receipt.ttl;
    if (left)
        ends[name] = now() + std::max(*left, 0ms);
    else
        ends.erase(name);
    watchEnds();
}

void Engine::Private::loseHold(const OwnHolding &hold, const Receipt &why)
{
    if (!guard.lose(hold))
        return; // given back meanwhile, or told already
    if (group && !guard.isOwn(hold.key, hold.owner))
        group->abandon(hold.key, hold.owner);
    for (const auto &site : sites)
        site->operations().abandonHold(hold);
    emit q->holdLost(hold.key, why);
    tellHolds();
}

void Engine::Private::tellHolds()
{
    std::erase_if(ends,
                  [this](const auto &entry) { return !guard.isOwn(entry.first.first, entry.first.second); });
    std::erase_if(seenHolds, [this](const auto &name) { return !guard.isOwn(name.first, name.second); });
    watchEnds();
    emit q->ownHoldsChanged(guard.own());
}

// Looks when the next one must be over that nobody renews.
void Engine::Private::watchEnds()
{
    std::optional<Instant> next;
    const std::vector<OwnHolding> all = guard.own(); // a look may end one
    for (const OwnHolding &held : all) {
        const auto end = ends.find({held.key, held.owner});
        if (held.renewed || end == ends.end())
            continue;
        if (end->second + Margin <= now())
            lookForHolds(q, held.key);
        else if (!next || end->second < *next)
            next = end->second;
    }
    if (next)
        holdTimer.start(std::clamp(millisecondsBetween(now(), *next + Margin), 1ms, LongestHoldTimer));
    else
        holdTimer.stop();
}

// The table may know it before the watchdog does, and of what nobody renews it is the only one that tells.
// Of a group, only its own watchdog knows.
void Engine::Private::doubt(const LockDelta &delta)
{
    if (guard.own().empty() || group)
        return;
    const std::vector<OwnHolding> all = guard.own();
    for (const OwnHolding &held : all) {
        const bool removed = std::ranges::find(delta.removed, held.key) != delta.removed.end();
        const auto changed = std::ranges::find_if(
            delta.upserted, [&held](const LockPtr &lock) { return lock->key == held.key; });
        const bool shown = changed != delta.upserted.end() && isHolder(**changed, held);
        if (shown)
            seenHolds.insert({held.key, held.owner});
        const bool taken = changed != delta.upserted.end() && !shown;
        if (!held.owner.isEmpty() && (removed || taken))
            lookForHolds(q, held.key);
    }
}

// Not while an act of ours is under way there: its receipt tells.
QCoro::Task<> Engine::Private::lookForHolds(QPointer<Engine> engine, LockName key)
{
    const auto d = engine->d.get();
    if (d->acting.contains(key) || d->doubted.contains(key))
        co_return;
    d->doubted.insert(key);
    const quint64 opening = d->opening;
    const auto detail = co_await engine->inspect(key);
    if (!engine || opening != d->opening)
        co_return;
    d->doubted.remove(key);
    if (d->acting.contains(key))
        co_return;
    const std::vector<OwnHolding> all = d->guard.own(); // a verdict may end one
    for (const OwnHolding &held : all) {
        if (held.key == key)
            d->judge(held, detail);
        if (!engine || opening != d->opening)
            co_return; // who is told of it may close the connection
    }
    d->watchEnds();
}

// What was read under its name means for one hold of ours.
void Engine::Private::judge(const OwnHolding &held, const Outcome<LockDetail> &detail)
{
    const LockPtr lock = detail ? detail->lock : LockPtr();
    const auto known = ends.find({held.key, held.owner});
    const bool ranOut = !held.renewed && known != ends.end() && known->second + Margin <= now();
    const bool isThere = lock && isHolder(*lock, held);
    // What the table never showed as ours, it may not know as a lock, or not of this kind.
    const bool isKnown = seenHolds.contains({held.key, held.owner}) || (lock && lock->kind == held.kind);
    const bool isGone = detail && !held.owner.isEmpty() && (detail->typeFound == ValueType::None || isKnown);
    if (isThere && ranOut) { // somebody made it longer
        const std::optional<Instant> end = endOf(*lock, held.owner);
        if (end)
            known->second = std::max(*end, now() + 1s);
        else
            ends.erase(known);
    } else if (!isThere && (isGone || ranOut)) {
        loseHold(held, ending(held, lock));
    }
}

} // namespace lockscope
