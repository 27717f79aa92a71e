// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finding out which client an owner is by listening to one server for a while (MONITOR): what is asked, what
// it will cost, what came of it. Values; any thread.

#include "core/base/outcome.h"
#include "core/values/lock.h"

namespace lockscope
{

struct ProbeRequest {
    LockName key{};
    std::vector<OwnerId> owners{};        // whose client is wanted; empty: of all its holders
    std::optional<milliseconds> length{}; // nothing: as long as the next renewal takes; longest: 30 s
    qint64 lines = 20'000;                // commands of the server, whoever's
    qint64 bytes = qint64(16) << 20;      // one long line costs the square of its length to read
};

// What a probe will cost the server, by what it does now.
struct ProbeEstimate {
    NodeId node{};
    milliseconds length{0};
    qint64 commandsPerSecond = 0;
    qint64 lines = 0; // to be expected, up to the limits
    qint64 bytes = 0;
    // Measured: of a server that is busy all the time, so much of its throughput.
    int slowdownPercent = 30;
};

enum class ProbeStop {
    Learnt, // all that was asked for
    Time,
    Lines,
    Bytes,
    Cancelled,
    Lost,   // the connection
    Refused // nothing was listened to
};

struct ProbeReport {
    LockName key{};
    NodeId node{};
    ProbeStop stopped = ProbeStop::Refused;
    qint64 lines = 0;
    qint64 bytes = 0;
    qint64 named = 0; // lines that name the key or one of the owners
    milliseconds duration{0};
    HolderClients learnt{};
    Failure failure{}; // Lost, Refused
};

const char *name(ProbeStop stop); // "learnt", "time", … as in JSON

} // namespace lockscope
