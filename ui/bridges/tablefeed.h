// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The changes of the engine's table, as its bridge reports them. If the fleet follows the connection, its
// locks come first, as last known; each until the engine has read it, the rest until its scan has ended.
// Owner: the main window; GUI thread.

#include "core/fleet/fleetmember.h"
#include "core/fleet/knownlocks.h"

#include <QObject>
#include <QSet>
#include <QTimer>

namespace lockscope
{

class EngineBridge;
class FleetBridge;

class TableFeed final : public QObject
{
    Q_OBJECT
public:
    TableFeed(EngineBridge &engine, FleetBridge &fleet, QObject *parent = nullptr);

    // Call when a connection was opened. connection: its name in the fleet.
    void begin(const QString &connection);
    void leave();  // The connection is about to close
    void giveUp(); // It failed: takes locks away that were not read
    // When those locks were known that were not read yet; nullopt: there are none.
    std::optional<WallTime> knownAt() const;

signals:
    void tableChanged(const lockscope::LockDelta &delta);
    void knownChanged(); // See knownAt()

private:
    void take(const LockDelta &delta);
    void takeKnown(const FleetKnown &known);
    void end();
    void tellKnown();

    EngineBridge &m_engine;
    FleetBridge &m_fleet;
    bool m_isAwaited = false; // What the fleet knows
    QSet<LockName> m_read{};  // Until then
    KnownLocks m_known{};
    WallTime m_asOf{};
    std::optional<WallTime> m_told{};
    bool m_isScanned = false;
    QTimer m_ending;
};

} // namespace lockscope
