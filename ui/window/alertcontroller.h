// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reports alerts, pinned locks and failovers in desktop notifications, tray and status bar. Owner: the main
// window; GUI thread.

#include "ui/status/alertbridge.h"
#include "ui/status/desktopnotifier.h"
#include "ui/window/windowcontroller.h"

#include <QSet>

class QAction;

namespace lockscope
{

class EngineBridge;
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
    AlertController(QWidget *window, EngineBridge &link, HistoryBridge &history, SettingsFiles &files,
                    UiSettings &settings, const DeploymentState &deployment, LockPane &locks,
                    const WindowActions &actions);

    AlertBridge &alerts() { return m_alerts; }
    DesktopNotifier &notifier() { return m_notifier; }
    TrayStatus &tray() { return *m_tray; }

    void observe(const ObserveSettings &settings); // Applies alerts, history and pins for a new connection
    // Applies changed settings to the current connection, including thresholds and aliases; loses nothing.
    void observeAnew(const ObserveSettings &settings);
    void nameOwner(const OwnerAlias &alias);
    void showInTray();

signals:
    void lockWanted(const lockscope::LockName &key); // Raises the window too; an empty key only raises it
    void historyFailed(const lockscope::Failure &why);

private:
    void showHistory(const HistoryStatus &status);
    void tellFailover(const FailoverReport &report);
    void pin(bool pinned);
    void applyPins();
    void showPin();

    EngineBridge &m_link;
    HistoryBridge &m_history;
    SettingsFiles &m_files;
    UiSettings &m_settings;
    const DeploymentState &m_deployment;
    LockPane &m_locks;
    QAction *m_pin;
    AlertBridge m_alerts;
    DesktopNotifier m_notifier;
    TrayStatus *m_tray;
    QSet<LockName> m_pins{};
    Failure m_historyFailure{};
};

} // namespace lockscope
