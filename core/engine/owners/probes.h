// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The probes that persons have begun on one deployment: what each would cost, whether it can tell anything,
// listening to the master that answers for the lock, and handing on what was learnt. Owner: Site, on the
// engine thread; what it is given must outlive it. Nothing fails but by the report.

#include "core/deployment/deployment.h"
#include "core/engine/owners/clientregistry.h"
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
    // Of the master that answers for the key; null: nobody does now.
    using ClientsOf = std::function<ClientRegistry *(const LockName &)>;
    Probes(Deployment &deployment, const Registry &registry, LockTable &table, ClientsOf clientsOf);

    QCoro::Task<Outcome<ProbeEstimate>> estimate(ProbeRequest request);
    QCoro::Task<ProbeReport> probe(ProbeRequest request, quint64 id); // id: by which it is cancelled
    void cancel(quint64 id);
    void close(); // each ends, and what waits for it

signals:
    void progressed(quint64 id, const lockscope::ProbeReport &soFar); // a few times a second

private:
    std::vector<SoughtOwner> soughtOf(const Lock &lock, const std::vector<OwnerId> &owners) const;
    std::optional<Failure> whyNotProbed(const LockName &key) const;
    milliseconds lengthOf(const ProbeRequest &request) const;
    static QCoro::Task<ProbeReport> runProbe(QPointer<Probes> self, ProbeRequest request, quint64 id);

    Deployment &m_deployment;
    const Registry &m_registry;
    LockTable &m_table;
    const ClientsOf m_clientsOf;
    std::multimap<quint64, std::unique_ptr<MonitorProbe>> m_probes;
};

} // namespace lockscope
