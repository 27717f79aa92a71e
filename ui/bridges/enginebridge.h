// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the engine: sends requests as queued signals; answers come back as
// values. Never waits. Owner: the main window. The engine lives on its own thread.

#include "core/engine/engine.h"
#include "core/values/connection/connectionstage.h"
#include "ui/bridges/bridge.h"
#include "ui/text/kinds.h"

namespace lockscope
{

class EngineBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit EngineBridge(QObject *parent = nullptr) : Bridge(parent) {}

    void attach(Engine *engine); // Connects both directions. Call once.

    // From now on, no state of the connection before is passed on.
    void open(const ConnectionSpec &spec, const EngineOptions &options);
    const Kinds &kinds() const { return m_kinds; } // Of the connection opened last
    void close();
    void rescan() { emit rescanWanted(); }
    void stopScan() { emit stopScanWanted(); }
    // Return the number of the request, which its answer carries.
    quint64 inspect(const LockName &key) { return ask(&EngineBridge::inspectWanted, key); }
    quint64 plan(const ActRequest &request) { return ask(&EngineBridge::planWanted, request); }
    quint64 act(const ActRequest &request) { return ask(&EngineBridge::actWanted, request); }
    void cancelAct(quint64 id) { emit cancelWanted(id); }
    // Stops renewing a lock that this program holds, so that it expires.
    void stopRenewing(const LockName &key, const OwnerId &owner) { emit stopRenewingWanted(key, owner); }
    quint64 checkHealth() { return ask(&EngineBridge::healthCheckWanted); }
    void setAliases(const QList<OwnerAlias> &aliases) { emit aliasesWanted(aliases); }
    void setThresholds(const VerdictThresholds &thresholds) { emit thresholdsWanted(thresholds); }
    void expect(const std::vector<LockPtr> &known, const KnownRuns &runs) { emit locksExpected(known, runs); }
    void allowChanges() { emit changesAllowed(); }
    void makeReadOnly() { emit changesForbidden(); }
    void rename(const QString &name) { emit renameWanted(name); } // the open profile
    quint64 estimate(const ProbeRequest &request) { return ask(&EngineBridge::estimateWanted, request); }
    quint64 probe(const ProbeRequest &request) { return ask(&EngineBridge::probeWanted, request); }
    quint64 estimateBlocking(milliseconds probe) { return ask(&EngineBridge::blockingEstimateWanted, probe); }
    quint64 blocking(const BlockingRequest &request) { return ask(&EngineBridge::blockingWanted, request); }
    void cancelProbe(quint64 id) { emit cancelProbeWanted(id); }
    quint64 testConnection(const ConnectionSpec &spec) { return ask(&EngineBridge::testWanted, spec); }

signals:
    // To the engine
    void openWanted(const lockscope::ConnectionSpec &spec, const lockscope::EngineOptions &options);
    void closeWanted();
    void rescanWanted();
    void stopScanWanted();
    void inspectWanted(quint64 id, const lockscope::LockName &key);
    void planWanted(quint64 id, const lockscope::ActRequest &request);
    void actWanted(quint64 id, const lockscope::ActRequest &request);
    void cancelWanted(quint64 id);
    void stopRenewingWanted(const lockscope::LockName &key, const lockscope::OwnerId &owner);
    void healthCheckWanted(quint64 id);
    void aliasesWanted(const QList<lockscope::OwnerAlias> &aliases);
    void thresholdsWanted(const lockscope::VerdictThresholds &thresholds);
    void locksExpected(const std::vector<lockscope::LockPtr> &known, const lockscope::KnownRuns &runs);
    void changesAllowed();
    void changesForbidden();
    void renameWanted(const QString &name);
    void estimateWanted(quint64 id, const lockscope::ProbeRequest &request);
    void probeWanted(quint64 id, const lockscope::ProbeRequest &request);
    void blockingEstimateWanted(quint64 id, lockscope::milliseconds probe);
    void blockingWanted(quint64 id, const lockscope::BlockingRequest &request);
    void cancelProbeWanted(quint64 id);
    void testWanted(quint64 id, const lockscope::ConnectionSpec &spec);
    // From the engine
    void tableChanged(const lockscope::LockDelta &delta);
    void scanChanged(const lockscope::ScanProgress &progress);
    void nodesChanged(const std::vector<lockscope::NodeStatus> &nodes);
    void liveChanged(const lockscope::LiveStatus &live);
    void inspected(quint64 id, const lockscope::Outcome<lockscope::LockDetail> &detail);
    void planned(quint64 id, const lockscope::Outcome<lockscope::ActPlan> &plan);
    void acted(quint64 id, const lockscope::Receipt &receipt);
    void healthChecked(quint64 id, const lockscope::HealthReport &report);
    void tested(quint64 id, const std::vector<lockscope::ConnectionStage> &stages);
    void estimated(quint64 id, const lockscope::Outcome<lockscope::ProbeEstimate> &estimate);
    void probing(quint64 id, const lockscope::ProbeReport &soFar);
    void probed(quint64 id, const lockscope::ProbeReport &report);
    void blockingEstimated(quint64 id, const std::vector<lockscope::ProbeEstimate> &estimates);
    void blockingFound(quint64 id, const lockscope::BlockingReport &report);
    void clientsRefused(const lockscope::Failure &why);
    void failedOver(const lockscope::FailoverReport &report);
    void ownHoldsChanged(const std::vector<lockscope::OwnHolding> &holds);
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why);

private:
    Kinds m_kinds{};
    int m_leaving = 0; // connections that the engine has not closed yet
};

} // namespace lockscope
