// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/windowkeys.h"

#include <QAction>
#include <QGuiApplication>
#include <QWidget>
#include <QWindow>

namespace lockscope
{

WindowKeys::WindowKeys(QWidget *window, const QList<QAction *> &actions)
    : QObject(window), m_window(window), m_actions(actions)
{
    connect(qGuiApp, &QGuiApplication::focusWindowChanged, this, &WindowKeys::follow);
    follow(QGuiApplication::focusWindow());
}

// Qt knows no context for a window and its dialogs, and runs none of two actions with the same key.
void WindowKeys::follow(const QWindow *active)
{
    if (!active)
        return;
    const QWidget *at = QWidget::find(active->winId());
    while (at && at->parentWidget())
        at = at->parentWidget();
    for (QAction *action : m_actions)
        action->setShortcutContext(at == m_window ? Qt::ApplicationShortcut : Qt::WindowShortcut);
}

} // namespace lockscope
