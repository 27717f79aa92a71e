// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/health/refusals.h"

#include "core/deployment/health/nodefacts.h"
#include "core/redis/servererror.h"

namespace lockscope
{

bool isReplicaNow(const Deployment &deployment, const LockName &key)
{
    const Node *master = deployment.masterOf(key);
    return master && master->status().isReplica();
}

Failure onReplica(const LockName &key, const NodeId &node)
{
    Failure failure = serverFailure("READONLY", node, key.bytes);
    failure.serverText.clear();
    return failure;
}

QCoro::Task<ActRefusals> refusals(QPointer<Deployment> deployment, PlannedUse use)
{
    ActRefusals found;
    if (!deployment)
        co_return found;
    if (isReplicaNow(*deployment, use.key)) {
        found.certain = onReplica(use.key, deployment->masterOf(use.key)->status().node);
        co_return found;
    }
    found.certain =
        co_await denial(deployment->reading(use.key), deployment->spec().user.toUtf8(), use.script);
    if (!deployment || !use.writes)
        co_return found;
    Node *server = use.node.isEmpty() ? deployment->masterOf(use.key) : deployment->node(use.node);
    if (!server)
        co_return found;
    const std::vector<Finding> findings = co_await readRefusals(server);
    for (const Finding &finding : findings) {
        if (finding.code != "memory-full" || use.needsMemory)
            found.byState += finding.text;
    }
    co_return found;
}

} // namespace lockscope
