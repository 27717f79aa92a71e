// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Lets the keys of some actions work in a window and in all its dialogs, while other windows of the program
// give the same keys to actions of their own. GUI thread.

#include <QList>
#include <QObject>

class QAction;
class QWidget;
class QWindow;

namespace lockscope
{

class WindowKeys final : public QObject
{
    Q_OBJECT
public:
    // window: the parent too. actions: of that window.
    WindowKeys(QWidget *window, const QList<QAction *> &actions);

private:
    void follow(const QWindow *active);

    QWidget *m_window;
    QList<QAction *> m_actions;
};

} // namespace lockscope
