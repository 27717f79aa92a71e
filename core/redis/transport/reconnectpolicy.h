// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a session decides, without I/O: how long to wait before it connects again, which failures are final,
// when a silent connection is given up. Pure; any thread.

#include "core/base/clock.h"
#include "core/values/connection/connection.h"

namespace lockscope
{

constexpr milliseconds FirstBackOff{100};
constexpr milliseconds LongestBackOff{10000};

// attempt: 1 for the first. random: [0, 1). Between half and the whole of the doubled step, so that the
// clients of a server that restarts do not come back all at once.
milliseconds backOff(int attempt, double random);

// Number of the next attempt. A connection that lasted shorter than the longest back-off does not count as
// recovered: a server that accepts and drops is not asked ten times a second.
int nextAttempt(int attempt, std::optional<milliseconds> establishedFor);

// Whether a failure while connecting or logging in will be the same the next time.
bool isFinalForConnecting(ErrorKind kind);

// A connection with an abandoned command on it is reset at this moment if nothing arrives before.
Instant resetMoment(Instant abandonedAt, Instant lastReceivedAt, milliseconds commandTimeout);

enum class ConnectStage { Reaching, Securing, LoggingIn };
// The deadline for connecting passed in this stage.
Failure connectTimeout(const ConnectionSpec &spec, const NodeId &node, ConnectStage stage);

// Asked for while there is no connection, for this reason.
Failure notConnected(const Failure &reason, const NodeId &node);
// What came cannot be read as a reply.
Failure noReply(const QString &problem, bool duringLogin, const NodeId &node);

// The server, or the way to it, closed the connection during the login.
Failure hungUpAtLogin(Failure why, const ConnectionSpec &spec);
// Nothing came for too long.
Failure tooSilent(milliseconds commandTimeout, const NodeId &node);

} // namespace lockscope
