// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers that together hold one set of locks: a single server, a master with replicas, the same with
// sentinels, or a cluster. Finds them, follows their roles, and knows the master of each key. Owned by Site,
// on the engine thread. Never gives up: an unreachable server is a state of its node.

#include "core/base/throttle.h"
#include "core/base/wakeup.h"
#include "core/deployment/nodes.h"
#include "core/deployment/route.h"
#include "core/deployment/sentinelring.h"
#include "core/redis/transport/sshtunnel.h"

#include <QTimer>

namespace lockscope
{

class Deployment final : public QObject, public Route
{
    Q_OBJECT
public:
    using Shard = lockscope::Shard;
    using MasterChange = lockscope::MasterChange;
    // More servers than this are not connected: a faulty server may announce any number.
    static constexpr size_t MostServers = 800;

    // member: index in a RedLock group, for the statuses.
    explicit Deployment(const ConnectionSpec &spec, int member = 0, QObject *parent = nullptr);
    ~Deployment() override;

    void open();
    void close();
    const ConnectionSpec &spec() const { return m_spec; }
    // Automatic until a server reports its mode; then Standalone (also with replicas), Sentinel or Cluster.
    Topology topology() const { return m_topology; }
    const std::vector<Shard> &shards() const { return m_shards; }
    Node *node(const NodeId &id) const { return m_nodes.find(id); } // null: unknown
    std::vector<Node *> masters() const;
    const Shard *shardOf(const LockName &key) const; // null: its slot has no master, or not known yet
    Node *masterOf(const LockName &key) const;       // null: no node that is ready and a master
    bool owns(const NodeId &master, const LockName &key) const;
    // Masters, each with its replicas, then the sentinels. None is ready if it cannot serve this connection,
    // as a server that is no cluster node.
    std::vector<NodeStatus> statuses() const;
    // At least one master is ready, and all others were tried.
    bool isReady() const;
    bool isUsable() const;              // at least one master is ready
    ConnectionState connection() const; // that of the best master, or why there is none
    // Announced servers that are not connected because of MostServers. Nothing: all are.
    std::optional<Failure> surplus() const { return surplusFailure(m_surplus, MostServers, m_spec.node()); }
    const SshTunnel *tunnel() const { return m_tunnel.get(); } // null: without a tunnel
    void retryNow();     // connects to lost nodes without waiting for the time of the next try
    void lookSoon();     // after a change or a redirection
    void allowChanges(); // on a read-only connection; nothing is connected anew
    void makeReadOnly(); // closes only the sessions that act

    Session *reading(const LockName &key) override;
    Session *acting(const LockName &key) override;
    Failure failure(const LockName &key) const override;
    Session *askedReading(const Failure &ask) override;
    Session *askedActing(const Failure &ask) override;
    bool mayMove() const override;
    bool isCluster() const override { return m_topology == Topology::Cluster; }
    QCoro::Task<> lookAgain() override;

signals:
    void changed(); // statuses()
    // Masters, replicas or slots have changed. Removed nodes exist until every receiver of this signal has
    // returned.
    void reshaped(const std::vector<lockscope::Deployment::MasterChange> &changes);
    void looked(); // a look has ended, with or without changes
    void nodeRestarted(lockscope::Node *node);

private:
    static QCoro::Task<> look(QPointer<Deployment> self);
    QCoro::Task<Outcome<std::vector<Shard>>> findShards();
    QCoro::Task<Outcome<std::vector<Shard>>> clusterShards();
    Node *askedNode(const Failure &ask);
    void openServers();
    const Shard *firstShard() const { return m_shards.empty() ? nullptr : &m_shards.front(); }
    void onNodeReady(Node *node);
    void tellChanged();
    std::optional<Shard> replicated();
    std::optional<Failure> asSentinel() const; // nullopt: it is none, or that is not known yet
    void decideTopology(const ServerInfo &told);
    void reshape(std::vector<Shard> shards);
    const Failure *withheldMaster() const; // null: none
    // Of a server that answers, but not with what was asked of it: not a cluster node, an unknown master, …
    ConnectionState unfit(const ConnectionState &connection) const;
    void finishLook();

    ConnectionSpec m_spec;
    const int m_member;
    Topology m_topology;
    std::vector<Shard> m_shards;
    std::vector<int> m_shardOfSlot; // index in m_shards; -1: none
    size_t m_surplus = 0;           // announced servers that are not connected
    Throttle m_changes{[this] { tellChanged(); }};
    Nodes m_nodes;
    std::unique_ptr<SshTunnel> m_tunnel;
    std::unique_ptr<SentinelRing> m_ring;
    std::optional<Failure> m_failure;               // of the last look
    std::vector<std::shared_ptr<WakeUp>> m_lookers; // the calls of lookAgain() that wait for a look to end
    QTimer m_lookTimer;
    QTimer m_pulse; // asks the nodes for their state, and looks again
    Instant m_lookedAt{};
    bool m_open = false;
    bool m_looking = false;
    bool m_lookWanted = false;
    size_t m_turn = 0; // which node to ask next
};

} // namespace lockscope
