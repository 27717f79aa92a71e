// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All commands of the main window, one QAction each, with text, shortcut and icon. Menus, tool bar and
// command palette share them. Owner: the window; GUI thread.

#include "core/values/actkind.h"
#include "ui/settings/uisettings.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>

#include <functional>

class QMenu;
class QMenuBar;
class QWidget;

namespace lockscope
{

struct DeploymentState;

class WindowActions
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::WindowActions)
public:
    explicit WindowActions(QWidget *window);

    void fillMenus(QMenuBar *bar, const QList<QAction *> &panels);
    // Enables what is possible now; the tool tips of the rest say why not.
    void allow(const DeploymentState &deployment);
    // The same for the commands on the selected lock. locks: how many are selected.
    // ended: the selected lock if it is gone; null: none. whyNot: why the one selected lock does not allow an
    // act; empty: it does, as far as is known.
    void allowForLock(const DeploymentState &deployment, size_t locks, bool namesOwner, const LockPtr &ended,
                      const std::function<QString(ActKind)> &whyNot);
    QList<QAction *> all() const;

    QAction *connectTo;
    QAction *reconnect;
    QAction *editCurrent;
    QAction *disconnect;
    QAction *trust; // An address that was only announced
    QAction *importConnections;
    QAction *exportConnections;
    QAction *openRecording;
    QMenu *recentRecordings = nullptr; // Filled when it opens
    QList<QAction *> sandboxes;        // Their data is the SandboxTopology
    QAction *copySandboxUrl;           // With its passwords
    QAction *fleet;
    QAction *rescan;
    QAction *stopScan;
    QAction *health;
    QAction *writable; // "Allow changes…", or back to read-only
    QAction *acquire;
    QAction *release;
    QAction *expire;
    QAction *wake;
    QAction *removeShare;
    QAction *whoIs;
    QAction *nameOwner;
    QAction *sameOwner;
    QAction *inTimeline;
    QAction *fullHistory;
    QAction *holds;
    QAction *makeRule;
    QAction *notLock;
    QAction *rules;
    QAction *pin;
    QAction *many;
    QAction *incident;
    QAction *filter;
    QAction *clear;
    QAction *clearFilter;
    QAction *palette;
    QAction *copyText;
    QAction *copyCommands;
    QAction *light;
    QAction *dark;
    QAction *of(Appearance appearance) const;
    QAction *system;
    QActionGroup *appearances;
    QAction *audit;
    QAction *lab;
    QAction *closeView;
    QAction *reopen;
    QAction *resetLayout;
    QAction *settings;
    QAction *help;
    QAction *keyboard;
    QAction *about;
    QAction *quit;

    // why: why it is not allowed.
    static void set(QAction *action, bool allowed, const QString &why);

private:
    QAction *make(const QString &text, const QString &help, const QList<QKeySequence> &keys = {});

    QWidget *m_window;
    QList<QAction *> m_all;
};

} // namespace lockscope
