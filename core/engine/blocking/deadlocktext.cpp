// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/deadlocktext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdictevidence.h"
#include "core/values/sameowner.h"

#include <algorithm>
#include <climits>
#include <functional>

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

// A reader that also waits to write, by the same id.
bool isOfReader(const WaitGraph &graph, const DeadlockStep &step)
{
    const Wait &wait = graph.locks[step.awaited].waits[step.wait];
    const Holder &holder = holderIn(graph, step);
    return wait.mode == HoldMode::Write && holder.mode == HoldMode::Read && isSameOwner(holder.id, wait.id);
}

QString stepText(const WaitGraph &graph, const DeadlockStep &step)
{
    const BlockedLock &held = heldIn(graph, step);
    const BlockedLock &awaited = graph.locks[step.awaited];
    const Wait &wait = awaited.waits[step.wait];
    const OwnerId &owner = holderIn(graph, step).id;
    const QString who = owner.isEmpty() ? partyText(wait.id, awaited.lock->kind, wait.client)
                                        : partyText(owner, held.lock->kind, wait.client);
    if (step.held == step.awaited && !isOfReader(graph, step))
        return Tr::tr("%1 holds %2, and its connection waits for it by another id: it may wait for itself")
            .arg(who, keyText(held));
    if (step.held == step.awaited)
        return Tr::tr("%1 reads %2 and waits to write it: it waits for itself").arg(who, keyText(held));
    return Tr::tr("%1 holds %2 and waits for %3").arg(who, keyText(held), keyText(awaited));
}

QString endText(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    if (!deadlock.endsFirst)
        return Tr::tr("No lease in it is about to end: each was renewed, or never expires");
    const DeadlockStep &step = deadlock.steps[*deadlock.endsFirst];
    const Lock &lock = *heldIn(graph, step).lock;
    const Instant end = lock.expiryOf(holderIn(graph, step)).value_or(at);
    if (deadlock.mayBeRenewed)
        return Tr::tr(
                   "Which lease ends first is unknown: %1 has the least time left, %2, and ends first unless "
                   "it is renewed. To see whether it is, watch for longer")
            .arg(keyText(heldIn(graph, step)),
                 humanDuration(std::max(millisecondsBetween(at, end), milliseconds(0))));
    return Tr::tr("%1 expires first, in %2, unless it is renewed or a client gives up before that. Its "
                  "holder then continues without the lock")
        .arg(keyText(heldIn(graph, step)),
             humanDuration(std::max(millisecondsBetween(at, end), milliseconds(0))));
}

QString lastText(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    if (deadlock.youngest) {
        const BlockedLock &youngest = heldIn(graph, deadlock.steps[*deadlock.youngest]);
        return Tr::tr("%1 was acquired last, %2 ago: releasing it probably loses the least work")
            .arg(keyText(youngest), heldForText(*youngest.lock, at));
    }
    const bool isNoneSeen = std::ranges::none_of(deadlock.steps, [&graph](const DeadlockStep &step) {
        return heldIn(graph, step).lock->isHoldSinceExact();
    });
    return isNoneSeen ? Tr::tr("Which of them was acquired last is unknown: no acquisition was seen")
                      : Tr::tr("Which of them was acquired last is unknown: not every acquisition was seen");
}

QString freedText(const WaitGraph &graph, const Deadlock &deadlock)
{
    constexpr qsizetype MostNamed = 3;
    const std::vector<qint64> &freed = deadlock.freed;
    const auto all = int(std::min<qint64>(qint64(freed.size()) + deadlock.behind, INT_MAX));
    const auto [least, most] = std::ranges::minmax(freed);
    if (most == 0)
        return Tr::tr(
            "Releasing only one of them lets no waiter proceed: another deadlock keeps them waiting");
    if (least == most && most == all)
        return Tr::tr("Releasing any of them lets all %n identified waiter(s) proceed, one after another",
                      nullptr, all);
    if (least == most)
        return Tr::tr("Releasing any of them lets %1 of %n identified waiter(s) proceed, one after another",
                      nullptr, all)
            .arg(most);
    QStringList keys;
    for (size_t i = 0; i < freed.size(); ++i) {
        if (freed[i] == most)
            keys += keyText(heldIn(graph, deadlock.steps[i]));
    }
    QString named = keys.first(std::min(MostNamed, keys.size())).join(QStringLiteral(", "));
    if (keys.size() > MostNamed)
        named = Tr::tr("%1 and %n more", nullptr, int(keys.size() - MostNamed)).arg(named);
    const QString text =
        keys.size() == 1
            ? Tr::tr("Releasing %1 lets the most waiters proceed, one after another: %2 of %n identified",
                     nullptr, all)
            : Tr::tr(
                  "Releasing one of %1 lets the most waiters proceed, one after another: %2 of %n identified",
                  nullptr, all);
    return text.arg(named, QString::number(most));
}

// A release by the holder's library drops a waiter past its deadline without waking it.
QString pastText(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    const auto past = std::ranges::count_if(deadlock.steps, [&](const DeadlockStep &step) {
        const BlockedLock &awaited = graph.locks[step.awaited];
        const std::vector<QueuedWaiter> &queue = awaited.lock->waiters.queued;
        const auto waiter = std::ranges::find(queue, awaited.waits[step.wait].id, &QueuedWaiter::id);
        return waiter != queue.end() && waiter->deadline && *waiter->deadline <= at;
    });
    return past == 0
               ? QString()
               : Tr::tr("%n of these waiter(s) are past their deadlines: when a holder releases its lock "
                        "itself, they are dropped and stay asleep. A release by Lockscope wakes them",
                        nullptr, int(past));
}

// Of a client that waits for itself.
QString ownReleaseText(const WaitGraph &graph, const Deadlock &deadlock)
{
    const auto freed = int(std::min<qint64>(deadlock.freed.front(), INT_MAX));
    if (!isOfReader(graph, deadlock.steps.front()))
        return freed == 0 ? Tr::tr("Releasing it lets no waiter proceed: others keep them waiting")
                          : Tr::tr("Releasing it lets %n identified waiter(s) proceed, one after another",
                                   nullptr, freed);
    return freed == 0
               ? Tr::tr("Releasing its read lock lets no waiter proceed: others keep them waiting")
               : Tr::tr("Releasing its read lock lets %n identified waiter(s) proceed, one after another",
                        nullptr, freed);
}

QStringList caveatsOf(const Deadlock &deadlock)
{
    QStringList lines;
    if (deadlock.sameness != Sameness::Certain && deadlock.steps.size() == 1)
        lines += Tr::tr("The waiter uses the holder's connection, but their ids do not name threads: it is a "
                        "deadlock only if the same thread holds the lock and waits for it");
    else if (deadlock.sameness == Sameness::ByName)
        lines += Tr::tr("Known only from host and client name: it is a deadlock only if the same process "
                        "holds one lock and waits for the other");
    else if (deadlock.sameness != Sameness::Certain)
        lines += Tr::tr("Their ids do not name threads: it is a deadlock only if the same thread holds the "
                        "one lock and waits for the other");
    if (!deadlock.isSeen)
        lines += Tr::tr("Whether each of them still waits is unknown: a client that was heard to try may "
                        "have given up since");
    if (deadlock.sameness == Sameness::Certain && deadlock.isSeen && !deadlock.lasts)
        lines += Tr::tr("Whether it lasts is unknown: a waiter that limits its wait gives up by itself, and "
                        "not all of them are known to wait for %1 or longer")
                     .arg(humanDuration(LongWait));
    return lines;
}

DeadlockText textOf(const WaitGraph &graph, const Deadlock &deadlock, Instant at)
{
    DeadlockText text{.headline = deadlockHeadline(deadlock),
                      .steps = deadlockSteps(graph, deadlock),
                      .caveats = caveatsOf(deadlock),
                      .advice = {endText(graph, deadlock, at)}};
    const QString after =
        Tr::tr("The old holder of a released lock works on without it: choose work that can be "
               "repeated");
    const QString limited = Tr::tr("A client with a wait limit gives up by itself");
    if (deadlock.steps.size() < 2) {
        if (!deadlock.freed.empty())
            text.advice += ownReleaseText(graph, deadlock);
        text.general = {
            limited, after,
            isOfReader(graph, deadlock.steps.front())
                ? Tr::tr("To prevent this, release the read lock before acquiring the write lock")
                : Tr::tr("To prevent this, do not acquire the lock again while holding it: it is not "
                         "reentrant")};
        return text;
    }
    const std::vector<qint64> &freed = deadlock.freed;
    const bool differ = std::ranges::adjacent_find(freed, std::not_equal_to()) != freed.end();
    text.advice += lastText(graph, deadlock, at);
    if (!freed.empty() && (!deadlock.youngest || differ))
        text.advice += freedText(graph, deadlock);
    if (const QString past = pastText(graph, deadlock, at); !past.isEmpty())
        text.advice += past;
    if (deadlock.sameness == Sameness::Certain && deadlock.isSeen)
        text.general +=
            Tr::tr("Concluded from owner ids. It is no deadlock if the application acquires asynchronously "
                   "(lockAsync): then a thread goes on while it is in a queue");
    text.general +=
        {limited, after, Tr::tr("To prevent this, acquire these locks in the same order everywhere")};
    return text;
}

} // namespace

QString partyText(const OwnerId &owner, LockKind kind, const ClientInfo &client)
{
    const QString name = escapedText(client.name);
    const QString address = escapedText(client.address);
    if (owner.isEmpty())
        return name.isEmpty() ? address : Tr::tr("%1 at %2").arg(name, address);
    const QString id = shownOwner(owner, kind);
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

std::vector<DeadlockText> deadlockTexts(const WaitGraph &graph, const std::vector<Deadlock> &deadlocks,
                                        Instant at)
{
    std::vector<DeadlockText> texts;
    for (const Deadlock &deadlock : deadlocks)
        texts.push_back(textOf(graph, deadlock, at));
    return texts;
}

QStringList takeCommon(std::vector<DeadlockText> &texts)
{
    QStringList common;
    for (QStringList DeadlockText::*part : {&DeadlockText::caveats, &DeadlockText::general}) {
        const QStringList candidates = texts.empty() ? QStringList() : texts.front().*part;
        for (const QString &sentence : candidates) {
            if (!std::ranges::all_of(
                    texts, [&](const DeadlockText &text) { return (text.*part).contains(sentence); }))
                continue;
            common += sentence;
            for (DeadlockText &text : texts)
                (text.*part).removeAll(sentence);
        }
    }
    return common;
}

} // namespace lockscope
