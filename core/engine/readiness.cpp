// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/readiness.h"

#include "core/engine/engine.h"

#include <QPointer>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// Worth waiting for when a program has just begun. Report other failures immediately.
bool serverIsStarting(ErrorKind kind)
{
    return kind == ErrorKind::Loading || kind == ErrorKind::Busy || kind == ErrorKind::MasterDown;
}

} // namespace

Failure closedMeanwhile(const LockName &key)
{
    return {.kind = ErrorKind::Cancelled, .text = Engine::tr("the connection was closed"), .key = key.bytes};
}

QCoro::Task<Done> Readiness::wait(milliseconds timeout)
{
    const QPointer<Readiness> self(this);
    const Instant deadline = now() + timeout;
    const auto touched = m_touched.add();
    std::optional<Failure> why; // of the last try: at the deadline another one may be under way
    for (;;) {
        if (!self || m_sites.isEmpty())
            co_return closedMeanwhile();
        if (m_sites.isReady())
            co_return Nothing{};
        const ConnectionState connection = m_sites.worstConnection();
        const milliseconds left = millisecondsBetween(now(), deadline);
        const bool usable = m_sites.isUsable();
        if (usable && left <= 0ms)
            co_return Nothing{};
        if (!usable && (connection.phase == ConnectionPhase::Failed ||
                        (connection.phase == ConnectionPhase::Waiting &&
                         (!serverIsStarting(connection.reason.kind) || left <= 0ms))))
            co_return connection.reason;
        if (connection.phase == ConnectionPhase::Waiting)
            why = connection.reason;
        if (left <= 0ms && why)
            co_return *why;
        if (left <= 0ms)
            co_return Failure{.kind = ErrorKind::TimedOut,
                              .text = Engine::tr("no answer within %1").arg(durationText(timeout)),
                              .remedy = Engine::tr("check the address, or raise the limit with --timeout"),
                              .node = m_sites.front().deployment().spec().node()};
        if (co_await touched->wait(left) == WakeUp::Cause::Cancelled)
            co_return closedMeanwhile();
    }
}

QCoro::Task<> Readiness::settle(milliseconds timeout)
{
    const QPointer<Readiness> self(this);
    const Instant deadline = now() + timeout;
    std::vector<QPointer<Site>> sites;
    for (const auto &site : m_sites)
        sites.emplace_back(site.get());
    for (const QPointer<Site> &site : sites) {
        if (!site)
            co_return;
        co_await site->deployment().lookAgain();
    }
    const auto touched = self ? m_touched.add() : nullptr;
    while (self && !m_sites.isEmpty() && !m_sites.isSettled()) {
        const milliseconds left = millisecondsBetween(now(), deadline);
        if (left <= 0ms || co_await touched->wait(left) == WakeUp::Cause::Cancelled)
            co_return;
    }
}

} // namespace lockscope
