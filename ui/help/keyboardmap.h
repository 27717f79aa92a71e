// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every key there is: those of the actions, as the menus have them, and those that a view understands while
// it has the focus. What the help shows; a test compares it with what is really there. GUI thread.

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
    const char *view = nullptr; // the class that understands them; null: the window's own, or everybody's
    QList<KeyEntry> entries{};
};

// A group for each menu; what is in no menu comes in one of its own, last.
QList<KeyGroup> actionKeys(const QMenuBar &bar, const QList<QAction *> &all);
QList<KeyGroup> viewKeys();
QString keyboardDocument(const QList<KeyGroup> &groups); // Markdown

} // namespace lockscope
