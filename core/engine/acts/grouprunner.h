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
#include "core/engine/acts/lockclient.h"

#include <QTimer>

#include <functional>

namespace lockscope
{

class GroupRunner final : public QObject
{
    Q_OBJECT
public:
    // Acts on one node, by the leave that was given for all of them; null: none is asked for there.
    using Member = std::function<QCoro::Task<Receipt>(ActRequest request, PermitPtr leave)>;
    using Shown = std::function<LockPtr(const LockName &)>;
    // In the order of the members. shown: the lock of the group as people see it; null: not known.
    GroupRunner(std::vector<Member> members, std::vector<NodeId> names, const Registry &registry, Shown shown,
                QObject *parent = nullptr);
    ~GroupRunner() override;

    QCoro::Task<Receipt> act(ActRequest request, PermitPtr leave = {}, quint64 waitId = 0);
    // What each member is asked for an act on a lock that somebody has: whom it means is called there by the
    // name that this node knows him by.
    QCoro::Task<std::vector<ActRequest>> requestsFor(ActRequest request);
    void cancelWaiting(quint64 waitId);
    void abandon(const LockName &key); // stops renewing without releasing
    void abandon(const LockName &key, const OwnerId &owner);
    bool renews(const LockName &key, const OwnerId &owner) const { return m_holds.contains({key, owner}); }

signals:
    void holdLost(const lockscope::LockName &key, const lockscope::Receipt &why,
                  const lockscope::OwnHolding &hold);
    void holdRenewed(const lockscope::LockName &key, const lockscope::Receipt &receipt);

private:
    struct Hold {
        ActRequest renewal{};
        PermitPtr leave{};
        milliseconds period{};
        Instant validUntil{};
        bool isEnding = false; // it is being given back: that it is gone is no news
        QTimer timer{};
    };
    // Under one name there may be several: for reading, by several owner ids.
    using HoldName = std::pair<LockName, OwnerId>;
    using Receipts = std::vector<Receipt>;
    using Requests = std::vector<ActRequest>;
    static QCoro::Task<Receipts> onAll(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave,
                                       milliseconds patience);
    static QCoro::Task<Receipts> onEach(QPointer<GroupRunner> self, Requests requests, PermitPtr leave,
                                        milliseconds patience);
    // The owner meant by the name that each node knows him by; onNamed: of a MultiLock or RedissonRedLock.
    static QCoro::Task<Receipts> onOwner(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave,
                                         milliseconds patience);
    static QCoro::Task<Receipts> onNamed(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave,
                                         milliseconds patience);
    static QCoro::Task<Requests> requestsWithin(QPointer<GroupRunner> self, ActRequest request,
                                                milliseconds patience);
    static QCoro::Task<Receipt> acquire(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave,
                                        quint64 waitId);
    static QCoro::Task<Receipt> acquireOnce(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave);
    static QCoro::Task<Receipt> other(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave);
    static QCoro::Task<Receipt> end(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave);
    static QCoro::Task<Receipt> renew(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave);
    static QCoro::Task<> giveUp(QPointer<GroupRunner> self, ActRequest request, PermitPtr leave);
    static QCoro::Task<> beat(QPointer<GroupRunner> self, HoldName name);
    void keep(const ActRequest &request, const PermitPtr &leave, const Receipt &receipt);
    int needed(const ActRequest &request) const;
    milliseconds leaseOf(const ActRequest &request) const;

    const std::vector<Member> m_members;
    const std::vector<NodeId> m_names;
    const Registry &m_registry;
    const Shown m_shown;
    std::map<HoldName, std::unique_ptr<Hold>> m_holds;
    std::multimap<quint64, std::weak_ptr<WakeUp>> m_waiting;
};

// What a release or a force-release of the group came to, out of those of its nodes. Pure.
Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed);

} // namespace lockscope
