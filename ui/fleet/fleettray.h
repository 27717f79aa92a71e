// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All connections in words, for the tray. Pure functions; GUI thread.

#include "core/fleet/fleetcounts.h"

namespace lockscope::text
{

QString fleetTrayConnections(const FleetCounts &counts); // "3 connections, 1 unknown"
QString fleetTrayLocks(const FleetCounts &counts);       // "critical 2 · warnings 5"
// The worst lock with its connection and what is wrong with it; empty: none has a warning.
QString fleetTrayWorst(const FleetCounts &counts, Instant now);

} // namespace lockscope::text
