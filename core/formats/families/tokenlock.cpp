// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: the pattern of the Redis documentation and the libraries named in stringvalue.cpp.
#include "core/formats/families/tokenlock.h"

#include "core/formats/stringplan.h"
#include "core/formats/stringvalue.h"

#include <QUuid>

namespace lockscope
{

namespace
{

// Nothing: no token lock. A known token without an expiry is one too: redis-py and python-redis-lock set none
// unless told to. An unknown value needs the expiry, else it says no more than any stored string.
std::optional<Confidence> confidenceOf(const StringValue &value, const KeyReading &reading)
{
    if (isRuled(reading, "token-lock"))
        return Confidence::Certain;
    const bool named = isLockName(reading.key.bytes);
    if (value.sort == ValueSort::Token) {
        if (named)
            return value.certainWithName ? Confidence::Certain : Confidence::Likely;
        if (value.tellsAlone && reading.ttl)
            return Confidence::Likely;
        return {};
    }
    if (value.sort == ValueSort::Opaque && named && reading.ttl)
        return Confidence::Likely;
    return {};
}

} // namespace

QString TokenLock::title() const
{
    return tr("Token lock");
}

QString TokenLock::legend() const
{
    return tr("One string that only one client can create, with a random token as its value and an expiry; "
              "only who knows the token may delete it. If the work outlasts the expiry, the next client gets "
              "in while the first still works.");
}

// Of no family in particular.
NameRole TokenLock::roleOf(QByteArrayView key) const
{
    const bool noise = key.startsWith("nextid:"); // pottery
    if (noise)
        return {.kind = NameRole::Kind::Noise};
    return {};
}

const std::vector<std::string_view> &TokenLock::libraries() const
{
    static const std::vector<std::string_view> libraries{
        "redis-py", "redsync",     "RedLock.net",     "node-redlock",       "redlock-rb",
        "pottery",  "Laravel",     "redis-plus-plus", "Spring Integration", "bsm/redislock",
        "rslock",   "rueidislock", "ShedLock",        "Hangfire",           "Dapr",
        "Celery",   "redbeat",     "django-redis"};
    return libraries;
}

std::vector<QByteArray> TokenLock::patterns() const
{
    return {QByteArrayLiteral("*[Ll][Oo][Cc][Kk]*"),
            QByteArrayLiteral("*[Mm][Uu][Tt][Ee][Xx]*"),
            QByteArrayLiteral("redlock:*"),
            QByteArrayLiteral("*framework/schedule-*"),
            QByteArrayLiteral("*laravel_unique_job:*"),
            QByteArrayLiteral("*laravel-queue-overlap:*"),
            QByteArrayLiteral("*[Ll][Cc][Kk]*")};
}

OwnerId TokenLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces)};
}

bool TokenLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && (sight.ttl || isLockName(sight.key));
}

std::optional<Decoded> TokenLock::decode(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    const std::optional<Confidence> confidence = confidenceOf(value, reading);
    if (!confidence)
        return {};
    return decodedString(reading, kind(), *value.libraries, *confidence);
}

QStringList TokenLock::explain(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    if (!confidenceOf(value, reading))
        return {};
    QStringList lines;
    if (reading.ruled != kind())
        lines << (isLockName(reading.key.bytes)
                      ? tr("A short string under a name that says lock")
                      : tr("The name does not say lock, but the value is near certain"));
    if (value.shape)
        lines << tr("The value is %1").arg(stringValueText(value.shape));
    lines << explainOwner(reading);
    lines << (reading.ttl
                  ? tr("It expires by itself unless the owner extends it")
                  : tr("It has no expiry: a token lock without one stays for ever if its owner dies"));
    lines << tr("Who waits for it asks again and again; that cannot be seen from here");
    if (value.caution)
        lines << stringValueText(value.caution);
    return lines;
}

Outcome<ActPlan> TokenLock::plan(const ActRequest &request, const Lock *seen) const
{
    Outcome<ActPlan> outcome = planString(*this, request, seen);
    const bool ends = request.act == ActKind::Release || request.act == ActKind::ForceRelease;
    if (!outcome || !ends)
        return outcome;
    const OwnerId owner =
        request.act == ActKind::Release ? request.owner : request.expectedOwner.value_or(OwnerId());
    const OwnerId shown = owner.isEmpty() && seen ? seen->owner() : owner;
    const StringValue value = stringValue({.key = request.key,
                                           .type = ValueType::String,
                                           .size = shown.bytes.size(),
                                           .string = shown.bytes,
                                           .wallAt = {}});
    if (value.caution)
        outcome->warnings << stringValueText(value.caution);
    return outcome;
}

std::unique_ptr<Format> family_tokenlock()
{
    return std::make_unique<TokenLock>();
}

} // namespace lockscope
