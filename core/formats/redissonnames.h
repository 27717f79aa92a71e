// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Redisson names things beside a lock, and how it writes an owner (redisson/redisson: RedissonObject,
// RedissonBaseLock). Shared by all its families. Pure; any thread.

#include "core/base/names.h"

#include <QByteArrayView>

#include <limits>
#include <optional>

namespace lockscope
{

// prefix:{name}, or prefix:name when the name brings a brace itself: keeps both in one cluster slot.
QByteArray redissonPrefixed(QByteArrayView prefix, QByteArrayView name);
// {name}:suffix, or name:suffix.
QByteArray redissonSuffixed(QByteArrayView name, QByteArrayView suffix);

// uuid:threadId[:write][:32 hex of a transaction]. Views into what was parsed.
struct RedissonOwner {
    QByteArrayView client{}; // the UUID: one per Redisson client object, usually one per process
    QByteArrayView thread{}; // decimal, may be negative
    bool write = false;
    QByteArrayView transaction{};
};
std::optional<RedissonOwner> redissonOwner(QByteArrayView id);
// The same thread as a reader or as the writer of a read-write lock.
QByteArray redissonOwnerId(const RedissonOwner &owner, bool write);

// The name inside prefix:{name} or prefix:name, the other way round; nothing when the key does not begin so.
// A name that is all braces itself cannot be told from one that got them: the braces count as Redisson's.
std::optional<QByteArray> redissonSubject(QByteArrayView prefix, QByteArrayView key);
// The lock of a channel prefix:{name}, or of the channel prefix:{name}:owner of one waiter of a fair lock.
std::optional<QByteArray> redissonChannelSubject(QByteArrayView prefix, QByteArrayView channel);
// The largest hold count: Redisson reads counts as Java ints (RedissonBaseLock.HGET), so a larger one is not
// its own. The Lua numbers of the scripts are exact up to there, too.
inline constexpr qint64 MaxRedissonHolds = std::numeric_limits<qint32>::max();
// From 1 to MaxRedissonHolds, as Redis writes a number; nothing: no hold count.
std::optional<qint64> redissonHoldCount(QByteArrayView value);
// One hold of a reader: {name}:owner:rwlock_timeout:n. And its lock, the other way round; nothing: no such.
QByteArray redissonHoldKey(QByteArrayView name, QByteArrayView owner, qint64 hold);
std::optional<QByteArray> redissonHoldSubject(QByteArrayView key);
// Whether the keys beside the lock are in its cluster slot: not where the name brings an empty or a half
// brace.
bool redissonSharesSlot(QByteArrayView name);
// Keys Redisson keeps for itself and its collections (unlock latches, map caches, …): never locks, and of no
// lock in particular.
bool isRedissonNoise(QByteArrayView key);

} // namespace lockscope
