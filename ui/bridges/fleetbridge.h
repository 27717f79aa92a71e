// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the fleet: sends orders as queued signals; members come back as values.
// Never waits. Owner: the main window. The fleet lives on a thread of its own, and only while it is wanted.

#include "core/fleet/fleetwatch.h"
#include "ui/bridges/bridge.h"

namespace lockscope
{

class FleetBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit FleetBridge(QObject *parent = nullptr) : Bridge(parent) {}

    void attach(FleetWatch *watch); // Connects both directions. Call once for each wanted()

    void begin() { emit wanted(); }
    // Reports of earlier targets are dropped from now on.
    void open(const std::vector<FleetTarget> &targets) { m_current = ask(&FleetBridge::openWanted, targets); }
    bool isOpen() const { return m_current != 0; } // It follows connections
    void retry() { emit retryWanted(); }
    // Findings of an earlier search are dropped from now on.
    void search(const LockFilter &filter) { m_search = ask(&FleetBridge::searchWanted, filter); }
    void endSearch();
    // What is known of a connection, for the main window to begin with. Earlier answers are dropped.
    void handOver(const QString &connection) { m_handing = ask(&FleetBridge::handOverWanted, connection); }
    void end();

signals:
    void wanted(); // Connected directly: creates and attaches a watch before it returns
    void unwanted();
    // To the watch
    void openWanted(quint64 id, const std::vector<lockscope::FleetTarget> &targets);
    void retryWanted();
    void searchWanted(quint64 id, const lockscope::LockFilter &filter);
    void endSearchWanted();
    void handOverWanted(quint64 id, const QString &connection);
    // From the watch
    void changed(const std::vector<lockscope::FleetMember> &members);
    void found(const lockscope::FleetFindings &findings);
    void alerted(const std::vector<lockscope::Alert> &alerts);
    void handedOver(const lockscope::FleetKnown &known);

private:
    quint64 m_current = 0;
    quint64 m_search = 0; // 0: none
    quint64 m_handing = 0;
};

} // namespace lockscope
