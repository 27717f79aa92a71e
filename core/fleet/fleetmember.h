// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One connection of a fleet: what to follow, and what is known of it. Values; any thread.

#include "core/engine/following/engineoptions.h"
#include "core/history/values/holdlengths.h"
#include "core/values/connection/connection.h"
#include "core/values/events.h"
#include "core/values/failover.h"
#include "core/values/status.h"

#include <QSet>
#include <QStringList>

#include <optional>

namespace lockscope
{

// Why a connection is not opened. Keychain: its password is being read.
enum class FleetObstacle { None, Keychain, Password, SshConsent };

// What raises an alert, as in the main window.
struct FleetAlerting {
    QStringList rules{};
    Confidence least = Confidence::Likely; // as in Alerts::setRules()
    QSet<LockName> pins{};
    bool isEmpty() const { return rules.isEmpty() && pins.isEmpty(); }
    friend bool operator==(const FleetAlerting &, const FleetAlerting &) = default;
};

struct FleetTarget {
    ConnectionSpec spec{}; // with its passwords
    EngineOptions options{};
    FleetAlerting alerting{};
    FleetObstacle obstacle = FleetObstacle::None;
    Failure why{};       // Password: why it is missing
    bool isShown = true; // false: stays connected if it is, and nothing is said of it
};

// Queued: not opened yet, because others are connecting or the keychain is being asked. PartlyReached: a
// master does not respond. NoQuorum: fewer members of a RedLock group respond than a majority. Unreachable:
// not reached, or lost; tried again. Failed: trying again would fail in the same way.
enum class FleetState {
    Queued,
    Connecting,
    Connected,
    PartlyReached,
    NoQuorum,
    Unreachable,
    Failed,
    NeedsPassword,
    NeedsSshConsent
};

struct FleetFailover {
    NodeId from{};
    NodeId to{};
    WallTime at{};
    qint64 lost = 0; // locks
    friend bool operator==(const FleetFailover &, const FleetFailover &) = default;
};

// How many locks were held at the end of a minute; of the present one: now. nullopt: not known, because the
// connection was lost for some of it, or its locks were still being read.
struct FleetMinute {
    WallTime from{};
    std::optional<qint64> held{};
    friend bool operator==(const FleetMinute &, const FleetMinute &) = default;
};

struct FleetMember {
    QString name{}; // of the profile
    QString folder{};
    Environment environment = Environment::None;
    FleetState state = FleetState::Queued;
    WallTime since{};                 // of the state
    bool wasSoAtFirst = false;        // it may have been so for longer: it was the first one seen
    Failure reason{};                 // why there is no connection, or a part of it; text is empty: no reason
    std::optional<Instant> retryAt{}; // Unreachable
    bool scanning = false;            // the totals still grow
    Failure scanFailure{};            // why the last scan found less than all locks
    qint64 keysRefused = 0;           // by the server, of the last scan: keys with a lock's name
    // By the last known verdicts; nullopt: never read.
    std::optional<LockTotals> totals{};
    bool hasWaiters = false; // of some lock it is known how many wait; else totals.waiters means nothing
    qint64 stale = 0;        // locks of unreachable nodes, as last known
    std::optional<WallTime> asOf{}; // there is no connection, and the totals are of then
    LockPtr worst{};                // with a warning or worse; null: none
    int nodesReady = 0;
    int nodes = 0;                           // 0: unknown
    std::optional<FleetFailover> failover{}; // the last one seen
    std::vector<FleetMinute> hour{};         // the last 60 minutes and the present one; oldest first
    qint64 holds = 0;                        // that ended within that hour and were seen from start to end
    static constexpr qint64 LeastHolds = HoldLengths::leastFor(0.9);
    // Nine tenths of them were at most so long; nullopt: there are too few.
    std::optional<milliseconds> holdP90{};

    qint64 ofLevel(VerdictLevel level) const { return totals ? totals->ofLevel(level) : 0; }
    friend bool operator==(const FleetMember &, const FleetMember &) = default;
};

// What is known of one connection, for another engine to begin with.
struct FleetKnown {
    QString connection{};
    std::vector<LockPtr> locks{}; // as last known; the worst, if there are too many
    WallTime asOf{};
    KnownRuns runs{};
};

const char *name(FleetState state); // "queued", "connecting", …
// Locks are being read, if not from all servers.
bool isLive(FleetState state);
// It was tried or could not be, so that none of its locks can be read now.
bool isOut(FleetState state);

} // namespace lockscope
