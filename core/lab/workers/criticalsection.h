// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How one worker enters and leaves the critical section: with a lock of any format, or in a faulty way that
// real clients use. Owner: its worker; one thread. Must outlive its coroutines.

#include "core/lab/workers/cancellablesleep.h"
#include "core/lab/workers/labclient.h"
#include "core/lab/workers/workload.h"

#include <deque>

namespace lockscope
{

// A mutex within one process; first come, first served.
class LocalLock final
{
public:
    static QCoro::Task<bool> lock(std::shared_ptr<LocalLock> lock, milliseconds patience);
    void unlock();
    void cancel(); // ends all waiting

private:
    bool m_locked = false;
    bool m_cancelled = false;
    std::deque<std::shared_ptr<WakeUp>> m_queue;
};

// Shared by the guards of a pool.
struct SectionTools {
    std::shared_ptr<LocalLock> local{};
    std::shared_ptr<CancellableSleep> pauses{};
    std::function<void(const Failure &)> failed{}; // the server failed a command that the lock needs
    std::function<QCoro::Task<>()> standStill{};   // after SETNX, before EXPIRE
};

class CriticalSection
{
public:
    virtual ~CriticalSection() = default;
    virtual QCoro::Task<bool> enter() = 0; // false: not let in within the patience
    virtual QCoro::Task<> leave() = 0;
    virtual void abandon() {} // simulates a crash; afterwards the worker has a new owner id
    virtual OwnerId owner() const { return {}; }
    // The lock is certainly ours until then; none: no lease, or it is renewed.
    virtual std::optional<Instant> validUntil() const { return {}; }
};

// client, tools and what they point to must outlive it.
std::unique_ptr<CriticalSection> makeCriticalSection(const Workload &job, LabClient &client,
                                                     const SectionTools &tools, int worker);

} // namespace lockscope
