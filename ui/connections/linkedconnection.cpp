// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/linkedconnection.h"

namespace lockscope
{

namespace
{

ConnectionSpec plain(const ConnectionSpec &link)
{
    ConnectionSpec spec;
    spec.host = link.host;
    spec.port = link.port;
    spec.socketPath = link.socketPath;
    spec.db = link.db;
    spec.user = link.user;
    spec.password = link.password;
    spec.clientName = link.clientName;
    spec.topology = link.topology;
    spec.seeds = link.seeds;
    spec.sentinel = link.sentinel;
    spec.tls.enabled = link.tls.enabled;
    // The owner of a certificate for another name could otherwise impersonate the host.
    if (link.tls.serverName == link.host)
        spec.tls.serverName = link.tls.serverName;
    for (const ConnectionSpec &member : link.members)
        spec.members.push_back(plain(member));
    return spec;
}

} // namespace

LinkedConnection linkedConnection(const ConnectionSpec &link)
{
    LinkedConnection linked{.spec = plain(link)};
    linked.leftOut = linked.spec != link;
    return linked;
}

} // namespace lockscope
