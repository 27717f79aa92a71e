// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The last hour of a connection in words. Pure functions; GUI thread.

#include "core/fleet/fleetmember.h"

namespace lockscope::text
{

QString fleetHold(const FleetMember &member); // "4.1 s"; "—" if too few holds were seen from start to end
QString fleetHoldHelp(const FleetMember &member);
QString fleetHour(const FleetMember &member); // "3 to 41, now 12"; "—" if nothing is known
QString fleetHourHelp(const FleetMember &member);
QString fleetHourSpoken(const FleetMember &member);

} // namespace lockscope::text
