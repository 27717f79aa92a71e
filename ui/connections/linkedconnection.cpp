// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/connections/linkedconnection.h"

#include "core/values/connection/connectionparts.h"

namespace lockscope
{

namespace
{

// The owner of a certificate for another name could otherwise impersonate the host.
void keepServerName(const ConnectionSpec &link, ConnectionSpec &spec)
{
    if (link.tls.serverName == link.host)
        spec.tls.serverName = link.tls.serverName;
}

ConnectionSpec plain(const ConnectionSpec &link)
{
    using enum ConnectionPart;
    ConnectionSpec spec = onlyParts(link, Servers | Login | Encryption);
    keepServerName(link, spec);
    for (size_t i = 0; i < link.members.size(); ++i)
        keepServerName(link.members[i], spec.members[i]);
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
