// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/nodes.h"

#include "core/platform/systemfacts.h"

namespace lockscope
{

namespace
{

QSet<NodeId> serversOf(const std::vector<Shard> &shards)
{
    QSet<NodeId> servers;
    for (const Shard &shard : shards) {
        servers.insert(shard.master);
        for (const NodeId &replica : shard.replicas)
            servers.insert(replica);
    }
    return servers;
}

} // namespace

void Nodes::openSeeds()
{
    const ConnectionSpec &spec = m_addresses.spec();
    ConnectionSpec first = spec;
    first.topology = Topology::Standalone;
    first.seeds.clear();
    ensure(first.node(), first);
    for (const Endpoint &seed : spec.seeds)
        ensure(seed.node(), spec.at(seed));
}

void Nodes::ensure(const NodeId &id, const ConnectionSpec &spec)
{
    std::unique_ptr<Node> &node = m_nodes[id];
    if (node)
        return;
    node = std::make_unique<Node>(spec);
    Node *made = node.get();
    connect(made, &Node::ready, this, [this, made] { emit ready(made); });
    connect(made, &Node::changed, this, &Nodes::changed);
    connect(made, &Node::lost, this, [this, made](const Failure &why) { emit lost(made, why); });
    connect(made, &Node::restarted, this, [this, made] { emit restarted(made); });
    made->open();
}

void Nodes::close()
{
    for (const auto &[id, node] : m_nodes)
        node->close();
}

void Nodes::refresh()
{
    for (const auto &[id, node] : m_nodes)
        node->refresh();
}

void Nodes::retryNow()
{
    for (const auto &[id, node] : m_nodes)
        node->reading().retryNow();
}

void Nodes::allowChanges()
{
    for (const auto &[id, node] : m_nodes)
        node->allowChanges();
}

void Nodes::makeReadOnly()
{
    for (const auto &[id, node] : m_nodes)
        node->makeReadOnly();
}

ConnectionState Nodes::bestConnection() const
{
    std::vector<ConnectionState> connections;
    for (const auto &[id, node] : m_nodes)
        connections.push_back(node->status().connection);
    return bestOf(connections);
}

ConnectionState Nodes::connectionOf(const Node &node) const
{
    const NodeStatus &status = node.status();
    return m_addresses.named(status.connection, status.node, node.spec().endpoint());
}

std::optional<NodeStatus> Nodes::statusOf(const NodeId &id) const
{
    if (const Node *node = find(id)) {
        NodeStatus status = node->status();
        status.connection = connectionOf(*node);
        const Endpoint *announced = m_addresses.announcedOf(status.node);
        if (announced && announced->node() != status.node)
            status.announced = announced->node();
        return status;
    }
    if (const Failure *why = withheld(id))
        return NodeStatus{.node = id,
                          .connection = {.phase = ConnectionPhase::Failed, .reason = *why},
                          .untrusted = m_addresses.announcedOf(id)->host};
    return {};
}

const Failure *Nodes::withheld(const NodeId &id) const
{
    const auto found = m_withheld.find(id);
    return found == m_withheld.end() ? nullptr : &found->second;
}

Nodes::Gone Nodes::connectTo(const std::vector<Shard> &shards, Topology topology)
{
    Gone gone;
    m_withheld.clear();
    const auto want = [&](const NodeId &id, bool isReplica) {
        // A cluster and sentinels are what the user named, with all their servers.
        const auto why = topology == Topology::Standalone ? m_addresses.withheld(id) : std::nullopt;
        if (why) {
            m_withheld.emplace(id, *why);
            return;
        }
        ConnectionSpec spec = m_addresses.specOf(id);
        spec.replica = isReplica && topology == Topology::Cluster;
        // In a cluster a replica needs READONLY, which is part of the login.
        if (const auto known = m_nodes.find(id);
            known != m_nodes.end() && known->second->spec().replica != spec.replica) {
            gone.push_back(std::move(known->second));
            m_nodes.erase(known);
        }
        ensure(id, spec);
    };
    for (const Shard &shard : shards) {
        want(shard.master, false);
        for (const NodeId &replica : shard.replicas)
            want(replica, true);
    }
    if (const auto count = size_t(serversOf(shards).size()); count > Usual)
        allowOpenFiles(count * 4); // a few connections to each
    return gone;
}

void Nodes::dropOthersThan(const std::vector<Shard> &shards, Gone &gone)
{
    const QSet<NodeId> wanted = serversOf(shards);
    for (auto it = m_nodes.begin(); it != m_nodes.end();) {
        // An untried seed may be the one with the right information.
        const bool stillTried =
            m_addresses.isSeed(it->first) && !wasTried(it->second->status().connection.phase);
        if (wanted.contains(it->first) || stillTried) {
            ++it;
            continue;
        }
        gone.push_back(std::move(it->second));
        it = m_nodes.erase(it);
    }
    m_addresses.forgetOthersThan(wanted);
}

std::optional<NodeId> Nodes::mergeWithTwin(const Node &node)
{
    const QByteArray run = node.status().runId;
    const NodeId id = node.spec().node();
    for (const auto &[otherId, other] : m_nodes) {
        if (run.isEmpty() || other.get() == &node || other->status().runId != run)
            continue;
        const bool goes = !m_addresses.isSeed(id) || m_addresses.isSeed(otherId);
        const NodeId gone = goes ? id : otherId;
        m_addresses.merge(gone, goes ? otherId : id);
        return gone;
    }
    return {};
}

} // namespace lockscope
