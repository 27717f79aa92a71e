// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/redissonlock.h"
#include "core/formats/planning.h"
#include "core/formats/redissonnames.h"

namespace lockscope
{

namespace
{

QByteArray number(milliseconds duration)
{
    return QByteArray::number(qint64(duration.count()));
}

} // namespace

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
        planWake(plan);
        break;
    case ActKind::SetExpiry:
        if (const std::optional<Failure> problem = missingLease(request))
            return *problem;
        planSetExpiry(request, seen, plan);
        break;
    case ActKind::RemoveShare:
        return unsupportedAct(request.key, tr("this lock has one holder, no shares"),
                              tr("use force-release"));
    }
    return plan;
}

void RedissonLock::planAcquire(const ActRequest &request, ActPlan &plan) const
{
    const OwnerId owner = request.owner.isEmpty() ? makeOwner() : request.owner;
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = "redisson-acquire";
    plan.args = {owner.bytes, number(lease)};
    plan.steps << tr("If the lock is free or already held by %1, adds one hold to its count")
                      .arg(escapedText(owner.bytes));
    plan.steps << tr("Sets the expiry to %1 from now").arg(humanDuration(lease));
    plan.steps << tr("If another owner holds it, changes nothing and says who and for how long");
    if (request.wait > milliseconds(0))
        plan.steps << tr("Tries again at each message on %1, for %2 at most")
                          .arg(escapedText(*wakeChannel(request.key)), humanDuration(request.wait));
    if (request.watchdog)
        plan.steps << tr("Then sets the expiry anew every %1 while this program runs")
                          .arg(humanDuration(*watchdogPeriod(lease)));
    plan.commands << redisCliEval(plan);
}

void RedissonLock::planRenew(const ActRequest &request, ActPlan &plan) const
{
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = "redisson-renew";
    plan.args = {request.owner.bytes, number(lease)};
    plan.steps << tr("If %1 holds the lock, sets the expiry to %2 from now")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    plan.steps << tr("Else changes nothing; a lock that is gone is not made again");
    plan.commands << redisCliEval(plan);
}

void RedissonLock::planRelease(const ActRequest &request, const Lock *seen, ActPlan &plan) const
{
    const milliseconds observed = seen ? seen->lease.value_or(defaultLease()) : defaultLease();
    const milliseconds lease = request.lease.value_or(std::max(observed, milliseconds(1)));
    plan.script = "redisson-release";
    plan.channels = {*wakeChannel(request.key)};
    plan.args = {request.owner.bytes, number(lease), plan.channels.front(), wakeMessage()};
    plan.steps << tr("Takes one hold from %1; if holds are left, sets the expiry to %2 and stops there")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    plan.steps
        << tr("With the last hold: publishes %1 on %2, so that a waiter tries again, then deletes the lock")
               .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("If another owner holds it, changes nothing and says who");
    plan.commands << redisCliEval(plan);
}

void RedissonLock::planForceRelease(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "redisson-force-release";
    plan.channels = {*wakeChannel(request.key)};
    const QByteArray owner = request.expectedOwner ? request.expectedOwner->bytes : QByteArray();
    const QByteArray count =
        request.expectedCount ? QByteArray::number(*request.expectedCount) : QByteArray();
    plan.args = {request.expectedOwner ? "owner" : "any", owner, count, plan.channels.front(), wakeMessage()};
    if (request.expectedOwner)
        plan.steps << tr("Goes on only if %1 still holds it").arg(escapedText(owner));
    if (request.expectedCount)
        plan.steps << tr("and only with %n hold(s), as shown", nullptr, int(*request.expectedCount));
    plan.steps << tr("Publishes %1 on %2, so that waiters try again at once")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("Deletes the lock, with all holds of its owner");
    plan.steps << tr("Leaves Redisson's unlock latches, queues and fencing tokens alone");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr(
        "The old holder's code goes on running and is not told: its watchdog stops silently within a "
        "third of the lease, and its unlock() fails with IllegalMonitorStateException");
    plan.warnings << tr(
        "Redisson reuses owner ids: a lock released and taken again by the same thread looks the same");
    plan.warnings << tr(
        "If it is a fair lock, its waiters listen on channels of their own and are not woken by this");
    if (!request.expectedOwner)
        plan.warnings << tr("No owner is compared: whoever holds it at that moment loses it");
}

void RedissonLock::planWake(ActPlan &plan) const
{
    plan.script = "redisson-wake";
    plan.channels = {*wakeChannel(plan.key)};
    plan.args = {plan.channels.front(), wakeMessage()};
    plan.steps << tr("Publishes %1 on %2: one waiter of each client tries again")
                      .arg(QString::fromLatin1(wakeMessage()), escapedText(plan.channels.front()));
    plan.steps << tr("Changes nothing: a waiter that still finds the lock held goes back to waiting");
    plan.commands << redisCliLine({"PUBLISH", plan.channels.front(), wakeMessage()})
                  << redisCliLine({"SPUBLISH", plan.channels.front(), wakeMessage()});
}

void RedissonLock::planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const
{
    const std::optional<OwnerId> owner = meantOwner(request, seen);
    plan.script = "redisson-set-expiry";
    plan.args = {owner ? "owner" : "any", owner ? owner->bytes : QByteArray(), number(*request.lease)};
    if (owner)
        plan.steps << tr("Only if %1 still holds it").arg(escapedText(owner->bytes));
    plan.steps << tr("Makes the lock expire in %1, if it has no expiry or a later one")
                      .arg(humanDuration(*request.lease));
    plan.steps << tr("An earlier expiry stays as it is");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr(
        "A living watchdog sets it back to its own lease at its next tick; a holder without one loses "
        "the lock while it works");
    plan.warnings << tr("An expiry wakes nobody: waiters learn of it when the time they last read is over");
}

} // namespace lockscope
