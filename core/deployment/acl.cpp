// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/acl.h"

namespace lockscope
{

const QList<QByteArray> &commandsThatRead()
{
    static const QList<QByteArray> commands{
        // the connection and the deployment
        "ping", "select", "client|setname", "client|id", "info", "role", "time", "readonly", "asking",
        "cluster|shards", "cluster|slots", "cluster|info", "cluster|nodes", "acl|whoami",
        // finding and reading locks
        "dbsize", "scan", "type", "pttl", "memory|usage", "strlen", "getrange", "hlen", "hgetall", "hscan",
        "llen", "lrange", "scard", "sscan", "zcard", "zrange", "xlen", "script|exists",
        // following them
        "client|tracking", "subscribe", "psubscribe", "unsubscribe", "config|get", "pubsub|numsub",
        "pubsub|shardnumsub", "pubsub|channels", "pubsub|shardchannels"};
    return commands;
}

const QList<QByteArray> &commandsThatAct()
{
    static const QList<QByteArray> commands{
        "evalsha",      "eval",        "publish",       "spublish", "ssubscribe",
        "sunsubscribe", "decr",        "decrby",        "del",      "exists",
        "expire",       "get",         "hdel",          "hexists",  "hget",
        "hincrby",      "hkeys",       "hset",          "incr",     "incrby",
        "lindex",       "lpop",        "lpush",         "lrem",     "pexpire",
        "pexpireat",    "rpush",       "sadd",          "set",      "sismember",
        "smembers",     "srandmember", "srem",          "unlink",   "zadd",
        "zcount",       "zincrby",     "zrangebyscore", "zrem",     "zremrangebyscore",
        "zrevrange",    "zscore"};
    return commands;
}

QByteArray smallestAcl(const AclWish &wish)
{
    QByteArrayList words{"ACL SETUSER lockscope reset on >PASSWORD"};
    for (const QByteArray &pattern : wish.patterns) {
        const QByteArray companions = "*{" + pattern + "}*";
        const QByteArray mayUse = wish.write ? "~" : "%R~";
        words += mayUse + pattern;
        words += "&__keyspace@" + QByteArray::number(wish.db) + "__:" + pattern;
        if (pattern.contains('{'))
            continue;
        words += mayUse + companions;
        words += '&' + companions; // wake-up messages
    }
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
