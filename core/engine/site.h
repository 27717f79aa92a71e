// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One deployment with its locks: a Follower for each master, all writing into one table. Routes keys that
// moved to their present master, and reports what a failover did to the locks. Owned by SiteGroup, on the
// engine thread. A RedLock group has one site per member.

#include "core/deployment/deployment.h"
#include "core/engine/acts/actrunner.h"
#include "core/engine/blockingfinder.h"
#include "core/engine/failoverwatch.h"
#include "core/engine/following/follower.h"
#include "core/engine/following/strays.h"
#include "core/engine/inspector.h"
#include "core/engine/owners/probes.h"
#include "core/values/failover.h"

#include <map>

namespace lockscope
{

class Site final : public QObject
{
    Q_OBJECT
public:
    Site(const ConnectionSpec &spec, const EngineOptions &options, const Registry &registry, int member = 0,
         QObject *parent = nullptr);
    ~Site() override;

    void open();
    void close();
    void startFollowing(); // where the options left it out so far
    Deployment &deployment() { return m_deployment; }
    const Deployment &deployment() const { return m_deployment; }
    LockTable &table() { return m_table; }
    const LockTable &table() const { return m_table; }
    ActRunner &operations() { return m_operations; }
    Inspector &inspector() { return m_inspector; }
    Probes &probes() { return m_probes; }
    BlockingFinder &blocking() { return m_blocking; }

    // One complete pass over every master. Slots that move meanwhile are scanned at their new master.
    // sink: gets the locks as soon as each is complete, and the table does not keep them. Empty: it does.
    QCoro::Task<ScanProgress> scan(LockSink sink = {});
    void rescan();
    void stopScan();
    // What another engine last saw of these locks, and of the servers: one that has restarted since is
    // reported, with what became of its locks.
    void expect(const std::vector<LockPtr> &known, const KnownRuns &runs);
    void setAliases(const QList<OwnerAlias> &aliases);
    void setThresholds(const VerdictThresholds &thresholds);
    void judge();                                // what may have changed, and what is to be read again for it
    ScanProgress progress() const;               // of all masters
    LiveStatus live() const;                     // that of the weakest master
    LiveMode liveOf(const NodeId &master) const; // Off: it is not followed
    // True if everything on this master was read, or each followed key: what is not known does not exist.
    bool isRead(const NodeId &master) const;
    bool knowsAbsence(const LockName &key, const NodeId &master) const;

signals:
    void tableTouched(); // the table may hold a delta
    void scanChanged();
    void liveChanged();
    void nodesChanged();
    void failedOver(const lockscope::FailoverReport &report);
    // Keys that changed, or that were due, as that master shows them.
    void read(const std::vector<lockscope::KeyReading> &readings, const lockscope::NodeId &node);
    void probing(quint64 id, const lockscope::ProbeReport &soFar);
    void clientsRefused(const lockscope::Failure &why);

private:
    struct Master {
        std::unique_ptr<Follower> follower{};
        ScanProgress progress{};
        LiveStatus live{};
    };
    void onReshaped(const std::vector<Deployment::MasterChange> &changes);
    void follow(Node &node);
    void tellReplication();
    void failOver(const NodeId &from, const NodeId &to);
    void onPassed(const NodeId &node, const ScanProgress &progress);
    void onStrayed(const NodeId &from, const std::vector<LockName> &keys);
    void routeStrays();
    void onListenedElsewhere(const LockName &key, const QByteArray &channel);
    ServersBeside clientsBeside(const NodeId &master) const;
    static QCoro::Task<> countElsewhere(QPointer<Site> self);
    static QCoro::Task<> lookForChannels(QPointer<Site> self, std::vector<NodeId> masters);
    static QCoro::Task<std::vector<std::optional<bool>>> areListenedTo(QPointer<Site> self, LockName key,
                                                                       std::vector<QByteArray> channels);
    template<class Answer>
    static QCoro::Task<Answer> askWaiters(QPointer<Site> self, LockName key,
                                          QCoro::Task<Answer> (WaiterCounter::*ask)(LockName));
    void findMisplaced();
    bool isSettled() const;
    Follower *followerOf(const LockName &key) const;
    Follower *followerOn(const NodeId &master) const; // null: it is no master now

    const EngineOptions m_options;
    const Registry &m_registry;
    QList<OwnerAlias> m_aliases;
    LockTable m_table;
    Deployment m_deployment;
    ActRunner m_operations;
    std::map<NodeId, Master> m_masters;
    FailoverWatch m_failovers;
    Strays m_strays;
    std::shared_ptr<QHash<NodeId, QSet<QByteArray>>> m_heard; // see OtherServers
    Throttle m_scanTold{[this] { emit scanChanged(); }};
    Throttle m_liveTold{[this] { emit liveChanged(); }};
    QSet<LockName> m_listenedElsewhere; // found on other nodes; their waiters are still to be counted
    bool m_refusalTold = false;
    bool m_follows = false;
    Inspector m_inspector;
    Probes m_probes;
    BlockingFinder m_blocking;
};

} // namespace lockscope
