// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The question which client blocks which, and its answer. Values; pure; any thread.

#include "core/engine/blocking/deadlocks.h"
#include "core/values/probe.h"

namespace lockscope
{

struct BlockingRequest {
    std::optional<milliseconds>
        probe{}; // how long to listen with MONITOR on each master, at most 30 s; nullopt: not at all
};

// Clients in a blocking list command, and the number of held locks whose waiters use one. Which client waits
// for which lock is unknown.
struct Asleep {
    struct Client {
        ClientInfo client{};
        QByteArray command{};
        Instant since{}; // at the latest
    };
    std::vector<Client> clients{}; // longest first, without those in the graph
    qint64 locks = 0;              // held
};

struct BlockingReport {
    WaitGraph graph{};
    std::vector<Deadlock> deadlocks{};
    std::optional<Asleep> asleep{};    // nullopt: unknown
    std::vector<ProbeReport> probes{}; // one for each probed master
    Instant at{};
};

// Made from these locks alone, without a probe. No deadlock is reported, because no lock is read again to
// confirm it.
BlockingReport shownBlocking(const Registry &registry, const std::vector<LockPtr> &locks, Instant at);

} // namespace lockscope
