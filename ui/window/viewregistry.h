// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The windows and dialogs that exist once: settings, help, health, about, the command palette, the history of
// a lock. Opening an open one raises it; a closed one can be reopened. Owner: the main window; GUI thread.

#include "ui/bridges/historybridge.h"
#include "ui/window/windowcontroller.h"

#include <QPointer>

class QAction;
class QDialog;
class QMainWindow;

namespace lockscope
{

class ApplicationTheme;
class HealthChecker;
class HealthDialog;
class HelpWindow;
class ReopenStack;
class SettingsDialog;
class SettingsFiles;
class UiSettings;
class WindowActions;
struct DeploymentState;
struct ObserveSettings;

class ViewRegistry final : public WindowController
{
    Q_OBJECT
public:
    struct Needs {
        HistoryBridge &history;
        HealthChecker &checker;
        const DeploymentState &deployment;
        const SettingsFiles &files;
        UiSettings &settings;
        ApplicationTheme *theme; // May be null
        const WindowActions &actions;
        ReopenStack &closed;
        QList<QAction *> panels; // The actions that show and hide panels
    };
    ViewRegistry(QMainWindow *window, const Needs &needs);

    void restoreAppearance();
    void showDeployment();
    SettingsDialog *openSettings(int page);                                  // See SettingsDialog::Page
    HelpWindow *openHelp(const QString &document, const QString &part = {}); // part: of a heading
    HealthDialog *openHealth();
    QDialog *openLockEvents(const LockName &key);
    void openPalette(const QList<QAction *> &connections); // connections: entries to offer in addition

signals:
    void observeSaved(const lockscope::ObserveSettings &settings);
    void trayChosen(bool shown);
    void notificationsChosen(bool shown);
    void layoutResetWanted();
    void restartWanted();
    void panelClosed();

private:
    void wireSettings(SettingsDialog &dialog);
    void setAppearance(const QAction *selected);
    void explainWhileDisabled(QAction *action);
    void openFittingHelp();
    void closeView();

    Needs m_needs;
    QMainWindow *m_main;
    HistoryStatus m_historyStatus{};
    QPointer<SettingsDialog> m_settingsDialog; // Null while closed
    QPointer<HelpWindow> m_help;
    QPointer<HealthDialog> m_health;
};

} // namespace lockscope
