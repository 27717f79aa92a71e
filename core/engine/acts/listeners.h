// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who listens for the wake-up messages of a lock: which waiters of its queue are dead, before an act; who got
// the message, after it. A server counts its own clients only, so all servers of a deployment are asked.
// Engine thread.

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
    // Of each channel of a lock: whether a client listens on it; nothing: not every server answered.
    std::function<QCoro::Task<std::vector<std::optional<bool>>>(LockName key,
                                                                std::vector<QByteArray> channels)>
        areListenedTo{};
    // A wake-up channel of the lock that has subscribers; empty: none.
    std::function<QCoro::Task<QByteArray>(LockName key)> channelOf{};
};

// The lock, and of each waiter in its queue whether it is alive, where that is known; null: pause was
// cancelled. format lives for ever.
QCoro::Task<LockPtr> withLiveWaiters(ListenerLookup listeners, const Format *format, LockPtr lock,
                                     std::shared_ptr<WakeUp> pause);

// Fills in who heard of an act that was done and woke none of the clients that the script could count.
// begunAt: when it was sent at the earliest.
QCoro::Task<> tellWhoHeard(ListenerLookup listeners, QPointer<Deployment> deployment,
                           const Registry *registry, const Format *format, std::shared_ptr<Receipt> receipt,
                           Instant begunAt);

} // namespace lockscope
