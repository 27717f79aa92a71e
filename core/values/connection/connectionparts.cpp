// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/connection/connectionparts.h"

namespace lockscope
{

void copyParts(const ConnectionSpec &from, ConnectionSpec &to, ConnectionParts parts)
{
    // Names every field of ConnectionSpec itself: a new one does not compile before its part is decided.
    const auto &[name, host, port, socketPath, tls, user, password, db, clientName, connectTimeout,
                 commandTimeout, maxMemory, patterns, readOnly, environment, limits, folder, colour,
                 inKeychain, topology, seeds, sentinel, addressing, proxy, ssh, tunnel, members, replica] =
        from;
    if (parts & ConnectionPart::Servers) {
        to.host = host;
        to.port = port;
        to.socketPath = socketPath;
        to.db = db;
        to.topology = topology;
        to.seeds = seeds;
        to.sentinel.masterName = sentinel.masterName;
    }
    if (parts & ConnectionPart::Path) {
        to.ssh.destination = ssh.destination;
        to.ssh.port = ssh.port;
        to.proxy.kind = proxy.kind;
        to.proxy.host = proxy.host;
        to.proxy.port = proxy.port;
    }
    if (parts & ConnectionPart::Login) {
        to.user = user;
        to.password = password;
        to.sentinel.user = sentinel.user;
        to.sentinel.password = sentinel.password;
        to.clientName = clientName;
    }
    if (parts & ConnectionPart::Encryption)
        to.tls.enabled = tls.enabled;
    if (parts & ConnectionPart::Treatment) {
        to.patterns = patterns;
        to.readOnly = readOnly;
        to.environment = environment;
        to.limits = limits;
    }
    if (parts & ConnectionPart::Bounds) {
        to.connectTimeout = connectTimeout;
        to.commandTimeout = commandTimeout;
        to.maxMemory = maxMemory;
    }
    if (parts & ConnectionPart::ListEntry) {
        to.name = name;
        to.folder = folder;
        to.colour = colour;
        to.inKeychain = inKeychain;
    }
}

ConnectionSpec onlyParts(const ConnectionSpec &spec, ConnectionParts parts)
{
    ConnectionSpec only;
    copyParts(spec, only, parts);
    for (const ConnectionSpec &member : spec.members)
        only.members.push_back(onlyParts(member, parts));
    return only;
}

} // namespace lockscope
