// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a search over all connections found, in words, and where it could not search. Pure functions; GUI
// thread.

#include "core/fleet/fleetfindings.h"
#include "core/fleet/fleetmember.h"

namespace lockscope::text
{

// "37 locks in 3 of 12 connections."
QString fleetFindings(const FleetFindings &findings);
// Which connections were not searched, or not completely, each with its state, and in which the clients are
// not known that the filter asks for. most: names of each kind. Empty: all were.
QString fleetUnsearched(const FleetFindings &findings, const std::vector<FleetMember> &members,
                        qsizetype most);
// For an empty list: a title that claims no more than was searched.
QString fleetNothingFound(const FleetFindings &findings);
QString fleetFoundDetails(const FleetFound &found, Instant now);

} // namespace lockscope::text
