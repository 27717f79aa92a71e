// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Acts on all nodes of a RedLock group in parallel, each with a timeout that is short compared with the
// lease. Algorithm: "Distributed Locks with Redis" (redis docs). A lock is held if a majority granted it in
// less time than the lease less the drift; otherwise every node is asked to release it, even those that did
// not answer. everyNode: requires all nodes instead of a majority, and waits in rounds of n × 1500 ms if no
// lease is given, as Redisson's RedissonMultiLock (4.x) does. Owned by ActDispatcher or by a client of the
// lab, on its thread; the members must outlive it.

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
    // Acts on one node with the permit given for the group; null if the node asks for none.
    using Member = std::function<QCoro::Task<Receipt>(ActRequest request, PermitPtr permit)>;
    using Shown = std::function<LockPtr(const LockName &)>;
    // In the order of the members. shown: the group's lock that the user sees; null: unknown.
    GroupRunner(std::vector<Member> members, std::vector<NodeId> names, const Registry &registry, Shown shown,
                QObject *parent = nullptr);

    // waiting: ends the waiting of an acquire; null: only its timeout does.
    QCoro::Task<Receipt> act(ActRequest request, PermitPtr permit = {}, std::shared_ptr<WakeUp> waiting = {});
    // The request for each member. Each names the owner by the id that it has on that node.
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
    // Uses the owner's id on each node; onNamed: for a MultiLock or RedissonRedLock.
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
    static QCoro::Task<Receipt> renewHeld(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<Receipt> renew(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
    static QCoro::Task<Receipts> giveUp(QPointer<GroupRunner> self, ActRequest request, PermitPtr permit);
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
