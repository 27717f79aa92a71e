// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The servers of a deployment besides one of its masters, as clients that wait for a lock of that master may
// be connected to any of them. Values, made on the thread of the deployment.

#include "core/deployment/deployment.h"

#include <QPointer>

namespace lockscope
{

struct OtherServer {
    QPointer<Node> node{};  // null: not connected, or gone
    bool isReplica = false; // of that master: may have sharded subscribers too
    // The slots of its shard, if that is another one. While a slot migrates, its locks may already be on
    // that master while the sharded subscribers are still here.
    std::vector<SlotRange> slotRanges{};

    bool mayShard(const QByteArray &channel) const;
};

// All masters and replicas except this master.
std::vector<OtherServer> otherServers(const NodeId &master, const Deployment &deployment);

} // namespace lockscope
