// SPDX-License-Identifier: GPL-3.0-or-later
// "distributed-semaphore": the semaphore of DistributedLock.Redis. One sorted set: member = the holder's id,
// score = the end of its permit in ms by the server's clock (possibly with a fraction). An acquire first
// drops expired members. The number of permits is not stored in Redis. The key lives for at least 3 x the
// expiry. Facts: madelson/DistributedLock: src/DistributedLock.Redis/Primitives/RedisSemaphorePrimitive.cs,
// 2.8.1.
#include "core/formats/distributedid.h"
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
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

const FamilyFacts DistributedSemaphoreFacts{
    .kind = {"distributed-semaphore"},
    .nature = Nature::Semaphore,
    .rank = 10,
    .libraries = {"DistributedLock"},
    .patterns = {"*[Ss][Ee][Mm][Aa][Pp][Hh][Oo][Rr][Ee]*", "*[Ll][Oo][Cc][Kk]*"},
    .lease = std::chrono::seconds(30),
    .renewal = {3, 10},
    .renewer = Renewer::Library,
};

class DistributedSemaphore final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::DistributedSemaphore)
public:
    DistributedSemaphore() : PlannedFamily(DistributedSemaphoreFacts) {}

    QString title() const override { return tr("Semaphore (DistributedLock)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return makeDistributedId(); }
    OwnerParts ownerParts(const OwnerId &id) const override { return distributedParts(id.bytes); }

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString DistributedSemaphore::legend() const
{
    return tr("A sorted set of the holders' ids, each with the time at which its permit ends, 30 s ahead and "
              "extended every 9 s. Only the programs know how many permits there are: if two of them "
              "disagree, the larger number wins.");
}

// The application chooses the name. Sorted sets with other names are read only on request.
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
    QStringList lines{tr("A sorted set whose members are ids as created by DistributedLock, with the times "
                         "at which they end: its semaphore")};
    for (const Member &member : reading.members) {
        const QString who = distributedIdText(*distributedId(member.bytes));
        lines << (endOf(member, reading) > reading.readAt
                      ? tr("Holder: %1").arg(who)
                      : tr("Expired, dropped by the next client: %1").arg(who));
    }
    if (reading.size > qint64(reading.members.size()))
        lines << tr("There are more holders than are shown");
    lines << tr("How many permits there are is not in Redis: each program specifies it when it acquires one");
    lines << tr("Waiters retry after 10 to 800 ms and cannot be seen");
    if (!reading.ttl)
        lines << tr("The key has no expiry. DistributedLock always sets one: another program removed it");
    return lines;
}

std::optional<Failure> DistributedSemaphore::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (request.act == ActKind::Wake)
        return nobodyToWake(request.key, tr("its waiters retry after 10 to 800 ms"));
    if (request.act != ActKind::Acquire)
        return {};
    if (std::optional<Failure> found = distributedOwnerProblem(request))
        return found;
    if (request.part.isEmpty())
        return unsupportedAct(
            request.key, tr("how many permits this semaphore has is not in Redis; only the programs know it"),
            tr("acquire the permit with the program that uses it"));
    const std::optional<qint64> permits = decimal(request.part);
    if (!permits || *permits < 1)
        return badInput(request.key, tr("%1 is not a number of permits").arg(escapedText(request.part)));
    return {};
}

void DistributedSemaphore::planAcquire(ActDraft &draft) const
{
    if (!draft.send("distributed-semaphore-acquire",
                    {draft.owner.bytes, millisecondsText(draft.lease), draft.request.part}))
        return;
    draft.steps << tr("Drops the expired holders");
    draft.steps << tr("If fewer than %1 are left, adds %2 for %3")
                       .arg(escapedText(draft.request.part), draft.ownerText(), draft.leaseText());
    draft.steps << tr("Makes the key live at least three times as long");
    draft.warnings << tr("The programs that use it must use the same number of permits");
}

void DistributedSemaphore::planRenew(ActDraft &draft) const
{
    if (!draft.send("distributed-semaphore-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps
        << tr("If %1 holds a permit, makes it end %2 from now").arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Makes the key live at least three times as long");
}

void DistributedSemaphore::planRelease(ActDraft &draft) const
{
    if (!draft.send("distributed-semaphore-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("Removes %1 from the holders").arg(draft.ownerText());
    draft.steps << tr("Leaves all others as they are and notifies no client: waiters poll");
    warnOfRemoval(draft);
}

void DistributedSemaphore::planForceRelease(ActDraft &draft) const
{
    if (!sendComparison(draft, "distributed-semaphore-force-release"))
        return;
    draft.steps << tr("Deletes the key: all permits are free");
}

void DistributedSemaphore::planSetExpiry(ActDraft &draft) const
{
    if (!sendMeant(draft, "distributed-semaphore-set-expiry"))
        return;
    draft.steps << tr("Makes the permit end in %1, if it ends later").arg(draft.leaseText());
    draft.warnings << tr("A live holder extends it again within 9 s by default");
}

} // namespace

std::unique_ptr<Format> family_distributedsemaphore()
{
    return std::make_unique<DistributedSemaphore>();
}

} // namespace lockscope
