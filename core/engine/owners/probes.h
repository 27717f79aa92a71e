// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The probes that users started on one deployment: estimates their cost, checks whether they can find
// anything, listens to the lock's master and passes the result on. Owned by Site, on the engine thread; the
// constructor arguments must outlive it. Failures are in the report.

#include "core/deployment/deployment.h"
#include "core/engine/blocking/waitgraph.h"
#include "core/engine/owners/clientregistry.h"
#include "core/engine/owners/monitorline.h"
#include "core/engine/owners/monitorprobe.h"

#include <QObject>
#include <QPointer>

#include <map>

namespace lockscope
{

class Probes final : public QObject
{
    Q_OBJECT
public:
    // The registry of the key's master; null: no master now.
    using ClientsOf = std::function<ClientRegistry *(const LockName &)>;
    Probes(Deployment &deployment, const Registry &registry, LockTable &table, ClientsOf clientsOf);

    QCoro::Task<Outcome<ProbeEstimate>> estimate(ProbeRequest request);
    QCoro::Task<ProbeReport> probe(ProbeRequest request, quint64 id); // id: for cancel()
    void cancel(quint64 id);
    void close(); // ends all probes and their waiting coroutines

signals:
    void progressed(quint64 id, const lockscope::ProbeReport &soFar); // a few times per second

private:
    std::vector<SoughtOwner> soughtOf(const Lock &lock, const std::vector<OwnerId> &owners) const;
    std::optional<Failure> whyNotProbed(const LockName &key) const;
    std::vector<HeardWaiter> waitersAmong(const LockName &key, const std::vector<HeardWait> &heard) const;
    milliseconds lengthOf(const ProbeRequest &request) const;
    static QCoro::Task<ProbeReport> runProbe(QPointer<Probes> self, ProbeRequest request, quint64 id);

    Deployment &m_deployment;
    const Registry &m_registry;
    LockTable &m_table;
    const ClientsOf m_clientsOf;
    std::multimap<quint64, std::unique_ptr<MonitorProbe>> m_probes;
};

} // namespace lockscope
