// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/waitertext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdictevidence.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// All in the queue were seen, and the clients of all but the first are gone.
bool isBeforeDeadOnly(const Waiters &waiters)
{
    return !waiters.mayBeMore() &&
           std::all_of(waiters.queued.begin() + (waiters.queued.empty() ? 0 : 1), waiters.queued.end(),
                       [](const QueuedWaiter &waiter) { return waiter.alive == false; });
}

// Its client is gone, and its deadline is to come or unknown.
Wording goneHead(const Lock &lock, Instant at)
{
    const QueuedWaiter &first = lock.waiters.queued.front();
    const QString id = escapedText(first.id.bytes);
    if (isBeforeDeadOnly(lock.waiters))
        return {
            lock.held() ? Tr::tr("The first waiter in the queue, %1, is gone, and no live waiter is behind "
                                 "it")
                              .arg(id)
                        : Tr::tr("Free, but the first waiter in the queue, %1, is gone, and no live waiter "
                                 "is behind it")
                              .arg(id),
            lock.held() ? Tr::tr("Dead waiters keep new clients waiting until their deadlines. Remove them "
                                 "from the queue. A forced release drops them too")
                        : Tr::tr("Dead waiters keep new clients waiting until their deadlines. Wake the "
                                 "waiters: this drops the dead ones from the queue")};
    if (!lock.held())
        return {Tr::tr("Free, but no client acquires it: the first waiter in the queue, %1, is gone").arg(id),
                Tr::tr("Wake the waiters: this drops it from the queue, and the next one gets the lock")};
    const QString advice = Tr::tr("Remove that waiter from the queue. A forced release drops it too");
    if (!first.deadline)
        return {Tr::tr("The first waiter in the queue, %1, is gone: when its holder releases the lock, those "
                       "behind it stay asleep")
                    .arg(id),
                advice};
    return {Tr::tr("The first waiter in the queue, %1, is gone: when its holder releases the lock, those "
                   "behind it stay asleep until its deadline, in %2")
                .arg(id, humanDuration(millisecondsBetween(at, *first.deadline))),
            advice};
}

} // namespace

// The next script that runs drops a first waiter whose deadline is past, also that of a release.
Wording deadHeadWording(const Lock &lock, Instant at)
{
    const QueuedWaiter &first = lock.waiters.queued.front();
    const QString id = escapedText(first.id.bytes);
    if (!lock.held() || !first.deadline || *first.deadline > at)
        return goneHead(lock, at);
    if (first.alive == true)
        return {
            (isBeforeDeadOnly(lock.waiters)
                 ? Tr::tr(
                       "The only live waiter in the queue, %1, is past its deadline: the next release drops "
                       "it and wakes no client")
                 : Tr::tr(
                       "The first waiter in the queue, %1, still listens but is past its deadline: the next "
                       "release drops it, and the one behind it gets the lock"))
                .arg(id),
            Tr::tr("Redisson adds up the deadlines of a queue, so under long contention they can pass too "
                   "early. The client then sleeps until its own limit, unless Lockscope releases the lock or "
                   "wakes the waiters after the release")};
    return {
        Tr::tr("The first waiter in the queue, %1, is past its deadline: the next release drops it").arg(id),
        isBeforeDeadOnly(lock.waiters)
            ? Tr::tr("No live waiter is behind it. Find out why that client did not leave the queue")
            : Tr::tr("The next one then gets the lock. Find out why that client did not leave the queue")};
}

Wording expiredWithWaitersWording(const Lock &lock, Instant at)
{
    return {Tr::tr("Free for %1 since it expired, but clients wait: an expiry sends no wake-up message")
                .arg(heldForText(lock, at)),
            Tr::tr("They sleep until their next try. Wake them: this changes nothing else. Then find out why "
                   "the last holder did not release it")};
}

Wording freeButWaitedForWording(const Lock &lock, Instant at)
{
    const QString sentence =
        Tr::tr("The lock is free, but clients have waited for %1").arg(heldForText(lock, at));
    if (!lock.waiters.queued.empty() && !lock.companions().empty())
        return {
            sentence,
            Tr::tr(
                "Wake them: waiters that do not listen or are past their deadlines are dropped then. If the "
                "lock stays free, the first waiter in the queue, %1, does not react, as when its process "
                "hangs: remove it from the queue, so that the next one, if any, can get the lock")
                .arg(escapedText(lock.waiters.queued.front().id.bytes))};
    return {sentence,
            Tr::tr("A wake-up message was lost, or the waiters disconnected without unsubscribing. Wake "
                   "them: this changes nothing else")};
}

Wording waitedForWording(const Lock &lock, Instant)
{
    if (lock.waiters.count().least == 0)
        return {lock.held()
                    ? Tr::tr("Held; clients wait for it, or for a lock of this name in another database")
                    : Tr::tr("Closed; clients wait for it, or for a lock of this name in another database"),
                QString()};
    return {lock.held() ? Tr::tr("Contended: held, and other clients wait for it")
                        : Tr::tr("Closed, and clients wait for it"),
            QString()};
}

} // namespace lockscope
