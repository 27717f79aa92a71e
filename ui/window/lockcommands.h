// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Commands on locks: dialogs for acts on one or several, a rule from a key, the folder for a ticket; and
// selecting a lock. Owner: the main window; GUI thread.

#include "core/values/act.h"
#include "core/values/lock.h"
#include "ui/settings/ruledialog.h"
#include "ui/window/windowcontroller.h"

namespace lockscope
{

class DetailPane;
class EngineBridge;
class FilterEdit;
class HistoryBridge;
class LockPane;
class SettingsFiles;
class UiSettings;
class WindowActions;
struct DeploymentState;
struct LockShare;

class LockCommands final : public WindowController
{
    Q_OBJECT
public:
    struct Needs {
        EngineBridge &bridge;
        HistoryBridge &history;
        const SettingsFiles &files;
        UiSettings &settings;
        const DeploymentState &deployment;
        LockPane &locks;
        DetailPane &detail;
        FilterEdit &filter;
        std::function<bool()> closeQuestion; // False: none is open
    };
    LockCommands(QWidget *window, const Needs &needs, WindowActions &actions);

    void goTo(const LockName &key);     // Opens its history if the lock is gone
    void glanceAt(const LockName &key); // The same, but its history only the second time in a row
    // A lock of that saved connection. True: it is open, and the lock is shown. False: the connection is to
    // be opened; the lock is selected as soon as it is listed there.
    bool goToOther(const LockPtr &lock, const QString &profile);
    // Each connection has a filter of its own, or it would hide locks of another.
    void restoreFilter(const ConnectionSpec &spec);
    void saveFilter();
    void rename(const QString &from, const QString &to); // A saved connection, perhaps the open one
    void awaitGoal();                                    // Call when a connection was opened
    void goToAudited(const LockName &key, const QString &profile);
    // Stops a running bulk action after the current lock and raises its dialog, so that its results are seen
    // before the window closes. False: none is running.
    bool stopBulkAction();
    // For an end that cannot be refused: stops running bulk actions after the current lock and waits for its
    // result, for `bound` at most. Then calls `then` once, perhaps at once.
    void leave(milliseconds bound, const std::function<void()> &then);
    // See MayLeave: asks if a dialog about an act is open, which only this connection can go on with.
    bool mayLeave(const QString &going, const std::function<void()> &then,
                  const QString &why); // See MayLeave
    void allow(); // Enables the commands on the selected lock; call after a change of the deployment

signals:
    void lockEventsWanted(const lockscope::LockName &key);
    void ruleSaved(const lockscope::LockName &key);

private:
    void wireSelected();
    void missGoal();
    void clearOneStep();
    void openProbe(const LockPtr &lock);
    void filterByOwner();
    void openAct(ActKind act, const LockPtr &lock);
    void openRemoval(const LockPtr &lock, const LockShare &share);
    void openAcquire();
    void openRule(RuleDialog::Purpose purpose);
    void openRules();
    void openBulkAction();
    void saveIncident(const LockName &key);
    void saveChosenIncident();
    // history: the file of the connection; empty: it has none
    void tellIncident(const QString &folder, const QString &history);
    void saveAsOne(const QString &folder, const QString &history); // Asks where

    Needs m_needs;
    WindowActions &m_actions;
    LockName m_missed{}; // By the last glance
    LockPtr m_goal{};    // To be selected once its connection is open; null: none
    QString m_goalProfile{};
    Instant m_goalAt{};
    Instant m_glancedAt{};
    QString m_filtered{};  // The connection that the filter is of; empty: none yet
    bool m_leaves = false; // The user agreed to leave the dialogs that are open
};

} // namespace lockscope
