// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run/run.h"

#include "app/cli/text/eventtext.h"
#include "app/cli/text/noderows.h"
#include "app/cli/text/plaintext.h"
#include "core/export/jsondocuments.h"

#include <algorithm>

namespace lockscope::cli
{

// Of a sentinel: that it has a login of its own.
static Failure ofItsNode(const Run &run, Failure failure)
{
    const std::vector<NodeStatus> nodes = run.engine.nodes();
    const auto found = std::ranges::find(nodes, failure.node, &NodeStatus::node);
    return found == nodes.end() ? failure : reasonOf(*found, std::move(failure));
}

int Run::fail(const Failure &failure)
{
    if (cancelled) // an interrupted user knows why
        return signalStatus(interruptedBy);
    output.error(named(ofItsNode(*this, failure).line()));
    return exitStatus(failure);
}

QString Run::named(const QString &line) const
{
    return connection.isEmpty() ? line : QStringLiteral("%1: %2").arg(connection, line);
}

QCoro::Task<Outcome<QString>> typedLine(Run *run, QString question, LinePrompt::Echo echo)
{
    OneShot<Outcome<QString>> answer;
    const LinePrompt prompt(question, echo, &answer);
    run->onInterrupt = [&answer](int, bool) {
        answer.happen(Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")});
    };
    Outcome<QString> typed = co_await answer.reached();
    run->onInterrupt = {};
    co_return typed;
}

void noteReplica(Run *run)
{
    const std::vector<NodeStatus> nodes = run->engine.nodes();
    if (!nodes.empty() && nodes.front().isReplica())
        run->output.note(run->named(
            QStringLiteral("%1 is a replica: what it shows may be older than what its master has, and a lock "
                           "that it lacks may be held there: connect to its master")
                .arg(escapedText(nodes.front().node.bytes))));
}

QCoro::Task<Done> connected(Run *run, EngineOptions options)
{
    if (run->fault)
        co_return *run->fault;
    if (run->cancelled) // before its turn
        co_return Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")};
    run->output.detail(run->named(QStringLiteral("connecting to %1").arg(connectionUrl(run->spec))));
    options.registry = run->registry;
    options.thresholds = run->observe.thresholds;
    options.aliases = run->observe.aliases;
    QObject::connect(&run->engine, &Engine::clientsRefused, &run->engine, [run](const Failure &why) {
        run->output.detail(
            run->named(QStringLiteral("owners cannot be matched to clients: %1").arg(why.line())));
    });
    run->engine.open(run->spec, options);
    const Done ready = co_await run->engine.waitReady(run->patience());
    if (run->cancelled)
        co_return Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")};
    if (ready) {
        const auto told = [](const QByteArray &fact) {
            return fact.isEmpty() ? QStringLiteral("unknown") : escapedText(fact);
        };
        for (const NodeStatus &node : run->engine.nodes())
            run->output.detail(
                run->named(QStringLiteral("%1: version %2, role %3")
                               .arg(escapedText(node.node.bytes), told(node.version), told(node.role))));
    }
    co_return ready;
}

// Of a RedLock group, a line each.
static QStringList nodeAnswers(const Receipt &receipt)
{
    QStringList lines;
    const bool areIdsTold = receipt.asksSeveralIds();
    for (const NodeReceipt &node : receipt.nodes) {
        const bool isSilent = isConnectionFailure(node.failure.kind) &&
                              (node.result == ActResult::Refused || node.result == ActResult::Unknown);
        const bool wouldBe = receipt.dryRun && node.result == ActResult::Done;
        QString line = QStringLiteral("  %1  %2")
                           .arg(escapedText(node.node.bytes), isSilent  ? QStringLiteral("unknown")
                                                              : wouldBe ? QStringLiteral("would be done")
                                                                        : QLatin1String(name(node.result)));
        if (node.result == ActResult::Refused || node.result == ActResult::Unknown)
            line += QStringLiteral(": ") + node.failure.text;
        else if (node.result != ActResult::Done && node.foundOwner && !node.foundOwner->isEmpty())
            line += QStringLiteral(": held by %1").arg(shownOwner(*node.foundOwner, receipt.kind));
        else if (areIdsTold && node.result == ActResult::Done)
            line += QStringLiteral(": of %1").arg(shownOwner(node.asked, receipt.kind));
        lines += line;
    }
    if (areIdsTold)
        lines += receipt.plan.warnings;
    return lines;
}

// The reply to the acquire was lost. Without its owner id, the lock could only be released by force.
static bool mayBeHeldBy(const Receipt &receipt)
{
    return receipt.act == ActKind::Acquire && receipt.result == ActResult::Unknown && !receipt.dryRun &&
           !receipt.owner.isEmpty();
}

// Prints node and key, what failed, why and what to do, in one line.
void explainRefusal(Run *run, const Receipt &receipt)
{
    if (receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown) {
        Failure failure = receipt.failure;
        if (failure.node.isEmpty())
            failure.node = receipt.node;
        if (failure.key.isEmpty())
            failure.key = receipt.key.bytes;
        if (receipt.result == ActResult::Unknown)
            failure.text =
                (receipt.dryRun
                     ? QStringLiteral("dry run, nothing sent: whether the %1 would succeed is unknown: %2")
                     : QStringLiteral("the %1 may or may not have been done: %2"))
                    .arg(QLatin1String(name(receipt.act)), failure.text);
        if (mayBeHeldBy(receipt))
            failure.remedy += (failure.remedy.isEmpty() ? QString() : QStringLiteral("; ")) +
                              QStringLiteral("if it was acquired, its owner is %1")
                                  .arg(shownOwner(receipt.owner, receipt.kind));
        run->output.error(failure);
        return;
    }
    const QString node =
        receipt.node.isEmpty() ? QString() : escapedText(receipt.node.bytes) + QStringLiteral(": ");
    const bool isAbsent = receipt.result == ActResult::AlreadyGone;
    run->output.error(node + receipt.line() + (isAbsent ? literalHint(receipt.key) : QString()));
    const bool isListed = isAbsent || receipt.result == ActResult::OwnerChanged;
    for (const QString &line : isListed ? nodeAnswers(receipt) : QStringList())
        run->output.note(line.trimmed());
}

int report(Run *run, const Receipt &receipt)
{
    if (run->cancelled)
        return signalStatus(run->interruptedBy);
    if (run->arguments.json) {
        JsonWriter json(run->output.documentLayout());
        writeReceipt(json, receipt);
        run->output.document(json.take() + '\n');
    } else if (receipt.isDone()) {
        run->output.print(QStringList{receipt.line()} + nodeAnswers(receipt));
    }
    if (!receipt.isDone())
        explainRefusal(run, receipt);
    return exitStatus(receipt);
}

} // namespace lockscope::cli
