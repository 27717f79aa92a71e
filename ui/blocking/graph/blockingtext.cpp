// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/blockingtext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"
#include "ui/text/holdertext.h"

namespace lockscope::text
{

namespace
{

// Empty: none may wait for a lock.
QString sleepers(const Asleep &asleep)
{
    constexpr size_t MostNamed = 3;
    if (asleep.clients.empty() || asleep.locks == 0)
        return {};
    QStringList names;
    for (size_t i = 0; i < std::min(asleep.clients.size(), MostNamed); ++i)
        names << client({}, asleep.clients[i].client);
    if (asleep.clients.size() > MostNamed)
        names << Tr::tr("and %1 more").arg(number(qint64(asleep.clients.size() - MostNamed)));
    const QString locks = Tr::tr("one of %Ln held lock(s)", "that clients may sleep for", int(asleep.locks));
    return Tr::tr("%Ln client(s) sleep on a list and may wait for %1, or for other data: %2", nullptr,
                  int(asleep.clients.size()))
        .arg(locks, clauses(names));
}

} // namespace

QString client(const OwnerId &owner, const ClientInfo &client)
{
    const QString name = bytes(client.name), address = bytes(client.address);
    const QString who =
        name.isEmpty() || address.isEmpty() ? name + address : Tr::tr("%1 at %2").arg(name, address);
    if (owner.isEmpty())
        return who.isEmpty() ? Tr::tr("Unknown client") : who;
    return who.isEmpty() ? text::owner(owner) : Tr::tr("%1 (%2)").arg(text::owner(owner), who);
}

QString clientName(const OwnerId &owner, const ClientInfo &client)
{
    const QString name = bytes(client.name);
    if (!name.isEmpty() && !owner.isEmpty())
        return Tr::tr("%1 · %2").arg(name, text::owner(owner));
    if (!name.isEmpty() || !owner.isEmpty())
        return name.isEmpty() ? text::owner(owner) : name;
    return client.address.isEmpty() ? Tr::tr("Unknown client") : bytes(client.address);
}

QString wait(const Wait &wait, Instant at)
{
    QStringList parts;
    if (wait.source == WaitSource::Queue) {
        parts << Tr::tr("queued, place %1").arg(number(wait.place));
        if (wait.isQueuedFor(at))
            parts << Tr::tr("first seen there %1", "in a queue")
                         .arg(ago(millisecondsBetween(*wait.queuedSince, at)));
        if (wait.alive)
            parts << (*wait.alive ? Tr::tr("listens") : Tr::tr("does not listen"));
    } else {
        parts << Tr::tr("heard %n time(s)", nullptr, int(wait.attempts));
        if (const std::optional<double> rate = triesPerSecond(wait))
            parts << Tr::tr("%1 a second", "how often a client tries").arg(*rate, 0, 'g', 2);
        if (wait.lastHeard)
            parts << Tr::tr("last %1").arg(ago(millisecondsBetween(*wait.lastHeard, at)));
    }
    if (wait.mode != HoldMode::Exclusive)
        parts << holdMode(wait.mode);
    return clauses(parts);
}

QString wait(const BlockedLock &blocked, size_t place, Instant at)
{
    const QString text = wait(blocked.waits[place], at);
    if (!blocked.isOnHoldersConnection(place))
        return text;
    return clauses({text, Tr::tr("on the holder's connection: another of its threads, the holder itself, or "
                                 "another client of a proxy")});
}

QStringList besidesTheTree(const BlockingReport &report)
{
    const WaitGraph &graph = report.graph;
    QStringList more;
    if (!graph.unheld.empty())
        more << Tr::tr("Clients wait for %Ln lock(s) that no client is known to hold, first: %1.", nullptr,
                       int(graph.unheld.size()))
                    .arg(text::key(graph.unheld.front()->key));
    if (!graph.changingHands.empty())
        more << Tr::tr("%Ln lock(s) were free when read, less than 1 s after a hold ended, first: %1.",
                       nullptr, int(graph.changingHands.size()))
                    .arg(text::key(graph.changingHands.front()->key));
    if (graph.unseen.uncounted > 0)
        more << Tr::tr("It is unknown how many clients wait for %Ln held lock(s).", nullptr,
                       int(graph.unseen.uncounted));
    if (graph.elsewhere > 0)
        more << Tr::tr("Some listening clients wait for %Ln lock(s), or for locks of the same name in "
                       "another database.",
                       nullptr, int(graph.elsewhere));
    if (const QString asleep = report.asleep ? sleepers(*report.asleep) : QString(); !asleep.isEmpty())
        more << asleep;
    if (graph.unseen.unlinked > 0)
        more << Tr::tr(
            "What the holders of %Ln held lock(s) wait for is unknown: deadlocks with them are not "
            "seen.",
            nullptr, int(graph.unseen.unlinked));
    return more;
}

QString heldLock(const BlockedLock &blocked, Instant at)
{
    const LockPtr &newest = blocked.newest;
    if (blocked.hasEnded && newest && newest->held() && !newest->isLastKnown()) {
        const auto &before = blocked.lock->holders;
        const bool isSame = std::ranges::any_of(newest->holders, [&before](const Holder &now) {
            return std::ranges::find(before, now.id, &Holder::id) != before.end();
        });
        const QString by = text::holdingClient(*newest);
        return clauses({isSame ? Tr::tr("acquired again by %1", "a lock").arg(by)
                               : Tr::tr("changed hands: now held by %1", "a lock").arg(by),
                        heldFor(held(*newest, at))});
    }
    if (blocked.hasEnded)
        return Tr::tr("no longer held", "a lock");
    const Lock &lock = *blocked.lock;
    QStringList parts{heldFor(held(lock, at))};
    if (lock.holders.size() > 1)
        parts << Tr::tr("%n holder(s)", nullptr, int(lock.holders.size()));
    if (lock.expiresAt)
        parts << Tr::tr("%1 left").arg(ttl(ttlLeft(lock, lock.knownUntil(at))));
    else
        parts << Tr::tr("no expiry");
    return clauses(parts);
}

QString blockedCount(const WaiterCount &direct, const WaiterCount &inAll)
{
    return inAll.least > direct.least ? Tr::tr("%1, %2 in all").arg(waiterCount(direct), waiterCount(inAll))
                                      : waiterCount(direct);
}

} // namespace lockscope::text
