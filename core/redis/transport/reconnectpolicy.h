// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Decisions of a session without I/O: how long to wait before it reconnects, which failures are final, when a
// silent connection is dropped. Pure; any thread.

#include "core/base/clock.h"
#include "core/values/connection/connection.h"

namespace lockscope
{

constexpr milliseconds FirstBackOff{100};
constexpr milliseconds LongestBackOff{10000};

// attempt: from 1. random: [0, 1). Returns between half and all of the doubled step, so that the clients of a
// restarted server do not all reconnect at once.
milliseconds backOff(int attempt, double random);

// The number of the next attempt. A connection shorter than the longest back-off does not reset it, so that a
// server that accepts and drops connections is not asked ten times a second.
int nextAttempt(int attempt, std::optional<milliseconds> establishedFor);

// Whether a failure while connecting or logging in would repeat.
bool isFinalForConnecting(ErrorKind kind);

// When a connection with an abandoned command is reset if nothing arrives before.
Instant resetMoment(Instant abandonedAt, Instant lastReceivedAt, milliseconds commandTimeout);

enum class ConnectStage { Reaching, Securing, LoggingIn };
// The connect timeout passed in this stage.
Failure connectTimeout(const ConnectionSpec &spec, const NodeId &node, ConnectStage stage);

// A request without a connection, which is missing for this reason.
Failure notConnected(const Failure &reason, const NodeId &node);
// The replies need more memory than the connection may use.
Failure tooLarge(qint64 maxMemory, const NodeId &node);
Failure noReply(const QString &problem, bool duringLogin, const NodeId &node);

// The server, or a proxy, closed the connection during the login.
Failure hungUpAtLogin(Failure why, const ConnectionSpec &spec);
Failure tooSilent(milliseconds commandTimeout, const NodeId &node);

} // namespace lockscope
