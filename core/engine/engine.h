// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The façade for ui and cli: one deployment, or several as a RedLock group, whose locks it finds, follows and
// acts on. Lives on the engine thread. Call slots from that thread only (use QMetaObject::invokeMethod or a
// queued connection from elsewhere); every signal carries values. Owned by the composition in app/. Errors:
// each request answers with an Outcome or a Receipt; the connection is a state, never an error box.

#include "core/engine/blocking/blockingreport.h"
#include "core/engine/following/engineoptions.h"
#include "core/engine/reading/lockdetail.h"
#include "core/formats/format.h"
#include "core/values/act.h"
#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"
#include "core/values/events.h"
#include "core/values/failover.h"
#include "core/values/healthreport.h"
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

    // Records acts. Must outlive the engine or be its child. Call it before the engine moves to its thread.
    void setJournal(ActJournal *journal);

    // For callers on the engine thread (cli, tests).
    QCoro::Task<Done> waitReady(lockscope::milliseconds timeout); // logged in, or why not
    // Returns when each node, including those found through other nodes, was reached or failed.
    QCoro::Task<> settle(lockscope::milliseconds timeout);
    QCoro::Task<Outcome<LockDetail>> inspect(LockName key); // by exact name, without a scan
    QCoro::Task<Receipt> act(ActRequest request);           // acquire: waits up to request.wait
    QCoro::Task<ScanProgress> scan();                       // one complete pass
    // The same for a million locks: sink gets each lock once, as soon as all is read of it, and the engine
    // does not keep it. Of a RedLock group, whose nodes must be compared first: all at the end. What locks
    // tell of each other, a deadlock or what one client renews, is not judged.
    QCoro::Task<ScanProgress> scanInto(LockSink sink);
    QCoro::Task<HealthReport> checkHealth(); // what makes locks unsafe, and what this user may do
    // Finds the clients of a lock's holders by MONITOR on one server; estimate() returns the cost.
    QCoro::Task<Outcome<ProbeEstimate>> estimate(ProbeRequest request);
    QCoro::Task<ProbeReport> probe(ProbeRequest request);
    // Which client blocks which. Of a RedLock group: what the tables show; its nodes are not probed.
    QCoro::Task<std::vector<ProbeEstimate>> estimateBlocking(milliseconds probe);
    QCoro::Task<BlockingReport> blocking(BlockingRequest request, quint64 id = 0); // id: for cancelProbe()
    LockPtr find(const LockName &key) const;
    std::vector<LockPtr> locks() const;
    std::vector<NodeStatus> nodes() const;        // masters, each with its replicas; then sentinels
    NodeStatus nodeOf(const LockName &key) const; // its master; empty: no master now
    LiveMode liveOf(const NodeId &master) const;  // how changes of it are followed; Off: not at all
    bool isGroup() const;                         // several independent deployments as one RedLock group

public slots:
    void open(const lockscope::ConnectionSpec &spec, const lockscope::EngineOptions &options);
    void close();
    void startFollowing(); // where EngineOptions::followAtOnce is false; else it follows already
    void rescan();
    void stopScan();
    // Answers with inspected(id, …) / acted(id, …) / planned(id, …).
    void requestInspect(quint64 id, const lockscope::LockName &key);
    void requestAct(quint64 id, const lockscope::ActRequest &request);
    void requestPlan(quint64 id, const lockscope::ActRequest &request);
    void requestHealthCheck(quint64 id); // answers with healthChecked(id, …)
    // Tests any connection, whatever is open. Answers with tested(id, …).
    void requestConnectionTest(quint64 id, const lockscope::ConnectionSpec &spec);
    void requestEstimate(quint64 id, const lockscope::ProbeRequest &request); // answers with estimated(id, …)
    void requestProbe(quint64 id, const lockscope::ProbeRequest &request);    // answers with probed(id, …)
    // Answers with blockingEstimated(id, …) / blockingFound(id, …).
    void requestBlockingEstimate(quint64 id, lockscope::milliseconds probe);
    void requestBlocking(quint64 id, const lockscope::BlockingRequest &request);
    void cancelProbe(quint64 id); // it answers with the results so far
    void setAliases(const QList<lockscope::OwnerAlias> &aliases);
    void setThresholds(const lockscope::VerdictThresholds &thresholds); // judges every lock again
    // What another engine last saw of these locks (LockTable::expect()) and servers. A server that has
    // restarted since is reported by failedOver(). No effect on a RedLock group.
    void expect(const std::vector<lockscope::LockPtr> &known, const lockscope::KnownRuns &runs = {});
    // The open connection is read-only no more. It stays connected, and nothing is forgotten.
    void allowChanges();
    // The open connection is read-only from now on. It stays connected, and nothing is forgotten but own
    // locks, which are not renewed any more. Acquires that wait end, and leave their queues. What was sent
    // before may still be done.
    void makeReadOnly();
    // The profile of the open connection has another name now, which confirmations and records use.
    void rename(const QString &name);
    void cancelAct(quint64 id); // stops the wait of an acquire; undoes nothing
    // Stops the watchdog of an own lock so that it expires; sends nothing.
    void stopRenewing(const lockscope::LockName &key, const lockscope::OwnerId &owner);

signals:
    // opened() comes before and closed() after all other signals of a connection.
    void opened(const lockscope::ConnectionSpec &spec, const lockscope::EngineOptions &options);
    void closed();
    void renamed(const QString &name);
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
    void blockingEstimated(quint64 id, const std::vector<lockscope::ProbeEstimate> &estimates);
    void blockingFound(quint64 id, const lockscope::BlockingReport &report);
    // The user may not run CLIENT LIST on that node, so owners are known by id only. Emitted once.
    void clientsRefused(const lockscope::Failure &why);
    void healthChecked(quint64 id, const lockscope::HealthReport &report);
    // A hold of this program ended without it: its watchdog gave up (free, another owner, or no connection
    // for too long), it was read as gone, or it expired. Of a lock that is followed this is reported at once.
    // ownHoldsChanged follows.
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why);
    void failedOver(const lockscope::FailoverReport &report);
    // The locks acquired here and not released, after each change.
    void ownHoldsChanged(const std::vector<lockscope::OwnHolding> &holds);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
