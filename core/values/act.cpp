// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/act.h"

#include "core/base/tr.h"

#include <climits>

namespace lockscope
{

namespace
{

QString infinitive(ActKind act)
{
    switch (act) {
    case ActKind::Acquire:
        return Tr::tr("acquire");
    case ActKind::Renew:
        return Tr::tr("renew");
    case ActKind::Release:
        return Tr::tr("release");
    case ActKind::ForceRelease:
        return Tr::tr("force-release");
    case ActKind::Wake:
        return Tr::tr("wake");
    case ActKind::SetExpiry:
        return Tr::tr("set-expiry");
    case ActKind::RemoveShare:
        return Tr::tr("remove the holder");
    }
    return {};
}

// ", 12.3 s left" or ", no expiry".
QString timeLeft(const Receipt &receipt)
{
    if (!receipt.ttl)
        return Tr::tr(", no expiry");
    return Tr::tr(", %1 left").arg(humanDuration(*receipt.ttl));
}

// "held now by 7f…:12 (holds: 2), 12.3 s left"
QString heldNow(const Receipt &receipt)
{
    QString text = Tr::tr("held now by %1").arg(shownOwner(*receipt.foundOwner, receipt.kind));
    if (receipt.foundCount > 1)
        text += Tr::tr(" (holds: %1)").arg(receipt.foundCount);
    return text + timeLeft(receipt);
}

QString holderNow(const Receipt &receipt)
{
    return receipt.foundOwner ? heldNow(receipt) : Tr::tr("it is free now");
}

// What follows an act whose hold lasts: its time left, or that it is over already.
QString lasts(const Receipt &receipt)
{
    return receipt.isLostSince ? Tr::tr(", but lost since: %1").arg(holderNow(receipt)) : timeLeft(receipt);
}

// Empty: the kind records no holders.
QString actingOwner(const Receipt &receipt)
{
    const bool isNamed = !receipt.foundOwner || !receipt.foundOwner->isEmpty();
    const bool isFound = receipt.foundOwner && !receipt.isLostSince;
    return isNamed ? shownOwner(isFound ? *receipt.foundOwner : receipt.owner, receipt.kind) : QString();
}

// Some client received the message for the first in the queue.
bool wasHeard(const Receipt &receipt)
{
    return receipt.woken > 0 || receipt.isHeardElsewhere.value_or(false);
}

// For a lock with a queue: which waiter may acquire it now, and which were dropped. Of these, some may still
// listen: they were sent the message, too.
QString queueText(const Receipt &receipt)
{
    QString text;
    if (!receipt.wokenWaiter.isEmpty())
        text += Tr::tr("; first in the queue: %1").arg(escapedText(receipt.wokenWaiter.bytes));
    constexpr size_t Named = 10;
    QStringList owners;
    for (size_t i = 0; i < receipt.dropped.size() && i < Named; ++i)
        owners << escapedText(receipt.dropped[i].bytes);
    if (receipt.dropped.size() > Named)
        owners << Tr::tr("%1 more").arg(receipt.dropped.size() - Named);
    if (!owners.isEmpty())
        text += Tr::tr("; dropped from the queue, past their deadlines or not listening: %1")
                    .arg(owners.join(QLatin1String(", ")));
    // fair-queue.lua goes no further in one step, and of no more waiters it was found out whether they
    // listen.
    constexpr size_t Passed = 500, Asked = 256;
    const bool isCut = receipt.wokenWaiter.isEmpty() ? receipt.dropped.size() >= Passed
                                                     : receipt.dropped.size() >= Asked && !wasHeard(receipt);
    if (isCut)
        text += Tr::tr("; more may follow: wake the waiters again");
    return text;
}

QString woken(const Receipt &receipt)
{
    const QString clients = receipt.woken > 0 ? Tr::tr("; wake-up message sent to %n subscriber(s)", nullptr,
                                                       int(std::min<qint64>(receipt.woken, INT_MAX)))
                                              : QString();
    const bool isUnheard = !receipt.wokenWaiter.isEmpty() && !wasHeard(receipt);
    return clients + queueText(receipt) +
           (isUnheard ? Tr::tr("; no client of this server received the wake-up message") : QString());
}

QString wakeText(const Receipt &receipt)
{
    if (receipt.woken > 0)
        return Tr::tr("wake-up message sent to %n subscriber(s)", nullptr,
                      int(std::min<qint64>(receipt.woken, INT_MAX))) +
               queueText(receipt);
    if (!receipt.isHeardElsewhere)
        return Tr::tr("wake-up message sent; no client of this server received it") + queueText(receipt);
    return (*receipt.isHeardElsewhere ? Tr::tr("wake-up message sent to clients of other servers")
                                      : Tr::tr("wake-up message sent; no client was listening")) +
           queueText(receipt);
}

// "; taken again after 12 ms at most"
QString takenAgain(const Receipt &receipt)
{
    return receipt.nextAfter ? Tr::tr("; acquired again within %1").arg(humanDuration(*receipt.nextAfter))
                             : QString();
}

QString released(const Receipt &receipt)
{
    if (const auto other = receipt.majorityOfOther())
        return Tr::tr("the copy of %1 was removed; held by %2 on %3 of %4 nodes")
            .arg(shownOwner(receipt.owner, receipt.kind), shownOwner(other->first, receipt.kind))
            .arg(other->second)
            .arg(receipt.nodes.size());
    const bool force = receipt.act == ActKind::ForceRelease;
    const QString done = force ? Tr::tr("force-released") : Tr::tr("released");
    if (!receipt.foundOwner)
        return done + woken(receipt);
    if (!force && *receipt.foundOwner == receipt.owner)
        return Tr::tr("one hold released; holds left: %1").arg(receipt.foundCount) + timeLeft(receipt);
    return done + woken(receipt) + takenAgain(receipt) + QLatin1String("; ") + heldNow(receipt);
}

QString doneText(const Receipt &receipt)
{
    const QString owner = actingOwner(receipt);
    switch (receipt.act) {
    case ActKind::Acquire:
        if (receipt.foundCount > 1 && !receipt.isLostSince)
            return Tr::tr("reentered by %1 (holds: %2)").arg(owner, QString::number(receipt.foundCount)) +
                   timeLeft(receipt);
        return (owner.isEmpty() ? Tr::tr("acquired") : Tr::tr("acquired by %1").arg(owner)) + lasts(receipt);
    case ActKind::Renew:
        return Tr::tr("renewed for %1").arg(owner) + lasts(receipt);
    case ActKind::Release:
    case ActKind::ForceRelease:
        return released(receipt);
    case ActKind::Wake:
        return wakeText(receipt);
    case ActKind::SetExpiry:
        if (receipt.unchanged)
            return Tr::tr("already expires sooner; nothing was changed") + timeLeft(receipt);
        return Tr::tr("expiry set") + (receipt.ttl ? timeLeft(receipt) : QString()); // it may have ended
    case ActKind::RemoveShare:
        return Tr::tr("removed") + woken(receipt);
    }
    return {};
}

// Of a RedLock group, where not each node did the same: "; done on 2 of 3 nodes; refused on b:1 (why);
// unknown on c:1 (why)". What is unknown may be done or not.
QString onNodes(const Receipt &receipt)
{
    QStringList refused;
    QStringList unknown;
    qsizetype done = 0;
    for (const NodeReceipt &node : receipt.nodes) {
        done += node.result == ActResult::Done ? 1 : 0;
        if (node.result != ActResult::Unknown && node.result != ActResult::Refused)
            continue;
        const bool isAnswer = node.result == ActResult::Refused && !isConnectionFailure(node.failure.kind);
        (isAnswer ? refused : unknown) +=
            Tr::tr("%1 (%2)", "node, why").arg(escapedText(node.node.bytes), node.failure.text);
    }
    QString text;
    const bool isPart = receipt.result == ActResult::Done ? done < qsizetype(receipt.nodes.size()) : done > 0;
    if (isPart && !receipt.majorityOfOther())
        text += Tr::tr("; done on %1 of %2 nodes").arg(done).arg(receipt.nodes.size());
    if (!refused.isEmpty())
        text += Tr::tr("; refused on %1").arg(refused.join(QStringLiteral(", ")));
    if (!unknown.isEmpty())
        text += Tr::tr("; unknown on %1").arg(unknown.join(QStringLiteral(", ")));
    return text;
}

QString nothingDone(const Receipt &receipt)
{
    const bool isPart = std::ranges::any_of(receipt.nodes, [](const NodeReceipt &node) {
        return node.result == ActResult::Done || node.isLostSince;
    });
    return isPart ? QString() : Tr::tr("; nothing was changed");
}

QString failureText(const Receipt &receipt)
{
    Failure failure = receipt.failure;
    if (failure.key == receipt.key.bytes)
        failure.key.clear(); // the line begins with it
    return failure.line();
}

QString resultText(const Receipt &receipt)
{
    switch (receipt.result) {
    case ActResult::Done:
        return doneText(receipt) + onNodes(receipt);
    case ActResult::OwnerChanged:
        // The same owner, but with more holds or more time left than the hold that was shown could have.
        if (receipt.act == ActKind::ForceRelease && receipt.foundOwner &&
            *receipt.foundOwner == receipt.owner)
            return Tr::tr("acquired again or renewed since it was shown") + nothingDone(receipt) +
                   QLatin1String("; ") + heldNow(receipt);
        return Tr::tr("the owner has changed") + nothingDone(receipt) + QLatin1String("; ") +
               holderNow(receipt) + onNodes(receipt);
    case ActResult::AlreadyGone:
        return Tr::tr("already gone") + nothingDone(receipt) + onNodes(receipt);
    case ActResult::NotAcquired:
        if (!receipt.nodes.empty() && !receipt.failure.text.isEmpty())
            return Tr::tr("not acquired: %1").arg(receipt.failure.text);
        return Tr::tr("not acquired") +
               (receipt.foundOwner ? QLatin1String("; ") + heldNow(receipt) : QString());
    case ActResult::Refused:
        return Tr::tr("%1 refused: ").arg(infinitive(receipt.act)) + failureText(receipt);
    case ActResult::Unknown:
        return Tr::tr("the %1 may or may not have been done: ").arg(infinitive(receipt.act)) +
               failureText(receipt);
    }
    return {};
}

QString whenText(HolderNotice::When when)
{
    using When = HolderNotice::When;
    switch (when) {
    case When::NextRenewal:
        return Tr::tr("at its next renewal");
    case When::AtUnlock:
        return Tr::tr("at unlock");
    case When::Soon:
        return Tr::tr("immediately");
    case When::Never:
        return Tr::tr("not notified");
    case When::Unknown:
        break;
    }
    return Tr::tr("unknown");
}

} // namespace

std::optional<std::pair<OwnerId, qsizetype>> Receipt::majorityOfOther() const
{
    if (act != ActKind::Release && act != ActKind::ForceRelease)
        return {};
    for (const NodeReceipt &node : nodes) {
        const OwnerId &asked = node.asked.isEmpty() ? owner : node.asked;
        const bool isOther = node.foundOwner && !node.foundOwner->isEmpty() && *node.foundOwner != asked;
        if (node.result != ActResult::OwnerChanged || !isOther)
            continue;
        const auto having = std::ranges::count_if(nodes, [&node](const NodeReceipt &other) {
            return other.result == ActResult::OwnerChanged && other.foundOwner == node.foundOwner;
        });
        if (having > std::ssize(nodes) / 2)
            return std::pair(*node.foundOwner, qsizetype(having));
    }
    return {};
}

QString Receipt::line() const
{
    const QString where = escapedText(key.bytes) + QLatin1String(": ");
    if (dryRun && (result == ActResult::Done || result == ActResult::Unknown))
        return where + Tr::tr("dry run, nothing sent: would %1").arg(infinitive(act));
    return where + resultText(*this);
}

Receipt refusedReceipt(const ActRequest &request, const Failure &why, const NodeId &node)
{
    Receipt receipt{.act = request.act,
                    .result = ActResult::Refused,
                    .key = request.key,
                    .owner = request.owner,
                    .node = node};
    receipt.failure = why;
    receipt.dryRun = request.dryRun;
    receipt.at = wallNow();
    return receipt;
}

bool OwnHolding::isSameHold(const OwnHolding &other) const
{
    return key == other.key && owner == other.owner && mode == other.mode && part == other.part;
}

const char *name(ActResult result)
{
    switch (result) {
    case ActResult::Done:
        return "done";
    case ActResult::OwnerChanged:
        return "owner-changed";
    case ActResult::AlreadyGone:
        return "already-gone";
    case ActResult::NotAcquired:
        return "not-acquired";
    case ActResult::Refused:
        return "refused";
    case ActResult::Unknown:
        return "unknown";
    }
    return "unknown";
}

// Only "to 3.10.5" and "before 7" need translation; "3.10.6+" does not.
static QString releasesText(const QByteArray &releases)
{
    const QString last = QString::fromLatin1(releases.mid(releases.indexOf(' ') + 1));
    if (releases.startsWith("to "))
        return Tr::tr("to %1", "releases of a library, the last one too").arg(last);
    if (releases.startsWith("before "))
        return Tr::tr("before %1", "releases of a library, without that one").arg(last);
    return last;
}

QString HolderNotice::line() const
{
    QString who = QString::fromLatin1(library);
    if (!releases.isEmpty())
        who += QLatin1Char(' ') + releasesText(releases);
    QString line = text;
    if (when != When::Unknown)
        line = Tr::tr("%1, %2: %3", "a library, when its holder notices, what it notices")
                   .arg(who, whenText(when), text);
    else if (!who.isEmpty())
        line = Tr::tr("%1: %2").arg(who, text);
    return because.isEmpty() ? line
                             : Tr::tr("%1 (%2)", "what its holder notices, and what speaks for this library")
                                   .arg(line, because);
}

const char *name(HolderNotice::When when)
{
    using When = HolderNotice::When;
    switch (when) {
    case When::NextRenewal:
        return "next-renewal";
    case When::AtUnlock:
        return "at-unlock";
    case When::Soon:
        return "soon";
    case When::Never:
        return "never";
    case When::Unknown:
        return "unknown";
    }
    return "unknown";
}

const char *name(GoesOn goesOn)
{
    switch (goesOn) {
    case GoesOn::None:
        return "none";
    case GoesOn::One:
        return "one";
    case GoesOn::Several:
        return "several";
    case GoesOn::Readers:
        return "readers";
    case GoesOn::WriterOrReaders:
        return "writer-or-readers";
    case GoesOn::All:
        return "all";
    case GoesOn::Unknown:
        break;
    }
    return "unknown";
}

const char *name(NextWaiter next)
{
    switch (next) {
    case NextWaiter::None:
        break;
    case NextWaiter::FirstInQueue:
        return "first-in-queue";
    case NextWaiter::LongestAsleep:
        return "longest-asleep";
    case NextWaiter::Listening:
        return "listening";
    case NextWaiter::Tracking:
        return "tracking";
    case NextWaiter::Asleep:
        return "asleep";
    case NextWaiter::Polling:
        return "polling";
    }
    return "none";
}

const char *name(Kinship kinship)
{
    switch (kinship) {
    case Kinship::SameOwner:
        return "same-owner";
    case Kinship::SameClient:
        return "same-client";
    case Kinship::SameConnection:
        return "same-connection";
    case Kinship::SameTimes:
        break;
    }
    return "same-times";
}

} // namespace lockscope
