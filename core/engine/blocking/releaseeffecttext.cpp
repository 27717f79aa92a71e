// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/blocking/releaseeffecttext.h"

#include "core/base/tr.h"
#include "core/engine/blocking/releaseeffect.h"

#include <algorithm>
#include <climits>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr size_t MostTurns = 5;
constexpr size_t MostOthers = 3;

int plural(qint64 count)
{
    return int(std::min<qint64>(count, INT_MAX));
}

// As exact as an estimate is.
QString aboutText(milliseconds time)
{
    const milliseconds step = time < 1s      ? 10ms
                              : time < 10s   ? 100ms
                              : time < 2min  ? 1s
                              : time < 20min ? 10s
                                             : 60s;
    return humanDuration(std::max((time + step / 2) / step * step, step));
}

QString clientsText(const ReleaseEffect &effect)
{
    switch (effect.next) {
    case NextWaiter::Listening:
        if (!effect.listening)
            return Tr::tr("the clients that listen, if any");
        return Tr::tr("%n client(s) that listen", nullptr, plural(*effect.listening));
    case NextWaiter::Tracking:
        return Tr::tr("the clients that track the key, if any");
    case NextWaiter::LongestAsleep:
    case NextWaiter::Asleep:
        return Tr::tr("the clients that sleep on its list, if any");
    case NextWaiter::None:
    case NextWaiter::FirstInQueue:
    case NextWaiter::Polling:
        break;
    }
    return Tr::tr("the clients that wait, if any");
}

QString nextText(const ReleaseEffect &effect)
{
    const QString clients = clientsText(effect);
    const bool isSettled = effect.next == NextWaiter::LongestAsleep;
    if (isSettled)
        return Tr::tr("Next: the %n client(s) that have waited longest on its list. A client arriving at "
                      "that moment may be faster",
                      nullptr, plural(std::max<qint64>(effect.several, 1)));
    if (effect.goesOn == GoesOn::Several && effect.next == NextWaiter::Listening && effect.listening == 1)
        return Tr::tr("Next: the only client that listens, unless it requests more permits than are free "
                      "then. A client arriving at that moment may be faster");
    if (effect.goesOn == GoesOn::Several && effect.several == 1)
        return Tr::tr("Next: at most one of %1, as it may request several permits. A client arriving at that "
                      "moment may be faster")
            .arg(clients);
    if (effect.goesOn == GoesOn::Several)
        return Tr::tr("Next: up to %2 of %1; which ones is unknown. A client arriving at that moment "
                      "may be faster")
            .arg(clients)
            .arg(effect.listening && effect.next == NextWaiter::Listening
                     ? std::min<qint64>(effect.several, *effect.listening)
                     : effect.several);
    if (effect.next == NextWaiter::Listening && effect.listening == 1)
        return Tr::tr("Next: the only client that listens. A client arriving at that moment may be faster");
    return Tr::tr("Next: one of %1; which one is unknown. A client arriving at that moment may be faster")
        .arg(clients);
}

QString whoText(const ReleaseEffect &effect)
{
    const QString clients = clientsText(effect);
    switch (effect.goesOn) {
    case GoesOn::None:
        break;
    case GoesOn::One:
    case GoesOn::Several:
        return nextText(effect);
    case GoesOn::Readers:
        return Tr::tr("Next: all readers among %1; writers wait for %n other reader(s)", nullptr,
                      plural(effect.left))
            .arg(clients);
    case GoesOn::WriterOrReaders:
        return effect.next == NextWaiter::Listening && effect.listening
                   ? Tr::tr("Next: one writer or all waiting readers (%n client(s) listening)", nullptr,
                            plural(*effect.listening))
                   : Tr::tr("Next: one writer or all waiting readers");
    case GoesOn::All:
        return Tr::tr("All of %1 proceed").arg(clients);
    case GoesOn::Unknown:
        return Tr::tr("All of %1 try again; which ones acquire it is unknown").arg(clients);
    }
    return effect.left > 0 ? Tr::tr("No waiter proceeds: %n hold(s) remain", nullptr, plural(effect.left))
                           : Tr::tr("No waiter proceeds: the count does not reach 0");
}

QString passedText(const ReleaseEffect &effect, const Turn &turn, Instant at)
{
    const QString id = escapedText(turn.waiter->id.bytes);
    const std::optional<Instant> deadline = turn.waiter->deadline;
    if (turn.waiter->alive == false && effect.dropsDead)
        return Tr::tr("%1 is passed over by a forced release: no client listens for it").arg(id);
    if (!deadline)
        return Tr::tr("No client listens for %1: those behind it wait until it is removed").arg(id);
    if (*deadline <= at && effect.dropsDead)
        return Tr::tr("%1 is dropped from the queue, as its deadline is past, but is notified: if it still "
                      "listens, it tries again")
            .arg(id);
    if (*deadline <= at)
        return Tr::tr("%1 is passed over: its deadline is past").arg(id);
    return Tr::tr("No client listens for %1: those behind it wait until its deadline, in %2")
        .arg(id, humanDuration(millisecondsBetween(at, *deadline)));
}

QString turnText(const Turn &turn)
{
    QString line = Tr::tr("%1. %2", "a place in a queue and who has it")
                       .arg(turn.place)
                       .arg(escapedText(turn.waiter->id.bytes));
    if (!turn.waiter->alive)
        line = Tr::tr("%1, if it is alive").arg(line);
    return turn.wait ? Tr::tr("%1, otherwise in about %2").arg(line, aboutText(*turn.wait)) : line;
}

QStringList queueLines(const ReleaseEffect &effect, Instant at)
{
    const std::vector<Turn> turns = turnsOf(effect, at);
    const bool isWhole = !effect.queueIsCut && !effect.queueIsUnread;
    const bool areDead = isWhole && std::ranges::all_of(effect.queue, [](const QueuedWaiter &one) {
                             return one.alive == false;
                         });
    QStringList lines{areDead ? Tr::tr("No live waiter in the queue") : Tr::tr("Order of the waiters:")};
    for (size_t i = 0; i < turns.size() && i < MostTurns; ++i)
        lines += turns[i].place > 0 ? turnText(turns[i]) : passedText(effect, turns[i], at);
    const qint64 more = qint64(turns.size()) - qint64(MostTurns);
    if (effect.queueIsCut)
        lines += Tr::tr("and at least %n more", nullptr, plural(std::max<qint64>(more, 1)));
    else if (more > 0)
        lines += Tr::tr("and %n more", nullptr, plural(more));
    return lines;
}

// Of a hold of which nothing is estimated.
QString whyUnknown(const ReleaseEffect &effect)
{
    const int seen = plural(qint64(effect.holds.size()));
    if (!effect.heldSince)
        return Tr::tr("its beginning was not seen");
    if (qsizetype(seen) < FewestHolds)
        return seen == 0 ? Tr::tr("no earlier hold was seen")
                         : Tr::tr("only %n earlier hold(s) were seen", nullptr, seen);
    return Tr::tr("it has lasted longer than nearly all of the %n hold(s) seen", nullptr, seen);
}

// How long the holder would keep it, if it keeps on. In a queue, each has a time of its own.
QStringList restLines(const ReleaseEffect &effect, Instant at)
{
    const std::optional<milliseconds> rest = restOfHold(effect, at);
    const milliseconds left =
        effect.expiresAt ? millisecondsBetween(at, *effect.expiresAt) : milliseconds::max();
    const bool isQueue = effect.next == NextWaiter::FirstInQueue;
    const bool isEstimated = rest && *rest < left;
    QStringList lines;
    if (isEstimated && !isQueue)
        lines += Tr::tr("Otherwise the next one waits about %1").arg(aboutText(*rest));
    if (effect.expiresAt)
        lines += Tr::tr("Otherwise the next one waits at most %1, unless the lease is renewed")
                     .arg(humanDuration(std::max(left, milliseconds(0))));
    if (isEstimated || (rest && isQueue))
        lines += Tr::tr("Estimated from %n hold(s) seen: %1 to %2, median %3", nullptr,
                        plural(qint64(effect.holds.size())))
                     .arg(aboutText(effect.holds.front()), aboutText(effect.holds.back()),
                          aboutText(*usualHold(effect)));
    else if (!rest)
        lines += Tr::tr("How long this hold would last is unknown: %1").arg(whyUnknown(effect));
    return lines;
}

QStringList otherwiseLines(const ReleaseEffect &effect, Instant at)
{
    if (effect.isDeadlocked)
        return {Tr::tr("Otherwise they wait: the lock is in a deadlock")};
    if (!effect.clientIsGone)
        return restLines(effect, at);
    if (!effect.expiresAt)
        return {Tr::tr("Without a release, they wait forever: its client is gone, and it never expires")};
    const milliseconds left = std::max(millisecondsBetween(at, *effect.expiresAt), milliseconds(0));
    return {
        Tr::tr("Otherwise they wait for %1, until it expires: its client is gone").arg(humanDuration(left))};
}

// A client that cannot release all locks of its MultiLock keeps those it has. Its watchdog renews them, if no
// lease was given.
QString togetherText(const ReleaseEffect &effect)
{
    QStringList names;
    for (const OtherLock &other : effect.others) {
        if (other.isTogether)
            names += escapedText(other.key.bytes);
    }
    if (names.isEmpty())
        return {};
    return Tr::tr(
               "Acquired in the same moment as %1: perhaps one MultiLock. If so, the others stay held until "
               "they are released or expire")
        .arg(names.join(QStringLiteral(", ")));
}

QString othersText(const ReleaseEffect &effect, Kinship kinship)
{
    QStringList names, sources;
    qint64 all = 0;
    for (const OtherLock &other : effect.others) {
        if (other.kinship != kinship)
            continue;
        ++all;
        if (!sources.contains(other.learnt))
            sources += other.learnt;
        if (size_t(names.size()) < MostOthers)
            names += escapedText(other.key.bytes);
    }
    if (names.isEmpty())
        return {};
    QString list = names.join(QStringLiteral(", "));
    const qint64 more = all - names.size();
    if (all >= MostOtherLocks)
        list = Tr::tr("%1 and at least %n more", nullptr, plural(more)).arg(list);
    else if (more > 0)
        list = Tr::tr("%1 and %n more", nullptr, plural(more)).arg(list);
    switch (kinship) {
    case Kinship::SameOwner:
        return Tr::tr("The same owner keeps %1").arg(list);
    case Kinship::SameClient:
        return Tr::tr("Other owners of the same client keep %1").arg(list);
    case Kinship::SameConnection:
        return Tr::tr("Probably the same client, as it has the same connection (%2), keeps %1")
            .arg(list, sources.join(QStringLiteral(", ")));
    case Kinship::SameTimes:
        break;
    }
    return Tr::tr("Probably the same client, as it renews at the same times, keeps %1").arg(list);
}

} // namespace

QString releaseByOneText(const ReleaseEffect &effect)
{
    return effect.leftByOne > 0 ? Tr::tr("A release by one holder frees no client: %n hold(s) remain",
                                         nullptr, plural(effect.leftByOne))
                                : QString();
}

QStringList releaseLines(const ReleaseEffect &effect, Instant at)
{
    QStringList lines;
    const bool isQueue = effect.next == NextWaiter::FirstInQueue && effect.goesOn != GoesOn::None;
    const bool isAlone = effect.next == NextWaiter::Listening && effect.listening == 0;
    if (isQueue)
        lines += queueLines(effect, at);
    else if (isAlone)
        lines += Tr::tr("No waiters are seen");
    else if (effect.next != NextWaiter::None)
        lines += whoText(effect);
    if (effect.queueIsUnread)
        lines += Tr::tr("Whether more clients wait is unknown: the queue could not be read");
    if (!isQueue && effect.mayListenForAnother)
        lines +=
            Tr::tr("Clients that listen may wait for a lock of this name in another database instead: all "
                   "databases of a server share the channel");
    const bool isEnd = effect.goesOn != GoesOn::None && effect.goesOn != GoesOn::Readers;
    if (!lines.isEmpty() && !isAlone && isEnd && effect.isOneHold)
        lines += otherwiseLines(effect, at);
    for (const Kinship kinship :
         {Kinship::SameOwner, Kinship::SameClient, Kinship::SameConnection, Kinship::SameTimes}) {
        if (const QString line = othersText(effect, kinship); !line.isEmpty())
            lines += line;
    }
    if (const QString line = togetherText(effect); !line.isEmpty())
        lines += line;
    if (effect.isOneHold && !effect.allAreRead)
        lines += Tr::tr("Whether its client holds other locks is unknown: not all locks were read");
    return lines;
}

} // namespace lockscope
