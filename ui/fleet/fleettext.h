// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A connection of the fleet in words, and how bad its state is. Pure functions; GUI thread.

#include "core/fleet/fleetmember.h"

namespace lockscope::text
{

QString fleetState(const FleetMember &member);
VerdictLevel fleetLevel(const FleetMember &member); // of the state alone
// For the order, the worst is the largest: not reachable, critical, warning, not known yet, healthy.
int fleetBadness(const FleetMember &member);
QString fleetCount(const FleetMember &member, qint64 count,
                   bool isLeast = false);        // "unknown" if it was never read
QString fleetWaiting(const FleetMember &member); // "unknown" if no lock shows how many clients wait
QString fleetNodes(const FleetMember &member);
QString fleetFailover(const FleetMember &member, WallTime now); // empty: none was seen
QString fleetFailoverHelp(const FleetMember &member);           // in full
QString fleetWorst(const FleetMember &member, Instant now,
                   WallTime wallNow); // empty: no warning, or not known
QString fleetDetails(const FleetMember &member, Instant now, WallTime wallNow);
QString fleetSummary(const std::vector<FleetMember> &members);

} // namespace lockscope::text
