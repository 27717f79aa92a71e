// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The façade that ui and cli use: one deployment, or a RedLock group of several, its locks found, followed
// and acted upon.
// Lives on the engine thread; every slot may be called from there only (use QMetaObject::invokeMethod or a
// queued connection from elsewhere), every signal carries values. Owner: the composition in app/. Errors:
// each request answers with an Outcome or a Receipt; the link is a state, never an error box.

#include "core/engine/following/engineoptions.h"
#include "core/engine/reading/lockdetail.h"
#include "core/formats/format.h"
#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"
#include "core/values/events.h"
#include "core/values/examination.h"
#include "core/values/failover.h"
#include "core/values/probe.h"
#include "core/values/status.h"

#include <QObject>
#include <QStringList>
#include <qcorotask.h>

#include <functional>
#include <memory>

namespace lockscope
{

class ActJournal;

class Engine final : public QObject
{
    Q_OBJECT
public:
    explicit Engine(QObject *parent = nullptr);
    ~Engine() override;

    // Where acts are written down; outlives the engine, or is its child. Before it is moved to its thread.
    void setJournal(ActJournal *journal);

    // For callers on the engine thread (cli, tests).
    QCoro::Task<Done> waitReady(lockscope::milliseconds timeout); // logged in, or why not
    // Until each node was reached or tried in vain, those too that only another one tells of.
    QCoro::Task<> settle(lockscope::milliseconds timeout);
    QCoro::Task<Outcome<LockDetail>> inspect(LockName key); // exact: never through a scan
    QCoro::Task<Receipt> act(ActRequest request);           // acquire: waits up to request.wait
    const std::vector<OwnHolding> &ownHolds() const;        // acquired here and not given back
    QCoro::Task<ScanProgress> scan();                       // one whole pass
    QCoro::Task<Examination> examine(); // what makes the locks unsafe; what the user may do
    // What listening to the commands of one server would cost, and doing it: which clients a lock's holders
    // are.
    QCoro::Task<Outcome<ProbeEstimate>> estimate(ProbeRequest request);
    QCoro::Task<ProbeReport> probe(ProbeRequest request);
    LockPtr find(const LockName &key) const;
    std::vector<LockPtr> locks() const;
    std::vector<NodeStatus> nodes() const;        // masters, each with its replicas; then sentinels
    NodeStatus nodeOf(const LockName &key) const; // who answers for it; empty: nobody now
    bool isGroup() const;                         // several independent deployments as one RedLock group

public slots:
    void open(const lockscope::ConnectionSpec &spec, const lockscope::EngineOptions &options);
    void close();
    void rescan();
    void stopScan();
    // Answers with inspected(id, …) / acted(id, …) / planned(id, …).
    void requestInspect(quint64 id, const lockscope::LockName &key);
    void requestAct(quint64 id, const lockscope::ActRequest &request);
    void requestPlan(quint64 id, const lockscope::ActRequest &request);
    void requestExamine(quint64 id); // answers with examined(id, …)
    // Of any connection, whatever is open; answers with tested(id, …).
    void requestConnectionTest(quint64 id, const lockscope::ConnectionSpec &spec);
    void requestEstimate(quint64 id, const lockscope::ProbeRequest &request); // answers with estimated(id, …)
    void requestProbe(quint64 id, const lockscope::ProbeRequest &request);    // answers with probed(id, …)
    void cancelProbe(quint64 id); // it answers with what it learnt
    void setAliases(const QList<lockscope::OwnerAlias> &aliases);
    void setThresholds(const lockscope::VerdictThresholds &thresholds); // every lock is judged anew
    void cancelAct(quint64 id); // stops waiting for an acquire; what is done stays done
    // A lock of ours is left to run out: its watchdog ends, nothing is sent.
    void stopRenewing(const lockscope::LockName &key, const lockscope::OwnerId &owner);

signals:
    // Before anything is told of this connection, and after everything.
    void opened(const lockscope::ConnectionSpec &spec, const lockscope::EngineOptions &options);
    void closed();
    void tableChanged(const lockscope::LockDelta &delta); // at most 20 a second
    void scanChanged(const lockscope::ScanProgress &progress);
    void nodesChanged(const std::vector<lockscope::NodeStatus> &nodes);
    void liveChanged(const lockscope::LiveStatus &live);
    void inspected(quint64 id, const lockscope::Outcome<lockscope::LockDetail> &detail);
    void planned(quint64 id, const lockscope::Outcome<lockscope::ActPlan> &plan);
    void acted(quint64 id, const lockscope::Receipt &receipt);
    void tested(quint64 id, const std::vector<lockscope::ConnectionStage> &stages);
    void estimated(quint64 id, const lockscope::Outcome<lockscope::ProbeEstimate> &estimate);
    void probing(quint64 id, const lockscope::ProbeReport &soFar); // a few times a second
    void probed(quint64 id, const lockscope::ProbeReport &report);
    // This user may not list the clients of that node: owners are told by their ids only. Once.
    void clientsRefused(const lockscope::Failure &why);
    void examined(quint64 id, const lockscope::Examination &examination);
    // A hold of ours ended without us: its watchdog gave up (another owner, nobody, or no connection for too
    // long), it was seen to be gone, or it ran out. ownHoldsChanged follows.
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why);
    void failedOver(const lockscope::FailoverReport &report);
    // What this engine acquired and has not given back, after each change of it.
    void ownHoldsChanged(const std::vector<lockscope::OwnHolding> &holds);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
