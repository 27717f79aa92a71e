// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which client blocks which on one deployment: from the queues and counts in the table, and, if asked for,
// from a MONITOR probe of each master, side by side. A deadlock is reported only after its locks were read
// again. Owned by Site, on the engine thread; the constructor arguments must outlive it. Failures are in the
// report.

#include "core/deployment/deployment.h"
#include "core/engine/blocking/blockingreport.h"
#include "core/engine/following/follower.h"
#include "core/engine/owners/monitorprobe.h"
#include "core/engine/owners/waiterears.h"

#include <QPointer>

#include <map>

namespace lockscope
{

class BlockingFinder final : public QObject
{
    Q_OBJECT
public:
    using FollowerOf = std::function<Follower *(const LockName &)>; // null: no master for it now
    using FollowerOn = std::function<Follower *(const NodeId &)>;   // null: no master
    BlockingFinder(Deployment &deployment, const Registry &registry, LockTable &table, FollowerOf followerOf,
                   FollowerOn followerOn);

    // What the probes will cost, for each master with held locks.
    QCoro::Task<std::vector<ProbeEstimate>> estimate(milliseconds length);
    QCoro::Task<BlockingReport> find(BlockingRequest request, quint64 id); // id: for cancel()
    void cancel(quint64 id); // the report then has what was heard so far
    void close();            // ends all probes and their waiting coroutines

private:
    struct Listening {
        std::shared_ptr<WaiterEars> ears{};
        QPointer<MonitorProbe> probe{};
    };
    using Self = QPointer<BlockingFinder>;
    using HeardHolders = QHash<LockName, HolderClients>;
    UnseenWaits unseenBeside(const WaitGraph &graph) const;
    std::map<Node *, std::vector<LockPtr>> heldByMaster() const;
    std::vector<Listening> listen(milliseconds length, quint64 id);
    std::vector<LockPtr> heldLocks() const;
    std::vector<LockPtr> waitedFor(const std::vector<HeardWait> &heard) const;
    bool isDisconnected(const HeardWait &wait) const;
    void noteHolders(const HeardHolders &heard);
    QSet<LockName> freeLocks(const WaitGraph &graph, const std::vector<HeardWait> &heard) const;
    WaitGraph graphWith(const std::vector<HeardWait> &heard) const;
    static QCoro::Task<> askForClients(Self self, std::vector<HeardWait> heard, bool isProbed);
    static QCoro::Task<> findSleepers(Self self, BlockingReport *report);
    static QCoro::Task<> readAgain(Self self, QSet<LockName> keys);
    static QCoro::Task<BlockingReport> search(Self self, BlockingRequest request, quint64 id);
    static QCoro::Task<> confirm(Self self, BlockingReport *report, std::vector<HeardWait> heard);

    Deployment &m_deployment;
    const Registry &m_registry;
    LockTable &m_table;
    const FollowerOf m_followerOf;
    const FollowerOn m_followerOn;
    std::multimap<quint64, std::unique_ptr<MonitorProbe>> m_probes;
};

} // namespace lockscope
