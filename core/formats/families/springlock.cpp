// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: spring-projects/spring-integration: .../redis/util/RedisLockRegistry.java, 7.x; 6.4.4 as it runs.
//   registryKey:path  string: the UUID of the registry object, the same for all its locks; 60 s by default.
//                     Re-entry is counted only inside the process. Released by UNLINK; pub/sub mode adds
//                     PUBLISH registryKey-channel:registryKey:path with the lock's key as message; 6.4
//                     publishes it on registryKey-channel.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/springnames.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>
#include <QUuid>

namespace lockscope
{

namespace
{

// Many home-made locks also have a UUID under a name with a colon. Only a name that mentions a registry is
// taken for one; the others are token locks that list this kind as an alternative.
bool namesARegistry(QByteArrayView key)
{
    const QByteArrayView first = key.first(std::max<qsizetype>(0, key.indexOf(':')));
    return containsIgnoringCase(first, "registry") || containsIgnoringCase(first, "spring");
}

const FamilyFacts SpringLockFacts{
    .kind = {"spring-lock"},
    .rank = 50,
    .libraries = {"Spring Integration"},
    .patterns = {"*[Rr][Ee][Gg][Ii][Ss][Tt][Rr][Yy]*:*", "*[Ss][Pp][Rr][Ii][Nn][Gg]*[Ll][Oo][Cc][Kk]*:*"},
    .lease = std::chrono::minutes(1),
    .renewal = {1, 3},
    .renewer = Renewer::Either,
};

class SpringLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::SpringLock)
public:
    SpringLock() : Family(SpringLockFacts) {}

    QString title() const override { return tr("Registry lock (Spring Integration)"); }
    QString legend() const override
    {
        return tr("A string whose value is the UUID of the application's lock registry, the same in all its "
                  "locks; waiters retry every 100 ms, or listen to a channel. If the work outlasts the "
                  "expiry, another application enters, and the first one learns of it only when it unlocks.");
    }
    OwnerId makeOwner() const override { return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces)}; }
    bool mayShareChannel() const override { return true; }
    OwnerParts ownerParts(const OwnerId &id) const override { return uuidClientParts(id.bytes); }

    bool mayBe(const KeySight &sight) const override
    {
        return sight.type == ValueType::String && namesARegistry(sight.key);
    }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    ActPlan planWake(const ActRequest &request) const;
};

bool isSpringLock(const KeyReading &reading)
{
    if (isRuled(reading, "spring-lock"))
        return isUuid(reading.string) && !springChannels(reading.key.bytes).empty();
    // Spring's sessions and caches also contain UUIDs, but no word for lock in their names.
    return reading.type == ValueType::String && namesARegistry(reading.key.bytes) &&
           hasLockWord(reading.key.bytes) && mayBeSpringLock(reading.key.bytes, reading.string);
}

std::optional<Decoded> SpringLock::decode(const KeyReading &reading) const
{
    static const std::vector<LockKind> others{{"token-lock"}};
    static const auto extras = [] {
        auto made = std::make_shared<LockExtras>();
        made->alternatives = &others;
        return std::shared_ptr<const LockExtras>(std::move(made));
    }();
    if (!isSpringLock(reading))
        return {};
    Decoded decoded =
        decodedString(reading, kind(), libraries(), reading.ttl ? Confidence::Likely : Confidence::Guess);
    decoded.extras = extras;
    return decoded;
}

QStringList SpringLock::explain(const KeyReading &reading) const
{
    if (!isSpringLock(reading))
        return {};
    QStringList lines;
    lines << tr("A UUID under a name like registry:path: a lock of Spring Integration's RedisLockRegistry");
    lines << tr("All locks with this value belong to one registry object, usually one process. The value "
                "stays the same for every acquisition");
    lines << tr("Re-entry is counted inside the process: Redis does not know the hold count");
    lines << (reading.ttl ? tr("It expires by itself unless the registry renews it")
                          : tr("It has no expiry, which the registry always sets"));
    lines << tr("Waiters retry every 100 ms or, in pub/sub mode, listen by pattern: their number is unknown");
    lines << tr(
        "RedLock.net, redlock-rb and home-made locks use UUIDs too; they are released by the same steps");
    return lines;
}

ActPlan SpringLock::planWake(const ActRequest &request) const
{
    ActPlan plan{.act = request.act, .key = request.key, .kind = kind(), .keys = {request.key.bytes}};
    plan.script = "spring-wake";
    plan.channels = springChannels(request.key.bytes);
    plan.args = {request.key.bytes};
    plan.args.insert(plan.args.end(), plan.channels.begin(), plan.channels.end());
    if (!request.withTexts)
        return plan;
    plan.steps << tr("Publishes the lock's name on each channel that may be its own: %n", nullptr,
                     int(plan.channels.size()));
    plan.steps << tr("Leaves the lock as it is: a waiter retries");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr("Only waiters in pub/sub mode receive it; the others retry every 100 ms");
    return plan;
}

Outcome<ActPlan> SpringLock::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    if (springChannels(request.key.bytes).empty())
        return badInput(request.key, tr("a registry names its locks registryKey:path"),
                        tr("name it, for example, locks:%1").arg(escapedText(request.key.bytes)));
    if (request.act == ActKind::Wake)
        return planWake(request);
    Outcome<ActPlan> outcome = planString(*this, request, seen, springActs(request, SpringDuty::Must));
    if (!outcome || !request.withTexts ||
        (request.act != ActKind::ForceRelease && request.act != ActKind::Release))
        return outcome;
    outcome->warnings << tr("The value belongs to the registry: if the same process acquired the lock again "
                            "meanwhile, the comparison cannot tell");
    return outcome;
}

} // namespace

std::unique_ptr<Format> family_springlock()
{
    return std::make_unique<SpringLock>();
}

} // namespace lockscope
