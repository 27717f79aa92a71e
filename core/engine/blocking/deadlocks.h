// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the deadlocks of a wait-for graph: clients that each hold a lock and wait for one that the next of
// them holds. A wait for an exclusive lock ends when its holder proceeds, a wait for a permit when any holder
// does. First, all clients that can proceed are removed (Holt, "Some deadlock properties of computer
// systems", 1972); the rest is split into components (Tarjan, 1972) and small cycles, because a large
// deadlock usually consists of several small ones. Pure; any thread.

#include "core/engine/blocking/waitgraph.h"

namespace lockscope
{

struct DeadlockStep {
    size_t held = 0;    // the lock that this client holds: its index in WaitGraph::locks
    size_t holder = 0;  // the client's index among the holders of that lock
    size_t awaited = 0; // the lock that it waits for: `held` of the next step
    size_t wait = 0;    // its index in BlockedLock::waits of that lock
    friend bool operator==(const DeadlockStep &, const DeadlockStep &) = default;
};

struct Deadlock {
    // Whether the client that holds each lock is the one that waits for the next.
    Sameness sameness = Sameness::Certain;
    // True if each waiter is in a queue and listens. A waiter heard by a probe may have given up since.
    bool isSeen = true;
    // True if each waiter has been in its queue for LongWait, or its deadline shows that it waits that long.
    // A client with a shorter limit gives up by itself.
    bool lasts = true;
    std::vector<DeadlockStep> steps{}; // only one: a reader that requests the write lock, or a client
                                       // that waits over the connection of the holder
    qint64 behind = 0;                 // further named waiters that are stuck until it is broken
    // The step whose lock expires first and was not renewed so far; nullopt: each is renewed, or never
    // expires.
    std::optional<size_t> endsFirst{};
    bool mayBeRenewed = false; // that lock was not watched for long enough to tell
    // The step whose lock was acquired last, so that releasing it loses the least work; nullopt: unknown.
    std::optional<size_t> youngest{};
    // By step: how many named waiters proceed, one after another, once its lock is released. At most those of
    // the steps and `behind`; fewer if another deadlock blocks them too. Set by countFreed().
    std::vector<qint64> freed{};
};

inline constexpr milliseconds LongWait = std::chrono::seconds(20);

bool isCertain(const Deadlock &deadlock); // Sameness::Certain, isSeen, and lasts
// Locks, holders and start times as one string, equal if two graphs have the same deadlock.
QByteArray identity(const WaitGraph &graph, const Deadlock &deadlock);

// Sets Deadlock::freed of each. Searches the whole graph for each step, so call it only if the figures are
// shown.
void countFreed(const WaitGraph &graph, std::vector<Deadlock> &deadlocks);

// Certain ones first, then by the first lock.
std::vector<Deadlock> findDeadlocks(const WaitGraph &graph, Sameness least = Sameness::ByName);

} // namespace lockscope
