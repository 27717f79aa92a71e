// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Threads that hold locks and wait for others, for tests of deadlocks.

#include "core/engine/blocking/deadlocks.h"

namespace lockscope::test::waits
{

using namespace std::chrono_literals;

inline const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");

inline OwnerId threadNo(int number)
{
    return {uuid + ':' + QByteArray::number(number)};
}

// Threads and locks by number: who holds what, who waits for what.
struct Made {
    std::vector<LockPtr> locks{};

    static std::shared_ptr<Lock> held(int lock, const OwnerId &owner, HoldMode mode = HoldMode::Exclusive)
    {
        auto made = std::make_shared<Lock>();
        made->key = {"lock:" + QByteArray::number(lock).rightJustified(4, '0')};
        made->kind = {"fair-lock"};
        made->holders.append({.id = owner, .mode = mode});
        made->heldSince = now() - 1s * (lock + 1);
        made->heldIsLowerBound = false;
        made->expiresAt = now() + 30s;
        made->readAt = now();
        return made;
    }
    static void queue(Lock &lock, const OwnerId &owner, std::optional<bool> alive = true,
                      HoldMode mode = HoldMode::Exclusive)
    {
        // As one that waits for 5 min.
        const std::vector<QueuedWaiter> &queue = lock.waiters.queued;
        const Instant base = queue.empty() ? lock.expiresAt.value_or(now()) : *queue.back().deadline;
        lock.waiters.queued.push_back({.id = owner, .deadline = base + 5min, .alive = alive, .mode = mode});
    }
};

inline std::vector<Deadlock> deadlocksOf(const std::vector<LockPtr> &locks,
                                         const std::vector<HeardWait> &heard = {})
{
    return findDeadlocks(waitGraph(Registry::builtIn(), locks, heard));
}

} // namespace lockscope::test::waits
