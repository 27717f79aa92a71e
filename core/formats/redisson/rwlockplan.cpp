// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tr.h"
#include "core/formats/planning.h"
#include "core/formats/redisson/rwlock.h"
#include "core/formats/shareplan.h"

#include <algorithm>
#include <climits>

namespace lockscope
{

namespace
{

// Who is meant, in both of his roles.
struct Party {
    QByteArray mode{}; // "read", "write" or "either"
    QByteArray reader{};
    QByteArray writer{};

    QByteArray shown() const { return mode == "write" ? writer : reader; }
};

Outcome<Party> partyOf(const ActRequest &request, const OwnerId &owner)
{
    const std::optional<RedissonOwner> parsed = redissonOwner(owner.bytes);
    if (!parsed)
        return badInput(request.key,
                        Tr::tr("the owner %1 is not one Redisson would write").arg(escapedText(owner.bytes)),
                        Tr::tr("name the owner as the lock shows it: a UUID, a colon and a number"));
    if (request.mode == HoldMode::Permit)
        return badInput(request.key, Tr::tr("a read-write lock has no permits"),
                        Tr::tr("ask for read or write"));
    if (parsed->write && request.mode == HoldMode::Read)
        return badInput(request.key,
                        Tr::tr("%1 is a writer, and the mode is read").arg(escapedText(owner.bytes)));
    const bool writes = parsed->write || request.mode == HoldMode::Write ||
                        (request.mode == HoldMode::Exclusive && request.act == ActKind::Acquire);
    return Party{.mode = writes ? "write" : (request.mode == HoldMode::Read ? "read" : "either"),
                 .reader = redissonOwnerId(*parsed, false),
                 .writer = redissonOwnerId(*parsed, true)};
}

QByteArray keyPrefix(const LockName &key)
{
    return key.bytes.contains('{') ? key.bytes : '{' + key.bytes + '}';
}

void planAcquire(const ActRequest &request, const Party &party, milliseconds lease, ActPlan &plan)
{
    plan.script = "redisson-rw-acquire";
    plan.keys = {request.key.bytes, redissonSuffixed(request.key.bytes, party.reader) + ":rwlock_timeout"};
    plan.args = {party.mode, party.reader, party.writer, millisecondsArgument(lease)};
    if (!request.withTexts)
        return;
    const QString who = escapedText(party.shown());
    if (party.mode == "read")
        plan.steps << Tr::tr(
                          "If the lock is free, held by readers, or written by the same thread: makes %1 a "
                          "reader, or adds one hold to his count, with an expiry of its own in %2")
                          .arg(who, humanDuration(lease))
                   << Tr::tr("Puts the expiry of the lock off to %1 from now, if it is sooner")
                          .arg(humanDuration(lease));
    else
        plan.steps << Tr::tr("If the lock is free: makes %1 its writer, with an expiry in %2")
                          .arg(who, humanDuration(lease))
                   << Tr::tr("If %1 writes already: adds one hold to his count, and %2 to the time left")
                          .arg(who, humanDuration(lease))
                   << Tr::tr("A reader is not made the writer, not even the only one");
    plan.steps << Tr::tr("Else changes nothing and says who holds it and for how long");
}

void planRenew(const ActRequest &request, const Party &party, milliseconds lease, ActPlan &plan)
{
    plan.script = "redisson-rw-renew";
    plan.args = {party.mode, party.reader, party.writer, millisecondsArgument(lease)};
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr(
                      "If %1 holds the lock, sets its expiry and that of his own read holds to %2 from now")
                      .arg(escapedText(party.shown()), humanDuration(lease))
               << Tr::tr("The holds of other readers stay as they are")
               << Tr::tr("Else changes nothing; a lock that is gone is not made again");
}

void planRelease(const ActRequest &request, const Party &party, milliseconds lease, ActPlan &plan)
{
    plan.script = "redisson-rw-release";
    plan.args = {party.mode, party.reader, party.writer, millisecondsArgument(lease), plan.channels.front(),
                 "0",        "1"};
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr("Takes one hold from %1, with the key of that hold").arg(escapedText(party.shown()))
               << Tr::tr("While others hold on: the lock expires with the longest of their read holds")
               << Tr::tr("If nobody holds it then: publishes on %1, so that waiters try again, and deletes "
                         "the lock")
                      .arg(escapedText(plan.channels.front()))
               << Tr::tr("A writer who still reads leaves the lock to readers; Redisson tells no waiter then")
               << Tr::tr("If he does not hold it, changes nothing and says who does");
}

// A holder's field: as the lock shows it, or the plain id and the mode.
QByteArray fieldOf(const Holder &holder)
{
    const std::optional<RedissonOwner> owner = redissonOwner(holder.id.bytes);
    if (owner && holder.mode == HoldMode::Write)
        return redissonOwnerId(*owner, true);
    return holder.id.bytes;
}

void planForceRelease(const ActRequest &request, ActPlan &plan)
{
    std::vector<Holder> shown = request.expectedHolders;
    if (shown.empty() && request.expectedOwner)
        shown.push_back({.id = *request.expectedOwner, .count = request.expectedCount.value_or(0)});
    plan.script = "redisson-rw-force-release";
    plan.args = {shown.empty() ? "any" : "these", plan.channels.front(), "1"};
    for (const Holder &holder : shown) {
        plan.args.push_back(fieldOf(holder));
        plan.args.push_back(QByteArray::number(std::max<qint64>(0, holder.count)));
    }
    if (!request.withTexts)
        return;
    plan.steps << comparisonStep(request);
    plan.steps << Tr::tr("Publishes 1 on %1, so that all waiters try again at once")
                      .arg(escapedText(plan.channels.front()))
               << Tr::tr("Deletes the lock, with all holds of all holders")
               << Tr::tr("Leaves Redisson's unlock latches alone");
    plan.warnings << Tr::tr("The code of the old holders goes on running and is not told");
    plan.warnings << Tr::tr(
        "Redisson reuses owner ids: a lock released and taken again by the same thread looks the same");
    if (shown.empty())
        plan.warnings << Tr::tr("No holder is compared: whoever holds it at that moment loses it");
}

void planRemoveHolder(const ActRequest &request, const Party &party, ActPlan &plan)
{
    plan.script = "redisson-rw-remove-holder";
    plan.args = {party.mode,
                 party.reader,
                 party.writer,
                 request.expectedCount ? QByteArray::number(*request.expectedCount) : QByteArray(),
                 plan.channels.front(),
                 "1"};
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr("Goes on only if %1 still holds it").arg(escapedText(party.shown()));
    if (request.expectedCount)
        plan.steps << Tr::tr("and only with %n hold(s), as shown", nullptr,
                             int(std::min<qint64>(*request.expectedCount, INT_MAX)));
    plan.steps
        << Tr::tr("If nobody else holds it: publishes 1 on %1, so that all waiters try again, and deletes "
                  "the lock")
               .arg(escapedText(plan.channels.front()))
        << Tr::tr("Else takes him out with all his holds; the lock expires with the longest read hold of "
                  "the others")
        << Tr::tr("A writer who also reads becomes a reader, and all waiters try again");
    plan.warnings << Tr::tr("That holder's code goes on running and is not told");
    plan.warnings << Tr::tr(
        "Redisson reuses owner ids: a lock released and taken again by the same thread looks the same");
}

void planWake(const ActRequest &request, ActPlan &plan)
{
    plan.script = "redisson-wake";
    plan.keys = {plan.key.bytes};
    plan.args = {plan.channels.front(), "1"};
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr("Publishes 1 on %1: all waiters try again").arg(escapedText(plan.channels.front()))
               << Tr::tr("Changes nothing: a waiter that still finds the lock held goes back to waiting");
}

void planRwExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan)
{
    const std::optional<OwnerId> owner = meantOwner(request, seen);
    plan.script = "redisson-rw-set-expiry";
    plan.args = {owner ? "owner" : "any", owner ? owner->bytes : QByteArray(),
                 millisecondsArgument(*request.lease)};
    if (!request.withTexts)
        return;
    if (owner)
        plan.steps << Tr::tr("Only if %1 still holds it").arg(escapedText(owner->bytes));
    plan.steps << Tr::tr("Makes the lock and all its read holds expire in %1, where they have no expiry or a "
                         "later one")
                      .arg(humanDuration(*request.lease))
               << Tr::tr("An earlier expiry stays as it is");
    plan.warnings << Tr::tr("A holder that does not renew it loses the lock while it works");
    plan.warnings << Tr::tr(
        "An expiry wakes nobody: waiters learn of it when the time they last read is over");
}

} // namespace

Outcome<ActPlan> RwLock::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    const bool ofOne = request.act == ActKind::Acquire || request.act == ActKind::Renew ||
                       request.act == ActKind::Release || request.act == ActKind::RemoveShare;
    Party party;
    if (ofOne) {
        const bool made = request.act == ActKind::Acquire && request.owner.isEmpty();
        const Outcome<Party> found = partyOf(request, made ? makeOwner() : request.owner);
        if (!found)
            return found.failure();
        party = *found;
    }
    const milliseconds lease = request.lease.value_or(defaultLease());
    ActPlan plan{.act = request.act,
                 .key = request.key,
                 .kind = kind(),
                 .keys = {request.key.bytes, keyPrefix(request.key)}};
    if (request.act != ActKind::Acquire && request.act != ActKind::Renew && request.act != ActKind::SetExpiry)
        plan.channels = {*wakeChannel(request.key)};
    switch (request.act) {
    case ActKind::Acquire:
        lockscope::planAcquire(request, party, lease, plan);
        if (request.withTexts)
            planWaiting(request, wakeChannel(request.key), plan);
        break;
    case ActKind::Renew:
        lockscope::planRenew(request, party, lease, plan);
        break;
    case ActKind::Release:
        lockscope::planRelease(request, party, leaseAfterRelease(request, seen), plan);
        break;
    case ActKind::ForceRelease:
        lockscope::planForceRelease(request, plan);
        break;
    case ActKind::Wake:
        lockscope::planWake(request, plan);
        break;
    case ActKind::SetExpiry:
        if (const std::optional<Failure> problem = missingLease(request))
            return *problem;
        planRwExpiry(request, seen, plan);
        break;
    case ActKind::RemoveShare:
        planRemoveHolder(request, party, plan);
        break;
    }
    if (request.withTexts)
        plan.commands << redisCliEval(plan);
    return plan;
}

} // namespace lockscope
