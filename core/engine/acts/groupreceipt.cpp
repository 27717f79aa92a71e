// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/groupreceipt.h"

#include "core/engine/acts/grouprunner.h"

#include <algorithm>

namespace lockscope
{

int countOf(const std::vector<Receipt> &receipts, ActResult result)
{
    return int(std::count_if(receipts.begin(), receipts.end(),
                             [result](const Receipt &one) { return one.result == result; }));
}

NodeReceipt partOf(const Receipt &receipt, milliseconds took)
{
    return {.node = receipt.node,
            .result = receipt.result,
            .foundOwner = receipt.foundOwner,
            .ttl = receipt.ttl,
            .took = took,
            .failure = receipt.failure};
}

namespace
{

QString reasonOf(const NodeReceipt &node)
{
    const QString name = escapedText(node.node.bytes);
    if (node.result == ActResult::NotAcquired && node.foundOwner && !node.foundOwner->isEmpty())
        return GroupRunner::tr("%1: held by %2").arg(name, escapedText(node.foundOwner->bytes));
    if (!node.failure.text.isEmpty())
        return GroupRunner::tr("%1: %2").arg(name, node.failure.text);
    return QStringLiteral("%1: %2").arg(name, QLatin1String(lockscope::name(node.result)));
}

} // namespace

Receipt tooLate(const ActRequest &request, const NodeId &node, milliseconds patience)
{
    Receipt late{.act = request.act,
                 .result = ActResult::Unknown,
                 .key = request.key,
                 .owner = request.owner,
                 .node = node,
                 .at = wallNow()};
    late.failure = {.kind = ErrorKind::TimedOut,
                    .text = GroupRunner::tr("no answer within %1").arg(durationText(patience)),
                    .node = node,
                    .key = request.key.bytes};
    late.nodes = {partOf(late, patience)};
    return late;
}

Receipt gathered(const ActRequest &request, std::vector<Receipt> &receipts)
{
    Receipt whole{.act = request.act, .key = request.key, .owner = request.owner, .at = wallNow()};
    whole.dryRun = request.dryRun;
    Receipt *telling = nullptr;
    QStringList commands;
    whole.nodes.reserve(receipts.size());
    for (Receipt &one : receipts) {
        whole.nodes.push_back(one.nodes.empty() ? partOf(one, milliseconds(0))
                                                : std::move(one.nodes.front()));
        whole.woken += one.woken;
        commands += one.plan.commands;
        if (!telling || (telling->result != ActResult::Done && one.result == ActResult::Done))
            telling = &one;
    }
    if (!telling)
        return whole;
    whole.kind = telling->kind;
    whole.plan = std::move(telling->plan);
    whole.plan.commands = commands;
    if (whole.owner.isEmpty())
        whole.owner = telling->owner;
    whole.foundOwner = telling->foundOwner;
    whole.foundCount = telling->foundCount;
    whole.ttl = telling->ttl;
    return whole;
}

Failure quorumMissed(const Receipt &whole, int done, int needed)
{
    QStringList reasons;
    for (const NodeReceipt &node : whole.nodes) {
        if (node.result != ActResult::Done)
            reasons += reasonOf(node);
    }
    return {.kind = ErrorKind::ServerError,
            .text = GroupRunner::tr("%1 of %2 nodes agreed and %3 are needed (%4)")
                        .arg(done)
                        .arg(whole.nodes.size())
                        .arg(needed)
                        .arg(reasons.join(QStringLiteral("; "))),
            .key = whole.key.bytes};
}

bool isRefusedByAll(const std::vector<Receipt> &receipts, Receipt &whole)
{
    const bool all = std::all_of(receipts.begin(), receipts.end(), [](const Receipt &one) {
        return one.result == ActResult::Refused && !isConnectionFailure(one.failure.kind);
    });
    if (!all || receipts.empty())
        return false;
    whole.result = ActResult::Refused;
    whole.failure = receipts.front().failure;
    return true;
}

Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed)
{
    Receipt whole = gathered(request, receipts);
    const int nodes = int(receipts.size());
    const int done = countOf(receipts, ActResult::Done);
    const int changed = countOf(receipts, ActResult::OwnerChanged);
    const int gone = countOf(receipts, ActResult::AlreadyGone);
    // So many that the old owner cannot have a majority any more.
    const bool enough = done + changed + gone > nodes - needed;
    if (isRefusedByAll(receipts, whole))
        return whole;
    if (done > 0 && enough) {
        whole.result = ActResult::Done;
    } else if (enough && changed > 0) {
        whole.result = ActResult::OwnerChanged;
    } else if (enough) {
        whole.result = ActResult::AlreadyGone;
    } else {
        whole.result = ActResult::Unknown;
        whole.failure = quorumMissed(whole, done + changed + gone, nodes - needed + 1);
    }
    return whole;
}

} // namespace lockscope
