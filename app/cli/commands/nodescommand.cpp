// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/nodescommand.h"

#include "app/cli/text/noderows.h"
#include "core/export/jsondocuments.h"

#include <algorithm>

namespace lockscope::cli
{

QCoro::Task<int> runCommand(Run *run, const NodesOptions &)
{
    const Instant begun = now();
    const EngineOptions exactNames{.follow = false, .scan = false};
    const Done ready = co_await connected(run, exactNames);
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    const milliseconds left = run->patience() - millisecondsBetween(begun, now());
    co_await run->engine.settle(std::max(left, milliseconds(0)));
    if (run->cancelled)
        co_return signalStatus(run->interruptedBy);
    const std::vector<NodeStatus> nodes = run->engine.nodes();
    const bool any = std::ranges::any_of(
        nodes, [](const NodeStatus &node) { return node.isReady() && !node.isSentinel(); });
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeNodes(json, nodes);
        run->output.document(json.take() + '\n');
    } else {
        run->output.print(nodesText(nodes, run->output.style()));
    }
    const auto saysSo = [&ready](const NodeStatus &node) {
        const Failure &reason = node.connection.reason;
        return reason.kind == ready.failure().kind && reason.node == ready.failure().node;
    };
    if (!any && !ready && !run->arguments.json && std::ranges::any_of(nodes, saysSo))
        co_return exitStatus(ready.failure()); // the table has it
    if (!any && !ready)
        co_return run->fail(ready.failure());
    co_return Success;
}

} // namespace lockscope::cli
