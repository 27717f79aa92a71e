// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/otherservers.h"

#include "core/redis/slots.h"

namespace lockscope
{

std::vector<OtherServer> otherServers(const NodeId &master, const Deployment &deployment)
{
    std::vector<OtherServer> servers;
    for (const Deployment::Shard &shard : deployment.shards()) {
        const bool isOwn = shard.master == master;
        const std::vector<SlotRange> ranges = isOwn ? std::vector<SlotRange>() : shard.slotRanges;
        if (!isOwn)
            servers.push_back({.node = deployment.node(shard.master), .slotRanges = ranges});
        for (const NodeId &replica : shard.replicas)
            servers.push_back({.node = deployment.node(replica), .isReplica = isOwn, .slotRanges = ranges});
        // As a standalone server, its replicas are not connected to, but clients may listen there.
        const Node *own = isOwn ? deployment.node(master) : nullptr;
        const size_t told = own ? own->told().replicas.size() : 0;
        if (told > shard.replicas.size())
            servers.resize(servers.size() + told - shard.replicas.size());
    }
    return servers;
}

bool OtherServer::mayShard(const QByteArray &channel) const
{
    return isReplica || (!slotRanges.empty() && contains(slotRanges, slotOf(channel)));
}

} // namespace lockscope
