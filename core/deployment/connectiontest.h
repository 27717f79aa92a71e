// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tests a connection step by step, with its own sessions and tunnel, and returns the result of each step.
// Writes nothing to the server, whatever the spec allows. Runs on the caller's thread. Each step takes at
// most the spec's timeouts; steps after a failed one are Skipped.

#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"

#include <qcorotask.h>

namespace lockscope
{

// For Sentinel: the first sentinel that answers, then the master that it names; for a cluster: the typed
// node; for a RedLock group: each member in turn.
QCoro::Task<std::vector<ConnectionStage>> testConnection(ConnectionSpec spec);

} // namespace lockscope
