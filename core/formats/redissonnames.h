// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Redisson names the other keys of a lock, and how it writes an owner (redisson/redisson: RedissonObject,
// RedissonBaseLock). Shared by all its families. Pure; any thread.

#include "core/base/names.h"

#include <QByteArrayView>

#include <limits>
#include <optional>
#include <vector>

namespace lockscope
{

// prefix:{name}, or prefix:name if the name has braces: both keys are in one cluster slot.
QByteArray redissonPrefixed(QByteArrayView prefix, QByteArrayView name);
// The globs for the same keys of all names that match a glob: a wildcard may stand for braces.
std::vector<QByteArray> redissonPrefixedGlobs(QByteArrayView prefix, QByteArrayView glob);
// {name}:suffix, or name:suffix.
QByteArray redissonSuffixed(QByteArrayView name, QByteArrayView suffix);

// uuid:threadId[:write][:32 hex of a transaction]. Views into the parsed id.
struct RedissonOwner {
    QByteArrayView client{}; // the UUID: one per Redisson client object, usually one per process
    QByteArrayView thread{}; // decimal, may be negative
    bool write = false;
    QByteArrayView transaction{};
};
std::optional<RedissonOwner> redissonOwner(QByteArrayView id);
// The id of the same thread as a reader, or as the writer, of a read-write lock.
QByteArray redissonOwnerId(const RedissonOwner &owner, bool write);

// The inverse of redissonPrefixed(); none if the key has another prefix. Braces around the whole name may be
// the name's own; they are taken as Redisson's.
std::optional<QByteArray> redissonSubject(QByteArrayView prefix, QByteArrayView key);
// The lock of a channel prefix:{name}, or of prefix:{name}:owner, the channel of one waiter of a fair lock.
std::optional<QByteArray> redissonChannelSubject(QByteArrayView prefix, QByteArrayView channel);
// The largest hold count. Redisson reads counts as Java ints (RedissonBaseLock.HGET), so a larger one is not
// its own. Lua numbers are exact in this range too.
inline constexpr qint64 MaxRedissonHolds = std::numeric_limits<qint32>::max();
// A count from 1 to MaxRedissonHolds, as Redis writes numbers; none: not a hold count.
std::optional<qint64> redissonHoldCount(QByteArrayView value);
// The key of one read hold, {name}:owner:rwlock_timeout:n, and the lock that such a key belongs to.
QByteArray redissonHoldKey(QByteArrayView name, QByteArrayView owner, qint64 hold);
std::optional<QByteArray> redissonHoldSubject(QByteArrayView key);
// True if the lock's other keys are in its cluster slot. False for a name with empty or unbalanced braces.
bool redissonSharesSlot(QByteArrayView name);
// True for internal keys of Redisson and its collections (unlock latches, map caches, …). They are neither
// locks nor parts of one.
bool isRedissonNoise(QByteArrayView key);

} // namespace lockscope
