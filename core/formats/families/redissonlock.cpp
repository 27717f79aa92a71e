// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonLock.java, RedissonBaseLock.java, renewal/LockTask.java, 3.5.0 to 4.7.0.
#include "core/formats/families/redissonlock.h"

#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"

#include <QUuid>

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
    const std::optional<qint64> count = decimal(value);
    // A write hold lives in a hash with a mode field: not this family.
    if (!owner || owner->write || !count || *count < 1)
        return {};
    return OneHold{*owner, *count};
}

} // namespace

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
    const bool ofOtherKinds = key.startsWith("redisson_lock_queue:") ||
                              key.startsWith("redisson_lock_timeout:") ||
                              key.startsWith("redisson_lock_token:") || key.indexOf(":rwlock_timeout:") >= 0;
    if (ofOtherKinds || isRedissonNoise(key))
        return {.kind = NameRole::Kind::Noise};
    return {};
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

OwnerId RedissonLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ":1"};
}

std::optional<Decoded> RedissonLock::decode(const KeyReading &reading) const
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

QStringList RedissonLock::explain(const KeyReading &reading) const
{
    const std::optional<OneHold> hold = oneHold(reading);
    if (!hold)
        return {};
    QStringList lines;
    lines << tr(
        "A hash with one field named like a Redisson owner (uuid:thread) and a count: Redisson's reentrant "
        "lock");
    lines << tr("Redisson client %1: all locks with this id belong to one client object, usually one process")
                 .arg(QString::fromLatin1(hold->owner.client));
    lines << tr("Thread %1 of that client").arg(QString::fromLatin1(hold->owner.thread));
    if (!hold->owner.transaction.isEmpty())
        lines << tr("Taken inside Redisson transaction %1").arg(QString::fromLatin1(hold->owner.transaction));
    lines << tr("%n hold(s): the owner must release it that many times", nullptr,
                int(std::min<qint64>(hold->count, INT_MAX)));
    if (!reading.ttl)
        lines << tr(
            "It has no expiry. Redisson always sets one: it was taken away by another program, or another "
            "program made this key");
    lines << tr(
        "Redisson's spin, fenced and non-reentrant locks, and a fair lock without waiters, look the same "
        "and are freed the same way");
    return lines;
}

std::optional<QByteArray> RedissonLock::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_lock__channel", key.bytes);
}

std::unique_ptr<Format> family_redissonlock()
{
    return std::make_unique<RedissonLock>();
}

} // namespace lockscope
