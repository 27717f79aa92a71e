// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/acts/listeners.h"

#include "core/engine/acts/keylookup.h"

#include <algorithm>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// The channel of each waiter of the queue; empty: they have none of their own.
std::vector<QByteArray> channelsOf(const Format &format, const Lock &lock)
{
    std::vector<QByteArray> channels;
    const std::optional<QByteArray> common = format.wakeChannel(lock.key);
    for (const QueuedWaiter &waiter : lock.waiters.queued) {
        const std::optional<QByteArray> channel = format.waiterChannel(lock.key, waiter.id);
        if (!channel || channel == common)
            return {};
        channels.push_back(*channel);
    }
    return channels;
}

// A waiter is dropped from the queue at its deadline, also if its client still listens.
void addUnqueued(Lock &lock, const Format &format, const std::vector<QByteArray> &channels)
{
    const bool isPart = lock.waiters.areUnread || (lock.waiters.queueIsCut && !lock.companions().empty());
    if (isPart) // they may be further back in the queue
        return;
    constexpr size_t Most = 100;
    const QByteArray common = format.wakeChannel(lock.key).value_or(QByteArray()) + ':';
    std::vector<QueuedWaiter> &queue = lock.waiters.queued;
    size_t added = 0;
    for (const QByteArray &channel : channels) {
        const OwnerId owner{channel.startsWith(common) ? channel.sliced(common.size()) : QByteArray()};
        if (owner.isEmpty() || added == Most ||
            std::ranges::find(queue, owner, &QueuedWaiter::id) != queue.end())
            continue;
        queue.push_back({.id = owner, .alive = true});
        ++added;
    }
}

bool isDead(const QueuedWaiter &waiter)
{
    return waiter.alive == false;
}

bool endsOrWakes(const Receipt &receipt)
{
    return (receipt.act == ActKind::Release && receipt.foundCount == 0) ||
           receipt.act == ActKind::ForceRelease || receipt.act == ActKind::Wake;
}

// A waiter that sleeps on a list took what was put there, or the list lies there still.
QCoro::Task<> tellWhoTook(QPointer<Deployment> deployment, const Registry *registry, LockName signal,
                          std::shared_ptr<Receipt> receipt, Instant begunAt)
{
    constexpr milliseconds SurelyThere = 800ms; // it expires after 1 s
    const auto looked = co_await lookUp(deployment, *registry, signal);
    if (!looked.ok() || millisecondsBetween(begunAt, now()) > SurelyThere)
        co_return;
    const bool taken = looked->reading.type == ValueType::None;
    receipt->woken = taken ? 1 : 0;
    if (receipt->act == ActKind::Wake && !taken)
        receipt->isHeardElsewhere = false;
}

} // namespace

// A waiter queues before it listens, and reconnects if it lost its connection. It is dead only if no client
// listens for it at the second check.
QCoro::Task<LockPtr> withLiveWaiters(ListenerLookup listeners, const Format *format, LockPtr lock,
                                     std::shared_ptr<WakeUp> pause)
{
    constexpr milliseconds SecondLook = 1s;
    const std::vector<QByteArray> channels = channelsOf(*format, *lock);
    const auto known = std::make_shared<Lock>(*lock);
    if (format->queues() && listeners.waiterChannelsOf) {
        const std::vector<QByteArray> listened = co_await listeners.waiterChannelsOf(known->key);
        addUnqueued(*known, *format, listened);
    }
    if (channels.empty() || !listeners.areListenedTo)
        co_return known;
    std::vector<QueuedWaiter> &queue = known->waiters.queued;
    const auto first = co_await listeners.areListenedTo(known->key, channels);
    for (size_t i = 0; i < first.size() && i < queue.size(); ++i)
        queue[i].alive = first[i];
    if (std::ranges::none_of(queue, isDead))
        co_return known;
    if (co_await pause->wait(SecondLook) == WakeUp::Cause::Cancelled)
        co_return LockPtr();
    const auto second = co_await listeners.areListenedTo(known->key, channels);
    for (size_t i = 0; i < second.size() && i < queue.size(); ++i) {
        if (isDead(queue[i]))
            queue[i].alive = second[i];
    }
    co_return known;
}

QCoro::Task<> tellWhoHeard(ListenerLookup listeners, QPointer<Deployment> deployment,
                           const Registry *registry, const Format *format, std::shared_ptr<Receipt> receipt,
                           Instant begunAt)
{
    if (receipt->result != ActResult::Done || !endsOrWakes(*receipt) || receipt->woken > 0)
        co_return;
    if (const std::optional<QByteArray> signal = format->signalKey(receipt->key)) {
        const LockName list{*signal}; // GCC 12 destroys a braced argument of a co_await twice
        co_await tellWhoTook(deployment, registry, list, receipt, begunAt);
        co_return;
    }
    if (receipt->act != ActKind::Wake || receipt->plan.channels.empty() || !listeners.areListenedTo)
        co_return;
    std::vector<QByteArray> channels = receipt->plan.channels;
    if (!receipt->wokenWaiter.isEmpty())
        channels.push_back(
            format->waiterChannel(receipt->key, receipt->wokenWaiter).value_or(channels.front()));
    const auto listened = co_await listeners.areListenedTo(receipt->key, std::move(channels));
    const bool heard = std::ranges::find(listened, std::optional(true)) != listened.end();
    const bool known = std::ranges::all_of(listened, [](const auto &one) { return one.has_value(); });
    if (heard || known)
        receipt->isHeardElsewhere = heard;
}

} // namespace lockscope
