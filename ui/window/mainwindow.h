// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window: creates panels and controllers, connects their signals, and saves its layout. Never waits,
// never speaks Redis. Owner: the composition; GUI thread.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "ui/connections/profilekeeper.h"
#include "ui/health/healthchecker.h"
#include "ui/settings/settingsfiles.h"
#include "ui/settings/uisettings.h"
#include "ui/window/alertcontroller.h"
#include "ui/window/connectioncontroller.h"
#include "ui/window/holdskeeper.h"
#include "ui/window/panels.h"
#include "ui/window/reopenstack.h"
#include "ui/window/startcontroller.h"
#include "ui/window/viewregistry.h"
#include "ui/window/windowactions.h"

#include <QMainWindow>

namespace lockscope
{

class ConnectionBadges;
class ConnectionButton;
class ConnectionsPane;
class CopyCommands;
class DetailPane;
class FilterEdit;
class LockCommands;
class LockPane;
class RedLockView;
class StatusLine;
class TableFeed;
class TrayStatus;

class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    // theme: null leaves the palette unchanged.
    MainWindow(EngineBridge &bridge, HistoryBridge &history, const QString &configDir,
               ApplicationTheme *theme = nullptr, QWidget *parent = nullptr);
    ~MainWindow() override;

    using Adapt = ConnectionController::Adapt;
    void connectTo(const ConnectionSpec &spec) { m_connection->open(spec); }
    void openProfile(const QString &name, const Adapt &adapt = {}) { m_connection->openProfile(name, adapt); }
    void disconnectFromServer() { m_connection->close(); }
    ConnectionDialog *openConnectionDialog(const ConnectionSpec &spec, const QString &problem = {})
    {
        return m_connection->openDialog(spec, problem);
    }
    void openLink(const ConnectionSpec &spec, const Adapt &adapt = {})
    {
        m_connection->openLink(spec, adapt);
    }
    void setElsewhere(ConnectionController::Elsewhere elsewhere)
    {
        m_connection->setElsewhere(std::move(elsewhere));
    }
    void leaveNoTraces() { m_connection->leaveNoTraces(); }
    // The starter of sandboxes answers sandboxWanted() with enterSandbox() or sandboxFailed(). A sandbox
    // requested elsewhere begins with awaitSandbox().
    void awaitSandbox(SandboxTopology topology) { m_start->awaitSandbox(topology); }
    void enterSandbox(const ConnectionSpec &spec) { m_start->enterSandbox(spec); }
    void sandboxFailed(const Failure &failure) { m_start->sandboxFailed(failure); }
    bool isShowing(const ShownConnection &wanted) const { return m_start->isShowing(wanted); }
    using Origin = StartController::Origin;
    Origin origin() const { return m_start->origin(); }
    void bringToFront();
    void showError(const Failure &failure); // In a message box that does not block
    // Whether the list shows everything that a complete scan found.
    bool isFilled() const;
    bool isPageFilled(Panels::Page page, Instant since) const { return m_panels->isFilled(page, since); }
    // For an end that cannot be refused: releases held locks, stops bulk actions after the current lock, and
    // saves the layout; closing the window asks no more. Calls `then` once, after `bound` at the latest.
    void leave(milliseconds bound, const std::function<void()> &then);
    // For the end of the session, which may be called off: releases held locks and stops bulk actions, but
    // saves nothing, and closing the window still asks. See HoldsKeeper.
    void leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then);
    void rememberRecording(const QString &file)
    {
        m_settings.addRecentRecording(file);
    } // Among the recent ones
    using Page = Panels::Page;
    void openPage(Page page) { m_panels->openPage(page); }
    void openLab() { m_panels->openLab(); }
    void openFleet() { m_panels->openFleet(); }
    SettingsDialog *openSettings(int page) { return m_views->openSettings(page); }
    HelpWindow *openHelp(const QString &document) { return m_views->openHelp(document); }

    LockPane &locks() { return *m_locks; }
    DetailPane &detail() { return *m_detail; }
    ConnectionsPane &connections() { return *m_connections; }
    RedLockView &redLock() { return *m_redLock; }
    StatusLine &status() { return *m_status; }
    FilterEdit &filter() { return *m_filter; }
    WindowActions &actions() { return m_actions; }
    ReopenStack &closedViews() { return m_closed; }
    HealthChecker &examiner() { return m_health; }
    const DeploymentState &deployment() const { return m_connection->deployment(); }
    StartPage &start() { return m_start->page(); }
    OwnHolds &holds() { return m_holds->holds(); }
    AlertBridge &alerts() { return m_alerts->alerts(); }
    TrayStatus &tray() { return m_alerts->tray(); }
    DesktopNotifier &teller() { return m_alerts->notifier(); }
    LabBridge &lab() { return m_panels->lab(); }
    AuditBridge &audit() { return m_panels->audit(); }
    FleetBridge &fleet() { return m_panels->fleet(); }
    TimeWindow &timeWindow() { return m_panels->timeWindow(); }
    LabPage &labPage() { return m_panels->labPage(); }
    OverviewPage &overview() { return m_panels->overview(); }
    ContentionPage &contention() { return m_panels->contention(); }
    TimelinePage &timeline() { return m_panels->timeline(); }
    AuditPage &auditPage() { return m_panels->auditPage(); }
    QWidget &auditWindow() { return m_panels->auditWindow(); }
    QWidget &labWindow() { return m_panels->labWindow(); }
    FleetPage &fleetPage() { return m_panels->fleetPage(); }
    QWidget &fleetWindow() { return m_panels->fleetWindow(); }

    QMenu *createPopupMenu() override;

signals:
    void sandboxWanted(lockscope::SandboxTopology topology); // Replaces the current sandbox, if any
    void sandboxUnwanted();                                  // Cancelled before the sandbox was ready
    void recordingWanted(const QString &fileName);           // To be played in a window of its own
    void closed();
    void restartWanted(); // Emitted after the window has closed

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    void makeControllers(HistoryBridge &history, ApplicationTheme *theme, const QString &configDir);
    void makeToolBar();
    void wireNotices();
    void wireConnection();
    void wireStart();
    void wireList();
    void wireAlerts();
    void wireViews();
    void wireRecordings();
    void wireFleet();
    void clearPanels();
    void prepareFor(const ConnectionSpec &spec);
    void takeLeave();
    void showDeployment();
    void showHolds();
    void restore();
    void remember();
    void resetLayout();
    void restart();

    EngineBridge &m_bridge;
    UiSettings m_settings;
    WindowActions m_actions;
    ReopenStack m_closed;
    LockPane *m_locks;
    DetailPane *m_detail;
    ConnectionsPane *m_connections;
    RedLockView *m_redLock;
    StatusLine *m_status;
    FilterEdit *m_filter;
    QAction *m_filterField = nullptr;
    ConnectionButton *m_connectionButton = nullptr;
    ConnectionBadges *m_badges = nullptr;
    QAction *m_badgesField = nullptr;
    HealthChecker m_health;
    ProfileKeeper m_profiles;
    SettingsFiles m_files;
    std::unique_ptr<HoldsKeeper> m_holds;
    std::unique_ptr<ConnectionController> m_connection;
    std::unique_ptr<Docks> m_docks;
    std::unique_ptr<Panels> m_panels;
    std::unique_ptr<TableFeed> m_table;
    std::unique_ptr<StartController> m_start;
    std::unique_ptr<AlertController> m_alerts;
    std::unique_ptr<LockCommands> m_commands;
    std::unique_ptr<CopyCommands> m_copies;
    std::unique_ptr<ViewRegistry> m_views;
    bool m_restarting = false; // Restart after closing
    bool m_isEnding = false;   // It cannot be refused any more
};

} // namespace lockscope
