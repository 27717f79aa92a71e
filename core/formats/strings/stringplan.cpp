// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/stringplan.h"

#include "core/base/tr.h"
#include "core/formats/planning.h"
#include "core/formats/strings/pythonsignals.h"

namespace lockscope
{

namespace
{

const QByteArray AcquireScript = QByteArrayLiteral("token-acquire");

void planAcquire(const Format &format, const ActRequest &request, ActPlan &plan)
{
    const OwnerId owner = request.owner.isEmpty() ? format.makeOwner() : request.owner;
    const milliseconds lease = request.lease.value_or(format.defaultLease());
    plan.script = AcquireScript;
    plan.args = {owner.bytes, millisecondsText(lease)};
    if (!request.withTexts)
        return;
    plan.steps
        << Tr::tr("If the key does not exist, writes the owner %1 to it").arg(escapedText(owner.bytes));
    plan.steps << (lease > milliseconds(0)
                       ? Tr::tr("with an expiry of %1, in the same command").arg(humanDuration(lease))
                       : Tr::tr("without an expiry, as usual for this kind"));
    plan.steps << Tr::tr("If it is held, changes nothing and reports the holder");
    if (request.wait > milliseconds(0))
        plan.steps
            << Tr::tr("Retries several times a second, for at most %1").arg(humanDuration(request.wait));
    const std::optional<milliseconds> period =
        lease > milliseconds(0) ? format.watchdogPeriod(lease) : std::nullopt;
    if (request.watchdog && period)
        plan.steps << Tr::tr("Then sets the expiry again every %1 while this program runs")
                          .arg(humanDuration(*period));
    else if (request.watchdog)
        plan.warnings << Tr::tr("A lock of this kind is not renewed: no watchdog runs");
    plan.commands << redisCliLine(onlyCommand(plan));
    if (lease <= milliseconds(0))
        plan.warnings << Tr::tr("Without an expiry, it stays forever if it is not released");
}

// Sets the plan's script, keys, arguments and channels.
void use(const StringAct &act, std::vector<QByteArray> arguments, ActPlan &plan)
{
    plan.script = act.script;
    plan.keys.insert(plan.keys.end(), act.keys.begin(), act.keys.end());
    plan.args = std::move(arguments);
    plan.args.insert(plan.args.end(), act.arguments.begin(), act.arguments.end());
    plan.channels = act.channels;
}

// Adds the family's own steps and the EVAL line to copy.
void tell(const StringAct &act, ActPlan &plan)
{
    plan.steps << act.steps;
    plan.commands << redisCliEval(plan);
}

void planRenew(const ActRequest &request, milliseconds lease, const StringAct &act, ActPlan &plan)
{
    use(act, {request.owner.bytes, millisecondsText(lease)}, plan);
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr("If the value is %1, sets the expiry to %2 from now")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    tell(act, plan);
    plan.steps << Tr::tr("Otherwise changes nothing; a missing key is not created again");
}

void planRelease(const ActRequest &request, const StringAct &act, ActPlan &plan)
{
    use(act, {request.owner.bytes}, plan);
    if (!request.withTexts)
        return;
    plan.steps << Tr::tr("Only if the value is %1").arg(escapedText(request.owner.bytes));
    tell(act, plan);
    plan.steps << Tr::tr("Deletes the key");
    plan.steps << Tr::tr("Otherwise changes nothing and reports the holder");
}

void planForceRelease(const ActRequest &request, const StringAct &act, ActPlan &plan)
{
    const std::optional<OwnerId> &expected = request.expectedOwner;
    use(act, ownerArguments(expected), plan);
    if (!request.withTexts)
        return;
    plan.steps << (expected ? Tr::tr("Only if the value is still %1").arg(escapedText(expected->bytes))
                            : Tr::tr("For any holder, if it is a short string"));
    tell(act, plan);
    plan.steps << Tr::tr("Deletes the key");
    if (expected)
        plan.steps << Tr::tr("Otherwise changes nothing and reports the holder");
    if (act.steps.isEmpty())
        plan.steps << Tr::tr("Sends no notification: waiters of this kind poll");
    plan.warnings << Tr::tr("The old holder's code keeps running");
    if (!expected)
        plan.warnings << Tr::tr("No owner is compared: any current holder loses it");
}

void planStringExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan)
{
    const std::optional<OwnerId> owner = meantOwner(request, seen);
    plan.script = "token-set-expiry";
    plan.args = ownerArguments(owner);
    plan.args.push_back(millisecondsText(*request.lease));
    if (!request.withTexts)
        return;
    if (owner)
        plan.steps << Tr::tr("Only if the value is still %1").arg(escapedText(owner->bytes));
    plan.steps << Tr::tr("Makes the key expire in %1, if it has no expiry or a later one")
                      .arg(humanDuration(*request.lease));
    plan.steps << Tr::tr("An earlier expiry stays as it is");
    plan.commands << redisCliEval(plan);
    plan.warnings << Tr::tr("A holder that does not extend it loses the lock while it works");
}

} // namespace

Decoded decodedString(const KeyReading &reading, LockKind kind,
                      const std::vector<std::string_view> &libraries, Confidence confidence)
{
    Decoded decoded{.kind = kind, .libraries = &libraries, .confidence = confidence};
    Holder holder{.id = {reading.string}};
    if (reading.ttl)
        holder.expiresAt = reading.readAt + *reading.ttl;
    decoded.holders.append(holder);
    return decoded;
}

OwnerId endedOwner(const ActRequest &request, const Lock *seen)
{
    const OwnerId shown = request.expectedHolders.empty() ? request.expectedOwner.value_or(OwnerId())
                                                          : request.expectedHolders.front().id;
    const OwnerId meant = request.act == ActKind::Release ? request.owner : shown;
    return meant.isEmpty() && seen ? seen->owner() : meant;
}

bool isOneCommand(const ActPlan &plan)
{
    return plan.script == AcquireScript;
}

std::vector<QByteArray> onlyCommand(const ActPlan &plan)
{
    static const QByteArray set("SET"), notYet("NX"), expiry("PX");
    const QByteArray &lease = plan.args[1];
    if (lease == "0")
        return {set, plan.keys[0], plan.args[0], notYet};
    return {set, plan.keys[0], plan.args[0], notYet, expiry, lease};
}

ScriptReply takenBy(const ActPlan &plan)
{
    const qint64 lease = plan.args[1].toLongLong();
    return {.result = QByteArrayLiteral("done"),
            .owner = {plan.args[0]},
            .count = 1,
            .ttl = lease > 0 ? lease : -1};
}

Outcome<ActRequest> withOneHolder(const ActRequest &request)
{
    ActRequest one = request;
    if (request.expectedHolders.size() > 1)
        return badInput(request.key, Tr::tr("%n holders are expected: a lock of this kind has one", nullptr,
                                            int(request.expectedHolders.size())));
    if (!request.expectedHolders.empty()) {
        const Holder &holder = request.expectedHolders.front();
        one.expectedOwner = holder.id;
        if (holder.count != 0)
            one.expectedCount = holder.count;
    }
    if (const std::optional<Failure> problem = oneHoldProblem(one))
        return *problem;
    return one;
}

Outcome<ActPlan> planString(const Format &format, const ActRequest &asked, const Lock *seen,
                            const StringActs &acts)
{
    if (const std::optional<Failure> problem = requestProblem(asked))
        return *problem;
    std::optional<ActRequest> one; // copied only if something changes
    if (!asked.expectedHolders.empty() || asked.expectedCount) {
        const Outcome<ActRequest> changed = withOneHolder(asked);
        if (!changed)
            return changed.failure();
        one = *changed;
    }
    const ActRequest &request = one ? *one : asked;
    ActPlan plan{.act = request.act, .key = request.key, .kind = format.kind(), .keys = {request.key.bytes}};
    switch (request.act) {
    case ActKind::Acquire:
        planAcquire(format, request, plan);
        break;
    case ActKind::Renew: {
        const milliseconds lease = request.lease.value_or(format.defaultLease());
        if (lease <= milliseconds(0))
            return *missingLease(request);
        planRenew(request, lease, acts.renew, plan);
        break;
    }
    case ActKind::Release:
        planRelease(request, acts.release, plan);
        break;
    case ActKind::ForceRelease:
        planForceRelease(request, acts.forceRelease, plan);
        break;
    case ActKind::Wake:
        return unsupportedAct(
            request.key, Tr::tr("a lock of this kind has no channel: its waiters poll"),
            seen && mayBePythonLock(request.key, seen->owner().bytes)
                ? Tr::tr("for a lock of python-redis-lock, specify --kind python-redis-lock")
                : Tr::tr("no wake-up is needed"));
    case ActKind::SetExpiry:
        if (const std::optional<Failure> problem = missingLease(request))
            return *problem;
        planStringExpiry(request, seen, plan);
        break;
    case ActKind::RemoveShare:
        return noShares(request.key);
    }
    return plan;
}

} // namespace lockscope
