// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acl.h"

#include <algorithm>

namespace lockscope
{

AclWish aclWish(const ConnectionSpec &spec, bool allKeys, const Registry &registry)
{
    AclWish wish{.db = spec.db, .write = !spec.readOnly};
    if (allKeys) {
        wish.patterns = {"*"};
    } else if (!spec.patterns.isEmpty()) {
        wish.patterns = registry.withCompanions(spec.patterns);
    } else {
        for (const QByteArray &pattern : registry.defaultPatterns())
            wish.patterns += pattern;
    }
    return wish;
}

const QList<QByteArray> &commandsThatRead()
{
    static const QList<QByteArray> commands{
        // the connection and the deployment
        "ping", "select", "client|setname", "client|id", "client|list", "info", "role", "time", "readonly",
        "asking", "cluster|shards", "cluster|slots", "cluster|info", "cluster|nodes", "acl|whoami",
        // finding and reading locks
        "dbsize", "scan", "type", "pttl", "exists", "memory|usage", "strlen", "getrange", "hlen", "hgetall",
        "hscan", "llen", "lrange", "scard", "sscan", "zcard", "zrange", "xlen", "script|exists",
        // following them
        "client|tracking", "subscribe", "psubscribe", "unsubscribe", "config|get", "pubsub|numsub",
        "pubsub|shardnumsub", "pubsub|channels", "pubsub|shardchannels"};
    return commands;
}

const QList<QByteArray> &commandsThatAct()
{
    static const QList<QByteArray> commands{
        "evalsha",      "eval",        "publish",       "spublish", "ssubscribe",
        "sunsubscribe", "decr",        "decrby",        "del",      "dump",
        "expire",       "get",         "hdel",          "hexists",  "hget",
        "hincrby",      "hkeys",       "hset",          "incr",     "incrby",
        "lindex",       "lpop",        "lpush",         "lrem",     "pexpire",
        "pexpireat",    "rpush",       "sadd",          "set",      "sismember",
        "smembers",     "srandmember", "srem",          "unlink",   "zadd",
        "zcount",       "zincrby",     "zrangebyscore", "zrem",     "zremrangebyscore",
        "zrevrange",    "zscore"};
    return commands;
}

namespace
{

// Whether every key of `pattern` matches `other`, or has such a key as its hash tag.
bool covers(const QByteArray &other, const QByteArray &pattern)
{
    if (pattern.contains('{'))
        return pattern.contains('{' + other + '}');
    const bool isPrefix = other.endsWith('*') && other.indexOf('*') == other.size() - 1 &&
                          !other.contains('?') && !other.contains('[') && !other.contains('\\');
    return other != pattern && isPrefix && pattern.startsWith(other.chopped(1));
}

} // namespace

QByteArray smallestAcl(const AclWish &wish)
{
    QByteArrayList words{"ACL SETUSER lockscope reset on >PASSWORD"};
    const QByteArray mayUse = wish.write ? "~" : "%R~";
    const QByteArray events = "&__keyspace@" + QByteArray::number(wish.db) + "__:";
    for (const QByteArray &pattern : wish.patterns) {
        const bool isCovered =
            std::any_of(wish.patterns.begin(), wish.patterns.end(),
                        [&pattern](const QByteArray &other) { return covers(other, pattern); });
        if (isCovered)
            continue;
        words << mayUse + pattern << events + pattern;
        if (pattern.contains('{') || pattern == "*")
            continue;
        const QByteArray companions = "*{" + pattern + "}*";
        words << mayUse + companions << events + companions;
        words += '&' + companions; // wake-up messages
    }
    if (wish.patterns.contains("*"))
        words += "&*";
    words += "&__redis__:invalidate";
    for (const QByteArray &command : commandsThatRead())
        words += '+' + command;
    if (wish.write) {
        for (const QByteArray &command : commandsThatAct())
            words += '+' + command;
    }
    return words.join(' ');
}

} // namespace lockscope
