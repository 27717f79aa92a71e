// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: the pattern of the Redis documentation and the libraries named in tokenlibraries.cpp.
#include "core/formats/strings/tokenlock.h"

#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/strings/pythonsignals.h"
#include "core/formats/strings/springnames.h"
#include "core/formats/strings/stringowner.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"
#include "core/formats/strings/tokenlibraries.h"

#include <QUuid>

namespace lockscope
{

namespace
{

// None: not a token lock. A known token needs no expiry, because redis-py and python-redis-lock set none by
// default. Without an expiry, an unknown value looks like any stored string.
std::optional<Confidence> tokenConfidence(const StringValue &value, const KeyReading &reading)
{
    if (isRuled(reading, "token-lock"))
        return Confidence::Certain;
    if (value.sort == ValueSort::Token || (value.sort == ValueSort::Opaque && reading.ttl)) {
        if (const std::optional<Confidence> named = namedConfidence(value, reading))
            return named;
    }
    if (value.sort != ValueSort::Token || !reading.ttl)
        return {};
    const QByteArray &key = reading.key.bytes;
    if (value.tellsAlone || (isLaravelCacheName(key) && reading.string.size() == 16))
        return Confidence::Likely;
    if (isSentryLock(reading))
        return Confidence::Guess;
    return {};
}

// Other kinds that the value fits under this name; null: none.
std::shared_ptr<const LockExtras> othersAsWell(const KeyReading &reading, const StringValue &value)
{
    static const std::vector<LockKind> springs{{"spring-lock"}};
    static const std::vector<LockKind> pythons{{"python-redis-lock"}};
    static const auto spring = std::make_shared<const LockExtras>(LockExtras{.alternatives = &springs});
    static const auto python = std::make_shared<const LockExtras>(LockExtras{.alternatives = &pythons});
    if (mayBeSpringLock(reading.key.bytes, reading.string))
        return spring;
    return mayBePythonLock(reading.key, value) ? python : nullptr;
}

// The libraries of the lock as seen, else those that the owner's format suggests.
const std::vector<std::string_view> &librariesOf(const OwnerId &owner, const ActRequest &request,
                                                 const Lock *seen)
{
    if (seen && seen->libraries && seen->owner() == owner)
        return *seen->libraries;
    return *stringValue({.key = request.key,
                         .type = ValueType::String,
                         .size = owner.bytes.size(),
                         .string = owner.bytes,
                         .wallAt = {}})
                .libraries;
}

const FamilyFacts TokenLockFacts{
    .kind = {"token-lock"},
    .rank = 90,
    .libraries = tokenLibraries(),
    .patterns = {"*[Ll][Oo][Cc][Kk]*", "*[Mm][Uu][Tt][Ee][Xx]*", "redlock:*", "*framework/schedule-*",
                 "*laravel_unique_job:*", "*laravel-queue-overlap:*", "*[Ll][Cc][Kk]*",
                 "gitlab:exclusive_lease:*", "activejob_uniqueness:*", "qo_*", "l:*"},
    .lease = std::chrono::seconds(30),
    // Few libraries renew automatically; those that do usually renew after a third of the lease.
    .renewal = {1, 3},
    .fingerprints = tokenFingerprints(),
};

} // namespace

TokenLock::TokenLock() : Family(TokenLockFacts) {}

QString TokenLock::title() const
{
    return tr("Token lock");
}

QString TokenLock::legend() const
{
    return tr("A string that only one client can create, with a random token as its value and an expiry; "
              "only a client that knows the token may delete it. If the work outlasts the expiry, the next "
              "client enters while the first still works.");
}

// Noise that belongs to no family.
NameRole TokenLock::roleOf(QByteArrayView key) const
{
    static constexpr QByteArrayView Counter("nextid:"); // pottery
    const bool noise = key.startsWith(Counter);
    if (noise)
        return {.kind = NameRole::Kind::Noise};
    return {};
}

OwnerParts TokenLock::ownerParts(const OwnerId &id) const
{
    return opaqueParts(id.bytes);
}

OwnerId TokenLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces)};
}

bool TokenLock::mayBe(const KeySight &sight) const
{
    if (sight.type != ValueType::String)
        return false;
    // Under other names only redis-py's token is recognised, 32 hex digits, and Laravel's.
    if (isLockName(sight.key))
        return true;
    const bool mayBeLaravel = sight.size.value_or(16) == 16 && isLaravelCacheName(sight.key);
    return sight.ttl && (sight.size.value_or(32) == 32 || mayBeLaravel);
}

std::optional<Decoded> TokenLock::decode(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    const std::optional<Confidence> confidence = tokenConfidence(value, reading);
    if (!confidence)
        return {};
    Decoded decoded = decodedString(reading, kind(), *value.libraries, *confidence);
    decoded.extras = othersAsWell(reading, value);
    return decoded;
}

QStringList TokenLock::explain(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    if (!tokenConfidence(value, reading))
        return {};
    QStringList lines;
    if (reading.ruled != kind())
        lines << (isLockName(reading.key.bytes) ? tr("A short string under a name that suggests a lock")
                  : isSentryLock(reading)
                      ? tr("A random token with an expiry, under a name as Sentry gives its locks")
                      : tr("The name does not suggest a lock, but the value makes it almost certain"));
    if (value.shape)
        lines << tr("The value is %1").arg(stringValueText(value.shape));
    lines << explainOwner(reading);
    lines << (reading.ttl ? tr("It expires by itself unless the owner extends it")
                          : tr("It has no expiry: a token lock without one stays forever if its owner dies"));
    lines << (mayBePythonLock(reading.key, reading.string)
                  ? pythonWaitersLine(reading.key)
                  : tr("Clients that wait for it, if any, poll and cannot be seen"));
    if (value.libraries->empty())
        lines << tr("No known library writes such a value: the application chose it, as StackExchange.Redis "
                    "and others allow");
    if (mayBeSpringLock(reading.key.bytes, reading.string))
        lines << tr(
            "It may also be a lock of Spring Integration's registry: actions on it also notify its waiters");
    return lines;
}

// As a value it would be taken for data, and the lock would be shown nowhere.
static bool isUnrecognisable(const ActRequest &request)
{
    const OwnerId &owner = request.owner;
    const KeyReading reading{.key = request.key,
                             .type = ValueType::String,
                             .size = owner.bytes.size(),
                             .string = owner.bytes,
                             .wallAt = {}};
    return request.act == ActKind::Acquire && owner.bytes.size() > MaxTextBytes &&
           stringValue(reading).sort == ValueSort::Data;
}

Outcome<ActPlan> TokenLock::plan(const ActRequest &request, const Lock *seen) const
{
    const bool ends = request.act == ActKind::Release || request.act == ActKind::ForceRelease;
    const OwnerId owner = endedOwner(request, seen);
    const bool spring = ends && mayBeSpringLock(request.key.bytes, owner.bytes);
    const bool python = ends && mayBePythonLock(request.key, owner.bytes);
    Outcome<ActPlan> outcome = planString(*this, request, seen,
                                          spring   ? springActs(request, SpringDuty::May)
                                          : python ? pythonMayActs(request.key)
                                                   : StringActs());
    if (outcome && isUnrecognisable(request))
        return badInput(request.key, tr("a token lock with this owner would not be recognised as a lock"),
                        tr("use at most %1 bytes, or %2 with spaces").arg(MaxOpaqueBytes).arg(MaxTextBytes));
    if (outcome && ends && request.withTexts)
        outcome->warnings << tokenEndWarnings(librariesOf(owner, request, seen), request.key.bytes);
    if (outcome && python && request.withTexts)
        outcome->warnings << pythonWakeAdvice(request.key);
    return outcome;
}

std::unique_ptr<Format> family_tokenlock()
{
    return std::make_unique<TokenLock>();
}

} // namespace lockscope
