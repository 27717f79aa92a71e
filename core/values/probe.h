// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finding the client of an owner with MONITOR: request, estimated cost, report. Values; any thread.

#include "core/base/outcome.h"
#include "core/values/lock.h"

namespace lockscope
{

struct ProbeRequest {
    LockName key{};
    std::vector<OwnerId> owners{};        // owners to find; empty: all holders
    std::optional<milliseconds> length{}; // nullopt: until the next renewal; at most 30 s
    qint64 lines = 20'000;                // commands of any client
    qint64 bytes = qint64(16) << 20;      // reading one long line takes time quadratic in its length
};

struct ProbeEstimate {
    NodeId node{}; // of a RedLock group: all of them, separated by commas, and the figures are sums
    milliseconds length{0};
    // Of other clients. nullopt: unknown, and so are lines and bytes.
    std::optional<qint64> commandsPerSecond{};
    qint64 lines = 0; // expected, up to the limits
    qint64 bytes = 0;
    // Measured: the loss of throughput of a server under full load.
    int slowdownPercent = 30;
};

enum class ProbeStop {
    Learnt, // all that was asked for
    Time,
    Lines,
    Bytes,
    Cancelled,
    Lost,   // connection lost
    Refused // not started
};

// A client that was heard to try to acquire the lock, and does not hold it.
struct HeardWaiter {
    OwnerId id{}; // empty: it sent none
    ClientInfo client{};
    qint64 attempts = 0;
};

struct ProbeReport {
    LockName key{};
    NodeId node{};
    std::vector<NodeId> nodes{}; // of a RedLock group: all that were listened to, and the figures are sums
    ProbeStop stopped = ProbeStop::Refused;
    qint64 lines = 0;
    qint64 bytes = 0;
    qint64 named = 0; // lines that name the key or an owner
    milliseconds duration{0};
    HolderClients learnt{};
    std::vector<HeardWaiter> waiting{}; // at least; of a RedLock group: not told
    Failure failure{};                  // for Lost and Refused
};

const char *name(ProbeStop stop); // "learnt", "time", … as in JSON

} // namespace lockscope
