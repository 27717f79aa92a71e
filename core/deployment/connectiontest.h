// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tries a connection step by step, on sessions and a tunnel of its own that end with it, and says what each
// step found. Nothing is written to the server, whatever the spec allows. Runs on the caller's thread, each
// step for as long as the spec's time-outs at most; a step after a failed one is Skipped.

#include "core/values/connection/connection.h"
#include "core/values/connection/connectionstage.h"

#include <qcorotask.h>

namespace lockscope
{

// Of a Sentinel deployment the first sentinel that answers, then the master it tells; of a cluster the typed
// node; of a RedLock group each member, one after the other.
QCoro::Task<std::vector<ConnectionStage>> testConnection(ConnectionSpec spec);

} // namespace lockscope
