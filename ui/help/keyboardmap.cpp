// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/keyboardmap.h"

#include "core/base/tr.h"
#include "ui/text/mnemonic.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QSet>

namespace lockscope
{

namespace
{

void addActions(const QList<QAction *> &actions, KeyGroup &group, QSet<const QAction *> &seen)
{
    for (const QAction *action : actions) {
        if (const QMenu *menu = action->menu())
            addActions(menu->actions(), group, seen);
        else if (!action->shortcuts().isEmpty() && !seen.contains(action)) {
            seen.insert(action);
            group.entries.append({.keys = action->shortcuts(), .what = withoutMnemonic(action->text())});
        }
    }
}

KeyEntry entry(const QList<QKeySequence> &keys, const QString &what)
{
    return {.keys = keys, .what = what};
}

QString keysText(const QList<QKeySequence> &keys)
{
    QStringList texts;
    for (const QKeySequence &key : keys)
        texts << QStringLiteral("`%1`").arg(key.toString(QKeySequence::NativeText));
    return texts.join(QStringLiteral(" "));
}

} // namespace

QList<KeyGroup> actionKeys(const QMenuBar &bar, const QList<QAction *> &all)
{
    QList<KeyGroup> groups;
    QSet<const QAction *> seen;
    for (const QAction *menu : bar.actions()) {
        KeyGroup group{.title = withoutMnemonic(menu->text())};
        addActions({menu->menu()->actions()}, group, seen);
        groups << group;
    }
    KeyGroup rest{.title = Tr::tr("Elsewhere in the window")};
    addActions(all, rest, seen);
    groups << rest;
    groups.removeIf([](const KeyGroup &group) { return group.entries.isEmpty(); });
    return groups;
}

QList<KeyGroup> viewKeys()
{
    const QKeySequence left(Qt::Key_Left);
    const QKeySequence right(Qt::Key_Right);
    const QKeySequence shiftLeft(Qt::SHIFT | Qt::Key_Left);
    const QKeySequence shiftRight(Qt::SHIFT | Qt::Key_Right);
    const QKeySequence escape(Qt::Key_Escape);
    const QKeySequence enter(Qt::Key_Return);
    return {
        {.title = Tr::tr("Anywhere"),
         .entries = {entry({QKeySequence(Qt::Key_Tab), QKeySequence(Qt::SHIFT | Qt::Key_Tab)},
                           Tr::tr("Go to the next or previous field")),
                     entry({QKeySequence(Qt::Key_F10)}, Tr::tr("Open the menus")),
                     entry({QKeySequence(Qt::Key_Menu), QKeySequence(Qt::SHIFT | Qt::Key_F10)},
                           Tr::tr("Open the context menu")),
                     entry({escape}, Tr::tr("Close a dialog without doing anything"))}},
        {.title = Tr::tr("Start page"),
         .view = "lockscope::StartPage",
         .entries = {entry({enter}, Tr::tr("Connect")),
                     entry({QKeySequence(Qt::Key_Delete)},
                           Tr::tr("Remove a recent connection from the list; a saved one asks first"))}},
        {.title = Tr::tr("Filter"),
         .view = "lockscope::FilterEdit",
         .entries = {entry({QKeySequence(Qt::CTRL | Qt::Key_Space)}, Tr::tr("Show completions")),
                     entry({QKeySequence(Qt::Key_Down), enter}, Tr::tr("Go to the list"))}},
        {.title = Tr::tr("Lists and tables"),
         .view = "lockscope::LockView",
         .entries = {entry({QKeySequence(Qt::Key_Up), QKeySequence(Qt::Key_Down)},
                           Tr::tr("Select the row above or below; with Shift, several")),
                     entry({left, right}, Tr::tr("Fold or unfold a group")),
                     entry({enter}, Tr::tr("Open the item of the row"))}},
        {.title = Tr::tr("Connections"),
         .view = "lockscope::ConnectionsPane",
         .entries = {entry({enter}, Tr::tr("Connect")), entry({QKeySequence(Qt::Key_F2)}, Tr::tr("Edit…")),
                     entry({QKeySequence(Qt::Key_Delete)}, Tr::tr("Remove…; it asks first"))}},
        {.title = Tr::tr("Fleet"),
         .view = "lockscope::FleetPage",
         .entries = {entry({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)},
                           Tr::tr("Search the locks of all connections")),
                     entry({escape}, Tr::tr("Clear the search")),
                     entry({enter}, Tr::tr("Open the connection, or the lock, in the main window")),
                     entry({QKeySequence(Qt::Key_F5)}, Tr::tr("Connect those again that failed"))}},
        {.title = Tr::tr("TTL of a lock"),
         .view = "lockscope::TtlPlot",
         .entries = {entry({QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)}, Tr::tr("Zoom in")),
                     entry({QKeySequence(Qt::Key_Minus)}, Tr::tr("Zoom out")),
                     entry({left}, Tr::tr("Earlier")), entry({right}, Tr::tr("Later")),
                     entry({QKeySequence(Qt::Key_Space)}, Tr::tr("Pause or follow"))}},
        {.title = Tr::tr("Plots of Contention"),
         .view = "lockscope::ContentionPlots",
         .entries = {entry({left, right}, Tr::tr("Read the values at another moment")),
                     entry({shiftLeft, shiftRight}, Tr::tr("The same in larger steps")),
                     entry({escape}, Tr::tr("Return to the current values"))}},
        {.title = Tr::tr("Lanes of the Timeline"),
         .view = "lockscope::HoldLanes",
         .entries = {entry({left, right}, Tr::tr("Look back at another moment: show all locks of it")),
                     entry({shiftLeft, shiftRight}, Tr::tr("The same in larger steps")),
                     entry({escape}, Tr::tr("End the look back"))}},
        {.title = Tr::tr("Picture of Blocking"),
         .view = "lockscope::GraphView",
         .entries = {entry({left, right, QKeySequence(Qt::Key_Up), QKeySequence(Qt::Key_Down)},
                           Tr::tr("Go to the next client or lock")),
                     entry({enter}, Tr::tr("Select the lock")),
                     entry({QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)}, Tr::tr("Zoom in")),
                     entry({QKeySequence(Qt::Key_Minus)}, Tr::tr("Zoom out")),
                     entry({QKeySequence(Qt::Key_0)}, Tr::tr("Zoom to show all")),
                     entry({QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_PageDown)},
                           Tr::tr("Scroll"))}},
        {.title = Tr::tr("Health of the deployment"),
         .view = "lockscope::HealthDialog",
         .entries = {entry({QKeySequence(Qt::Key_F5)}, Tr::tr("Refresh"))}},
        {.title = Tr::tr("Help"),
         .view = "lockscope::HelpWindow",
         .entries = {entry({QKeySequence(QKeySequence::Find)}, Tr::tr("Find in this document")),
                     entry({QKeySequence(Qt::Key_F3)}, Tr::tr("Find next")),
                     entry({QKeySequence(Qt::SHIFT | Qt::Key_F3)}, Tr::tr("Find previous")),
                     entry({QKeySequence(QKeySequence::Back)}, Tr::tr("Back")),
                     entry({QKeySequence(QKeySequence::Forward)}, Tr::tr("Forward"))}},
    };
}

QString keyboardDocument(const QList<KeyGroup> &groups)
{
    QString text =
        QStringLiteral("# %1\n\n%2\n")
            .arg(Tr::tr("Keyboard shortcuts"), Tr::tr("Every command works without a mouse. Those without a "
                                                      "shortcut are in the command palette, by name."));
    for (const KeyGroup &group : groups) {
        text += QStringLiteral("\n## %1\n\n| %2 | %3 |\n| --- | --- |\n")
                    .arg(group.title, Tr::tr("Key"), Tr::tr("Action"));
        for (const KeyEntry &entry : group.entries)
            text += QStringLiteral("| %1 | %2 |\n").arg(keysText(entry.keys), entry.what);
    }
    return text;
}

} // namespace lockscope
