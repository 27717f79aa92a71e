// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/party.h"

namespace lockscope
{

namespace
{

bool isSame(const QByteArray &a, const QByteArray &b)
{
    return !a.isEmpty() && a == b;
}

} // namespace

QByteArray connectionOf(const QByteArray &address)
{
    const qsizetype colon = address.lastIndexOf(':');
    const QByteArray port = address.sliced(colon + 1);
    const bool isHost = address.count(':') > 1 && !address.startsWith('[');
    return colon < 0 || isHost || port.toInt() <= 0 ? QByteArray() : address;
}

ClientInfo clientAmong(const Lock &lock, const OwnerId &owner)
{
    for (const auto &[id, client] : lock.clients ? *lock.clients : HolderClients{}) {
        if (id == owner)
            return client;
    }
    return {};
}

QByteArray programOf(const ClientInfo &client)
{
    const QByteArray connection = connectionOf(client.address);
    if (client.name.isEmpty() || connection.isEmpty())
        return {};
    return connection.first(connection.lastIndexOf(':')) + '\0' + client.name;
}

QByteArray Party::name() const
{
    return key().isEmpty() && !address.isEmpty() ? "connection " + address : key();
}

Party partyOf(const Format *format, const OwnerId &owner, const ClientInfo &client)
{
    Party party{.address = connectionOf(client.address), .program = programOf(client)};
    if (!format || format->nature() == Nature::Bare || owner.isEmpty())
        return party;
    const OwnerParts parts = format->ownerParts(owner);
    party.process = parts.client.isEmpty() ? owner.bytes : parts.client;
    if (!parts.client.isEmpty()) // an id that names the client says more than host and name
        party.program.clear();
    if (!parts.client.isEmpty() && !parts.thread.isEmpty())
        party.thread = parts.client + ':' + parts.thread;
    return party;
}

Sameness sameness(const Party &a, const Party &b)
{
    if (!a.thread.isEmpty() && !b.thread.isEmpty())
        return a.thread == b.thread ? Sameness::Certain : Sameness::No;
    if (isSame(a.process, b.process) || isSame(a.address, b.address))
        return Sameness::Possible;
    return isSame(a.program, b.program) ? Sameness::ByName : Sameness::No;
}

} // namespace lockscope
