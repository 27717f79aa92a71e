// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/probes.h"

#include "core/engine/acts/keylookup.h"
#include "core/engine/owners/waiterears.h"

#include <algorithm>

namespace lockscope
{

using namespace std::chrono_literals;

Probes::Probes(Deployment &deployment, const Registry &registry, LockTable &table, ClientsOf clientsOf)
    : m_deployment(deployment), m_registry(registry), m_table(table), m_clientsOf(std::move(clientsOf))
{
}

void Probes::close()
{
    std::exchange(m_probes, {}).clear();
}

std::vector<SoughtOwner> Probes::soughtOf(const Lock &lock, const std::vector<OwnerId> &owners) const
{
    std::vector<SoughtOwner> sought;
    const Format *format = m_registry.find(lock.kind.name);
    // If all clients write the same value, each failed attempt looks like the owner's.
    if (format && format->nature() == Nature::Bare)
        return sought;
    for (const Holder &holder : lock.holders) {
        const bool isMeant =
            owners.empty() || std::find(owners.begin(), owners.end(), holder.id) != owners.end();
        if (isMeant && !holder.id.isEmpty())
            sought.push_back(
                {.id = holder.id, .client = format ? format->ownerParts(holder.id).client : QByteArray()});
    }
    return sought;
}

std::optional<Failure> Probes::whyNotProbed(const LockName &key) const
{
    const LockPtr lock = m_table.find(key);
    if (!m_deployment.masterOf(key))
        return m_deployment.failure(key);
    if (!lock || !lock->held())
        return Failure{.kind = ErrorKind::BadInput,
                       .text = tr("the lock is free: there is no owner to find"),
                       .key = key.bytes};
    if (soughtOf(*lock, {}).empty())
        return Failure{.kind = ErrorKind::Unsupported,
                       .text = tr("its value identifies no client: all clients write the same"),
                       .key = key.bytes};
    return {};
}

milliseconds Probes::lengthOf(const ProbeRequest &request) const
{
    const LockPtr lock = m_table.find(request.key);
    const milliseconds usual = probeLength(*lock, m_registry.find(lock->kind.name));
    return std::clamp<milliseconds>(request.length.value_or(usual), 100ms, LongestProbe);
}

QCoro::Task<Outcome<ProbeEstimate>> Probes::estimate(ProbeRequest request)
{
    const QPointer<Probes> self(this);
    if (const auto why = whyNotProbed(request.key))
        co_return *why;
    const milliseconds length = lengthOf(request);
    Node *node = m_deployment.masterOf(request.key);
    const NodeId id = node->status().node;
    const QPointer<Session> reading(&node->reading());
    ProbeEstimate estimate = co_await estimateCost(reading, request, length);
    if (!self)
        co_return connectionClosed(request.key);
    estimate.node = id;
    co_return estimate;
}

QCoro::Task<ProbeReport> Probes::probe(ProbeRequest request, quint64 id)
{
    ProbeReport refused{.key = request.key};
    if (const auto why = whyNotProbed(request.key)) {
        refused.failure = *why;
        co_return refused;
    }
    request.length = lengthOf(request);
    const QPointer<Probes> self(this);
    co_return co_await runProbe(self, request, id);
}

// Some hold the lock by now, or stand in its queue.
std::vector<HeardWaiter> Probes::waitersAmong(const LockName &key, const std::vector<HeardWait> &heard) const
{
    const LockPtr lock = m_table.find(key);
    if (!lock)
        return {};
    std::vector<HeardWaiter> waiting;
    for (const BlockedLock &blocked : waitGraph(m_registry, {lock}, heard).locks) {
        for (const Wait &wait : blocked.waits) {
            if (wait.source == WaitSource::Probe)
                waiting.push_back({.id = wait.id, .client = wait.client, .attempts = wait.attempts});
        }
    }
    return waiting;
}

QCoro::Task<ProbeReport> Probes::runProbe(QPointer<Probes> self, ProbeRequest request, quint64 id)
{
    const LockPtr lock = self->m_table.find(request.key);
    const LockName key = request.key;
    const auto holders = std::make_shared<MonitorEars>(key, self->soughtOf(*lock, request.owners));
    const auto waiters = std::make_shared<WaiterEars>(self->m_registry, std::vector{lock});
    const ConnectionSpec spec = self->m_deployment.masterOf(key)->spec();
    auto made = std::make_unique<MonitorProbe>(spec, request, holders);
    made->addListener(waiters);
    const QPointer<MonitorProbe> probe(made.get());
    self->m_probes.emplace(id, std::move(made));
    connect(probe, &MonitorProbe::progressed, self,
            [self, id](const ProbeReport &soFar) { emit self->progressed(id, soFar); });
    ProbeReport report = co_await probe->run();
    report.learnt = holders->learnt();
    if (!self)
        co_return report;
    report.waiting = self->waitersAmong(key, waiters->heard());
    std::erase_if(self->m_probes, [&probe](const auto &one) { return one.second.get() == probe; });
    ClientRegistry *clients = self->m_clientsOf(key);
    if (clients && !report.learnt.empty()) {
        const HolderClients seen = report.learnt;
        co_await clients->learn(key, seen);
    }
    const LockPtr told = self ? self->m_table.find(key) : LockPtr{};
    for (auto &[owner, client] : report.learnt) { // with their names now
        for (const auto &[known, info] : told && told->clients ? *told->clients : HolderClients{}) {
            if (known == owner)
                client = info;
        }
    }
    co_return report;
}

void Probes::cancel(quint64 id)
{
    for (const auto &[number, probe] : m_probes) {
        if (number == id)
            probe->cancel();
    }
}

} // namespace lockscope
