// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How Redisson names things beside a lock, and how it writes an owner (redisson/redisson: RedissonObject,
// RedissonBaseLock). Shared by all its families. Pure; any thread.

#include "core/values/names.h"

#include <QByteArrayView>

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

// The name inside prefix:{name} or prefix:name, the other way round; nothing when the key does not begin so.
// A name that is all braces itself cannot be told from one that got them: the braces count as Redisson's.
std::optional<QByteArray> redissonSubject(QByteArrayView prefix, QByteArrayView key);
// Keys Redisson keeps for itself and its collections (unlock latches, map caches, …): never locks, and of no
// lock in particular.
bool isRedissonNoise(QByteArrayView key);

} // namespace lockscope
