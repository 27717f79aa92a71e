// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The menu of the selected locks, for the list and the details, and what it copies for them: a table, the
// redis-cli commands that read them, or those of an act. Owner: the main window; GUI thread.

#include "core/values/act.h"
#include "ui/window/windowcontroller.h"

class QMenu;
class QPoint;

namespace lockscope
{

class EngineBridge;
class LockPane;
class WindowActions;
struct DeploymentState;

class CopyCommands final : public WindowController
{
    Q_OBJECT
public:
    CopyCommands(QWidget *window, EngineBridge &bridge, const DeploymentState &deployment, LockPane &locks,
                 const WindowActions &actions);

    void openMenu(const QPoint &at); // On the screen; blocks until it is closed

private:
    void addShareCommands(QMenu *menu);
    void copyText();
    void copyReading();
    void copyAct(ActKind act);
    void copyPlan(const ActRequest &request);

    EngineBridge &m_bridge;
    const DeploymentState &m_deployment;
    LockPane &m_locks;
    const WindowActions &m_actions;
};

} // namespace lockscope
