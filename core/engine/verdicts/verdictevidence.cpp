// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/verdictevidence.h"

#include "core/base/bytesize.h"
#include "core/base/tr.h"
#include "core/engine/verdicts/quorumtext.h"
#include "core/engine/verdicts/renewals/leasekind.h"
#include "core/engine/verdicts/renewals/renewalrhythm.h"

#include <algorithm>

namespace lockscope
{

QString sinceText(Instant then, Instant at)
{
    return humanDuration(std::max(millisecondsBetween(then, at), milliseconds(0)));
}

QString agoText(Instant then, Instant at)
{
    return humanAgo(millisecondsBetween(then, at));
}

QString heldForText(const Lock &lock, Instant at)
{
    const bool isAtLeast = lock.heldIsLowerBound || lock.isLastKnown();
    const bool isNew = !isAtLeast && millisecondsBetween(lock.heldSince, lock.knownUntil(at)).count() == 0;
    const QString time = isNew ? Tr::tr("less than 1 s") : sinceText(lock.heldSince, lock.knownUntil(at));
    const QString whole = isAtLeast ? Tr::tr("at least %1").arg(time) : time;
    return lock.isOneHold() ? whole : Tr::tr("%1, or acquired again since").arg(whole);
}

bool isHeldTimeKnown(const Lock &lock, Instant at)
{
    const bool isAtLeast = lock.heldIsLowerBound || lock.isLastKnown();
    return !isAtLeast || lock.knownUntil(at) - lock.heldSince >= std::chrono::seconds(1);
}

QByteArray clientHost(const ClientInfo &client)
{
    const qsizetype colon = client.address.lastIndexOf(':');
    return colon < 0 ? client.address : client.address.first(colon);
}

const ClientInfo *connectedClient(const Lock &lock)
{
    const ClientInfo *client = lock.holders.size() == 1 ? clientOf(lock, lock.owner()) : nullptr;
    return client && !client->goneSince ? client : nullptr;
}

QString holderName(const Lock &lock)
{
    const ClientInfo *client = connectedClient(lock);
    if (!client)
        return {};
    if (client->name.isEmpty())
        return escapedText(client->address);
    const QString name = escapedText(client->name);
    const QString host = escapedText(clientHost(*client));
    return host.isEmpty() ? name : Tr::tr("%1 (%2)", "name of a client, its host").arg(name, host);
}

QString leftText(const Lock &lock, Instant at)
{
    return humanDuration(std::max(millisecondsBetween(at, lock.expiresAt.value_or(at)), milliseconds(0)));
}

Instant replicatedUntil(const Lock &lock)
{
    return Instant(milliseconds(lock.verdict.figure));
}

namespace
{

QString leaseLine(const Lock &lock, Instant at)
{
    switch (leaseKind(lock, at)) {
    case LeaseKind::Watchdog:
        return Tr::tr("renewed to %2 every %1 (watchdog)")
            .arg(humanDuration(*lock.renewals.period), humanDuration(*lock.lease));
    case LeaseKind::Fixed:
        if (lock.heldIsLowerBound) // it may have been acquired for longer, and extended before
            return Tr::tr("not renewed in the last %1, since it had %2 left")
                .arg(sinceText(*lock.expiresAt - *lock.lease, at), humanDuration(*lock.lease));
        return Tr::tr("not renewed yet, %1 into its lease of %2")
            .arg(sinceText(*lock.expiresAt - *lock.lease, at), humanDuration(*lock.lease));
    case LeaseKind::Renewed:
        return lock.renewals.period && lock.renewals.count > 1
                   ? Tr::tr("renewed every %1 so far").arg(humanDuration(*lock.renewals.period))
                   : QString();
    case LeaseKind::None:
    case LeaseKind::Unknown:
        break;
    }
    return {};
}

// "203.0.113.7:50112 (orders-7)", as much of it as is known.
QString clientName(const ClientInfo &client)
{
    const QString address = escapedText(client.address);
    if (client.name.isEmpty())
        return address;
    const QString name = escapedText(client.name);
    return client.address.isEmpty() ? name : Tr::tr("%1 (%2)", "address (name)").arg(address, name);
}

void tellCopies(const Lock &lock, Instant at, QStringList &facts)
{
    std::optional<Instant> last;
    for (const Copy &copy : lock.extras->copies) {
        if (!namesOwner(copy.state))
            continue;
        if (!copy.expiresAt) {
            facts += Tr::tr("a copy without an expiry was seen");
            return;
        }
        last = std::max(last, copy.expiresAt);
    }
    if (last && *last > at)
        facts += Tr::tr("the last copy seen expires in %1").arg(sinceText(at, *last));
}

// The writer of a read-write lock reads as well: one holder, although it has two entries.
bool isReadByWriter(const Lock &lock)
{
    const auto writer = std::ranges::find(lock.holders, HoldMode::Write, &Holder::mode);
    return writer != lock.holders.end() && std::ranges::any_of(lock.holders, [&writer](const Holder &holder) {
               return holder.mode == HoldMode::Read && holder.id.bytes + ":write" == writer->id.bytes;
           });
}

void tellHold(const Lock &lock, Instant at, QStringList &facts)
{
    const std::string_view code = lock.shownVerdict().code;
    if (!recordsHolds(lock)) // then it is neither free nor held
        return;
    if (!lock.held()) {
        // No permit is free, or the latch is closed
        if (code != "closed" && code != "waited-for" && isHeldTimeKnown(lock, at))
            facts += Tr::tr("free for %1").arg(heldForText(lock, at));
        if (lock.ended == Ending::Expired)
            facts += Tr::tr("the last hold expired");
        else if (lock.ended == Ending::Released)
            facts += Tr::tr("the last hold was released");
        else if (lock.ended == Ending::Forced)
            facts += Tr::tr("the last hold was released by force");
        return;
    }
    if (lock.holders.size() == 1 && (code == "no-expiry" || code == "long-held")) // Its sentence says so
        return;
    const int holders = int(std::max<qsizetype>(1, holdersInTime(lock) - (isReadByWriter(lock) ? 1 : 0)));
    if (!isHeldTimeKnown(lock, at)) {
        if (holders > 1)
            facts += Tr::tr("%n holder(s)", nullptr, holders);
        return;
    }
    facts += lock.holders.size() == 1 || holders == 1
                 ? Tr::tr("held for %1").arg(heldForText(lock, at))
                 : Tr::tr("%n holder(s), held for %1", nullptr, holders).arg(heldForText(lock, at));
}

void tellTimes(const Lock &lock, Instant at, QStringList &facts)
{
    if (lock.expiresAt && *lock.expiresAt > at)
        facts += Tr::tr("expires in %1").arg(leftText(lock, at));
    else if (lock.expiresAt)
        facts += Tr::tr("expired %1").arg(agoText(*lock.expiresAt, at));
    else if (lock.held())
        facts += lock.lasting ? Tr::tr("no expiry, by design") : Tr::tr("no expiry");
    if (!lock.isOneHold())
        facts += Tr::tr("its owner may have released it and acquired it again, last %1")
                     .arg(agoText(lock.oneHoldSince, at));
    if (lock.lease)
        facts += Tr::tr("longest TTL seen: %1").arg(humanDuration(*lock.lease));
    if (lock.renewals.count > 0 && lock.renewals.lastAt == lock.oneHoldSince)
        facts += Tr::tr("renewed %n time(s)", nullptr, int(lock.renewals.count));
    else if (lock.renewals.count > 0 && lock.renewals.lastAt)
        facts += Tr::tr("renewed %n time(s), last %1", nullptr, int(lock.renewals.count))
                     .arg(agoText(*lock.renewals.lastAt, at));
    if (const QString line = leaseLine(lock, at); !line.isEmpty())
        facts += line;
    if (const qint64 missed = missedRenewals(lock.renewals, lock.readAt); missed > 0)
        facts += Tr::tr("%n renewal(s) missed", nullptr, int(missed));
}

void tellClients(const Lock &lock, Instant at, QStringList &facts)
{
    for (const Holder &holder : lock.holders) {
        const ClientInfo *client = clientOf(lock, holder.id);
        if (!client || (client->address.isEmpty() && client->name.isEmpty()))
            continue;
        const QString line = Tr::tr("%1 is %2").arg(escapedText(holder.id.bytes), clientName(*client));
        facts += client->goneSince
                     ? Tr::tr("%1, no longer connected, found %2").arg(line, agoText(*client->goneSince, at))
                     : line;
    }
}

void tellWaiters(const Lock &lock, Instant at, QStringList &facts)
{
    if (const WaiterCount count = lock.waiters.count(); count.least > 0)
        facts += count.isExact() ? Tr::tr("%n client(s) waiting", nullptr, int(count.least))
                                 : Tr::tr("at least %n client(s) waiting", nullptr, int(count.least));
    if (const qint64 listening = lock.waiters.subscribed.value_or(0);
        lock.waiters.mayBeElsewhere && listening > 0)
        facts += Tr::tr("%n client(s) listening, for this lock or one of the same name in another database",
                        nullptr, int(listening));
    if (lock.waiters.queued.empty())
        return;
    const QueuedWaiter &first = lock.waiters.queued.front();
    facts += Tr::tr("first in the queue: %1").arg(escapedText(first.id.bytes));
    if (first.deadline && *first.deadline <= at)
        facts += Tr::tr("its deadline was %1").arg(agoText(*first.deadline, at));
    else if (first.deadline)
        facts += Tr::tr("its deadline is in %1").arg(sinceText(at, *first.deadline));
    if (first.alive)
        facts += *first.alive ? Tr::tr("it listens") : Tr::tr("no client listens for it");
}

void tellPermits(const Lock &lock, QStringList &facts)
{
    const std::optional<Permits> permits = lock.permits();
    if (!permits)
        return;
    if (permits->total)
        facts += counted(*permits->total, [](int n) { return Tr::tr("%n permit(s) in total", nullptr, n); });
    if (permits->available)
        facts +=
            Tr::tr("available: %1").arg(*permits->available); // negative if permits were taken out of use
    if (permits->held)
        facts += counted(*permits->held, [](int n) { return Tr::tr("%n permit(s) held", nullptr, n); });
    if (permits->overdue > 0)
        facts += counted(permits->overdue, [](int n) { return Tr::tr("%n expired permit(s)", nullptr, n); });
}

} // namespace

QStringList verdictEvidence(const Lock &lock, Instant at)
{
    QStringList facts;
    const Instant then = lock.knownUntil(at);
    if (lock.lacksMajority() && (lock.held() || lock.isUndecided())) {
        tellCopies(lock, then, facts);
    } else {
        tellHold(lock, then, facts);
        tellTimes(lock, then, facts);
    }
    if (lock.verdict.code == "deadlock")
        facts +=
            Tr::tr("concluded from owner ids, unless the application acquires asynchronously (lockAsync)");
    if (lock.verdict.code == "replica-behind")
        facts += Tr::tr("no replica of %1 has received its writes of the last %2")
                     .arg(escapedText(lock.node.bytes), sinceText(replicatedUntil(lock), at));
    if (lock.maxCount > 1)
        facts += Tr::tr("hold count %1, peak %2").arg(lock.count()).arg(lock.maxCount);
    tellClients(lock, then, facts);
    tellWaiters(lock, then, facts);
    tellPermits(lock, facts);
    if (lock.verdict.code == "companions-alone") {
        for (const LockName &key : lock.companions())
            facts += Tr::tr("remaining: %1").arg(escapedText(key.bytes));
    }
    facts += quorumFacts(lock, at);
    const bool isSaid = lock.verdict.code == "stale" || lock.verdict.code == "unread"; // By its sentence
    if (lock.stale && !isSaid)
        facts += Tr::tr("last read %1").arg(agoText(lock.readAt, at));
    return facts;
}

} // namespace lockscope
