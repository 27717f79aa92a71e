// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the deadlocks of a wait-for graph: clients that each hold a lock and wait for one that the next of
// them holds. A wait for an exclusive lock ends when its holder goes on; for a permit, when any holder does.
// What cannot go on, assuming that every other client does, is taken apart into small cycles, as one large
// deadlock is mostly several small ones. (The reduction is that of Holt, "Some deadlock properties of
// computer systems", 1972; the components are found after Tarjan, 1972.) Pure; any thread.

#include "core/engine/blocking/waitgraph.h"

namespace lockscope
{

struct DeadlockStep {
    size_t held = 0;    // a place in WaitGraph::locks, which this client holds, …
    size_t holder = 0;  // … as its holder number so and so
    size_t awaited = 0; // the lock it waits for: the one held in the next step
    size_t wait = 0;    // its place among the waits for that lock
    friend bool operator==(const DeadlockStep &, const DeadlockStep &) = default;
};

struct Deadlock {
    // Whether the client that holds each lock is the one that waits for the next.
    Sameness sameness = Sameness::Certain;
    // Each waiter stands in a queue and listens. One that a probe heard may have given up since.
    bool isSeen = true;
    std::vector<DeadlockStep> steps{}; // one: a reader that asks to write the same lock
    qint64 behind = 0;                 // further named waiters that cannot go on before it is broken
    // The step whose lock expires first without having been renewed so far; nothing: each is renewed, or
    // never expires.
    std::optional<size_t> endsFirst{};
    // The step whose lock was acquired last, so that least work is lost with it; nothing: not seen.
    std::optional<size_t> youngest{};
    // By step: how many named waiters go on, one after another, once its client no longer holds its lock. At
    // most those of the steps and those behind; fewer if another deadlock keeps them. See countFreed().
    std::vector<qint64> freed{};
};

bool isCertain(const Deadlock &deadlock);
// Its locks, their holders and since when they hold them, in one word: two looks found the same deadlock.
QByteArray identity(const WaitGraph &graph, const Deadlock &deadlock);

// Sets Deadlock::freed of each. It searches the whole graph for each step, so it is left to who shows them.
void countFreed(const WaitGraph &graph, std::vector<Deadlock> &deadlocks);

// Certain ones first, then by the first lock.
std::vector<Deadlock> findDeadlocks(const WaitGraph &graph, Sameness least = Sameness::Possible);

} // namespace lockscope
