// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks that need each option of the ladder, for tests of it. Pure values.

#include "tests/ui/uisamples.h"

#include <algorithm>
#include <functional>

namespace lockscope::samples
{

using MadeLock = std::function<Lock()>; // When it is shown: whether it is alive depends on the time

// Held without a watchdog, with that TTL.
inline Lock leased(milliseconds left)
{
    using namespace std::chrono_literals;
    Lock lock = renewed(now());
    lock.renewals = {};
    lock.expiresAt = now() + left;
    lock.holders.first().expiresAt = lock.expiresAt;
    lock.lease = std::max<milliseconds>(left, 30s);
    return lock;
}

// By its watchdog, just now.
inline Lock renewedNow()
{
    Lock lock = renewed(now());
    lock.renewals.lastAt = lock.readAt;
    return lock;
}

inline Lock endless()
{
    using namespace std::chrono_literals;
    Lock lock = leased(10s);
    lock.expiresAt.reset();
    lock.holders.first().expiresAt.reset();
    return lock;
}

inline Lock freeWithWaiters()
{
    Lock lock = queued(now());
    lock.holders.clear();
    lock.expiresAt.reset();
    return lock;
}

// A watchdog was seen, and its renewals are missing.
inline Lock silent()
{
    using namespace std::chrono_literals;
    Lock lock = renewed(now());
    lock.renewals.missed = 2;
    lock.renewals.lastAt = now() - 26s;
    lock.expiresAt = now() + 4s;
    lock.holders.first().expiresAt = lock.expiresAt;
    return lock;
}

inline Lock withClient(Lock lock, std::optional<Instant> goneSince)
{
    const ClientInfo client{.address = QByteArrayLiteral("10.0.3.7:50112"), .goneSince = goneSince};
    lock.clients = std::make_shared<HolderClients>(HolderClients{{lock.owner(), client}});
    return lock;
}

inline Lock agreedOnBy(int nodes)
{
    Lock lock = renewed(now());
    lock.renewals.lastAt = now();
    auto extras = std::make_shared<LockExtras>();
    extras->quorum =
        Quorum{.nodes = 5, .needed = 3, .agreeing = nodes, .reachable = 5, .owner = lock.owner()};
    lock.extras = std::move(extras);
    return lock;
}

inline Lock renewedReaders()
{
    using namespace std::chrono_literals;
    Lock lock = readWrite(now(), 3);
    lock.renewals = {.count = 4, .missed = 0, .period = 10s, .lastAt = now()};
    return lock;
}

} // namespace lockscope::samples
