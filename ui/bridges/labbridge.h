// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window's end of the line to the lab: orders go out as queued signals, what happens comes back as
// values. Lives on the GUI thread; never waits. Owner: the main window. The lab lives on its own thread, and
// is not the window's.

#include "core/lab/lab.h"

#include <QObject>

namespace lockscope
{

class LabBridge final : public QObject
{
    Q_OBJECT
public:
    explicit LabBridge(QObject *parent = nullptr);

    void attach(Lab *lab);                       // connects both ways; once
    bool isRunning() const { return m_running; } // from the order to what came of it

    void start(const LabOrder &order); // answered with finished(); nothing while one runs
    void cancel();

signals:
    // to the lab
    void startWanted(const lockscope::LabOrder &order);
    void cancelWanted();
    // from the lab
    void began(const lockscope::ConnectionSpec &spec, bool sandbox);
    void pulsed(const lockscope::LabPulse &pulse);
    void finished(const lockscope::LabOutcome &outcome);

private:
    bool m_running = false;
};

} // namespace lockscope
