// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/deadlocktext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdictevidence.h"

namespace lockscope
{

namespace
{

QString keyText(const BlockedLock &blocked)
{
    return escapedText(blocked.lock->key.bytes);
}

const BlockedLock &heldIn(const WaitGraph &graph, const DeadlockStep &step)
{
    return graph.locks[step.held];
}

const Holder &holderIn(const WaitGraph &graph, const DeadlockStep &step)
{
    return heldIn(graph, step).lock->holders[qsizetype(step.holder)];
}

QString stepText(const WaitGraph &graph, const DeadlockStep &step)
{
    const BlockedLock &held = heldIn(graph, step);
    const BlockedLock &awaited = graph.locks[step.awaited];
    const Wait &wait = awaited.waits[step.wait];
    const OwnerId &owner = holderIn(graph, step).id;
    const QString who = partyText(owner.isEmpty() ? wait.id : owner, wait.client);
    if (step.held == step.awaited)
        return Tr::tr("%1 reads %2 and waits to write it: it waits for itself").arg(who, keyText(held));
    return Tr::tr("%1 holds %2 and waits for %3").arg(who, keyText(held), keyText(awaited));
}

QString endText(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    if (!deadlock.endsFirst)
        return Tr::tr(
            "No lease in it is about to end: each was renewed, or never expires. A client that limits "
            "its wait gives up by itself");
    const DeadlockStep &step = deadlock.steps[*deadlock.endsFirst];
    const Lock &lock = *heldIn(graph, step).lock;
    const Instant end = holderIn(graph, step).expiresAt.value_or(lock.expiresAt.value_or(at));
    return Tr::tr(
               "%1 expires first, in %2, unless it is renewed, or a client gives up before. Then its holder "
               "works on without the lock")
        .arg(keyText(heldIn(graph, step)),
             humanDuration(std::max(millisecondsBetween(at, end), milliseconds(0))));
}

} // namespace

QString partyText(const OwnerId &owner, const ClientInfo &client)
{
    const QString name = escapedText(client.name);
    const QString address = escapedText(client.address);
    if (owner.isEmpty())
        return name.isEmpty() ? address : Tr::tr("%1 at %2").arg(name, address);
    const QString id = escapedText(owner.bytes);
    if (!name.isEmpty() && !address.isEmpty())
        return Tr::tr("%1 (%2 at %3)").arg(id, name, address);
    const QString known = name + address;
    return known.isEmpty() ? id : Tr::tr("%1 (%2)").arg(id, known);
}

QString deadlockHeadline(const Deadlock &deadlock)
{
    const int locks = int(deadlock.steps.size());
    return isCertain(deadlock) ? Tr::tr("Deadlock of %n lock(s)", nullptr, locks)
                               : Tr::tr("Possible deadlock of %n lock(s)", nullptr, locks);
}

QStringList deadlockSteps(const WaitGraph &graph, const Deadlock &deadlock)
{
    QStringList lines;
    for (const DeadlockStep &step : deadlock.steps)
        lines += stepText(graph, step);
    return lines;
}

QStringList deadlockAdvice(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    QStringList lines;
    if (deadlock.sameness != Sameness::Certain)
        lines += Tr::tr("Their ids do not name threads: it is a deadlock only if the same thread holds the "
                        "one lock and waits for the other");
    if (!deadlock.isSeen)
        lines += Tr::tr("Whether each of them still waits is not known: one that was heard to try may have "
                        "given up since");
    lines += endText(graph, deadlock, at);
    if (deadlock.youngest) {
        const BlockedLock &youngest = heldIn(graph, deadlock.steps[*deadlock.youngest]);
        lines += Tr::tr("%1 was acquired last, %2 ago: releasing it probably loses the least work")
                     .arg(keyText(youngest), heldForText(*youngest.lock, at));
    }
    lines += deadlock.steps.size() > 1
                 ? Tr::tr("To prevent it, acquire these locks in the same order everywhere")
                 : Tr::tr("To prevent it, release the read lock before acquiring the write lock");
    return lines;
}

} // namespace lockscope
