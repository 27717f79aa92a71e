// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/wholeplan.h"

#include "core/base/tr.h"
#include "core/formats/planning.h"
#include "core/redis/script.h"
#include "core/values/sameowner.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

// The scripts for locks whose expiry is the first key's, and that have one holder.
bool firstKeyExpires(const QByteArray &script)
{
    static const std::array<QByteArrayView, 6> names{
        "redisson-force-release", "redisson-rw-force-release", "token-force-release",
        "counter-force-release",  "spring-force-release",      "pythonredislock-force-release"};
    return std::find(names.begin(), names.end(), QByteArrayView(script)) != names.end();
}

void compareTtl(ActPlan &plan, milliseconds longest, bool withTexts)
{
    const QString before = withTexts ? redisCliEval(plan) : QString();
    plan.script = withinTtl(plan.script);
    plan.args.push_back(QByteArray::number(qint64(longest.count())));
    if (!withTexts)
        return;
    plan.commands.replaceInStrings(before, redisCliEval(plan));
    plan.steps.prepend(
        longest < milliseconds(0)
            ? Tr::tr("Continues only if the lock still has no expiry: if it has one now, it was "
                     "acquired again or changed")
            : Tr::tr("Continues only if at most %1 are left: more means that the same owner "
                     "renewed it or acquired it again")
                  .arg(humanDuration(longest)));
}

// Two readings of a clock, or of two clocks, may differ by this.
constexpr milliseconds Inexact{100};

bool isRenewed(const ActRequest &request, const Holder &holder)
{
    const bool isTheirs = isSameOwner(holder.id, request.owner) || shownId(holder) == request.owner.bytes;
    const bool isMode = request.mode == HoldMode::Exclusive || request.mode == holder.mode;
    return isTheirs && isMode &&
           (request.part.isEmpty() || holder.part.isEmpty() || request.part.split(',').contains(holder.part));
}

// Until when the renewed hold was seen to last: of several, the latest. max: it has no expiry. Nothing: it is
// not this owner's, or its renewal never shortens it.
std::optional<Instant> endOfRenewed(const ActRequest &request, const Lock &lock, const ActPlan &plan)
{
    const Instant ofLock = lock.expiresAt.value_or(Instant::max());
    std::optional<Instant> end;
    for (const Holder &holder : lock.holders) {
        if (!isRenewed(request, holder))
            continue;
        if (plan.script == "distributed-rw-renew" && holder.mode == HoldMode::Read)
            return {}; // a later end of the other readers stays
        if (plan.script == "rule-expire" && plan.args[6] == "ttl" && lock.holders.size() > 1)
            return {}; // so does one that is also that of the other holders
        Instant own = lock.expiryOf(holder).value_or(Instant::max());
        if (plan.script == "redisson-rw-renew") // renews the key too, which other readers need
            own = std::max(own, ofLock);
        end = std::max(end.value_or(own), own);
    }
    return end;
}

// To renew is to extend. The libraries set their lease anew, which may take time away.
std::optional<Failure> shortenedByDefault(const ActRequest &request, const Lock &seen, milliseconds lease,
                                          Instant at, ActPlan &plan)
{
    const std::optional<Instant> end = endOfRenewed(request, seen, plan);
    if (!end || lease <= milliseconds(0) || *end <= at + lease + Inexact)
        return {};
    const bool isEndless = *end == Instant::max();
    const QString left = isEndless ? QString() : humanDuration(millisecondsBetween(at, *end));
    if (request.lease) {
        if (request.withTexts)
            plan.warnings.prepend(isEndless ? Tr::tr("Sets an expiry; it had none")
                                            : Tr::tr("Shortens the lease; %1 were left").arg(left));
        return {};
    }
    if (isEndless)
        return badInput(
            request.key,
            Tr::tr("it has no expiry: renewing it for %1 would set one").arg(humanDuration(lease)),
            Tr::tr("specify the new lease"));
    return badInput(
        request.key,
        Tr::tr("%1 are left: renewing it for %2 would shorten that").arg(left, humanDuration(lease)),
        Tr::tr("specify the new lease"));
}

bool hasParts(const Format &format)
{
    static constexpr std::array<std::string_view, 3> Names{"multi-lock", "distributed-semaphore",
                                                           "timestamp-lock"};
    return std::ranges::find(Names, format.kind().name) != Names.end();
}

// What the kind does not have, and would ignore.
std::optional<Failure> ignoredField(const Format &format, const ActRequest &request)
{
    const QString kind = QString::fromLatin1(format.kind().name.data(), qsizetype(format.kind().name.size()));
    const bool hasMode = request.mode == HoldMode::Read || request.mode == HoldMode::Write;
    if (hasMode && format.nature() != Nature::ReadWrite)
        return badInput(request.key, Tr::tr("a lock of the kind %1 has no modes").arg(kind),
                        Tr::tr("specify a mode only for read-write locks, such as rw-lock"));
    if (!request.part.isEmpty() && !hasParts(format))
        return badInput(
            request.key, Tr::tr("a lock of the kind %1 has no parts").arg(kind),
            Tr::tr("specify a part only for multi-lock, distributed-semaphore and timestamp-lock"));
    return {};
}

} // namespace

Outcome<ActPlan> wholePlan(const Format &format, const ActRequest &request, const Lock *seen, Instant at)
{
    if (std::optional<Failure> ignored = ignoredField(format, request))
        return *std::move(ignored);
    Outcome<ActPlan> plan = format.plan(request, seen);
    if (plan && request.act == ActKind::Renew && seen) {
        const milliseconds lease = request.lease.value_or(format.defaultLease());
        if (std::optional<Failure> refused = shortenedByDefault(request, *seen, lease, at, *plan))
            return *std::move(refused);
    }
    if (plan && request.act == ActKind::ForceRelease && request.longestTtl && firstKeyExpires(plan->script))
        compareTtl(*plan, *request.longestTtl, request.withTexts);
    return plan;
}

bool needsMemory(const ActPlan &plan, const Holder *holder)
{
    static constexpr std::array<QByteArrayView, 13> Names{"distributed-semaphore-renew",
                                                          "distributed-semaphore-set-expiry",
                                                          "group-renew",
                                                          "group-set-expiry",
                                                          "job-renew",
                                                          "permit-renew",
                                                          "permit-set-expiry",
                                                          "semaphore-force-release",
                                                          "semaphore-release",
                                                          "symfony-renew",
                                                          "symfony-set-expiry",
                                                          "timestamp-renew",
                                                          "timestamp-set-expiry"};
    const QByteArrayView script(plan.script);
    if (plan.act == ActKind::Acquire || std::ranges::find(Names, script) != Names.end())
        return true;
    if (script == "rule-expire")
        return plan.args[3] == "renew" && plan.args[6] != "ttl";
    if (!holder || holder->count < 2) // the last hold is deleted, not counted down
        return false;
    if (script == "rule-remove")
        return plan.args[3] == "hold" && plan.args[2] != "none";
    if (script == "redisson-rw-release") // of a reader, it first deletes the key of that hold
        return holder->mode == HoldMode::Write;
    return script == "redisson-release" || script == "group-release" || script == "latch-release";
}

} // namespace lockscope
