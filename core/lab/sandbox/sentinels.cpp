// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sentinels.h"

#include "core/base/tr.h"
#include "core/lab/sandbox/waituntil.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// A value from the name-value list of SENTINEL MASTER.
QByteArray valueOf(const Reply &reply, QByteArrayView name)
{
    for (size_t i = 0; i + 1 < reply.items.size(); i += 2) {
        if (reply.items[i].bytes == name)
            return reply.items[i + 1].bytes;
    }
    return {};
}

bool isAcquainted(const SandboxServer &sentinel, const QByteArray &masterName, size_t others, int replicas)
{
    const auto master = sentinel.ask({"SENTINEL", "MASTER", masterName});
    return master && valueOf(*master, "flags") == "master" &&
           valueOf(*master, "num-other-sentinels") == QByteArray::number(qint64(others)) &&
           valueOf(*master, "num-slaves") == QByteArray::number(replicas);
}

} // namespace

QByteArray sentinelConfiguration(const SentinelPlan &plan)
{
    const QByteArray name = plan.masterName.toUtf8();
    // The address on which they listen, whatever the source address of their connections.
    QByteArray text = "sentinel announce-ip 127.0.0.1\nsentinel resolve-hostnames yes\nsentinel monitor " +
                      name + ' ' + plan.master.host.toUtf8() + ' ' + QByteArray::number(plan.master.port) +
                      ' ' + QByteArray::number(plan.quorum) + '\n';
    text += "sentinel down-after-milliseconds " + name + " 1000\n";
    text += "sentinel failover-timeout " + name + " 3000\n";
    if (!plan.password.isEmpty())
        text += "sentinel auth-pass " + name + ' ' + quotedForConfiguration(plan.password) + '\n';
    if (!plan.ownPassword.isEmpty())
        text += "requirepass " + quotedForConfiguration(plan.ownPassword) + "\nsentinel sentinel-pass " +
                quotedForConfiguration(plan.ownPassword) + '\n';
    return text;
}

void hurryIntroductions(const SandboxServers &sentinels)
{
    for (const auto &sentinel : sentinels)
        static_cast<void>(sentinel->ask({"SENTINEL", "DEBUG", "publish-period", "200"}));
}

Done waitUntilAcquainted(const SandboxServers &sentinels, const QString &masterName, int replicas)
{
    return waitUntil(
        [&] {
            return std::ranges::all_of(sentinels, [&](const auto &sentinel) {
                return isAcquainted(*sentinel, masterName.toUtf8(), sentinels.size() - 1, replicas);
            });
        },
        Tr::tr("the sentinels have found each other"));
}

} // namespace lockscope
