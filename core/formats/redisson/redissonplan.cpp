// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/planning.h"
#include "core/formats/redisson/redissonlock.h"
#include "core/formats/shareplan.h"

#include <algorithm>
#include <climits>

namespace lockscope
{

Outcome<ActPlan> RedissonLock::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    const bool odd = request.act == ActKind::Acquire && !request.owner.isEmpty();
    const std::optional<RedissonOwner> owner = odd ? redissonOwner(request.owner.bytes) : std::nullopt;
    if (odd && (!owner || owner->write))
        return badInput(
            request.key,
            tr("the owner %1 is not one Redisson would write").arg(escapedText(request.owner.bytes)),
            tr("leave it out, or give a UUID, a colon and a number"));
    ActPlan plan{.act = request.act, .key = request.key, .kind = kind(), .keys = {request.key.bytes}};
    switch (request.act) {
    case ActKind::Acquire:
        planAcquire(request, plan);
        break;
    case ActKind::Renew:
        planRenew(request, plan);
        break;
    case ActKind::Release:
        planRelease(request, seen, plan);
        break;
    case ActKind::ForceRelease:
        planForceRelease(request, plan);
        break;
    case ActKind::Wake:
        if (const std::optional<Failure> problem = planWake(request, plan))
            return *problem;
        break;
    case ActKind::SetExpiry:
        if (const std::optional<Failure> problem = missingLease(request))
            return *problem;
        planSetExpiry(request, seen, plan);
        break;
    case ActKind::RemoveShare:
        if (const std::optional<Failure> problem = planRemoveShare(request, seen, plan))
            return *problem;
        break;
    }
    return plan;
}

// A name whose queue would be in another slot of a cluster cannot be that of a fair lock there.
std::vector<QByteArray> RedissonLock::keysToFree(const LockName &key) const
{
    if (!redissonSharesSlot(key.bytes))
        return {key.bytes};
    return {key.bytes, redisson::queueKey(key.bytes), redisson::deadlinesKey(key.bytes)};
}

void RedissonLock::planAcquire(const ActRequest &request, ActPlan &plan) const
{
    const OwnerId owner = request.owner.isEmpty() ? makeOwner() : request.owner;
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = reentrant() ? "redisson-acquire" : "redisson-nonreentrant-acquire";
    plan.args = {owner.bytes, millisecondsArgument(lease)};
    if (!request.withTexts)
        return;
    plan.steps << (reentrant() ? tr("If the lock is free or already held by %1, adds one hold to its count")
                               : tr("If the lock is free, makes %1 its holder; not even he gets it twice"))
                      .arg(escapedText(owner.bytes));
    planAcquireSteps(request, plan);
}

// What holds however it is taken.
void RedissonLock::planAcquireSteps(const ActRequest &request, ActPlan &plan) const
{
    plan.steps
        << tr("Sets the expiry to %1 from now").arg(humanDuration(request.lease.value_or(defaultLease())));
    plan.steps << tr("If another owner holds it, changes nothing and says who and for how long");
    planWaiting(request, wakeChannel(request.key), plan);
    plan.commands << redisCliEval(plan);
}

void RedissonLock::planWaiting(const ActRequest &request, const std::optional<QByteArray> &channel,
                               ActPlan &plan) const
{
    const milliseconds lease = request.lease.value_or(defaultLease());
    if (request.wait > milliseconds(0) && channel)
        plan.steps << tr("Tries again at each message on %1, for %2 at most")
                          .arg(escapedText(*channel), humanDuration(request.wait));
    else if (request.wait > milliseconds(0))
        plan.steps << tr("Tries again and again, for %1 at most").arg(humanDuration(request.wait));
    if (request.watchdog)
        plan.steps << tr("Then sets the expiry anew every %1 while this program runs")
                          .arg(humanDuration(*watchdogPeriod(lease)));
}

void RedissonLock::planRenew(const ActRequest &request, ActPlan &plan) const
{
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = "redisson-renew";
    plan.args = {request.owner.bytes, millisecondsArgument(lease)};
    if (!request.withTexts)
        return;
    plan.steps << tr("If %1 holds the lock, sets the expiry to %2 from now")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    plan.steps << tr("Else changes nothing; a lock that is gone is not made again");
    plan.commands << redisCliEval(plan);
}

// What Redisson sets while holds are left: the lease it was taken with.
milliseconds RedissonLock::leaseAfterRelease(const ActRequest &request, const Lock *seen) const
{
    const milliseconds observed = seen ? seen->lease.value_or(defaultLease()) : defaultLease();
    return request.lease.value_or(std::max(observed, milliseconds(1)));
}

void RedissonLock::planRelease(const ActRequest &request, const Lock *seen, ActPlan &plan) const
{
    const milliseconds lease = leaseAfterRelease(request, seen);
    // A spin lock has no channel; its waiters poll.
    const QByteArray channel = wakeChannel(request.key).value_or(QByteArray());
    plan.script = "redisson-release";
    if (!channel.isEmpty())
        plan.keys = keysToFree(request.key);
    plan.args = {request.owner.bytes, millisecondsArgument(lease), channel, wakeMessage()};
    if (!channel.isEmpty())
        plan.channels = {channel};
    if (!request.withTexts)
        return;
    plan.steps << tr("Takes one hold from %1; if holds are left, sets the expiry to %2 and stops there")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    if (!channel.isEmpty()) {
        plan.steps << tr("With the last hold: publishes %1 on %2, so that a waiter tries again, then deletes "
                         "the lock")
                          .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    } else {
        plan.steps << tr("With the last hold: deletes the lock");
    }
    if (plan.keys.size() > 1)
        plan.steps << tr("If it has a queue of waiters (a fair lock): drops those at its head whose time is "
                         "over, and tells the next on a channel of his own");
    plan.steps << tr("If another owner holds it, changes nothing and says who");
    plan.commands << redisCliEval(plan);
}

void RedissonLock::planForceRelease(const ActRequest &request, ActPlan &plan) const
{
    // Even of a spin lock: it may be another kind, and a message that nobody waits for costs nothing.
    const QByteArray channel = *RedissonLock::wakeChannel(request.key);
    const QList<OwnerId> shown = expectedOwners(request);
    const bool any = shown.isEmpty();
    // A lock of this shape has one holder: where several were shown, it is no longer what was shown.
    const QByteArray owner = shown.size() == 1 ? shown.front().bytes : QByteArray();
    const qint64 count = request.expectedCount.value_or(
        request.expectedHolders.size() == 1 ? request.expectedHolders.front().count : 0);
    plan.script = "redisson-force-release";
    plan.channels = {channel};
    plan.keys = keysToFree(request.key);
    plan.args = {any ? "any" : "owner", owner, count > 0 ? QByteArray::number(count) : QByteArray(), channel,
                 wakeMessage()};
    if (!request.withTexts)
        return;
    if (!any)
        plan.steps << tr("Goes on only if %1 still holds it").arg(escapedText(owner));
    if (count > 0)
        plan.steps << tr("and only with %n hold(s), as shown", nullptr,
                         int(std::min<qint64>(count, INT_MAX)));
    plan.steps << tr("Publishes %1 on %2, so that waiters try again at once")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    if (plan.keys.size() > 1)
        plan.steps << tr("If it has a queue of waiters (a fair lock): drops those at its head whose time is "
                         "over, and tells the next on a channel of his own");
    plan.steps << tr("Deletes the lock, with all holds of its owner");
    plan.steps << tr("Leaves Redisson's unlock latches, fencing tokens and all other waiters alone");
    plan.commands << redisCliEval(plan);
    plan.warnings << forceWarnings();
    if (plan.keys.size() == 1)
        plan.warnings << tr(
            "If it is a fair lock, its waiters listen on channels of their own and are not woken by this");
    if (any)
        plan.warnings << tr("No owner is compared: whoever holds it at that moment loses it");
}

QStringList RedissonLock::forceWarnings() const
{
    return {tr("The old holder's code goes on running and is not told"),
            tr("Redisson reuses owner ids: a lock released and taken again by the same thread looks the "
               "same")};
}

std::optional<Failure> RedissonLock::planWake(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "redisson-wake";
    plan.channels = {*RedissonLock::wakeChannel(plan.key)};
    plan.args = {plan.channels.front(), wakeMessage()};
    if (!request.withTexts)
        return {};
    plan.steps << tr("Publishes %1 on %2: one waiter of each client tries again")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("Changes nothing: a waiter that still finds the lock held goes back to waiting");
    plan.commands << redisCliLine({"PUBLISH", plan.channels.front(), wakeMessage()})
                  << redisCliLine({"SPUBLISH", plan.channels.front(), wakeMessage()});
    return {};
}

void RedissonLock::planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const
{
    const std::optional<OwnerId> owner = meantOwner(request, seen);
    plan.script = "redisson-set-expiry";
    plan.args = {owner ? "owner" : "any", owner ? owner->bytes : QByteArray(),
                 millisecondsArgument(*request.lease)};
    if (!request.withTexts)
        return;
    if (owner)
        plan.steps << tr("Only if %1 still holds it").arg(escapedText(owner->bytes));
    plan.steps << tr("Makes the lock expire in %1, if it has no expiry or a later one")
                      .arg(humanDuration(*request.lease));
    plan.steps << tr("An earlier expiry stays as it is");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr("A holder that does not renew it loses the lock while it works");
    plan.warnings << tr("An expiry wakes nobody: waiters learn of it when the time they last read is over");
}

std::optional<Failure> RedissonLock::planRemoveShare(const ActRequest &request, const Lock *, ActPlan &) const
{
    return unsupportedAct(request.key, tr("this lock has one holder, no shares"), tr("use force-release"));
}

} // namespace lockscope
