// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a search over all connections of a fleet found, and how much of each connection was searched. Values;
// any thread.

#include "core/values/lock.h"

#include <QString>

#include <vector>

namespace lockscope
{

// Pending: the search has not come to its end there. NotRead: no lock was ever read. Partly: more locks may
// exist, because the first scan goes on, the last one failed, or a server does not respond. LastKnown: there
// is no connection, and the locks are those of before.
enum class FleetCoverage { Pending, NotRead, Partly, LastKnown, Whole };

struct FleetSearched {
    QString name{}; // of the profile
    FleetCoverage coverage = FleetCoverage::Pending;
    qint64 found = 0;  // matching locks
    qint64 unsure = 0; // locks that may match, but the clients of their holders are not known
    friend bool operator==(const FleetSearched &, const FleetSearched &) = default;
};

struct FleetFound {
    QString connection{}; // name of the profile
    LockPtr lock{};
    bool isOld = false; // as last known
    friend bool operator==(const FleetFound &, const FleetFound &) = default;
};

struct FleetFindings {
    static constexpr size_t MostRows = 1000;

    std::vector<FleetSearched> searched{}; // in the order of the connections
    std::vector<FleetFound> rows{};        // the worst, at most MostRows; the worst first
    friend bool operator==(const FleetFindings &, const FleetFindings &) = default;
};

} // namespace lockscope
