// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonLock.java, RedissonBaseLock.java, renewal/LockTask.java, 3.5.0 to 4.7.0.
#include "core/formats/redisson/redissonlock.h"

#include "core/formats/ownerparts.h"
#include "core/formats/shapes.h"

#include <QUuid>

#include <array>
#include <climits>

namespace lockscope
{

namespace
{

struct OneHold {
    RedissonOwner owner{};
    qint64 count = 0;
};

std::optional<OneHold> oneHold(const KeyReading &reading)
{
    if (reading.type != ValueType::Hash || reading.size != 1 || reading.fields.size() != 1)
        return {};
    const auto &[field, value] = reading.fields.front();
    const std::optional<RedissonOwner> owner = redissonOwner(field);
    const std::optional<qint64> count = redissonHoldCount(value);
    // A write hold lives in a hash with a mode field: not this family.
    if (!owner || owner->write || !count)
        return {};
    return OneHold{*owner, *count};
}

// What cannot be told from a reentrant lock by its keys.
std::shared_ptr<const LockExtras> alternatives(bool companionsRead)
{
    static const std::vector<LockKind> withoutCompanions{{"spin-lock"}, {"nonreentrant-lock"}, {"fair-lock"}};
    static const std::vector<LockKind> unread{
        {"spin-lock"}, {"nonreentrant-lock"}, {"fair-lock"}, {"fenced-lock"}};
    const auto extras = [](const std::vector<LockKind> &kinds) {
        return std::make_shared<const LockExtras>(LockExtras{.alternatives = &kinds});
    };
    static const std::shared_ptr<const LockExtras> ofRead = extras(withoutCompanions);
    static const std::shared_ptr<const LockExtras> ofUnread = extras(unread);
    return companionsRead ? ofRead : ofUnread;
}

} // namespace

namespace redisson
{

QByteArray queueKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_queue", lock);
}

QByteArray deadlinesKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_timeout", lock);
}

QByteArray tokenKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_token", lock);
}

bool hasQueue(const KeyReading &reading)
{
    if (reading.companions.empty())
        return false;
    const KeyReading *queue = reading.companion(queueKey(reading.key.bytes));
    const KeyReading *deadlines = reading.companion(deadlinesKey(reading.key.bytes));
    const bool odd =
        (queue && queue->type != ValueType::List) || (deadlines && deadlines->type != ValueType::SortedSet);
    return (queue || deadlines) && !odd;
}

std::optional<qint64> fencingToken(const KeyReading &reading)
{
    if (reading.companions.empty())
        return {};
    const KeyReading *token = reading.companion(tokenKey(reading.key.bytes));
    return token && token->type == ValueType::String ? decimal(token->string) : std::nullopt;
}

} // namespace redisson

QString RedissonLock::title() const
{
    return tr("Reentrant lock (Redisson)");
}

QString RedissonLock::legend() const
{
    return tr("A hash whose one field is the owner, client and thread, and whose value counts how often he "
              "took it; a watchdog in the client renews its 30 s lease every 10 s. When the client dies the "
              "lock ends with its lease; when the client is only paused it may lose the lock without "
              "noticing.");
}

// Noise of all Redisson objects. What belongs to a kind of lock is told by that kind's family.
NameRole RedissonLock::roleOf(QByteArrayView key) const
{
    if (isRedissonNoise(key))
        return {.kind = NameRole::Kind::Noise};
    return {};
}

// All of this kind expire. One that lost its expiry and has a name that says nothing is worth a look only
// with a single holder: objects that applications keep have several fields.
bool RedissonLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::Hash &&
           (sight.ttl || !sight.size || *sight.size == 1 || hasLockWord(sight.key));
}

const std::vector<std::string_view> &RedissonLock::libraries() const
{
    static const std::vector<std::string_view> libraries{"Redisson"};
    return libraries;
}

std::vector<QByteArray> RedissonLock::patterns() const
{
    // Redisson gives the name no prefix of its own: the application's habit is all there is.
    return {QByteArrayLiteral("*[Ll][Oo][Cc][Kk]*"), QByteArrayLiteral("*[Mm][Uu][Tt][Ee][Xx]*")};
}

OwnerParts RedissonLock::ownerParts(const OwnerId &id) const
{
    return redissonParts(id.bytes);
}

OwnerId RedissonLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ":1"};
}

std::span<const Fingerprint> RedissonLock::fingerprints() const
{
    static constexpr std::array<Fingerprint, 11> all{{
        {"9401052d872adfd0179ef8c8e8c028512707629a", "Redisson", "plain acquire", "3.5.0-3.12.2"},
        {"dad0f8d619e548e04f21fb48d50be5034df3adae", "Redisson", "plain acquire; since 3.15.0 spin acquire",
         "3.12.3-3.18.1; spin 3.15.0-4.7.0"},
        {"149c5a8bf18676fd99e9e6e24923bd64d9b62f94", "Redisson", "plain acquire", "3.19.0-4.7.0"},
        {"93cfc048f82624d1670a310aa0ad58918c0824a5", "Redisson", "plain unlock", "3.5.0-3.10.5"},
        {"3ffe249c16dee540ac8ab32e39bd408626b9aff7", "Redisson", "plain unlock", "3.10.6-3.21.3"},
        {"778cea8aada230ae060b432fc333adaec85f2f4c", "Redisson", "plain unlock", "3.22.0-3.23.5"},
        {"6866459238a13a701d42f4971f12d9f3a50e2442", "Redisson", "plain unlock", "3.24.0-4.7.0"},
        {"7e9c80b3d786b95d5d4aaf8fd73adb9775fa6fb1", "Redisson", "plain force-unlock", "3.5.0-3.21.3"},
        {"605e338249a7a1d40df83b04f7658354f883b41b", "Redisson", "plain force-unlock", "3.22.0-4.7.0"},
        {"8e19a1ddbdee9138df9f32a480c57addab4353d1", "Redisson", "renew, one lock", "3.5.0-3.43.0"},
        {"6a3d31570dc6f4b0bd32bcdc8e75667747c6f635", "Redisson", "renew, many locks", "3.44.0-4.7.0"},
    }};
    return all;
}

std::optional<Decoded> RedissonLock::decodeHold(const KeyReading &reading) const
{
    const std::optional<OneHold> hold = oneHold(reading);
    if (!hold)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries()};
    decoded.confidence = reading.ttl ? Confidence::Certain : Confidence::Likely;
    Holder holder{.id = {reading.fields.front().first}, .count = hold->count};
    if (reading.ttl)
        holder.expiresAt = reading.readAt + *reading.ttl;
    decoded.holders.append(holder);
    return decoded;
}

// Nobody holds it, and somebody waits: told by the channel alone.
std::optional<Decoded> RedissonLock::decodeWaitedFor(const KeyReading &reading) const
{
    if (reading.type != ValueType::None || reading.listened.isEmpty() ||
        subjectOfChannel(reading.listened) != reading.key)
        return {};
    return Decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Likely};
}

std::optional<Decoded> RedissonLock::decode(const KeyReading &reading) const
{
    if (std::optional<Decoded> free = decodeWaitedFor(reading); free && !redisson::hasQueue(reading))
        return free;
    std::optional<Decoded> decoded = decodeHold(reading);
    if (!decoded || reading.ruled == kind())
        return decoded;
    if (redisson::hasQueue(reading) || redisson::fencingToken(reading))
        return {};
    decoded->extras = alternatives(reading.companionsRead);
    return decoded;
}

QString RedissonLock::clientLine(const RedissonOwner &owner)
{
    return tr("Redisson client %1: all locks with this id belong to one client object, usually one process")
        .arg(QString::fromLatin1(owner.client));
}

QStringList RedissonLock::holdLines(const KeyReading &reading)
{
    const std::optional<OneHold> hold = oneHold(reading);
    if (!hold)
        return {};
    QStringList lines{clientLine(hold->owner)};
    lines << tr("Thread %1 of that client").arg(QString::fromLatin1(hold->owner.thread));
    if (!hold->owner.transaction.isEmpty())
        lines << tr("Taken inside Redisson transaction %1").arg(QString::fromLatin1(hold->owner.transaction));
    lines << tr("%n hold(s): the owner must release it that many times", nullptr,
                int(std::min<qint64>(hold->count, INT_MAX)));
    if (!reading.ttl)
        lines << tr(
            "It has no expiry. Redisson always sets one: it was taken away by another program, or another "
            "program made this key");
    return lines;
}

QStringList RedissonLock::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    if (reading.type == ValueType::None)
        return {tr("There is no key: nobody holds it. Somebody listens on %1, where its waiters are told")
                    .arg(escapedText(reading.listened))};
    QStringList lines{tr(
        "A hash with one field named like a Redisson owner (uuid:thread) and a count: Redisson's reentrant "
        "lock")};
    lines << holdLines(reading);
    if (reading.ruled == kind())
        return lines;
    if (reading.companionsRead)
        lines << tr(
            "Neither a queue of waiters nor a fencing token stands beside it: it may as well be a spin "
            "lock, a non-reentrant lock, or a fair lock that nobody waits for. They look the same and "
            "are freed the same way");
    else
        lines << tr(
            "Redisson's spin, fenced and non-reentrant locks, and a fair lock without waiters, look the same "
            "and are freed the same way");
    return lines;
}

std::optional<QByteArray> RedissonLock::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_lock__channel", key.bytes);
}

QByteArray RedissonLock::channelPattern() const
{
    return QByteArrayLiteral("redisson_lock__channel:*");
}

std::optional<LockName> RedissonLock::subjectOfChannel(QByteArrayView channel) const
{
    const std::optional<QByteArray> subject = redissonChannelSubject("redisson_lock__channel", channel);
    return subject ? std::optional(LockName{*subject}) : std::nullopt;
}

std::unique_ptr<Format> family_redissonlock()
{
    return std::make_unique<RedissonLock>();
}

} // namespace lockscope
