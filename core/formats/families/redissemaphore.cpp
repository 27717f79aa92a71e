// SPDX-License-Identifier: GPL-3.0-or-later
// "redis-semaphore": the semaphore of the Ruby gem of that name. SEMAPHORE:n:GRABBED, a hash: token -> time
// of the acquire; SEMAPHORE:n:AVAILABLE, a list of the free tokens, on which waiters sleep in BLPOP;
// SEMAPHORE:n:EXISTS and SEMAPHORE:n:VERSION, strings "1". A token moves between list and hash in two steps;
// a client that dies in between loses it for good. There is no expiry unless the application asks for one.
// SEMAPHORE:n:release_locks guards the stale check. Names under redis-namespace have another prefix and are
// not recognised. Facts: dv/redis-semaphore: lib/redis/semaphore.rb, 0.3.1.
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRandomGenerator>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr QByteArrayView KeyPrefix("SEMAPHORE:");
constexpr QByteArrayView Grabbed(":GRABBED");
constexpr QByteArrayView Available(":AVAILABLE");
constexpr QByteArrayView Exists(":EXISTS");

// "SEMAPHORE:n"; empty: not a key of this kind.
QByteArrayView stemBefore(QByteArrayView ending, QByteArrayView key)
{
    const bool ours =
        key.startsWith(KeyPrefix) && key.endsWith(ending) && key.size() > KeyPrefix.size() + ending.size();
    return ours ? key.chopped(ending.size()) : QByteArrayView();
}

LockName keyOf(QByteArrayView stem, QByteArrayView ending)
{
    return {stem.toByteArray() + ending.toByteArray()};
}

// The held tokens. Empty: all are free or lost. None: not of this kind.
std::optional<std::vector<std::pair<QByteArray, QByteArray>>> tokensIn(const KeyReading &reading)
{
    const QByteArrayView stem = stemBefore(Grabbed, reading.key.bytes);
    if (stem.isEmpty())
        return {};
    if (reading.type == ValueType::None) {
        const KeyReading *exists = reading.companion(keyOf(stem, Exists).bytes);
        const KeyReading *available = reading.companion(keyOf(stem, Available).bytes);
        const bool ours = (exists && exists->type == ValueType::String) ||
                          (available && available->type == ValueType::List);
        if (!ours)
            return {};
        return std::vector<std::pair<QByteArray, QByteArray>>();
    }
    const bool whole = reading.type == ValueType::Hash && reading.size == qint64(reading.fields.size());
    const bool fits = std::all_of(reading.fields.begin(), reading.fields.end(), [](const auto &field) {
        return isEpochTime(field.second) && !field.first.isEmpty() && field.first.size() <= 64;
    });
    if (!whole || !fits || reading.fields.empty())
        return {};
    return reading.fields;
}

// The gem numbers tokens from 0. A "1" is no proof: the gem also returns it when no token is named.
qint64 fewestTokens(const std::vector<std::pair<QByteArray, QByteArray>> &held, const KeyReading *available)
{
    constexpr qint64 MostNumbered = 100'000;
    qint64 fewest = 1; // a semaphore has at least one token
    const auto learn = [&fewest](const QByteArray &token) {
        const std::optional<qint64> index = decimal(token);
        if (index && *index > 1 && *index < MostNumbered)
            fewest = std::max(fewest, *index + 1);
    };
    for (const auto &[token, time] : held)
        learn(token);
    if (available) {
        for (const Member &member : available->members)
            learn(member.bytes);
    }
    return fewest;
}

const FamilyFacts RedisSemaphoreFacts{
    .kind = {"redis-semaphore"},
    .nature = Nature::Semaphore,
    .rank = 30,
    .libraries = {"redis-semaphore"},
    .patterns = {"SEMAPHORE:*"},
    .waiting = WaitMode::Sleep,
};

class RedisSemaphore final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RedisSemaphore)
public:
    RedisSemaphore() : PlannedFamily(RedisSemaphoreFacts) {}

    QString title() const override { return tr("Semaphore (redis-semaphore)"); }
    QString legend() const override;
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override { return opaqueParts(id.bytes); }

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return true; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    QString notice() const;
};

QString RedisSemaphore::legend() const
{
    return tr("Tokens are kept in a list; a client moves one into a hash, with the time, and returns it at "
              "the end. Nothing expires: a client that dies keeps its token, or loses it between list and "
              "hash, until another client returns it.");
}

// In the format in which the gem generates tokens.
OwnerId RedisSemaphore::makeOwner() const
{
    const double drawn = QRandomGenerator::system()->generateDouble();
    return {QByteArray::number(drawn, 'f', 16)};
}

NameRole RedisSemaphore::roleOf(QByteArrayView key) const
{
    if (!key.startsWith(KeyPrefix))
        return {};
    if (const QByteArrayView stem = stemBefore(Available, key); !stem.isEmpty())
        return {.kind = NameRole::Kind::Companion, .subject = keyOf(stem, Grabbed)};
    if (const QByteArrayView stem = stemBefore(Exists, key); !stem.isEmpty())
        return {.kind = NameRole::Kind::Trace, .subject = keyOf(stem, Grabbed)};
    for (const char *ending : {":VERSION", ":release_locks"}) {
        if (!stemBefore(QByteArrayView(ending), key).isEmpty())
            return {.kind = NameRole::Kind::Noise};
    }
    return {};
}

bool RedisSemaphore::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::Hash && !stemBefore(Grabbed, sight.key).isEmpty();
}

std::vector<CompanionKey> RedisSemaphore::companions(const KeyReading &reading) const
{
    const QByteArrayView stem = stemBefore(Grabbed, reading.key.bytes);
    const bool may = reading.type == ValueType::None || tokensIn(reading);
    if (stem.isEmpty() || !may)
        return {};
    return {{.key = keyOf(stem, Available), .essential = true}, {.key = keyOf(stem, Exists)}};
}

std::optional<Decoded> RedisSemaphore::decode(const KeyReading &reading) const
{
    const auto tokens = tokensIn(reading);
    if (!tokens)
        return {};
    Decoded decoded{
        .kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain, .lasting = true};
    const QByteArrayView stem = stemBefore(Grabbed, reading.key.bytes);
    LockExtras extras;
    for (const QByteArrayView ending : {Available, Exists}) {
        if (const LockName name = keyOf(stem, ending); reading.companion(name.bytes))
            extras.companions.push_back(name);
    }
    Permits permits{.held = qint64(tokens->size())};
    const bool asked = reading.companionsRead || !extras.companions.empty();
    const LockName list = keyOf(stem, Available);
    const bool isRefused = std::ranges::any_of(reading.companions, [&list](const KeyReading &one) {
        return one.key == list && one.size == RefusedSize;
    });
    const KeyReading *available = reading.companion(list.bytes);
    if (available)
        permits.available = available->type == ValueType::List ? available->size : 0;
    else if (asked && !isRefused)
        permits.available = 0; // an empty list has no key
    if (permits.available)
        permits.total = *permits.held + *permits.available;
    // Without the exists key, the gem creates all tokens again.
    if (permits.available && reading.companion(keyOf(stem, Exists).bytes))
        permits.total = std::max(*permits.total, fewestTokens(*tokens, available));
    extras.permits = permits;
    for (const auto &[token, time] : *tokens) {
        Holder holder{.id = {token}, .mode = HoldMode::Permit};
        if (reading.ttl)
            holder.expiresAt = reading.readAt + *reading.ttl;
        decoded.holders.append(holder);
    }
    decoded.extras = std::make_shared<LockExtras>(std::move(extras));
    return decoded;
}

QStringList RedisSemaphore::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    QStringList lines{
        tr("Keys named SEMAPHORE:…:GRABBED and :AVAILABLE, as created by the Ruby gem redis-semaphore")};
    for (const auto &[token, time] : reading.fields)
        lines << tr("Token %1 was acquired at %2")
                     .arg(escapedText(token), QDateTime::fromMSecsSinceEpoch(qint64(time.toDouble() * 1000))
                                                  .toUTC()
                                                  .toString(Qt::ISODateWithMs));
    if (!reading.fields.empty())
        lines << tr("A token identifies neither machine nor process, and goes to another client next time");
    const Permits permits = decoded->extras->permits.value_or(Permits());
    if (permits.held == 0 && permits.available == 0)
        lines << tr("No token is left, free or held: clients that died between list and hash lost them");
    if (!reading.ttl && !reading.fields.empty())
        lines << tr("It has no expiry: a client that died keeps its token");
    lines << tr("Waiters block in BLPOP on the list of free tokens and cannot be seen");
    return lines;
}

std::vector<QByteArray> RedisSemaphore::keysOf(const LockName &key) const
{
    const QByteArrayView stem = stemBefore(Grabbed, key.bytes);
    return {key.bytes, keyOf(stem, Available).bytes, keyOf(stem, Exists).bytes};
}

std::optional<Failure> RedisSemaphore::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (stemBefore(Grabbed, request.key.bytes).isEmpty())
        return badInput(request.key,
                        tr("a semaphore of this kind is identified by its key SEMAPHORE:name:GRABBED"),
                        tr("use that name"));
    switch (request.act) {
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a permit of this kind is never renewed: it does not expire"),
                              tr("release it when it is no longer needed"));
    case ActKind::SetExpiry:
        return unsupportedAct(
            request.key, tr("an expiry would delete the tokens with the key: the semaphore would lose them"),
            tr("return the token with remove-share or force-release"));
    case ActKind::Wake:
        return nobodyToWake(request.key, tr("its waiters block on the list of free tokens"));
    default:
        return {};
    }
}

void RedisSemaphore::planAcquire(ActDraft &draft) const
{
    if (!draft.send("redissemaphore-acquire", {draft.owner.bytes}))
        return;
    draft.steps << tr("Removes a free token from the list, %1 itself if it is there").arg(draft.ownerText());
    draft.steps << tr("Writes %1 into the hash with the server's time: from now on, the token has that name")
                       .arg(draft.ownerText());
    draft.steps << tr("If no token is free, changes nothing; a missing semaphore is not created");
    draft.warnings << tr("It does not expire: it stays held until it is released");
}

void RedisSemaphore::planRelease(ActDraft &draft) const
{
    if (!draft.send("redissemaphore-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("Removes %1 from the hash and puts it at the front of the list of free tokens")
                       .arg(draft.ownerText());
    draft.steps << tr("This wakes one of the clients that block on the list");
    if (draft.request.act == ActKind::RemoveShare)
        draft.warnings << forceWarnings(draft.request) << notice();
}

void RedisSemaphore::planForceRelease(ActDraft &draft) const
{
    if (!sendComparison(draft, "redissemaphore-force-release"))
        return;
    draft.steps << tr("Puts every token of the hash back into the list of free ones, and deletes the hash");
    draft.steps << tr("This wakes as many of the clients that block on the list");
    draft.warnings << notice();
}

QString RedisSemaphore::notice() const
{
    return tr("A holder that is alive returns its token again, and the semaphore then has one too many: make "
              "sure that it is dead");
}

} // namespace

std::unique_ptr<Format> family_redissemaphore()
{
    return std::make_unique<RedisSemaphore>();
}

} // namespace lockscope
