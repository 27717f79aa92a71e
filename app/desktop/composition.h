// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Wires the desktop program: which object lives on which thread, and which ends first. Owner: main(). GUI
// thread.

#include "app/desktop/options.h"
#include "app/workthread.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/theme/appearance.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope
{

class Alerts;
class AuditReader;
class FleetHost;
class LabHost;
class MainWindow;
class OneInstance;
class RecordingHost;
class SandboxHost;
class Snapshot;

class Composition final : public QObject
{
    Q_OBJECT
public:
    explicit Composition(const DesktopOptions &options);
    ~Composition() override; // ends window, lab, fleet, engine, history and sandbox, in this order
    void start();
    // Releases held locks within a time limit, then calls then once.
    void leave(const std::function<void()> &then);
    MainWindow &window() { return *m_window; }
    void join(OneInstance &one); // makes it answer for this window
    // After the end: the options for a restart that shows the same, if one was requested.
    const std::optional<DesktopOptions> &next() const { return m_next; }

private:
    void endSession();
    void startSandbox(SandboxTopology topology); // replaces the current one
    void endSandbox();                           // does not wait; ~Composition does
    void sandboxFailed(const Failure &failure);
    DesktopOptions sameAgain() const;
    void applyOptions(ConnectionSpec &spec) const;
    void open(ConnectionSpec spec);
    void openRecording(const QString &file);
    bool eventFilter(QObject *watched, QEvent *event) override;

    DesktopOptions m_options;
    const QString m_password; // of the environment
    std::optional<DesktopOptions> m_next{};
    SandboxTopology m_topology{}; // of the current sandbox
    std::unique_ptr<SandboxHost> m_sandbox;
    std::vector<std::unique_ptr<SandboxHost>> m_endingSandboxes{};
    WorkThread m_engineThread{QStringLiteral("engine")};
    Engine *m_engine; // on m_engineThread
    WorkThread m_historyThread{QStringLiteral("history")};
    History *m_history;   // on m_historyThread
    Alerts *m_alerts;     // on m_historyThread
    AuditReader *m_audit; // on m_historyThread
    EngineBridge m_bridge;
    HistoryBridge m_historyBridge;
    ApplicationTheme m_theme;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<LabHost> m_lab;
    std::unique_ptr<FleetHost> m_fleet;
    std::vector<std::unique_ptr<RecordingHost>> m_recordings{}; // with their windows
    std::unique_ptr<Snapshot> m_snapshot;
};

} // namespace lockscope
