// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All connections of a fleet in one value, for the tray. Pure; any thread.

#include "core/fleet/fleetmember.h"

namespace lockscope
{

struct FleetCounts {
    qint64 connections = 0;
    qint64 unknown = 0;    // of these: not connected, or never read. Their last known locks are counted
    qint64 incomplete = 0; // of these: connected, and more locks may exist than were read
    qint64 criticals = 0;
    qint64 warnings = 0;
    qint64 criticalsOld = 0; // of the criticals: of connections that are unknown
    qint64 warningsOld = 0;
    QString worstConnection{};
    LockPtr worst{}; // with a warning or worse; null: none
    bool isWorstOld = false;

    VerdictLevel level() const; // Ok, Warning or Critical
    friend bool operator==(const FleetCounts &, const FleetCounts &) = default;
};

// A lock that is known now is worse than one as last known with the same verdict.
FleetCounts countFleet(const std::vector<FleetMember> &members);

} // namespace lockscope
