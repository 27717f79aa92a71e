// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/criticalsection.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

class NoGuard final : public CriticalSection
{
public:
    QCoro::Task<bool> enter() override { co_return true; }
    QCoro::Task<> leave() override { co_return; }
};

class LocalGuard final : public CriticalSection
{
public:
    LocalGuard(std::shared_ptr<LocalLock> lock, milliseconds patience)
        : m_lock(std::move(lock)), m_patience(patience)
    {
    }
    QCoro::Task<bool> enter() override { return LocalLock::lock(m_lock, m_patience); }
    QCoro::Task<> leave() override
    {
        m_lock->unlock();
        co_return;
    }
    void abandon() override { m_lock->unlock(); } // the mutex ends with the process

private:
    const std::shared_ptr<LocalLock> m_lock;
    const milliseconds m_patience;
};

// The widespread lock that is deleted without comparing its owner. The lab shows it on a key of its own;
// Lockscope itself never deletes a lock like this.
class SetNxGuard final : public CriticalSection
{
public:
    SetNxGuard(const Workload &job, LabClient &client, const SectionTools &tools, int worker)
        : m_job(job), m_client(client), m_tools(tools), m_value("worker-" + QByteArray::number(worker))
    {
    }

    QCoro::Task<bool> enter() override
    {
        const Instant deadline = now() + m_job.wait;
        for (;;) {
            const auto taken = co_await take();
            if (taken.value_or(false))
                break;
            if (!taken || now() >= deadline)
                co_return false;
            if (!co_await CancellableSleep::wait(m_tools.pauses, m_job.pause))
                co_return false;
        }
        if (m_job.guard != way::SetNxExpire)
            co_return true;
        if (m_job.standStill == Workload::StandStill::Taken)
            co_await m_tools.standStill();
        const Command expire{"PEXPIRE", m_job.key.bytes, QByteArray::number(m_job.lease.count())};
        const auto expiring = co_await m_client.call(expire);
        if (!expiring)
            m_tools.failed(expiring.failure());
        co_return expiring.ok();
    }

    QCoro::Task<> leave() override
    {
        const Command del{"DEL", m_job.key.bytes};
        const auto deleted = co_await m_client.call(del);
        if (!deleted)
            m_tools.failed(deleted.failure());
    }

    OwnerId owner() const override { return {m_value}; }

private:
    QCoro::Task<std::optional<bool>> take() // none: the server refused
    {
        Command set{"SET", m_job.key.bytes, m_value, "NX"};
        if (m_job.guard == way::SetNx)
            set.insert(set.end(), {"PX", QByteArray::number(m_job.lease.count())});
        const auto reply = co_await m_client.call(set);
        if (!reply) {
            m_tools.failed(reply.failure());
            co_return std::nullopt;
        }
        co_return reply->type == Reply::Type::Status;
    }

    const Workload &m_job;
    LabClient &m_client;
    const SectionTools &m_tools;
    const QByteArray m_value;
};

// A lock of any supported format, used like its own clients do, with wake-up messages if it has them.
class LockGuard final : public CriticalSection
{
public:
    LockGuard(const Workload &job, LabClient &client, const SectionTools &tools)
        : m_job(job), m_client(client), m_tools(tools)
    {
    }

    QCoro::Task<bool> enter() override
    {
        const bool spins = m_job.guard == way::Spin;
        ActRequest request = requestFor(ActKind::Acquire);
        request.watchdog = m_job.watchdog;
        request.wait = spins ? 0ms : m_job.wait;
        if (m_job.lease > 0ms)
            request.lease = m_job.lease;
        const Instant deadline = now() + m_job.wait;
        for (int depth = 0; depth < m_job.depth;) {
            const Receipt receipt = co_await m_client.act(request);
            if (receipt.result == ActResult::Done) {
                ++depth;
                m_owner = receipt.owner;
                if (!m_job.watchdog)
                    m_validUntil = receipt.validUntil;
                request.owner = receipt.owner;
                continue;
            }
            if (receipt.result != ActResult::NotAcquired) {
                m_tools.failed(receipt.failure);
                co_return false;
            }
            if (!spins || now() >= deadline ||
                !co_await CancellableSleep::wait(m_tools.pauses, m_job.pause)) {
                for (; depth > 0; --depth)
                    co_await giveBack();
                co_return false;
            }
        }
        co_return true;
    }

    QCoro::Task<> leave() override
    {
        for (int depth = 0; depth < m_job.depth; ++depth)
            co_await giveBack();
    }

    void abandon() override
    {
        m_client.abandon(m_job.key);
        m_owner = {};
    }

    OwnerId owner() const override { return m_owner; }
    std::optional<Instant> validUntil() const override { return m_validUntil; }

private:
    ActRequest requestFor(ActKind act) const
    {
        return {.act = act,
                .key = m_job.key,
                .kind = m_job.guard == way::Spin ? QByteArray("token-lock") : m_job.guard,
                .owner = m_owner,
                .mode = m_job.mode,
                .part = m_job.part,
                .withTexts = false,
                .everyNode = m_job.everyNode};
    }

    // Some scenarios expect the lock to have another owner by now, so that is no failure of the run.
    QCoro::Task<> giveBack()
    {
        const ActRequest request = requestFor(ActKind::Release);
        const Receipt receipt = co_await m_client.act(request);
        if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown)
            m_tools.failed(receipt.failure);
    }

    const Workload &m_job;
    LabClient &m_client;
    const SectionTools &m_tools;
    OwnerId m_owner{}; // the same in all cycles, like one thread's
    std::optional<Instant> m_validUntil{};
};

bool isSetNx(const QByteArray &guard)
{
    return guard == way::SetNx || guard == way::SetNxExpire || guard == way::SetNxOnly;
}

} // namespace

QCoro::Task<bool> LocalLock::lock(std::shared_ptr<LocalLock> lock, milliseconds patience)
{
    if (lock->m_cancelled)
        co_return false;
    if (!std::exchange(lock->m_locked, true))
        co_return true;
    const auto turn = std::make_shared<WakeUp>();
    lock->m_queue.push_back(turn);
    const auto cause = co_await turn->wait(patience); // unlock() hands it over locked
    std::erase(lock->m_queue, turn);
    co_return cause == WakeUp::Cause::Fired;
}

void LocalLock::unlock()
{
    if (m_queue.empty()) {
        m_locked = false;
        return;
    }
    const auto next = m_queue.front();
    m_queue.pop_front();
    next->fire();
}

void LocalLock::cancel()
{
    m_cancelled = true;
    const auto queue = m_queue;
    for (const auto &turn : queue)
        turn->cancel();
}

std::unique_ptr<CriticalSection> makeCriticalSection(const Workload &job, LabClient &client,
                                                     const SectionTools &tools, int worker)
{
    if (job.guard == way::None)
        return std::make_unique<NoGuard>();
    if (job.guard == way::Local)
        return std::make_unique<LocalGuard>(tools.local, job.wait);
    if (isSetNx(job.guard))
        return std::make_unique<SetNxGuard>(job, client, tools, worker);
    return std::make_unique<LockGuard>(job, client, tools);
}

} // namespace lockscope
