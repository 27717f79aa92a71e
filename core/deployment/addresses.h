// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How to reach nodes that Sentinel or a cluster announces by their own addresses. Pure values.

#include "core/values/connection/connection.h"
#include "core/values/status.h"

#include <QHash>
#include <QSet>

namespace lockscope
{

// typed: the server that announced it, as it was reached. Its host replaces a missing one ("" or "?").
Endpoint reachable(const Addressing &addressing, const Endpoint &announced, const Endpoint &typed);

// why: the failure of the connection to `reached`. The result names the node and both addresses.
Failure notReachable(Failure why, const Addressing &addressing, const Endpoint &announced,
                     const Endpoint &reached);

// Maps announced addresses to nodes. spec must outlive it.
class AddressBook
{
public:
    explicit AddressBook(const ConnectionSpec &spec) : m_spec(spec) {}

    const ConnectionSpec &spec() const { return m_spec; }
    bool isSeed(const NodeId &id) const;
    NodeId
    note(const Endpoint &announced); // the node of this address, which is its announced address from now on
    NodeId nodeAt(const Endpoint &announced) const;
    const Endpoint *announcedOf(const NodeId &id) const; // null: only the typed address is known
    // Two nodes turned out to be one server.
    void merge(const NodeId &gone, const NodeId &stays);
    void forgetOthersThan(const QSet<NodeId> &known); // announced addresses of other nodes
    ConnectionSpec specOf(const NodeId &id) const;
    // Why the password must not be sent to this node: nothing but an answer over plain TCP named its host,
    // which is another one than the user typed. A rule of the address map allows it. Nothing: it may be sent.
    std::optional<Failure> withheld(const NodeId &id) const;
    // The state of a connection to this node. A failure to reach an announced address names both addresses.
    ConnectionState named(ConnectionState connection, const NodeId &id, const Endpoint &reached) const;

private:
    const ConnectionSpec &m_spec;
    QHash<NodeId, NodeId> m_aliases;     // announced address -> node of the same server
    QHash<NodeId, Endpoint> m_announced; // node -> its announced address
};

} // namespace lockscope
