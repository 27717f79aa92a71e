// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All shortcuts: of the actions, as in the menus, and of views while focused. Shown in the help; a test
// compares the table with the widgets. GUI thread.

#include <QKeySequence>
#include <QStringList>

class QAction;
class QMenuBar;

namespace lockscope
{

struct KeyEntry {
    QList<QKeySequence> keys{};
    QString what{};
};

struct KeyGroup {
    QString title{};
    const char *view = nullptr; // The class that handles them; null: the window itself, or every view
    QList<KeyEntry> entries{};
};

// One group for each menu, and a last one for actions outside the menus.
QList<KeyGroup> actionKeys(const QMenuBar &bar, const QList<QAction *> &all);
QList<KeyGroup> viewKeys();
QString keyboardDocument(const QList<KeyGroup> &groups); // Markdown

} // namespace lockscope
