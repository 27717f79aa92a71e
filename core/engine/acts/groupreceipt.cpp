// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/groupreceipt.h"

#include "core/engine/acts/grouprunner.h"
#include "core/engine/verdicts/nodeowners.h"
#include "core/formats/strings/tokenlibraries.h"
#include "core/values/sameowner.h"

#include <algorithm>

namespace lockscope
{

OwnerId ownerMeant(const ActRequest &request)
{
    if (request.expectedOwner)
        return *request.expectedOwner;
    if (request.owner.isEmpty() && !request.expectedHolders.empty())
        return request.expectedHolders.front().id;
    return request.owner;
}

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
    const bool isOthers = node.result == ActResult::NotAcquired || node.result == ActResult::OwnerChanged;
    if (isOthers && node.foundOwner && !node.foundOwner->isEmpty())
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

namespace
{

// A waiter stands in the queue of each node, and may have been dropped on some of them before.
void addDropped(Receipt &whole, const std::vector<OwnerId> &dropped)
{
    for (const OwnerId &owner : dropped) {
        if (std::ranges::find(whole.dropped, owner) == whole.dropped.end())
            whole.dropped.push_back(owner);
    }
}

// The first in the queues of the nodes that have one. Nothing where they differ: then no waiter is the first.
OwnerId firstOnAll(const std::vector<Receipt> &receipts)
{
    OwnerId first;
    for (const Receipt &one : receipts) {
        if (one.wokenWaiter.isEmpty() || one.wokenWaiter == first)
            continue;
        if (!first.isEmpty())
            return {};
        first = one.wokenWaiter;
    }
    return first;
}

QString silentNodes(const std::vector<NodeReceipt> &nodes)
{
    QStringList silent;
    for (const NodeReceipt &node : nodes) {
        if (isConnectionFailure(node.failure.kind))
            silent += escapedText(node.node.bytes);
    }
    return silent.join(QStringLiteral(", "));
}

} // namespace

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
        addDropped(whole, one.dropped);
        commands += one.plan.commands;
        if (!telling || (telling->result != ActResult::Done && one.result == ActResult::Done))
            telling = &one;
    }
    if (!telling)
        return whole;
    whole.kind = telling->kind;
    whole.plan = std::move(telling->plan);
    whole.plan.commands = commands;
    whole.plan.warnings.removeAll(otherNodesWarning()); // the act is on all of them
    if (const QString silent = silentNodes(whole.nodes); whole.dryRun && !silent.isEmpty())
        whole.plan.warnings +=
            GroupRunner::tr(
                "Not reached: %1. Nothing changes on these nodes, and the commands do not include them")
                .arg(silent);
    const bool isEachNamed = request.expectedHolders.size() > 1; // by a person
    if (!isEachNamed && whole.asksSeveralIds())
        whole.plan.warnings +=
            GroupRunner::tr("Each node was asked for a different id. They are assumed to be one client's: "
                            "they share a thread number, and were acquired or expire together");
    if (whole.owner.isEmpty())
        whole.owner = telling->owner;
    whole.foundOwner = telling->foundOwner;
    whole.foundCount = telling->foundCount;
    whole.ttl = telling->ttl;
    whole.unchanged =
        std::ranges::all_of(
            receipts, [](const Receipt &one) { return one.result != ActResult::Done || one.unchanged; }) &&
        telling->unchanged;
    whole.wokenWaiter = firstOnAll(receipts);
    return whole;
}

namespace
{

// Of a node that could not be asked, if there is one: what it would have said decides.
ErrorKind kindOfSilence(const std::vector<NodeReceipt> &nodes)
{
    ErrorKind kind = ErrorKind::ServerError;
    for (const NodeReceipt &node : nodes) {
        if (node.result != ActResult::Refused && node.result != ActResult::Unknown)
            continue;
        if (isConnectionFailure(node.failure.kind))
            return node.failure.kind;
        kind = node.failure.kind;
    }
    return kind;
}

bool saidNo(const Receipt &node)
{
    return node.result != ActResult::Done && node.result != ActResult::Refused &&
           node.result != ActResult::Unknown;
}

} // namespace

Failure quorumMissed(const Receipt &whole, int done, int needed)
{
    QStringList answers;
    for (const NodeReceipt &node : whole.nodes)
        answers += whole.dryRun && node.result == ActResult::Done
                       ? GroupRunner::tr("%1: possible").arg(escapedText(node.node.bytes))
                       : reasonOf(node);
    return {.kind = kindOfSilence(whole.nodes),
            .text = GroupRunner::tr("%1 of %2 nodes agreed and %3 are needed (%4)")
                        .arg(done)
                        .arg(whole.nodes.size())
                        .arg(needed)
                        .arg(answers.join(QStringLiteral("; "))),
            .key = whole.key.bytes};
}

void settleRefused(const ActRequest &request, const std::vector<Receipt> &receipts,
                   const std::vector<Receipt> &given, int needed, Receipt &whole)
{
    whole.foundOwner.reset();
    whole.foundCount = 0;
    whole.ttl.reset();
    QStringList back;
    QStringList left;
    for (size_t i = 0; i < whole.nodes.size(); ++i) {
        const Receipt &node = receipts[i];
        if (!whole.foundOwner && node.result == ActResult::NotAcquired && node.foundOwner &&
            *node.foundOwner != request.owner) {
            whole.foundOwner = node.foundOwner;
            whole.foundCount = node.foundCount;
            whole.ttl = node.ttl;
        }
        if (node.result != ActResult::Done && node.result != ActResult::Unknown)
            continue;
        const bool isBack = i < given.size() && (given[i].result == ActResult::Done || saidNo(given[i]));
        whole.nodes[i].mayRemain = !isBack;
        if (isBack) { // what it read back was this attempt
            whole.nodes[i].foundOwner.reset();
            whole.nodes[i].ttl.reset();
        }
        (isBack ? back : left) += escapedText(whole.nodes[i].node.bytes);
    }
    // Whether the nodes that could not be asked would have made a majority.
    const auto no = std::count_if(receipts.begin(), receipts.end(), saidNo);
    if (int(receipts.size()) - no < needed)
        whole.failure.kind = ErrorKind::ServerError;
    if (!back.isEmpty())
        whole.failure.text += GroupRunner::tr("; released again on %1").arg(back.join(QStringLiteral(", ")));
    if (!left.isEmpty())
        whole.failure.text +=
            GroupRunner::tr("; not confirmed as released on %1, where it may stay until its lease ends")
                .arg(left.join(QStringLiteral(", ")));
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

namespace
{

// Of a lock with another owner: whose it is where that was found.
void nameNewOwner(Receipt &whole, const std::vector<Receipt> &receipts)
{
    const auto changed = std::ranges::find_if(receipts, [](const Receipt &one) {
        return one.result == ActResult::OwnerChanged && one.foundOwner && !one.foundOwner->isEmpty();
    });
    const bool isTaken = whole.majorityOfOther().has_value();
    if ((whole.result != ActResult::OwnerChanged && !isTaken) || changed == receipts.end())
        return;
    whole.foundOwner = changed->foundOwner;
    whole.foundCount = changed->foundCount;
    whole.ttl = changed->ttl;
}

// The node names an id that may be the same client's, and was left alone for that.
bool isLeftUnsure(const Receipt &node, const OwnerId &meant)
{
    return node.result == ActResult::OwnerChanged && node.foundOwner && *node.foundOwner != meant &&
           mayBeOneClient(*node.foundOwner, meant);
}

} // namespace

std::optional<Receipt> unheld(const ActRequest &request, std::vector<Receipt> looked, int needed)
{
    int possible = 0;
    int own = 0;
    for (Receipt &one : looked) {
        const NodeReceipt before = one.nodes.front();
        const bool isKnown = one.result == ActResult::Done || one.result == ActResult::AlreadyGone;
        const bool isHeld = one.foundOwner && !one.foundOwner->isEmpty();
        const bool isOwn =
            isHeld && (isSameOwner(*one.foundOwner, before.asked) ||
                       shownOwner(*one.foundOwner, one.kind) == shownOwner(before.asked, one.kind));
        possible += !isKnown || isOwn ? 1 : 0;
        own += isKnown && isOwn ? 1 : 0;
        if (isKnown)
            one.result = isOwn    ? ActResult::Refused
                         : isHeld ? ActResult::OwnerChanged
                                  : ActResult::AlreadyGone;
        if (isKnown && isOwn)
            one.failure = {.kind = ErrorKind::Forbidden,
                           .text = GroupRunner::tr("not sent: too few nodes have this hold"),
                           .node = one.node,
                           .key = request.key.bytes};
        one.nodes = {partOf(one, before.took)};
        one.nodes.front().asked = before.asked;
    }
    if (possible >= needed)
        return {};
    Receipt whole = gathered(request, looked);
    const int half = int(looked.size()) / 2;
    const bool changed = countOf(looked, ActResult::OwnerChanged) > half;
    const bool gone = countOf(looked, ActResult::AlreadyGone) > half;
    whole.result = changed ? ActResult::OwnerChanged : gone ? ActResult::AlreadyGone : ActResult::Refused;
    whole.failure = quorumMissed(whole, own, needed);
    nameNewOwner(whole, looked);
    return whole;
}

Receipt summed(const ActRequest &request, std::vector<Receipt> receipts, int needed)
{
    Receipt whole = gathered(request, receipts);
    const int nodes = int(receipts.size());
    const int done = countOf(receipts, ActResult::Done);
    const int changed = countOf(receipts, ActResult::OwnerChanged);
    const int gone = countOf(receipts, ActResult::AlreadyGone);
    const OwnerId meant = ownerMeant(request);
    const auto unsure = int(
        std::ranges::count_if(receipts, [&meant](const Receipt &node) { return isLeftUnsure(node, meant); }));
    // So many that the old owner cannot have a majority any more.
    const int known = done + changed + gone - unsure;
    const bool enough = known > nodes - needed;
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
        whole.failure = quorumMissed(whole, known, nodes - needed + 1);
    }
    nameNewOwner(whole, receipts);
    const bool isEachNamed = request.expectedHolders.size() > 1;
    if (whole.result == ActResult::Unknown && unsure > 0 && !isEachNamed &&
        !isConnectionFailure(whole.failure.kind)) {
        whole.failure.kind = ErrorKind::BadInput;
        whole.failure.remedy = GroupRunner::tr(
            "other nodes have ids that may be the same client's: specify the id of each node");
    }
    return whole;
}

} // namespace lockscope
