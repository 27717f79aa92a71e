// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labwatch.h"

#include "core/base/tr.h"

namespace lockscope
{

namespace
{

// The prefix of the lab's keys, which the built-in patterns include.
const QByteArray LabKeys = "lockscope-lab:*";

bool sameServers(const ConnectionSpec &a, const ConnectionSpec &b)
{
    return a.host == b.host && a.port == b.port && a.socketPath == b.socketPath && a.db == b.db &&
           a.seeds == b.seeds && std::ranges::equal(a.members, b.members, sameServers);
}

} // namespace

bool isWatching(const DeploymentState &deployment, const ConnectionSpec &lab)
{
    return deployment.spec && sameServers(*deployment.spec, lab) &&
           (deployment.spec->patterns.isEmpty() || deployment.spec->patterns.contains(LabKeys));
}

ConnectionSpec labConnection(ConnectionSpec lab, bool sandbox)
{
    if (sandbox)
        lab.name = Tr::tr("sandbox of the lab");
    if (!lab.patterns.isEmpty() && !lab.patterns.contains(LabKeys))
        lab.patterns << LabKeys;
    return lab;
}

} // namespace lockscope
