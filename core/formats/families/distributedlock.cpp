// SPDX-License-Identifier: GPL-3.0-or-later
// "distributed-lock": the mutex of DistributedLock.Redis, one string whose value is the owner's id. It is
// acquired with SET NX PX, extended every 3/10 of its expiry, and released by compare-and-delete. Facts:
// madelson/DistributedLock: src/DistributedLock.Redis/Primitives/RedisMutexPrimitive.cs,
// RedLock/RedLockHelper.cs, 2.8.1.
#include "core/formats/distributedid.h"
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>

namespace lockscope
{

namespace
{

const FamilyFacts DistributedMutexFacts{
    .kind = {"distributed-lock"},
    .rank = 10,
    .libraries = {"DistributedLock"},
    .lease = std::chrono::seconds(30),
    .renewal = {3, 10},
    .renewer = Renewer::Library,
};

class DistributedMutex final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::DistributedMutex)
public:
    DistributedMutex() : Family(DistributedMutexFacts) {}

    QString title() const override { return tr("Mutex (DistributedLock)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return makeDistributedId(); }
    OwnerParts ownerParts(const OwnerId &id) const override { return distributedParts(id.bytes); }

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;
};

QString DistributedMutex::legend() const
{
    return tr("A string whose value names the owner's machine and process, with an expiry of 30 s that the "
              "library extends every 9 s. If the process dies, the lock expires; a holder that lost it is "
              "notified by its lost token within 9 s, if it listens.");
}

bool DistributedMutex::mayBe(const KeySight &sight) const
{
    constexpr qint64 shortest = 36; // m_1_ and 32 digits
    const bool fits = !sight.size || (*sight.size >= shortest && *sight.size <= MaxLockStringBytes);
    return sight.type == ValueType::String && fits && (sight.ttl || isLockName(sight.key));
}

std::optional<Decoded> DistributedMutex::decode(const KeyReading &reading) const
{
    const bool whole = reading.type == ValueType::String && reading.size == reading.string.size();
    // The writer of a read-write lock has the same value.
    if (!whole || reading.key.bytes.endsWith(".writer") || !isDistributedHolder(reading.string))
        return {};
    if (!reading.ttl && !isLockName(reading.key.bytes))
        return {};
    return decodedString(reading, kind(), libraries(),
                         reading.ttl ? Confidence::Certain : Confidence::Likely);
}

QStringList DistributedMutex::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    QStringList lines{tr("The value is an id as created by DistributedLock: machine, process and a random "
                         "part, new for each acquisition"),
                      distributedIdText(*distributedId(reading.string)),
                      tr("Its waiters retry after 10 to 800 ms and cannot be seen")};
    if (!reading.ttl)
        lines << tr("It has no expiry. DistributedLock always sets one: another program removed it");
    return lines;
}

Outcome<ActPlan> DistributedMutex::plan(const ActRequest &request, const Lock *seen) const
{
    if (std::optional<Failure> found = distributedOwnerProblem(request))
        return *found;
    return planString(*this, request, seen);
}

} // namespace

std::unique_ptr<Format> family_distributedlock()
{
    return std::make_unique<DistributedMutex>();
}

} // namespace lockscope
