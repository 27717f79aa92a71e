// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports alerts, pinned locks and failovers in desktop notifications, tray and status bar. Owner: the main
// window; GUI thread.

#include "core/engine/alerts/toldalerts.h"
#include "core/fleet/fleetcounts.h"
#include "ui/status/alertbridge.h"
#include "ui/status/desktopnotifier.h"
#include "ui/window/windowcontroller.h"

#include <QSet>
#include <QTimer>

#include <functional>
#include <optional>

class QAction;

namespace lockscope
{

class EngineBridge;
class FleetBridge;
class HistoryBridge;
class LockPane;
class SettingsFiles;
class TrayStatus;
class UiSettings;
class WindowActions;
struct DeploymentState;
struct FailoverReport;
struct HistoryStatus;
struct ObserveSettings;
struct OwnerAlias;

class AlertController final : public WindowController
{
    Q_OBJECT
public:
    struct Fleet {
        FleetBridge &bridge;
        std::function<QString(const ConnectionSpec &open)> nameOf; // See FleetTargets
    };
    AlertController(QWidget *window, EngineBridge &bridge, HistoryBridge &history, SettingsFiles &files,
                    UiSettings &settings, const DeploymentState &deployment, LockPane &locks,
                    const WindowActions &actions, const Fleet &fleet);

    AlertBridge &alerts() { return m_alerts; }
    DesktopNotifier &notifier() { return m_notifier; }
    TrayStatus &tray() { return *m_tray; }

    void observe(const ObserveSettings &settings); // Applies alerts, history and pins for a new connection
    // Applies changed settings to the current connection, including thresholds and aliases; loses nothing.
    void observeAnew(const ObserveSettings &settings);
    void nameOwner(const OwnerAlias &alias);
    void rename(const QString &from, const QString &to); // A saved connection, perhaps the open one
    void showInTray();
    void leave(); // The connection is about to close, or to be opened anew

signals:
    void lockWanted(const lockscope::LockName &key); // Raises the window too; an empty key only raises it
    void otherLockWanted(const QString &connection, const lockscope::LockPtr &lock); // Of the fleet
    void fleetWanted();
    void pinned(); // Or unpinned
    void historyFailed(const lockscope::Failure &why);

private:
    void wireTray();
    void wireFleet(FleetBridge &bridge);
    void setRules(const ObserveSettings &settings);
    void takeOwn(const std::vector<Alert> &alerts);
    void tellOthers(const std::vector<Alert> &alerts);
    QString ownName() const;
    FleetMember ownMember() const;
    void showFleetInTray();
    void openOther(const QString &connection, const LockPtr &lock);
    void showHistory(const HistoryStatus &status);
    void tellFailover(const FailoverReport &report);
    void pin(bool isPinned);
    void applyPins();
    void showPin();

    EngineBridge &m_bridge;
    HistoryBridge &m_history;
    SettingsFiles &m_files;
    UiSettings &m_settings;
    const DeploymentState &m_deployment;
    LockPane &m_locks;
    QAction *m_pin;
    AlertBridge m_alerts;
    DesktopNotifier m_notifier;
    TrayStatus *m_tray;
    std::function<QString(const ConnectionSpec &)> m_nameInFleet;
    std::optional<std::vector<FleetMember>> m_members{}; // Empty: the window Fleet is closed
    FleetCounts m_counts{};                              // While it is open
    QTimer m_counting;                                   // Until the tray shows what has changed
    ToldAlerts m_told{};
    bool m_isLeft = false; // The connection is being closed or replaced
    QSet<LockName> m_pins{};
    Failure m_historyFailure{};
};

} // namespace lockscope
