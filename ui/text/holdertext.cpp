// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/holdertext.h"

#include "core/base/bytesize.h"
#include "core/base/tr.h"
#include "core/engine/verdicts/verdict.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "ui/text/format.h"

namespace lockscope
{

namespace
{

bool tellsPermits(const Lock &lock)
{
    const std::optional<Permits> permits = lock.permits();
    return permits && (permits->held || permits->available);
}

bool tellsToGo(const Lock &lock)
{
    return lock.extras && lock.extras->toGo;
}

// The state of a semaphore that has no holders.
bool allFree(const Permits &permits)
{
    return permits.held.value_or(0) == 0;
}

QString permitsHeld(const Permits &permits)
{
    QString text;
    if (allFree(permits))
        text = counted(permits.available.value_or(0),
                       [](int n) { return Tr::tr("%Ln permit(s) free", nullptr, n); });
    else if (permits.total)
        text =
            Tr::tr("%1 of %2 held", "permits").arg(text::number(*permits.held), text::number(*permits.total));
    else
        text = counted(*permits.held, [](int n) { return Tr::tr("%Ln permit(s) held", nullptr, n); });
    if (permits.overdue > 0)
        return text::clauses({text, Tr::tr("%Ln overdue", nullptr, int(permits.overdue))});
    return text;
}

QString freeText(const Lock &lock)
{
    if (lock.waiters.queued.empty())
        return Tr::tr("free", "lock");
    const int count = int(lock.waiters.queued.size());
    return lock.waiters.mayBeMore() ? Tr::tr("free, %Ln or more queued", nullptr, count)
                                    : Tr::tr("free, %Ln queued", nullptr, count);
}

QString ownerText(const OwnerId &owner, text::Owners owners)
{
    return owners == text::Owners::Full && !owner.isEmpty() ? text::ownerFull(owner) : text::owner(owner);
}

QString severalText(const Lock &lock, const QString &owner)
{
    const int count = int(holdersInTime(lock));
    switch (commonMode(lock).value_or(HoldMode::Exclusive)) {
    case HoldMode::Read:
        return Tr::tr("%Ln reader(s)", nullptr, count);
    case HoldMode::Permit:
        return Tr::tr("%Ln permit(s) held", nullptr, count);
    case HoldMode::Write:
    case HoldMode::Exclusive:
        break;
    }
    return Tr::tr("%1 +%2", "an owner and how many more").arg(owner, text::number(count - 1));
}

QString oneText(const Holder &holder, const QString &owner)
{
    if (holder.mode == HoldMode::Read || holder.mode == HoldMode::Write)
        return Tr::tr("%1 (%2)", "an owner, reads or writes").arg(owner, text::holdMode(holder.mode));
    return owner;
}

} // namespace

std::optional<HoldMode> commonMode(const Lock &lock)
{
    if (lock.holders.isEmpty())
        return {};
    const HoldMode first = lock.holders.front().mode;
    for (const Holder &holder : lock.holders) {
        if (holder.mode != first)
            return {};
    }
    return first;
}

Holding holdingOf(const Lock &lock)
{
    if (tellsToGo(lock))
        return Holding::Counted;
    if (tellsPermits(lock))
        return allFree(*lock.permits()) ? Holding::Free : Holding::Counted;
    if (!lock.held())
        return Holding::Free;
    const std::optional<HoldMode> mode = commonMode(lock);
    const bool counted = lock.holders.size() > 1 && (mode == HoldMode::Read || mode == HoldMode::Permit);
    return counted ? Holding::Counted : Holding::Owned;
}

qint64 holdsOf(const Lock &lock)
{
    if (tellsToGo(lock))
        return *lock.extras->toGo;
    if (const std::optional<Permits> permits = lock.permits(); permits && permits->held)
        return *permits->held;
    return holdingOf(lock) == Holding::Counted ? qint64(holdersInTime(lock)) : holdsInTime(lock);
}

bool isOnNoNode(const Lock &lock)
{
    return lock.quorum() && !lock.stale && lock.quorum()->agreeing == 0;
}

bool areOwnersApart(const Lock &lock)
{
    return lock.quorum() && lock.quorum()->owners > 1;
}

bool needsNodes(const Lock &lock)
{
    return lock.held() && !isOnNoNode(lock) && (lock.lacksMajority() || areOwnersApart(lock));
}

QByteArray holderClient(const Lock &lock)
{
    const ClientInfo *client = connectedClient(lock);
    if (!client)
        return {};
    if (!client->name.isEmpty())
        return client->name;
    const QByteArray host = clientHost(*client);
    const bool isLocal = host.startsWith("127.") || host == "::1" || host == "[::1]" || host == "localhost";
    return isLocal ? QByteArray() : host;
}

QByteArray clientSortKey(const Lock &lock)
{
    const ClientInfo *client = lock.holders.size() == 1 ? clientOf(lock, lock.owner()) : nullptr;
    if (!client)
        return {};
    return client->name.isEmpty() ? client->address : client->name + '\0' + client->address;
}

int compareHolding(const Lock &a, const Lock &b)
{
    const Holding ofA = holdingOf(a), ofB = holdingOf(b);
    if (ofA != ofB)
        return ofA < ofB ? -1 : 1;
    if (ofA == Holding::Counted) {
        const qint64 countA = holdsOf(a), countB = holdsOf(b);
        return countA < countB ? -1 : int(countB < countA);
    }
    const OwnerId ownerA = a.owner(), ownerB = b.owner();
    return ownerA < ownerB ? -1 : int(ownerB < ownerA);
}

namespace text
{

QString client(const ClientInfo &client)
{
    QString who;
    if (client.name.isEmpty() || client.address.isEmpty())
        who = bytes(client.name.isEmpty() ? client.address : client.name);
    else
        who = Tr::tr("%1 at %2", "name of a client, its address")
                  .arg(bytes(client.name), bytes(client.address));
    return client.goneSince ? Tr::tr("%1 (gone)").arg(who) : who;
}

QString holdingClient(const Lock &lock, Owners owners)
{
    const QByteArray client = holdingOf(lock) == Holding::Owned ? holderClient(lock) : QByteArray();
    return client.isEmpty() ? holding(lock, owners) : holding(lock, bytes(client));
}

QString holding(const Lock &lock, Owners owners)
{
    const bool isShortest = owners == Owners::Short && needsNodes(lock) && lock.holders.size() == 1;
    return holding(lock, isShortest ? ownerShortest(lock.owner()) : ownerText(lock.owner(), owners));
}

QString holding(const Lock &lock, const QString &owner)
{
    if (tellsToGo(lock))
        return *lock.extras->toGo > 0 ? Tr::tr("%Ln left", nullptr, int(*lock.extras->toGo))
                                      : Tr::tr("open", "latch");
    if (tellsPermits(lock))
        return permitsHeld(*lock.permits());
    if (isOnNoNode(lock))
        return lock.isUndecided() ? Tr::tr("unknown", "lock") : freeText(lock);
    if (!lock.held())
        return freeText(lock);
    const QString holders =
        lock.holders.size() > 1 ? severalText(lock, owner) : oneText(lock.holders.front(), owner);
    if (!needsNodes(lock))
        return holders;
    const Quorum &quorum = *lock.quorum();
    const QString where = Tr::tr("%1 on %2 of %3 nodes", "an owner without a majority")
                              .arg(holders, agreeing(quorum), number(quorum.nodes));
    return areOwnersApart(lock) ? Tr::tr("%1 owners: %2", "on the nodes of a group: how many, one of them")
                                      .arg(number(quorum.owners), where)
                                : where;
}

QString nodesOnly(const Lock &lock)
{
    const Quorum &quorum = *lock.quorum();
    return areOwnersApart(lock) ? Tr::tr("%1 owners", "on the nodes of a group").arg(number(quorum.owners))
                                : Tr::tr("on %1 of %2 nodes", "without room for an owner")
                                      .arg(agreeing(quorum), number(quorum.nodes));
}

QString agreeing(const Quorum &quorum)
{
    return heldCount(quorum.agreeing, quorum.atMost() - quorum.agreeing);
}

QString heldCount(qint64 held, qint64 undecided)
{
    return undecided > 0 ? Tr::tr("%1 to %2", "at least, at most").arg(number(held), number(held + undecided))
                         : number(held);
}

QString permits(const Permits &permits)
{
    QStringList parts;
    if (permits.held)
        parts << Tr::tr("%1 held", "permits").arg(number(*permits.held));
    if (permits.available)
        parts << Tr::tr("%1 free", "permits").arg(number(*permits.available));
    QString text = clauses(parts);
    if (permits.total)
        text = counted(*permits.total, [](int n) {
                   return Tr::tr("%1, of %Ln permit(s)", nullptr, n);
               }).arg(text);
    if (permits.overdue > 0)
        text += u'\n' + Tr::tr("%Ln of the free expired without a release, and can be acquired", nullptr,
                               int(permits.overdue));
    return text;
}

static QString titleOfHolders(const Lock &lock)
{
    const qsizetype count = lock.holders.size();
    const std::optional<HoldMode> mode = commonMode(lock);
    if (mode == HoldMode::Permit)
        return Tr::tr("Permits held (%1)").arg(number(count));
    if (mode == HoldMode::Read)
        return Tr::tr("Readers (%1)").arg(number(count));
    if (count > 1)
        return Tr::tr("Holders (%1)").arg(number(count));
    return mode == HoldMode::Write ? Tr::tr("Writer") : Tr::tr("Holder");
}

QString holdersTitle(const Lock &lock)
{
    const QString title = titleOfHolders(lock);
    return lock.isLastKnown() ? Tr::tr("%1, last known", "a title: holder").arg(title) : title;
}

QString waiter(std::optional<bool> alive)
{
    if (!alive)
        return Tr::tr("unknown", "waiter");
    return *alive ? Tr::tr("alive", "waiter") : Tr::tr("dead", "waiter");
}

} // namespace text

} // namespace lockscope
