// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonFencedLock.java, 3.19.0 to 4.7.0. Release and force-release are those of
// the reentrant lock and keep the counter: a new counter would start at 1 and make an old holder's token look
// newer.
#include "core/formats/redisson/fencedlock.h"

#include "core/formats/planning.h"

#include <array>

namespace lockscope
{

namespace
{

constexpr std::array<Fingerprint, 2> FencedLockPrints{{
    {"49babb5a1e6a0c5f188c2ae62b93b51cdfd63e45", "Redisson", "fenced acquire, with its token",
     "3.19.0-4.7.0"},
    {"46b5551ba403d6152a7a6eca122e08728d6c8c66", "Redisson", "fenced acquire", "3.19.0-4.7.0"},
}};

// Asked before the reentrant lock, which matches the same hash without a token.
const FamilyFacts FencedLockFacts = redisson::factsOf({"fenced-lock"}, 9, FencedLockPrints);

} // namespace

FencedLock::FencedLock() : RedissonLock(FencedLockFacts) {}

QString FencedLock::title() const
{
    return tr("Fenced lock (Redisson)");
}

QString FencedLock::legend() const
{
    return tr("Redisson's reentrant lock with a counter that grows with every acquisition: the protected "
              "system can reject a client whose token is smaller than the last. If it does not check the "
              "token, a holder that lost the lock still writes.");
}

NameRole FencedLock::roleOf(QByteArrayView key) const
{
    static constexpr QByteArrayView Prefix("redisson_lock_token");
    if (const std::optional<QByteArray> subject = redissonSubject(Prefix, key))
        return {.kind = NameRole::Kind::Trace, .subject = {*subject}};
    return {};
}

std::vector<QByteArray> FencedLock::companionPatterns(QByteArrayView pattern) const
{
    return redissonPrefixedGlobs("redisson_lock_token", pattern);
}

std::vector<CompanionKey> FencedLock::companions(const KeyReading &reading) const
{
    // A counter usually outlives its lock, so a counter alone is not a lock.
    if (!hasHold(reading))
        return {};
    return {{.key = {redisson::tokenKey(reading.key.bytes)}}};
}

std::optional<Decoded> FencedLock::decode(const KeyReading &reading) const
{
    const std::optional<qint64> token = redisson::fencingToken(reading);
    if (!token && reading.ruled != kind())
        return {};
    std::optional<Decoded> decoded = decodeHold(reading);
    if (!decoded || !token)
        return decoded;
    decoded->confidence = Confidence::Certain;
    decoded->extras = std::make_shared<const LockExtras>(
        LockExtras{.fencingToken = token, .companions = {{redisson::tokenKey(reading.key.bytes)}}});
    return decoded;
}

QStringList FencedLock::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    if (!redisson::fencingToken(reading))
        return holdLines(reading);
    QStringList lines{
        tr("A hash with one field named like a Redisson owner (uuid:thread) and a count, and a token "
           "counter: Redisson's fenced lock"),
        tr("The last fencing token issued is %1; the protected system should reject smaller ones")
            .arg(*redisson::fencingToken(reading)),
        tr("The counter outlives the lock. If this name was a fenced lock only once, it is a plain one now")};
    return lines << holdLines(reading);
}

void FencedLock::planAcquire(ActDraft &draft) const
{
    draft.plan.keys = {draft.request.key.bytes, redisson::tokenKey(draft.request.key.bytes)};
    if (!draft.send("redisson-fenced-acquire", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps
        << tr("If the lock is free or already held by %1, increments the fencing token and adds one hold")
               .arg(draft.ownerText());
    tellAcquire(draft);
}

QStringList FencedLock::forceWarnings(const ActDraft &draft) const
{
    QStringList warnings = RedissonLock::forceWarnings(draft);
    warnings << tr("The token counter is kept. Late writes of the old holder are rejected only if the "
                   "protected system checks the token");
    return warnings;
}

std::unique_ptr<Format> family_fencedlock()
{
    return std::make_unique<FencedLock>();
}

} // namespace lockscope
