// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Locks made by number, with threads that hold them and wait in their queues, and what the engine would
// report of them. Header only, for tests and benchmarks.

#include "core/engine/blocking/blockers.h"
#include "core/engine/blocking/blockingreport.h"

#include <map>
#include <optional>

namespace lockscope::test
{

class MadeWaits
{
public:
    // Only without a queue are clients that a probe heard taken for waiting.
    explicit MadeWaits(LockKind kind = {"fair-lock"}) : m_kind(kind) {}

    static OwnerId threadNo(int number)
    {
        return {"8743c9c0-0795-4907-87fd-6c719a6b4586:" + QByteArray::number(number)};
    }
    static LockName keyNo(int lock) { return {"lock:" + QByteArray::number(lock).rightJustified(5, '0')}; }

    void hold(int lock, int thread, HoldMode mode = HoldMode::Exclusive)
    {
        at(lock).holders.append({.id = threadNo(thread), .mode = mode});
    }
    void queue(int lock, int thread, std::optional<bool> alive = true)
    {
        std::vector<QueuedWaiter> &queue = at(lock).waiters.queued; // each waits for 5 min
        const Instant base = queue.empty() ? *at(lock).expiresAt : *queue.back().deadline;
        queue.push_back({.id = threadNo(thread), .deadline = base + std::chrono::minutes(5), .alive = alive});
    }
    // Clients that listen and are not in the queue.
    void listen(int lock, int clients)
    {
        at(lock).waiters.subscribed = qint64(at(lock).waiters.queued.size()) + clients;
    }
    // Each thread holds the lock of its number and waits for the next one.
    void addRing(int first, int size)
    {
        for (int i = 0; i < size; ++i) {
            hold(first + i, first + i);
            queue(first + (i + 1) % size, first + i);
        }
    }
    // A chain of locks, where each thread waits for one of the first ones, too.
    static MadeWaits chainBack(int locks, int first)
    {
        MadeWaits waits;
        for (int lock = 0; lock < locks; ++lock) {
            waits.hold(lock, lock);
            waits.queue(lock, lock + 1);
            if (lock >= first)
                waits.queue(lock % first, lock + 1);
        }
        return waits;
    }
    void setAge(int lock, milliseconds age) { at(lock).heldSince = m_now - age; }
    void forget(int lock) { m_locks.erase(lock); }

    BlockingReport report(const std::vector<HeardWait> &heard = {}) const
    {
        std::vector<LockPtr> locks;
        for (const auto &[number, lock] : m_locks)
            locks.push_back(std::make_shared<const Lock>(lock));
        BlockingReport report{.at = m_now};
        report.graph = waitGraph(Registry::builtIn(), locks, heard);
        report.deadlocks = findDeadlocks(report.graph);
        countFreed(report.graph, report.deadlocks);
        joinDeadlocked(report.graph, report.deadlocks);
        return report;
    }

private:
    Lock &at(int number)
    {
        Lock &lock = m_locks[number];
        if (lock.key.bytes.isEmpty()) {
            lock.key = keyNo(number);
            lock.kind = m_kind;
            lock.heldSince = m_now - std::chrono::seconds(1);
            lock.heldIsLowerBound = false;
            lock.expiresAt = m_now + std::chrono::seconds(30);
            lock.readAt = m_now;
        }
        return lock;
    }

    LockKind m_kind;
    std::map<int, Lock> m_locks{};
    Instant m_now = now();
};

} // namespace lockscope::test
