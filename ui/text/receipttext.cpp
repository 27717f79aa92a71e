// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/receipttext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Semaphores and latches may record no holder: finding none does not mean free.
bool namesHolders(const Receipt &receipt, const Kinds &kinds)
{
    const Glyph glyph = kinds.glyph(receipt.kind);
    return receipt.foundOwner || (glyph != Glyph::Semaphore && glyph != Glyph::Latch);
}

QString forcedHeadline(Glyph glyph)
{
    if (glyph == Glyph::Semaphore)
        return Tr::tr("Released by force");
    return glyph == Glyph::Latch ? Tr::tr("Latch opened by force") : Tr::tr("Lock released by force");
}

QString wokenHeadline(const Receipt &receipt)
{
    if (receipt.woken > 0)
        return Tr::tr("Wake-up message sent");
    if (!receipt.isHeardElsewhere)
        return Tr::tr("Message sent; no client of this server received it");
    return *receipt.isHeardElsewhere ? Tr::tr("Message sent to clients of other servers")
                                     : Tr::tr("Message sent, but no client listens");
}

// Of a lock with a queue.
QStringList queueFacts(const Receipt &receipt)
{
    QStringList facts;
    QStringList dropped;
    for (const OwnerId &owner : receipt.dropped)
        dropped << text::ownerFull(owner);
    if (!receipt.wokenWaiter.isEmpty())
        facts << (receipt.woken > 0 || receipt.isHeardElsewhere.value_or(false)
                      ? Tr::tr("First in the queue: %1.")
                      : Tr::tr("First in the queue: %1. No client of this server received the message."))
                     .arg(text::ownerFull(receipt.wokenWaiter));
    if (!dropped.isEmpty())
        facts << Tr::tr("Removed from the queue, past their deadlines or not listening: %1.")
                     .arg(dropped.join(QLatin1String(", ")));
    return facts;
}

QString doneHeadline(const Receipt &receipt, Glyph glyph)
{
    switch (receipt.act) {
    case ActKind::Acquire:
        return Tr::tr("Acquired");
    case ActKind::Renew:
        return Tr::tr("Renewed");
    case ActKind::Release:
        return receipt.foundCount > 0 ? Tr::tr("One hold released") : Tr::tr("Released");
    case ActKind::ForceRelease:
        return forcedHeadline(glyph);
    case ActKind::Wake:
        return wokenHeadline(receipt);
    case ActKind::SetExpiry:
        return Tr::tr("The lock now expires by itself");
    case ActKind::RemoveShare:
        return Tr::tr("Removed");
    }
    return {};
}

bool wakes(ActKind act)
{
    return act == ActKind::Release || act == ActKind::ForceRelease || act == ActKind::Wake;
}

// It was done only if the lock was held as shown.
bool expectsHolder(ActKind act)
{
    return act == ActKind::ForceRelease || act == ActKind::SetExpiry || act == ActKind::RemoveShare;
}

// The expected owner still holds the lock, but the hold is not the one shown.
bool isSameOwner(const Receipt &receipt)
{
    return receipt.result == ActResult::OwnerChanged && receipt.act == ActKind::ForceRelease &&
           receipt.foundOwner && receipt.foundOwner == receipt.owner;
}

bool isSilent(const NodeReceipt &node)
{
    return node.result == ActResult::Unknown || node.result == ActResult::Refused;
}

// Of a RedLock group, where it is not known of each node.
QStringList nodeFacts(const Receipt &receipt)
{
    QStringList facts;
    for (const NodeReceipt &node : receipt.nodes) {
        if (isSilent(node))
            facts << Tr::tr("Unknown on %1: %2").arg(text::node(node.node), text::failure(node.failure));
    }
    return facts;
}

QString holderFact(const Receipt &receipt)
{
    if (!receipt.foundOwner)
        return Tr::tr("Verified: the lock is free.");
    if (receipt.foundCount > 1)
        return Tr::tr("Verified: held by %1, %2 times.")
            .arg(text::ownerFull(*receipt.foundOwner), text::number(receipt.foundCount));
    return Tr::tr("Verified: held by %1.").arg(text::ownerFull(*receipt.foundOwner));
}

} // namespace

VerdictLevel receiptLevel(const Receipt &receipt)
{
    switch (receipt.result) {
    case ActResult::Done:
        if (receipt.isLostSince || std::ranges::any_of(receipt.nodes, isSilent))
            return VerdictLevel::Warning;
        return receipt.act == ActKind::Wake && receipt.woken == 0 ? VerdictLevel::Info : VerdictLevel::Ok;
    case ActResult::AlreadyGone:
    case ActResult::NotAcquired:
        return VerdictLevel::Info;
    case ActResult::OwnerChanged:
    case ActResult::Unknown:
        return VerdictLevel::Warning;
    case ActResult::Refused:
        return VerdictLevel::Critical;
    }
    return VerdictLevel::Info;
}

QString receiptHeadline(const Receipt &receipt, const Kinds &kinds)
{
    if (receipt.dryRun)
        return Tr::tr("Dry run: nothing was changed");
    switch (receipt.result) {
    case ActResult::Done:
        if (receipt.isLostSince)
            return receipt.act == ActKind::Acquire ? Tr::tr("Acquired, but lost since")
                                                   : Tr::tr("Renewed, but lost since");
        if (receipt.majorityOfOther())
            return Tr::tr("A copy was removed; another owner holds the lock");
        return doneHeadline(receipt, kinds.glyph(receipt.kind));
    case ActResult::OwnerChanged:
        return Tr::tr("Nothing was changed: the lock is no longer as shown");
    case ActResult::AlreadyGone:
        return Tr::tr("Nothing to do: the lock was already gone");
    case ActResult::NotAcquired:
        if (!receipt.nodes.empty())
            return Tr::tr("Not acquired: no majority of the nodes granted it");
        return kinds.glyph(receipt.kind) == Glyph::Semaphore
                   ? Tr::tr("Not acquired: no permit is free")
                   : Tr::tr("Not acquired: another client holds the lock");
    case ActResult::Refused:
        return Tr::tr("Refused: nothing was changed");
    case ActResult::Unknown:
        return Tr::tr("Unknown whether this was done");
    }
    return {};
}

QStringList receiptFacts(const Receipt &receipt, const Kinds &kinds)
{
    QStringList facts;
    const bool refused = receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown;
    const bool shortOfNodes = receipt.result == ActResult::NotAcquired && !receipt.nodes.empty();
    if (refused || shortOfNodes) {
        facts << text::failure(receipt.failure);
        if (!receipt.failure.serverText.isEmpty())
            facts << Tr::tr("Server: %1").arg(text::bytes(receipt.failure.serverText));
    }
    if (receipt.dryRun)
        return facts;
    if (shortOfNodes)
        return facts;
    if (receipt.result == ActResult::Done && expectsHolder(receipt.act) && !receipt.owner.isEmpty())
        facts << Tr::tr("Before the change: held by %1, as shown.").arg(text::ownerFull(receipt.owner));
    if (!refused)
        facts << nodeFacts(receipt);
    // A refusal was never read back. For an unknown outcome, only a holder that was found is a fact.
    if (receipt.foundOwner || (!refused && namesHolders(receipt, kinds)))
        facts << holderFact(receipt);
    if (receipt.ttl)
        facts << Tr::tr("TTL: %1.").arg(text::duration(*receipt.ttl));
    if (isSameOwner(receipt))
        facts << Tr::tr(
            "Same owner, but more holds or more time left than shown: it was renewed, or acquired again.");
    if (receipt.result == ActResult::Done && wakes(receipt.act) && receipt.woken > 0)
        facts << Tr::tr("The wake-up message was sent to %Ln subscriber(s).", nullptr, int(receipt.woken));
    facts << queueFacts(receipt);
    if (receipt.nextAfter)
        facts << Tr::tr("Acquired again after %1 at most.").arg(text::duration(*receipt.nextAfter));
    else if (receipt.result == ActResult::Done && receipt.act == ActKind::ForceRelease && receipt.woken > 0)
        facts << Tr::tr("Not seen to be acquired again while Lockscope watched.");
    return facts;
}

QString receiptAdvice(const Receipt &receipt)
{
    switch (receipt.result) {
    case ActResult::OwnerChanged:
        return receipt.foundOwner ? Tr::tr("Check the new holder first. To try again, go back.")
                                  : Tr::tr("Check its current state first. To try again, go back.");
    case ActResult::Refused:
        return receipt.failure.remedy;
    case ActResult::Unknown:
        return receipt.failure.remedy.isEmpty()
                   ? Tr::tr("Check the lock before you retry: the server may have done it.")
                   : receipt.failure.remedy;
    case ActResult::Done:
        if (receipt.act == ActKind::Acquire && receipt.isDone())
            return Tr::tr("This program holds it now: release it when you are done.");
        break;
    case ActResult::AlreadyGone:
    case ActResult::NotAcquired:
        break;
    }
    return {};
}

QString receiptToCopy(const Receipt &receipt, const Kinds &kinds)
{
    QStringList lines;
    lines << QStringLiteral("%1  %2").arg(text::dateAndTime(receipt.at), text::node(receipt.node));
    lines << Tr::tr("%1: %2 (%3)")
                 .arg(text::act(receipt.act), text::key(receipt.key), kinds.title(receipt.kind));
    if (!receipt.owner.isEmpty())
        lines << Tr::tr("Intended owner: %1").arg(text::ownerFull(receipt.owner));
    lines << Tr::tr("Result: %1").arg(text::actResult(receipt.result));
    lines << receiptHeadline(receipt, kinds) << receiptFacts(receipt, kinds);
    if (const QString advice = receiptAdvice(receipt); !advice.isEmpty())
        lines << advice;
    if (!receipt.plan.commands.isEmpty())
        lines << QString() << receipt.plan.commands;
    return lines.join(u'\n');
}

} // namespace lockscope
