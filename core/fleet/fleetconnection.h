// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One connection of a fleet: its engine, and what that reports as one value. Owner: FleetWatch, on the thread
// of the fleet. Errors are states of the member.

#include "core/engine/alerts/alerts.h"
#include "core/engine/engine.h"
#include "core/fleet/fleethour.h"
#include "core/fleet/fleetmember.h"
#include "core/fleet/fleetpass.h"
#include "core/fleet/fleettally.h"
#include "core/fleet/knownlocks.h"

#include <QTimer>

#include <map>
#include <memory>

namespace lockscope
{

class FleetConnection final : public QObject
{
    Q_OBJECT
public:
    explicit FleetConnection(const FleetTarget &target);
    ~FleetConnection() override;

    const FleetTarget &target() const { return m_target; } // read-only
    // Whether the target can be followed without a new connection. take() then adopts its other settings.
    bool fits(const FleetTarget &target) const;
    void take(const FleetTarget &target);
    void open();
    void retry(); // queues it again if it failed for good
    bool isQueued() const { return !m_isOpen && m_target.obstacle == FleetObstacle::None; }
    // Opened, and neither ready nor failed so far.
    bool isOpening() const { return m_isOpen && !m_isSettled; }
    FleetState state() const { return m_state; }
    FleetMember member() const;
    static constexpr size_t MostKnown = 20'000; // locks that known() hands out
    FleetKnown known() const;
    void turn(WallTime at); // call once a minute, for the figures by minute

    void setFilter(const LockFilter &filter) { m_pass.setFilter(filter); }
    bool search(Instant deadline) { return m_pass.goOn(m_tally, deadline); } // See FleetPass::goOn()
    const FleetPass &pass() const { return m_pass; }
    FleetCoverage coverage() const; // of the search

signals:
    void changed();
    void settled();                                            // once after each open()
    void alerted(const std::vector<lockscope::Alert> &alerts); // with the name of the connection

private:
    FleetState present() const;
    void judgeState();
    bool lacksQuorum() const;
    bool isScanning() const;               // the totals still grow
    std::optional<qint64> heldNow() const; // locks; nullopt: not known
    void tellChange();
    void takeChange(const LockDelta &delta);
    void keepLocks();
    void keepRuns();
    void noteSeen(const std::vector<NodeStatus> &present);
    void adoptAlerting(const FleetAlerting &before);

    FleetTarget m_target; // read-only
    bool m_isOpen = false;
    bool m_isSettled = false;
    FleetState m_state = FleetState::Queued;
    WallTime m_since{};
    bool m_wasSoAtFirst = false;
    Failure m_reason{};
    std::vector<NodeStatus> m_nodes{};
    std::map<NodeId, WallTime> m_seenAt{}; // of nodes that do not answer: when they last did
    ScanProgress m_scan{};
    bool m_isCounted = false; // a scan found all locks, and they are here
    QTimer m_counting;
    FleetTally m_tally{};
    KnownLocks m_known{}; // of before a new try
    FleetHour m_hour;
    FleetPass m_pass{};
    std::unique_ptr<Alerts> m_alerts; // null: nothing raises an alert
    KnownRuns m_runs{};               // of the servers when the locks were read
    std::optional<WallTime> m_asOf{};
    std::optional<FleetFailover> m_failover{};
    Engine m_engine{};
};

} // namespace lockscope
