// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One fair lock on a real server, and its queue. Derived classes call clear() in init().

#include "tests/support/familyserver.h"

namespace lockscope::test
{

using namespace std::chrono_literals;

class FairLockTest : public QObject
{
protected:
    static inline const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
    static inline const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
    static inline const OwnerId cat{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:2")};
    static inline const OwnerId dan{QByteArrayLiteral("dddddddd-0795-4907-87fd-6c719a6b4586:3")};
    static inline const LockName key{QByteArrayLiteral("lock:order")};
    static inline const QByteArray queueName = QByteArrayLiteral("redisson_lock_queue:{lock:order}");
    static inline const QByteArray deadlinesName = QByteArrayLiteral("redisson_lock_timeout:{lock:order}");
    static inline const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

    void clear();
    Receipt acquire(const OwnerId &owner, milliseconds wait = 0ms, milliseconds lease = 30s)
    {
        return m_server.act(
            "fair-lock", {.act = ActKind::Acquire, .key = key, .owner = owner, .lease = lease, .wait = wait});
    }
    Receipt act(ActKind act, const OwnerId &owner = {}, milliseconds wait = 0ms)
    {
        return m_server.act("fair-lock", {.act = act, .key = key, .owner = owner, .wait = wait});
    }
    QByteArrayList queue();
    qint64 deadline(const OwnerId &waiter);
    qint64 clock();
    void setDeadline(const OwnerId &waiter, qint64 fromNow);
    // Ann holds the lock; Bob and Cat wait.
    void fill();
    bool exists() { return m_server.exists(key.bytes); }

    FamilyServer m_server;
};

inline void FairLockTest::clear()
{
    m_server.clear();
}

inline QByteArrayList FairLockTest::queue()
{
    QByteArrayList owners;
    for (const Reply &item : m_server.call({"LRANGE", queueName, "0", "-1"}).items)
        owners << item.bytes;
    return owners;
}

// -1: none.
inline qint64 FairLockTest::deadline(const OwnerId &waiter)
{
    const Reply score = m_server.call({"ZSCORE", deadlinesName, waiter.bytes});
    return score.bytes.isEmpty() ? -1 : qint64(score.bytes.toDouble());
}

inline qint64 FairLockTest::clock()
{
    const Reply time = m_server.call({"TIME"});
    return time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
}

inline void FairLockTest::setDeadline(const OwnerId &waiter, qint64 fromNow)
{
    m_server.call({"ZADD", deadlinesName, QByteArray::number(clock() + fromNow), waiter.bytes});
}

inline void FairLockTest::fill()
{
    acquire(ann);
    acquire(bob, 300s);
    acquire(cat, 300s);
}

} // namespace lockscope::test
