// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Everything the main window can be told to do: one QAction each, with its words, key and icon. Menus, tool
// bar and command palette show the same ones. Owner: the window. GUI thread.

#include "ui/settings/uisettings.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>

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
    void allow(const DeploymentState &deployment); // what can be done now; the tooltips say why not
    QList<QAction *> all() const;

    QAction *connectTo;
    QAction *reconnect;
    QAction *editCurrent;
    QAction *disconnect;
    QList<QAction *> sandboxes; // their data is the SandboxTopology
    QAction *rescan;
    QAction *stopScan;
    QAction *health;
    QAction *acquire;
    QAction *holds;
    QAction *makeRule;
    QAction *pin;
    QAction *many;
    QAction *incident;
    QAction *observe;
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
    QAction *closeView;
    QAction *reopen;
    QAction *resetLayout;
    QAction *settings;
    QAction *help;
    QAction *keyboard;
    QAction *about;
    QAction *quit;

private:
    QAction *make(const QString &text, const QString &help, const QList<QKeySequence> &keys = {});

    QWidget *m_window;
    QList<QAction *> m_all;
};

} // namespace lockscope
