// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connected servers of a deployment: a node for each, by one of its addresses. A server with two
// addresses, which its run id shows, is connected once. Owned by Deployment, on its thread.

#include "core/deployment/shards.h"

namespace lockscope
{

class Nodes final : public QObject
{
    Q_OBJECT
public:
    using Gone = std::vector<std::unique_ptr<Node>>;
    static constexpr size_t Usual = 100; // fit into the open files that every system allows

    explicit Nodes(const ConnectionSpec &spec) : m_addresses(spec) {} // spec must outlive it

    void openSeeds(); // the servers that the user named
    void close();
    void refresh();  // asks all for their state
    void retryNow(); // connects to lost ones without waiting for the time of the next try
    void allowChanges();
    void makeReadOnly();

    const NodesById &all() const { return m_nodes; }
    size_t size() const { return m_nodes.size(); }
    Node *find(const NodeId &id) const { return nodeOf(m_nodes, id); } // null: unknown
    AddressBook &addresses() { return m_addresses; }
    const AddressBook &addresses() const { return m_addresses; }
    ConnectionState bestConnection() const; // the one that is closest to an answer
    // A failure to reach an announced address names both addresses.
    ConnectionState connectionOf(const Node &node) const;
    std::optional<NodeStatus> statusOf(const NodeId &id) const; // nothing: unknown
    const Failure *withheld(const NodeId &id) const; // see AddressBook::withheld(). Null: it is connected

    // Connects to all servers of these shards. Returns nodes that were replaced; their owner closes them.
    Gone connectTo(const std::vector<Shard> &shards, Topology topology);
    // Takes the others out, also a seed that has another name here, or does not belong to this deployment.
    void dropOthersThan(const std::vector<Shard> &shards, Gone &gone);
    // Whether the server is connected by another address too: keeps the typed one, and the other becomes its
    // announced address. Returns the node that is to go; nothing: there is no other.
    std::optional<NodeId> mergeWithTwin(const Node &node);

signals:
    void ready(lockscope::Node *node);
    void changed(); // the status of one
    void lost(lockscope::Node *node, const lockscope::Failure &why);
    void restarted(lockscope::Node *node);

private:
    void ensure(const NodeId &id, const ConnectionSpec &spec);

    std::map<NodeId, Failure> m_withheld; // why those are not connected
    NodesById m_nodes;
    AddressBook m_addresses;
};

} // namespace lockscope
