// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GUI-thread end of the connection to the lab: sends orders as queued signals; events come back as values.
// Never waits. Owner: the main window, which does not own the lab; the lab lives on its own thread.

#include "core/lab/lab.h"
#include "ui/bridges/bridge.h"

namespace lockscope
{

class LabBridge final : public Bridge
{
    Q_OBJECT
public:
    explicit LabBridge(QObject *parent = nullptr) : Bridge(parent) {}

    void attach(Lab *lab);                       // Connects both directions. Call once.
    bool isRunning() const { return m_running; } // From start() until finished()

    void start(const LabOrder &order); // Answered by finished(); ignored while one runs
    void cancel();

signals:
    // To the lab
    void startWanted(const lockscope::LabOrder &order);
    void cancelWanted();
    // From the lab
    void began(const lockscope::ConnectionSpec &spec, bool sandbox);
    void pulsed(const lockscope::LabPulse &pulse);
    void finished(const lockscope::LabOutcome &outcome);

private:
    bool m_running = false;
};

} // namespace lockscope
