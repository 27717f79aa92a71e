// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asking which client blocks which, and the answer. Values; pure; any thread.

#include "core/engine/blocking/deadlocks.h"
#include "core/values/probe.h"

namespace lockscope
{

struct BlockingRequest {
    std::optional<milliseconds> probe{}; // listen that long on each master; at most 30 s
};

// Clients that sleep on a list, and locks whose waiters sleep on one: some may wait for some.
struct Asleep {
    struct Client {
        ClientInfo client{};
        QByteArray command{};
        Instant since{}; // or earlier
    };
    std::vector<Client> clients{}; // the longest asleep first; no waiter of the graph is among them
    qint64 locks = 0;              // held
};

struct BlockingReport {
    WaitGraph graph{};
    std::vector<Deadlock> deadlocks{};
    std::optional<Asleep> asleep{};    // nullopt: unknown
    std::vector<ProbeReport> probes{}; // of each master that was listened to
    Instant at{};
};

// What these locks show by themselves, without a probe. None of them was read again, so no deadlock is seen.
BlockingReport shownBlocking(const Registry &registry, const std::vector<LockPtr> &locks);

} // namespace lockscope
