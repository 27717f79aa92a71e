// SPDX-License-Identifier: GPL-3.0-or-later
// "semaphore": Redisson's semaphore. A string with the number of free permits. Neither the holders nor the
// total number of permits are stored. Facts: redisson/redisson: RedissonSemaphore.java,
// pubsub/SemaphorePubSub.java, 3.5.0 to 4.7.0.
#include "core/base/bytesize.h"
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/planning.h"
#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>

#include <array>

namespace lockscope
{

namespace
{

// A larger number is probably not a semaphore, even if the name says so.
constexpr qint64 MaxGuessedPermits = 1'000'000;

std::optional<qint64> freePermits(const KeyReading &reading)
{
    if (reading.type == ValueType::None && !reading.listened.isEmpty())
        return 0; // permits were never set
    // At most 15 digits, as in the scripts.
    if (reading.type != ValueType::String || reading.size != reading.string.size() || reading.size > 15)
        return {};
    return decimal(reading.string);
}

// Adders use {name}:<32 hex>:semaphore. {map}:<22 base64>:semaphore, for a key of a map, is the
// application's.
bool isOfAnAdder(QByteArrayView key)
{
    const QByteArrayView ending = ":semaphore";
    if (!key.endsWith(ending))
        return false;
    const QByteArrayView rest = key.chopped(ending.size());
    const qsizetype colon = rest.lastIndexOf(':');
    const QByteArrayView id = rest.sliced(colon + 1);
    return colon > 0 && (isLowerHex(id, 32) || isUuid(id));
}

bool isInternal(QByteArrayView key)
{
    static constexpr QByteArrayView Queue("redisson_bqs:"), Workers(":workers-semaphore:");
    return key.startsWith(Queue) || key.indexOf(Workers) >= 0 || isOfAnAdder(key);
}

constexpr std::array<Fingerprint, 3> SemaphorePrints{{
    {"c7dc9d189c1715465a31a06ddbc008585e0c20be", "Redisson", "semaphore acquire", "3.5.0-4.7.0"},
    {"6ef996845b2b97db21c5bc1ed04b8eae2babe56f", "Redisson", "semaphore release", "3.5.0-3.21.3"},
    {"ae27582488dd01f4e238cc0733a12146d410eb44", "Redisson", "semaphore release", "3.22.0-4.7.0"},
}};

const FamilyFacts SemaphoreFacts{
    .kind = {"semaphore"},
    .nature = Nature::Semaphore,
    .rank = 30,
    .libraries = {"Redisson"},
    .patterns = {"*[Ss][Ee][Mm][Aa][Pp][Hh][Oo][Rr][Ee]*"},
    .fingerprints = SemaphorePrints,
};

} // namespace

class Semaphore final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::Semaphore)
public:
    Semaphore() : PlannedFamily(SemaphoreFacts) {}

    QString title() const override { return tr("Semaphore (Redisson)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return {}; } // holders are not stored

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray channelPattern() const override { return QByteArrayLiteral("redisson_sc:*"); }
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;

private:
    std::optional<Confidence> confidenceOf(const KeyReading &reading) const;
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
};

QString Semaphore::legend() const
{
    return tr("A number of free permits: acquiring one counts it down, releasing one counts it up and "
              "notifies the waiters. No holder is recorded, so if a holder dies, its permit is lost until "
              "another client releases it.");
}

// Redisson's queues, adders and executors use semaphores internally. Returning a permit there breaks them.
NameRole Semaphore::roleOf(QByteArrayView key) const
{
    if (isInternal(key))
        return {.kind = NameRole::Kind::Noise};
    return {};
}

bool Semaphore::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && hasSemaphoreWord(sight.key);
}

std::optional<Confidence> Semaphore::confidenceOf(const KeyReading &reading) const
{
    const std::optional<qint64> free = freePermits(reading);
    if (!free || isInternal(reading.key.bytes))
        return {};
    if (reading.ruled == kind())
        return Confidence::Certain;
    if (!reading.listened.isEmpty()) {
        if (reading.listened == wakeChannel(reading.key)) // which any program may listen to
            return reading.type == ValueType::None ? Confidence::Likely : Confidence::Certain;
        return {}; // it has waiters, but on another kind's channel
    }
    if (hasSemaphoreWord(reading.key.bytes) && *free >= 0 && *free <= MaxGuessedPermits)
        return Confidence::Guess;
    return {};
}

std::optional<Decoded> Semaphore::decode(const KeyReading &reading) const
{
    static const std::vector<LockKind> alternatives{LockKind{"permit-semaphore"}};
    const std::optional<Confidence> confidence = confidenceOf(reading);
    if (!confidence)
        return {};
    auto extras = std::make_shared<LockExtras>();
    // Negative if the application withdrew permits that were in use (Redisson: reducePermits).
    extras->permits = Permits{.available = *freePermits(reading)};
    extras->alternatives = &alternatives;
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = *confidence};
    decoded.extras = std::move(extras);
    decoded.lasting = true;
    return decoded;
}

QStringList Semaphore::explain(const KeyReading &reading) const
{
    const std::optional<Confidence> confidence = confidenceOf(reading);
    if (!confidence)
        return {};
    QStringList lines;
    if (reading.type == ValueType::None) {
        lines << tr("A client waits on %1, the channel of Redisson's semaphores")
                     .arg(escapedText(reading.listened));
        lines << tr("The key does not exist: its permits were never set, or it was deleted. No client gets "
                    "one until they are set");
        return lines << tr("A permit-expirable semaphore uses the same channel");
    }
    if (reading.ruled == kind())
        lines << tr("A whole number, as stored by Redisson's semaphore");
    else if (*confidence == Confidence::Certain)
        lines << tr("A whole number, and a client waits on %1: Redisson's semaphore")
                     .arg(escapedText(reading.listened));
    else
        lines << tr("A whole number under a name that suggests a semaphore: only a waiter on its channel "
                    "could prove it");
    lines << counted(std::max<qint64>(0, *freePermits(reading)),
                     [](int n) { return tr("%n permit(s) available", nullptr, n); });
    lines << tr("Neither the holders nor the total number of permits are stored");
    lines << tr("A permit-expirable semaphore looks the same while none of its permits is held");
    return lines;
}

std::optional<QByteArray> Semaphore::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_sc", key.bytes);
}

std::optional<LockName> Semaphore::subjectOfChannel(QByteArrayView channel) const
{
    std::optional<QByteArray> name = redissonSubject("redisson_sc", channel);
    if (!name || isInternal(*name))
        return {};
    return LockName{std::move(*name)};
}

std::optional<Failure> Semaphore::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = ownerlessRequestProblem(request))
        return found;
    switch (request.act) {
    case ActKind::Acquire:
        if (request.lease)
            return badInput(request.key, tr("a permit of a plain semaphore has no expiry"),
                            tr("omit the lease"));
        if (!request.owner.isEmpty() && !request.ownerIsNew)
            return badInput(request.key, tr("a semaphore records no holders, so it cannot have this owner"),
                            tr("omit the owner"));
        return {};
    case ActKind::ForceRelease:
        if (request.expectedOwner && !request.expectedOwner->isEmpty())
            return badInput(request.key, tr("a semaphore records no holder that could be compared"),
                            tr("allow any owner"));
        return {};
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a permit of a plain semaphore has no expiry"),
                              tr("no renewal is needed"));
    case ActKind::SetExpiry:
        return unsupportedAct(request.key,
                              tr("the semaphore itself would expire: its permits would be gone, and its "
                                 "waiters would never be notified"),
                              tr("release the lost permits one by one"));
    case ActKind::RemoveShare:
        return unsupportedAct(request.key, tr("a plain semaphore records no holders, so none can be removed"),
                              tr("use release to return one permit"));
    default:
        return {};
    }
}

void Semaphore::planAcquire(ActDraft &draft) const
{
    if (!draft.send("semaphore-acquire", {"1"}))
        return;
    draft.steps << tr("If a permit is free, acquires it: decrements the number");
    draft.steps << tr(
        "If none is free, changes nothing; if the permits were never set, there is none to acquire");
    if (draft.request.wait > milliseconds(0))
        draft.steps << tr("Retries at each message on %1, for at most %2")
                           .arg(escapedText(*wakeChannel(draft.request.key)),
                                humanDuration(draft.request.wait));
    draft.warnings << tr("The holder of the permit is not recorded, and it does not return by itself");
}

void Semaphore::planRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("semaphore-release", {"1", channel}))
        return;
    draft.steps << tr("Increments the number");
    draft.steps << tr("Publishes the new number of free permits on %1, so that waiters retry")
                       .arg(escapedText(channel));
    draft.warnings << tr("A semaphore cannot check which client releases: a permit too many stays");
}

void Semaphore::planForceRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    const std::optional<qint64> expected = shownNumber(draft.request);
    if (!draft.send("semaphore-force-release",
                    {expected ? "value" : "any", expected ? QByteArray::number(*expected) : QByteArray(), "1",
                     channel}))
        return;
    if (expected)
        draft.steps << tr("Continues only if %1 permits are free, as shown").arg(*expected);
    draft.steps << tr("Releases one permit in place of its holder");
    draft.steps << tr("Publishes the new number of free permits on %1, so that waiters retry")
                       .arg(escapedText(channel));
    draft.warnings << tr(
        "This cannot be made safe: the holder of a permit is not recorded. If it is alive, it releases the "
        "permit again, and the semaphore has one permit too many from then on");
    draft.warnings << tr("The old holder's code keeps running and is not notified");
    draft.warnings << tr("If it is a permit-expirable semaphore with no permit held, it gets one too many");
}

void Semaphore::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("semaphore-wake", {channel}))
        return;
    draft.steps << tr("If permits are free, publishes their number on %1: as many waiters retry")
                       .arg(escapedText(channel));
    draft.steps << tr("If none is free, publishes nothing; changes nothing in either case");
}

std::unique_ptr<Format> family_semaphore()
{
    return std::make_unique<Semaphore>();
}

} // namespace lockscope
