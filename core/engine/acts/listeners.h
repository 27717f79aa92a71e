// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which clients listen for the wake-up messages of a lock: before an act, which waiters in its queue are
// dead; after it, which clients received the message. A server counts only its own clients, so all servers of
// a deployment are asked. Engine thread.

#include "core/base/wakeup.h"
#include "core/deployment/deployment.h"
#include "core/formats/format.h"

#include <qcorotask.h>

#include <functional>
#include <memory>

namespace lockscope
{

// Not set: no server can be queried.
struct ListenerLookup {
    // For each channel of a lock: whether a client listens on it; nullopt: not every server answered.
    std::function<QCoro::Task<std::vector<std::optional<bool>>>(LockName key,
                                                                std::vector<QByteArray> channels)>
        areListenedTo{};
    // A wake-up channel of the lock that has subscribers; empty: none.
    std::function<QCoro::Task<QByteArray>(LockName key)> channelOf{};
    // The channels with subscribers on which single waiters of this lock are woken, as far as servers answer.
    std::function<QCoro::Task<std::vector<QByteArray>>(LockName key)> waiterChannelsOf{};
};

// Returns the lock with QueuedWaiter::alive set for each waiter, if known; null: pause was cancelled. Adds
// the waiters that listen but are no longer in its queue, without a deadline. format must live as long as the
// program.
QCoro::Task<LockPtr> withLiveWaiters(ListenerLookup listeners, const Format *format, LockPtr lock,
                                     std::shared_ptr<WakeUp> pause);

// After an act whose script counted no woken client: adds to the receipt whether clients of other servers
// received the message. begunAt: the earliest time at which it was sent.
QCoro::Task<> tellWhoHeard(ListenerLookup listeners, QPointer<Deployment> deployment,
                           const Registry *registry, const Format *format, std::shared_ptr<Receipt> receipt,
                           Instant begunAt);

} // namespace lockscope
