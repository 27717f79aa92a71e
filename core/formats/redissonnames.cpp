// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redissonnames.h"

#include "core/formats/shapes.h"

#include <algorithm>
#include <array>

namespace lockscope
{

QByteArray redissonPrefixed(QByteArrayView prefix, QByteArrayView name)
{
    QByteArray result = prefix.toByteArray();
    result.reserve(prefix.size() + name.size() + 3);
    if (name.contains('{'))
        return result.append(':').append(name);
    return result.append(":{").append(name).append('}');
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

std::optional<QByteArray> redissonSubject(QByteArrayView prefix, QByteArrayView key)
{
    if (!key.startsWith(prefix) || key.size() < prefix.size() + 2 || key[prefix.size()] != ':')
        return {};
    const QByteArrayView name = key.sliced(prefix.size() + 1);
    const bool braced = name.size() > 2 && name.front() == '{' && name.indexOf('}') == name.size() - 1 &&
                        name.lastIndexOf('{') == 0;
    return (braced ? name.sliced(1, name.size() - 2) : name).toByteArray();
}

bool isRedissonNoise(QByteArrayView key)
{
    // Redisson's own names all begin with this word; everything else is settled here.
    if (!key.startsWith("redisson"))
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
