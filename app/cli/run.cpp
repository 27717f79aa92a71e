// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run.h"

#include "app/cli/documents.h"
#include "app/cli/moment.h"
#include "core/values/status.h"

namespace lockscope::cli
{

int Run::fail(const Failure &failure)
{
    if (!cancelled) // whoever pressed the key knows why
        output.error(failure);
    return exitStatus(failure);
}

namespace
{

QCoro::Task<> tellWhenReady(Run *run, std::shared_ptr<Moment<Done>> settled)
{
    const Done ready = co_await run->engine.waitReady(run->patience());
    settled->happen(ready);
}

// The engine goes on trying; a person at a prompt wants to know at once. Only a server that answers that it
// cannot serve yet (loading, busy) is waited for.
bool isWorthWaiting(ErrorKind kind)
{
    return isPassing(kind) && isServerRefusal(kind);
}

} // namespace

QCoro::Task<Done> connected(Run *run, EngineOptions options)
{
    run->output.detail(QStringLiteral("connecting to %1").arg(connectionUrl(run->spec)));
    const auto settled = std::make_shared<Moment<Done>>();
    const QObject waiting; // the connection ends with the wait
    QObject::connect(
        &run->engine, &Engine::nodesChanged, &waiting, [settled](const std::vector<NodeStatus> &nodes) {
            for (const NodeStatus &node : nodes) {
                if (node.link.phase == LinkPhase::Waiting && !isWorthWaiting(node.link.reason.kind))
                    settled->happen(node.link.reason);
            }
        });
    run->engine.open(run->spec, options);
    tellWhenReady(run, settled);
    const Done ready = co_await settled->reached();
    if (ready) {
        const NodeStatus node = run->engine.node();
        run->output.detail(
            QStringLiteral("%1: redis %2, %3")
                .arg(escapedText(node.node.bytes), escapedText(node.version), escapedText(node.role)));
    }
    co_return ready;
}

// On which node and key, what failed, why, what to do: in one line.
void explainRefusal(Run *run, const Receipt &receipt)
{
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown) {
        Failure failure = receipt.failure;
        if (failure.node.isEmpty())
            failure.node = receipt.node;
        if (failure.key.isEmpty())
            failure.key = receipt.key.bytes;
        if (receipt.result == ActResult::Unknown)
            failure.text = QStringLiteral("whether the %1 was done is not known: %2")
                               .arg(QLatin1String(name(receipt.act)), failure.text);
        run->output.error(failure);
        return;
    }
    const QString node =
        receipt.node.isEmpty() ? QString() : escapedText(receipt.node.bytes) + QStringLiteral(": ");
    run->output.error(node + receipt.line());
}

int report(Run *run, const Receipt &receipt)
{
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeReceipt(json, receipt);
        run->output.print(json.take() + '\n');
    } else if (receipt.result == ActResult::Done) {
        run->output.print(receipt.line() + u'\n');
    }
    if (receipt.result != ActResult::Done && !run->cancelled)
        explainRefusal(run, receipt);
    return exitStatus(receipt);
}

} // namespace lockscope::cli
