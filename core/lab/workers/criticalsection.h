// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How one worker gets into the critical section and out of it: by a lock of any of our formats, or in one of
// the ways that bad clients have. Owner: its worker; one thread. Its coroutines need it whole.

#include "core/lab/workers/cancellablesleep.h"
#include "core/lab/workers/labclient.h"
#include "core/lab/workers/workload.h"

#include <deque>

namespace lockscope
{

// A mutex of one process, for its workers: whoever came first is next.
class LocalLock final
{
public:
    static QCoro::Task<bool> lock(std::shared_ptr<LocalLock> lock, milliseconds patience);
    void unlock();
    void cancel(); // nobody is let in any more

private:
    bool m_locked = false;
    bool m_cancelled = false;
    std::deque<std::shared_ptr<WakeUp>> m_queue;
};

// What the guards of a crew share.
struct SectionTools {
    std::shared_ptr<LocalLock> local{};
    std::shared_ptr<CancellableSleep> pauses{};
    std::function<void(const Failure &)> failed{}; // the server did not do what a lock needs
    std::function<QCoro::Task<>()> standStill{};   // after SETNX, before EXPIRE
};

class CriticalSection
{
public:
    virtual ~CriticalSection() = default;
    virtual QCoro::Task<bool> enter() = 0; // false: not let in before the patience was over
    virtual QCoro::Task<> leave() = 0;
    virtual void abandon() {} // a crash, and a new owner from then on
    virtual OwnerId owner() const { return {}; }
    // Until then the lock is ours for certain; nothing: no lease, or it is renewed.
    virtual std::optional<Instant> validUntil() const { return {}; }
};

// client, tools and what they point to must outlive it.
std::unique_ptr<CriticalSection> makeCriticalSection(const Workload &job, LabClient &client,
                                                     const SectionTools &tools, int worker);

} // namespace lockscope
