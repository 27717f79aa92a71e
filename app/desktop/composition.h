// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one place that wires the desktop: which object lives on which thread, and who ends first. Owner:
// main().

#include "app/desktop/options.h"
#include "app/desktop/workthread.h"
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
class LabHost;
class MainWindow;
class OneInstance;
class SandboxHost;
class Snapshot;

class Composition final : public QObject
{
    Q_OBJECT
public:
    explicit Composition(const DesktopOptions &options);
    ~Composition() override; // window, then lab, engine, history and sandbox
    void start();
    // Gives back the locks that are held, as far as that is soon done; then: once.
    void leave(const std::function<void()> &then);
    MainWindow &window() { return *m_window; }
    void join(OneInstance &one); // which answers for the window from now on
    // Once it has ended: how to be started again, if that is wanted, to show what the window showed.
    const std::optional<DesktopOptions> &next() const { return m_next; }

private:
    void endSession();
    void startSandbox(SandboxTopology topology); // instead of the one before
    void endSandbox();                           // nobody waits for that, unless the program ends
    void sandboxFailed(const Failure &failure);
    DesktopOptions sameAgain() const;
    void applyOptions(ConnectionSpec &spec) const;
    void open(ConnectionSpec spec);
    bool eventFilter(QObject *watched, QEvent *event) override;

    DesktopOptions m_options;
    std::optional<DesktopOptions> m_next{};
    SandboxTopology m_topology{}; // of the sandbox
    std::unique_ptr<SandboxHost> m_sandbox;
    std::vector<std::unique_ptr<SandboxHost>> m_endingSandboxes{};
    WorkThread m_engineThread{QStringLiteral("engine")};
    Engine *m_engine; // over there
    WorkThread m_historyThread{QStringLiteral("history")};
    History *m_history;   // over there
    Alerts *m_alerts;     // beside it
    AuditReader *m_audit; // there, too
    EngineBridge m_link;
    HistoryBridge m_historyLink;
    ApplicationTheme m_theme;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<LabHost> m_lab;
    std::unique_ptr<Snapshot> m_snapshot;
};

} // namespace lockscope
