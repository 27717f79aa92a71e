// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acts on all nodes of a RedLock group as one, in parallel, each with a time-out of its own that is short
// against the lease. Algorithm: "Distributed Locks with Redis" (redis docs): held is what a majority granted
// in less time than the lease less the drift; else every node is asked to give it back, those that did not
// answer too. everyNode: all nodes instead of the majority, and rounds of n × 1500 ms where no lease is
// given, as Redisson's RedissonMultiLock (4.x) does. Owner: Engine, or a client of the lab, on its thread;
// whoever acts on the members must outlive it.

#include "core/base/wakeup.h"
#include "core/engine/acts/actguard.h"
#include "core/engine/acts/watchdog.h"
#include "core/formats/format.h"

#include <functional>

namespace lockscope
{

class GroupRunner final : public QObject
{
    Q_OBJECT
public:
    // Acts on one node, by the permit that was given for all of them; null: none is asked for there.
    using Member = std::function<QCoro::Task<Receipt>(ActRequest request, PermitPtr permit)>;
    using Shown = std::function<LockPtr(const LockName &)>;
    // In the order of the members. shown: the lock of the group as people see it; null: not known.
    GroupRunner(std::vector<Member> members, std::vector<NodeId> names, const Registry &registry, Shown shown,
                QObject *parent = nullptr);

    // waiting: what ends the waiting of an acquire; null: nothing but its time.
    QCoro::Task<Receipt> act(ActRequest request, PermitPtr permit = {}, std::shared_ptr<WakeUp> waiting = {});
    // What each member is asked for an act on a lock that somebody has: whom it means is called there by the
    // name that this node knows him by.
    QCoro::Task<std::vector<ActRequest>> requestsFor(ActRequest request);
    // Renews what was acquired with a watchdog.
    Watchdog &watchdog() { return m_watchdog; }

private:
    using Receipts = std::vector<Receipt>;
    using Requests = std::vector<ActRequest>;
    static QCoro::Task<Receipts> onAll(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit,
                                       milliseconds patience);
    static QCoro::Task<Receipts> onEach(QPointer<GroupRunner> self, Requests requests, PermitPtr permit,
                                        milliseconds patience);
    // The owner meant by the name that each node knows him by; onNamed: of a MultiLock or RedissonRedLock.
    static QCoro::Task<Receipts> onOwner(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit,
                                         milliseconds patience);
    static QCoro::Task<Receipts> onNamed(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit,
                                         milliseconds patience);
    static QCoro::Task<Requests> requestsWithin(QPointer<GroupRunner> self, ActRequest request,
                                                milliseconds patience);
    static QCoro::Task<Receipt> acquire(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit,
                                        std::shared_ptr<WakeUp> wakeUp);
    static QCoro::Task<Receipt> acquireOnce(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<Receipt> other(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<Receipt> end(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<Receipt> renew(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<> giveUp(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    void keep(const ActRequest &request, const PermitPtr &permit, const Receipt &receipt);
    int needed(const ActRequest &request) const;
    milliseconds leaseOf(const ActRequest &request) const;

    const std::vector<Member> m_members;
    const std::vector<NodeId> m_names;
    const Registry &m_registry;
    const Shown m_shown;
    Watchdog m_watchdog;
};

} // namespace lockscope
