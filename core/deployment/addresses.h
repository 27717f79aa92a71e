// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where a node is really reached that Sentinel or a cluster tells of by an address of its own. Pure values.

#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <QHash>

namespace lockscope
{

// typed: the server that told it, as it was reached. Its host stands in where none was announced ("" or "?",
// as a cluster without endpoints says).
Endpoint reachable(const Addressing &addressing, const Endpoint &announced, const Endpoint &typed);

// why: of the connection to reached. Names the node by what it is called and both addresses.
Failure notReachable(Failure why, const Addressing &addressing, const Endpoint &announced,
                     const Endpoint &reached);

// Which nodes the addresses belong to that a deployment announced. spec must outlive it.
class AddressBook
{
public:
    explicit AddressBook(const ConnectionSpec &spec) : m_spec(spec) {}

    const ConnectionSpec &spec() const { return m_spec; }
    bool isSeed(const NodeId &id) const;
    NodeId note(const Endpoint &announced); // which node it belongs to, from now on known by that address
    NodeId nodeAt(const Endpoint &announced) const;
    const Endpoint *announcedOf(const NodeId &id) const; // null: it is known by the typed address only
    // Two nodes are one server.
    void merge(const NodeId &gone, const NodeId &stays);
    ConnectionSpec specOf(const NodeId &id) const;
    // The state of a connection to this node; a failure to reach an announced address names it by both.
    ConnectionState named(ConnectionState link, const NodeId &id, const Endpoint &reached) const;

private:
    const ConnectionSpec &m_spec;
    QHash<NodeId, NodeId> m_aliases;     // announced address -> node that turned out to be the same server
    QHash<NodeId, Endpoint> m_announced; // node -> what the deployment calls it
};

} // namespace lockscope
