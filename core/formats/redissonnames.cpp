// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redissonnames.h"

#include "core/formats/shapes.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

// The part of a key that decides its slot (Redis Cluster specification): the text in its first braces, else
// all of it.
QByteArrayView hashTag(QByteArrayView key)
{
    const qsizetype open = key.indexOf('{');
    const qsizetype close = open < 0 ? -1 : key.indexOf('}', open + 1);
    return close > open + 1 ? key.sliced(open + 1, close - open - 1) : key;
}

QByteArrayView withoutBraces(QByteArrayView name)
{
    const bool braced = name.size() > 2 && name.front() == '{' && name.indexOf('}') == name.size() - 1 &&
                        name.lastIndexOf('{') == 0;
    return braced ? name.sliced(1, name.size() - 2) : name;
}

// The position of the colon before an owner at the end of text; -1: none.
qsizetype ownerAtEnd(QByteArrayView text)
{
    // The shortest owner has a UUID, a colon and a digit; the longest has :write and a transaction too.
    for (qsizetype colon = text.lastIndexOf(':'); colon > 0; colon = text.lastIndexOf(':', colon - 1)) {
        if (text.size() - colon > 36 && redissonOwner(text.sliced(colon + 1)))
            return colon;
        if (text.size() - colon > 128)
            break;
    }
    return -1;
}

} // namespace

QByteArray redissonPrefixed(QByteArrayView prefix, QByteArrayView name)
{
    const bool isTagged = name.contains('{');
    QByteArray result(prefix.size() + name.size() + (isTagged ? 1 : 3), Qt::Uninitialized);
    char *at = std::ranges::copy(prefix, result.data()).out;
    *at++ = ':';
    if (!isTagged)
        *at++ = '{';
    at = std::ranges::copy(name, at).out;
    if (!isTagged)
        *at = '}';
    return result;
}

std::vector<QByteArray> redissonPrefixedGlobs(QByteArrayView prefix, QByteArrayView glob)
{
    std::vector<QByteArray> globs{redissonPrefixed(prefix, glob)};
    if (!glob.contains('{'))
        globs.push_back(prefix.toByteArray().append(':').append(glob));
    return globs;
}

QByteArray redissonSuffixed(QByteArrayView name, QByteArrayView suffix)
{
    QByteArray result;
    result.reserve(suffix.size() + name.size() + 3);
    if (name.contains('{'))
        return result.append(name).append(':').append(suffix);
    return result.append('{').append(name).append("}:").append(suffix);
}

std::optional<RedissonOwner> redissonOwner(QByteArrayView id)
{
    if (id.size() < 38 || id[36] != ':' || !isUuid(id.first(36)))
        return {};
    RedissonOwner owner{.client = id.first(36)};
    QByteArrayView rest = id.sliced(37);
    const qsizetype colon = rest.indexOf(':');
    owner.thread = colon < 0 ? rest : rest.first(colon);
    const QByteArrayView digits = owner.thread.startsWith('-') ? owner.thread.sliced(1) : owner.thread;
    if (!isDigits(digits) || digits.size() > 19)
        return {};
    rest = colon < 0 ? QByteArrayView() : rest.sliced(colon + 1);
    if (rest.startsWith("write")) {
        owner.write = true;
        rest = rest.sliced(5);
        if (rest.isEmpty())
            return owner;
        if (rest[0] != ':')
            return {};
        rest = rest.sliced(1);
    } else if (colon < 0) {
        return owner;
    }
    if (!isLowerHex(rest, 32))
        return {};
    owner.transaction = rest;
    return owner;
}

QByteArray redissonOwnerId(const RedissonOwner &owner, bool write)
{
    QByteArray id = owner.client.toByteArray();
    id.append(':').append(owner.thread);
    if (write)
        id.append(":write");
    if (!owner.transaction.isEmpty())
        id.append(':').append(owner.transaction);
    return id;
}

std::optional<QByteArray> redissonSubject(QByteArrayView prefix, QByteArrayView key)
{
    if (!key.startsWith(prefix) || key.size() < prefix.size() + 2 || key[prefix.size()] != ':')
        return {};
    return withoutBraces(key.sliced(prefix.size() + 1)).toByteArray();
}

std::optional<QByteArray> redissonChannelSubject(QByteArrayView prefix, QByteArrayView channel)
{
    const qsizetype colon = ownerAtEnd(channel);
    return redissonSubject(prefix, colon < 0 ? channel : channel.first(colon));
}

std::optional<qint64> redissonHoldCount(QByteArrayView value)
{
    const std::optional<qint64> count = decimal(value);
    return count && *count >= 1 && *count <= MaxRedissonHolds ? count : std::nullopt;
}

QByteArray redissonHoldKey(QByteArrayView name, QByteArrayView owner, qint64 hold)
{
    return redissonSuffixed(name, owner) + ":rwlock_timeout:" + QByteArray::number(hold);
}

std::optional<QByteArray> redissonHoldSubject(QByteArrayView key)
{
    constexpr QByteArrayView word(":rwlock_timeout:");
    const qsizetype colon = key.lastIndexOf(':');
    const qsizetype begin = colon - word.size() + 1;
    if (begin < 0 || !isDigits(key.sliced(colon + 1)) || key.sliced(begin, word.size()) != word)
        return {};
    const qsizetype owner = ownerAtEnd(key.first(begin));
    if (owner < 1)
        return {};
    return withoutBraces(key.first(owner)).toByteArray();
}

bool redissonSharesSlot(QByteArrayView name)
{
    return hashTag(redissonPrefixed("redisson", name)) == hashTag(name);
}

// {name}:value and {name}:permits of a rate limiter, for each client also with its id behind
// (RedissonRateLimiter.java). Its number is no lock, even if its name says lock.
static bool isOfRateLimiter(QByteArrayView key)
{
    const qsizetype end = key.startsWith('{') ? key.indexOf("}:") : -1;
    if (end < 2)
        return false;
    QByteArrayView part = key.sliced(end + 2);
    if (const qsizetype colon = part.indexOf(':'); colon > 0 && isUuid(part.sliced(colon + 1)))
        part = part.first(colon);
    return part == "value" || part == "permits";
}

bool isRedissonNoise(QByteArrayView key)
{
    if (isOfRateLimiter(key))
        return true;
    // Every name below begins with this word: most keys are rejected here.
    static constexpr QByteArrayView Word("redisson");
    if (!key.startsWith(Word))
        return false;
    static constexpr std::array<QByteArrayView, 11> prefixes{
        "redisson_unlock_latch:",  "redisson_lock__channel:",
        "redisson_map_cache",      "redisson__timeout__set",
        "redisson_delay_queue",    "redisson__execute_task_once_latch",
        "redisson_live_object",    "redisson:tomcat_session",
        "redisson_tomcat_session", "redisson_countdownlatch__channel__",
        "redisson_bqs:",
    };
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [key](QByteArrayView prefix) { return key.startsWith(prefix); });
}

} // namespace lockscope
