// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window tells unasked: alerts, pinned locks, failovers; in the desktop's notifications, in the tray
// and in the status bar. Owner: the main window; GUI thread.

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

    void observe(const ObserveSettings &settings); // alerts, history and pins of a new connection
    // The same while connected, and how is judged and named: nothing that was learnt is lost.
    void observeAnew(const ObserveSettings &settings);
    void nameOwner(const OwnerAlias &alias);
    void showInTray();

signals:
    void lockWanted(const lockscope::LockName &key); // with the window in front; empty: the window alone
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
    QSet<LockName> m_pins{}; // of this connection
    Failure m_historyFailure{};
};

} // namespace lockscope
