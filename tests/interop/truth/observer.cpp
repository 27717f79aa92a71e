// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/observer.h"

#include <algorithm>

namespace lockscope::test
{

Observer::Observer(Engine &engine) : m_engine(engine)
{
    connect(&m_engine, &Engine::tableChanged, this, &Observer::take);
    connect(&m_sampling, &QTimer::timeout, this, qOverload<>(&Observer::sample));
    m_sampling.start(100);
}

void Observer::restart(const QByteArray &key)
{
    m_observed[key] = {};
    if (const LockPtr lock = m_engine.find({key}))
        noteVerdict(*lock);
}

void Observer::take(const LockDelta &delta)
{
    for (const LockPtr &lock : delta.upserted)
        noteVerdict(*lock);
    for (const LockEvent &event : delta.events)
        m_observed[event.key.bytes].events.push_back(event);
}

void Observer::noteVerdict(const Lock &lock)
{
    std::vector<Verdict> &verdicts = m_observed[lock.key.bytes].verdicts;
    if (verdicts.empty() || verdicts.back() != lock.verdict)
        verdicts.push_back(lock.verdict);
}

// Both change by time alone, without a change of the table.
void Observer::sample()
{
    for (const LockPtr &lock : m_engine.locks()) {
        if (lock->held() && !lock->stale)
            sample(*lock);
    }
}

void Observer::sample(const Lock &lock)
{
    Observed &observed = m_observed[lock.key.bytes];
    const Instant at = now();
    observed.leases.insert(leaseKind(lock, at));
    const auto shorten = [&](std::optional<Instant> end) {
        if (end)
            observed.shortest =
                std::min(observed.shortest.value_or(milliseconds::max()), millisecondsBetween(at, *end));
    };
    shorten(lock.expiresAt);
    for (const Holder &holder : lock.holders)
        shorten(holder.expiresAt);
}

} // namespace lockscope::test
