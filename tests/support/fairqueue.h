// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks in Redisson's format that are held for ten minutes, and clients in their queues, as its fair lock
// writes them. With redis-cli; main thread.

#include "tests/support/listener.h"
#include "tests/support/rediscli.h"
#include "tests/support/verify.h"

#include <QDateTime>

namespace lockscope::test
{

inline void holdLock(const ConnectionSpec &server, const QByteArray &key, const QByteArray &owner)
{
    VERIFY_OK(redisCli(server, {"HSET", key, owner, "1"}));
    VERIFY_OK(redisCli(server, {"PEXPIRE", key, "600000"}));
}

inline void enqueue(const ConnectionSpec &server, const QByteArray &key, const QByteArray &owner)
{
    const QByteArray deadline = QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 600'000 + 300'000);
    VERIFY_OK(redisCli(server, {"RPUSH", "redisson_lock_queue:{" + key + '}', owner}));
    VERIFY_OK(redisCli(server, {"ZADD", "redisson_lock_timeout:{" + key + '}', deadline, owner}));
}

// The client behind an entry of the queue: without it, the entry is a dead one's.
inline std::unique_ptr<Listener> queueListener(const ConnectionSpec &server, const QByteArray &key,
                                               const QByteArray &owner)
{
    return std::make_unique<Listener>(server, "redisson_lock__channel:{" + key + "}:" + owner);
}

} // namespace lockscope::test
