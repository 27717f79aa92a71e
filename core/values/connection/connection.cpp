// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/connection.h"

#include "core/values/connection/connectionparts.h"

namespace lockscope
{

NodeId Endpoint::node() const
{
    const QByteArray address = host.toUtf8();
    const QByteArray name = address.contains(':') ? '[' + address + ']' : address;
    return {name + ':' + QByteArray::number(port)};
}

NodeId ConnectionSpec::node() const
{
    return socketPath.isEmpty() ? endpoint().node() : NodeId{"unix:" + socketPath.toUtf8()};
}

ConnectionSpec ConnectionSpec::at(const Endpoint &server) const
{
    ConnectionSpec spec = *this;
    spec.host = server.host;
    spec.port = server.port;
    spec.socketPath.clear();
    spec.topology = Topology::Standalone;
    spec.seeds.clear();
    spec.members.clear();
    return spec;
}

ConnectionSpec ConnectionSpec::asSentinel() const
{
    ConnectionSpec spec = *this;
    spec.user = sentinel.user;
    spec.password = sentinel.password;
    spec.db = 0;
    return spec;
}

ConnectionSpec redLockGroup(std::vector<ConnectionSpec> members)
{
    ConnectionSpec group;
    group.topology = Topology::RedLock;
    group.members = std::move(members);
    return group;
}

void ConnectionSpec::tellMembers()
{
    for (ConnectionSpec &member : members) {
        copyParts(*this, member, ConnectionPart::Treatment | ConnectionPart::Bounds);
        if (!clientName.isEmpty())
            member.clientName = clientName;
        member.tellMembers();
    }
}

} // namespace lockscope
