// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The windows and dialogs that are there once: settings, help, health, about, the command palette, the
// history of a lock; each is brought to the front where it is open, and can be opened again after it was
// closed. Owner: the main window; GUI thread.

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
        ApplicationTheme *theme; // may be null
        const WindowActions &actions;
        ReopenStack &closed;
        QList<QAction *> panels; // what shows and hides them
    };
    ViewRegistry(QMainWindow *window, const Needs &needs);

    void restoreAppearance();
    void showDeployment();
    SettingsDialog *openSettings(int page); // of SettingsDialog::Page
    HelpWindow *openHelp(const QString &document);
    HealthDialog *openHealth();
    QDialog *openStory(const LockName &key);
    void openPalette(const QList<QAction *> &connections); // what else is offered there

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
    void openFittingHelp();
    void closeView();

    Needs m_needs;
    QMainWindow *m_main;
    HistoryStatus m_historyStatus{};
    QPointer<SettingsDialog> m_settingsDialog; // while they are open
    QPointer<HelpWindow> m_help;
    QPointer<HealthDialog> m_health;
};

} // namespace lockscope
