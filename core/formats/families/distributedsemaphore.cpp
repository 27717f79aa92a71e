// SPDX-License-Identifier: GPL-3.0-or-later
// "distributed-semaphore": the semaphore of DistributedLock.Redis. One sorted set: member = the holder's id,
// score = the server's time in ms at which his permit ends (a fraction is possible). Who takes one drops
// those past their time first. The number of permits is nowhere in Redis. The key lives for at least 3 x the
// expiry. Facts: madelson/DistributedLock:
// src/DistributedLock.Redis/Primitives/RedisSemaphorePrimitive.cs, 2.8.1.
#include "core/formats/distributedid.h"
#include "core/formats/format.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

bool isSemaphore(const KeyReading &reading)
{
    const auto isHolder = [](const Member &member) {
        return isDistributedHolder(member.bytes) && member.score > 1e12 && member.score < 1e14;
    };
    return reading.type == ValueType::SortedSet && !reading.members.empty() &&
           std::all_of(reading.members.begin(), reading.members.end(), isHolder);
}

Instant endOf(const Member &member, const KeyReading &reading)
{
    return reading.instantOf(milliseconds(qint64(member.score)));
}

class DistributedSemaphore final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::DistributedSemaphore)
public:
    LockKind kind() const override { return {"distributed-semaphore"}; }
    Nature nature() const override { return Nature::Semaphore; }
    QString title() const override { return tr("Semaphore (DistributedLock)"); }
    QString legend() const override;
    int rank() const override { return 10; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return std::chrono::seconds(30); }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override { return lease * 3 / 10; }
    bool reentrant() const override { return false; }
    OwnerId makeOwner() const override { return makeDistributedId(); }
    OwnerParts ownerParts(const OwnerId &id) const override { return distributedParts(id.bytes); }

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    std::optional<Failure> acquireProblem(const ActRequest &request) const;
    void planAcquire(const ActRequest &request, ActPlan &plan) const;
    void planRenew(const ActRequest &request, ActPlan &plan) const;
    void planRelease(const ActRequest &request, ActPlan &plan) const;
    void planForceRelease(const ActRequest &request, ActPlan &plan) const;
    void planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const;
};

QString DistributedSemaphore::legend() const
{
    return tr("A sorted set of the holders' ids, each with the time at which his permit ends, 30 s ahead and "
              "pushed "
              "on every 9 s. How many permits there are is only known to the programs: if two of them "
              "disagree, the "
              "larger number wins.");
}

const std::vector<std::string_view> &DistributedSemaphore::libraries() const
{
    static const std::vector<std::string_view> libraries{"DistributedLock"};
    return libraries;
}

std::vector<QByteArray> DistributedSemaphore::patterns() const
{
    return {QByteArrayLiteral("*[Ss][Ee][Mm][Aa][Pp][Hh][Oo][Rr][Ee]*"),
            QByteArrayLiteral("*[Ll][Oo][Cc][Kk]*")};
}

// The name is the application's: sorted sets of any other name are read only when somebody asks for them.
bool DistributedSemaphore::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::SortedSet && sight.ttl &&
           (hasLockWord(sight.key) || containsIgnoringCase(sight.key, "semaphore"));
}

std::optional<Decoded> DistributedSemaphore::decode(const KeyReading &reading) const
{
    if (!isSemaphore(reading))
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain};
    Permits permits{.held = 0};
    for (const Member &member : reading.members) {
        const Instant end = endOf(member, reading);
        if (end <= reading.readAt) {
            ++permits.overdue;
            continue;
        }
        decoded.holders.append(Holder{.id = {member.bytes}, .mode = HoldMode::Permit, .expiresAt = end});
        decoded.deadline = std::max(decoded.deadline.value_or(end), end);
    }
    permits.held = std::max<qint64>(0, reading.size - permits.overdue);
    decoded.ownDeadline = decoded.deadline.has_value();
    decoded.extras = std::make_shared<LockExtras>(LockExtras{.permits = permits});
    return decoded;
}

QStringList DistributedSemaphore::explain(const KeyReading &reading) const
{
    if (!isSemaphore(reading))
        return {};
    QStringList lines{
        tr("A sorted set whose members are ids as DistributedLock makes them, with the times at which "
           "they end: its semaphore")};
    for (const Member &member : reading.members) {
        const QString who = distributedIdText(*distributedId(member.bytes));
        lines << (endOf(member, reading) > reading.readAt
                      ? tr("Holder: %1").arg(who)
                      : tr("Past its time, dropped by who comes next: %1").arg(who));
    }
    if (reading.size > qint64(reading.members.size()))
        lines << tr("There are more holders than are shown");
    lines << tr("How many permits there are is not in Redis: each program says it when it takes one");
    lines << tr("Who waits asks again after 10 to 800 ms; that cannot be seen from here");
    if (!reading.ttl)
        lines << tr("The key has no expiry. DistributedLock always sets one: another program took it away");
    return lines;
}

std::optional<Failure> DistributedSemaphore::acquireProblem(const ActRequest &request) const
{
    if (!request.owner.isEmpty() && !isDistributedHolder(request.owner.bytes))
        return badInput(
            request.key,
            tr("the owner %1 is not one DistributedLock would write").arg(escapedText(request.owner.bytes)),
            tr("leave it out, or give a machine, a process id and 32 hex digits with _ between"));
    if (request.part.isEmpty())
        return unsupportedAct(
            request.key, tr("how many permits this semaphore has is not in Redis, only the programs know it"),
            tr("take the permit with the program that uses it"));
    const std::optional<qint64> permits = decimal(request.part);
    if (!permits || *permits < 1)
        return badInput(request.key, tr("%1 is no number of permits").arg(escapedText(request.part)));
    return {};
}

Outcome<ActPlan> DistributedSemaphore::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = shareRequestProblem(request))
        return *problem;
    ActPlan plan{.act = request.act, .key = request.key, .kind = kind(), .keys = {request.key.bytes}};
    switch (request.act) {
    case ActKind::Acquire:
        if (const std::optional<Failure> problem = acquireProblem(request))
            return *problem;
        planAcquire(request, plan);
        break;
    case ActKind::Renew:
        planRenew(request, plan);
        break;
    case ActKind::Release:
    case ActKind::RemoveShare:
        planRelease(request, plan);
        break;
    case ActKind::ForceRelease:
        planForceRelease(request, plan);
        break;
    case ActKind::Wake:
        return nobodyToWake(request.key, tr("who waits for it asks again after 10 to 800 ms"));
    case ActKind::SetExpiry:
        if (const std::optional<Failure> missing = missingLease(request))
            return *missing;
        planSetExpiry(request, seen, plan);
        break;
    }
    if (request.withTexts)
        plan.commands << redisCliEval(plan);
    return plan;
}

void DistributedSemaphore::planAcquire(const ActRequest &request, ActPlan &plan) const
{
    const OwnerId owner = request.owner.isEmpty() ? makeOwner() : request.owner;
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = "distributed-semaphore-acquire";
    plan.args = {owner.bytes, millisecondsArgument(lease), request.part};
    if (!request.withTexts)
        return;
    plan.steps << tr("Drops the holders that are past their time");
    plan.steps << tr("If fewer than %1 are left, adds %2 for %3")
                      .arg(escapedText(request.part), escapedText(owner.bytes), humanDuration(lease));
    plan.steps << tr("Makes the key live for at least three times that");
    plan.warnings << tr("The programs that use it must mean the same number of permits");
}

void DistributedSemaphore::planRenew(const ActRequest &request, ActPlan &plan) const
{
    const milliseconds lease = request.lease.value_or(defaultLease());
    plan.script = "distributed-semaphore-renew";
    plan.args = {request.owner.bytes, millisecondsArgument(lease)};
    if (!request.withTexts)
        return;
    plan.steps << tr("If %1 holds a permit, makes it end %2 from now")
                      .arg(escapedText(request.owner.bytes), humanDuration(lease));
    plan.steps << tr("Makes the key live for at least three times that");
}

void DistributedSemaphore::planRelease(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "distributed-semaphore-release";
    plan.args = {request.owner.bytes};
    if (!request.withTexts)
        return;
    plan.steps << tr("Takes %1 out of the holders").arg(escapedText(request.owner.bytes));
    plan.steps << tr("Leaves all others as they are, and tells nobody: waiters ask again by themselves");
    if (request.act == ActKind::RemoveShare)
        plan.warnings << forceWarnings(request);
}

void DistributedSemaphore::planForceRelease(const ActRequest &request, ActPlan &plan) const
{
    plan.script = "distributed-semaphore-force-release";
    plan.args = comparisonArguments(request);
    if (!request.withTexts)
        return;
    plan.steps << comparisonStep(request);
    plan.steps << tr("Deletes the key: all permits are free");
    plan.warnings = forceWarnings(request);
}

void DistributedSemaphore::planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const
{
    plan.script = "distributed-semaphore-set-expiry";
    plan.args = meantArguments(request, seen);
    plan.args.push_back(millisecondsArgument(*request.lease));
    if (!request.withTexts)
        return;
    plan.steps << meantStep(request, seen);
    plan.steps << tr("Makes the permit end in %1, if it ends later").arg(humanDuration(*request.lease));
    plan.warnings << tr("A holder that is alive extends it again within 9 s by default");
}

} // namespace

std::unique_ptr<Format> family_distributedsemaphore()
{
    return std::make_unique<DistributedSemaphore>();
}

} // namespace lockscope
