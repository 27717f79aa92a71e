// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks at one fixed time, each in a state that a verdict depends on.

#include "core/values/lock.h"

namespace lockscope::test::verdictlocks
{

using namespace std::chrono_literals;

inline const Instant Start = Instant() + 1000h;

// Held since Start, renewed every 10 s to 30 s, last at Start + 20 s.
inline Lock watched()
{
    Lock lock;
    lock.key.bytes = QByteArrayLiteral("lock:a");
    lock.node.bytes = QByteArrayLiteral("127.0.0.1:6379");
    lock.kind = {"rlock"};
    lock.confidence = Confidence::Certain;
    lock.holders.append(Holder{.id = {QByteArrayLiteral("uuid:1")}});
    lock.heldSince = Start;
    lock.readAt = Start;
    lock.lease = 30s;
    lock.expiresAt = Start + 50s;
    lock.renewals.count = 3;
    lock.renewals.period = 10s;
    lock.renewals.lastAt = Start + 20s;
    return lock;
}

inline Lock leased(milliseconds ttl)
{
    Lock lock = watched();
    lock.renewals = {};
    lock.lease = ttl;
    lock.expiresAt = Start + ttl;
    return lock;
}

inline Lock untimed()
{
    Lock lock = leased(1s);
    lock.lease.reset();
    lock.expiresAt.reset();
    return lock;
}

inline Lock freeWith(qint64 waiters)
{
    Lock lock = untimed();
    lock.holders.clear();
    lock.waiters.subscribed = waiters;
    return lock;
}

// Two readers with holds of their own: the first is seen to renew every 10 s, last at Start + 20 s, the
// second at Start + 22 s, unless it is not known whose renewals these are.
inline Lock readers(bool knownApart = true)
{
    Lock lock = watched();
    lock.kind = {"rw-lock"};
    lock.holders[0].mode = HoldMode::Read;
    lock.holders[0].expiresAt = Start + 50s;
    lock.holders.append(
        Holder{.id = {QByteArrayLiteral("uuid:2")}, .mode = HoldMode::Read, .expiresAt = Start + 52s});
    lock.expiresAt = Start + 52s;
    lock.renewals = {.count = 4, .lastAt = Start + 22s};
    const Renewals first{.count = 3, .period = 10s, .lastAt = Start + 20s};
    const Renewals second{.count = 3, .period = 10s, .lastAt = Start + 22s};
    if (knownApart)
        lock.shareRenewals = std::make_shared<HolderRenewals>(HolderRenewals{first, second});
    return lock;
}

// The same lock, read then.
inline Lock readAt(Lock lock, milliseconds at)
{
    lock.readAt = Start + at;
    return lock;
}

// The client of its first holder is gone since Start + `since`.
inline Lock goneAt(Lock lock, milliseconds since)
{
    const ClientInfo client{.address = "203.0.113.7:50112",
                            .name = "orders-7",
                            .learnt = QStringLiteral("CLIENT LIST"),
                            .goneSince = Start + since};
    lock.clients = std::make_shared<HolderClients>(HolderClients{{lock.owner(), client}});
    return lock;
}

} // namespace lockscope::test::verdictlocks
