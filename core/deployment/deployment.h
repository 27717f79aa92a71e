// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers that together hold one set of locks: one server, a master with replicas, the same watched by
// sentinels, or a cluster. Finds them, follows what becomes of them, and says which one answers for a key.
// Owner: Site, on the engine thread. It never gives up: what cannot be reached is a state of its node.
//
// Who is the master of a replicated group without sentinels: the one that was, for as long as it says so
// itself; else the one that the others name, or the only one that says so.

#include "core/base/wakeup.h"
#include "core/deployment/node.h"
#include "core/deployment/route.h"
#include "core/deployment/sentinelring.h"
#include "core/redis/transport/sshtunnel.h"

#include <QHash>
#include <QTimer>

#include <map>

namespace lockscope
{

class Deployment final : public QObject, public Route
{
    Q_OBJECT
public:
    // One master with its copies, and of a cluster the slots it answers for.
    struct Shard {
        NodeId master{};
        std::vector<NodeId> replicas{};
        std::vector<SlotRange> slotRanges{};
        friend bool operator==(const Shard &, const Shard &) = default;
    };
    struct MasterChange {
        NodeId from{};
        NodeId to{};
    };

    // member: of a RedLock group, for the statuses.
    explicit Deployment(const ConnectionSpec &spec, int member = 0, QObject *parent = nullptr);
    ~Deployment() override;

    void open();
    void close();
    const ConnectionSpec &spec() const { return m_spec; }
    // Automatic until the server told what it is; then Standalone (also with replicas), Sentinel or Cluster.
    Topology topology() const { return m_topology; }
    const std::vector<Shard> &shards() const { return m_shards; }
    Node *node(const NodeId &id) const; // null: none of that name
    std::vector<Node *> masters() const;
    const Shard *shardOf(const LockName &key) const; // null: nobody answers for its slot, or not known yet
    Node *masterOf(const LockName &key) const;       // null: none that is ready and a master
    bool owns(const NodeId &master, const LockName &key) const;
    std::vector<NodeStatus> statuses() const; // masters, each with its replicas, then the sentinels
    // Each master is ready, or was tried in vain; at least one is ready.
    bool isReady() const;
    bool isUsable() const;        // at least one is ready
    ConnectionState link() const; // of the whole: the best of its masters; why there is none
    const SshTunnel *tunnel() const { return m_tunnel.get(); } // null: it goes without
    void lookSoon(); // something changed, or somebody was sent elsewhere

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
    // Other masters, replicas or slots than before. Nodes that are gone live until every slot has returned.
    void reshaped(const std::vector<lockscope::Deployment::MasterChange> &changes);
    void looked(); // a look is over, whether anything is new or not
    void nodeReady(lockscope::Node *node);
    void nodeLost(lockscope::Node *node, const lockscope::Failure &why);
    void nodeRestarted(lockscope::Node *node);

private:
    static QCoro::Task<> look(QPointer<Deployment> self);
    QCoro::Task<Outcome<std::vector<Shard>>> findShards();
    QCoro::Task<Outcome<std::vector<Shard>>> askCluster();
    std::optional<Shard> replicatedShard();
    Shard resolve(const ShardInfo &told);
    NodeId nodeAt(const Endpoint &announced);
    Node *askedNode(const Failure &ask);
    void ensure(const NodeId &id, const ConnectionSpec &spec);
    ConnectionSpec specOf(const NodeId &id) const;
    void openServers();
    void openSeeds();
    ConnectionState tunnelLink() const;
    ConnectionState told(const Node &node) const;
    void onNodeReady(Node *node);
    void onNodeChanged();
    bool mergeWithTwin(Node *node);
    void decideTopology(const ServerInfo &told);
    void reshape(std::vector<Shard> shards);
    std::vector<MasterChange> changesTo(const std::vector<Shard> &shards) const;
    void dropOthersThan(const std::vector<Shard> &shards, std::vector<std::unique_ptr<Node>> &gone);
    NodeStatus statusOf(const Node &node) const;
    Replication replicationOf(const Node &replica, const NodeId &master) const;
    bool isSeed(const NodeId &id) const;
    void finishLook();

    ConnectionSpec m_spec;
    const int m_member;
    Topology m_topology;
    std::vector<Shard> m_shards;
    std::map<NodeId, std::unique_ptr<Node>> m_nodes;
    QHash<NodeId, NodeId> m_aliases;     // announced address -> node that turned out to be the same server
    QHash<NodeId, Endpoint> m_announced; // node -> what the deployment calls it
    std::unique_ptr<SshTunnel> m_tunnel;
    std::unique_ptr<SentinelRing> m_ring;
    std::optional<Failure> m_failure; // of the last look
    std::vector<std::shared_ptr<WakeUp>> m_lookers;
    QTimer m_lookTimer;
    QTimer m_pulse;
    Instant m_lookedAt{};
    bool m_open = false;
    bool m_looking = false;
    bool m_lookWanted = false;
    size_t m_turn = 0; // whom to ask next
};

} // namespace lockscope
