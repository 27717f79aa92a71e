// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowactions.h"

#include "ui/bridges/deploymentstate.h"
#include "ui/forms/windowkeys.h"
#include "ui/lab/labwords.h"
#include "ui/text/mnemonic.h"
#include "ui/theme/icons.h"

#include <QMenu>
#include <QMenuBar>

#include <utility>

namespace lockscope
{

WindowActions::WindowActions(QWidget *window) : m_window(window)
{
    connectTo = make(tr("&Connect…"), tr("Connect to Redis by address"), {QKeySequence::Open});
    reconnect = make(tr("Re&try connection"), tr("Connect again with the same settings"));
    editCurrent = make(tr("C&hange connection…"), tr("Address, login and TLS of the current connection"));
    disconnect = make(tr("&Disconnect"), tr("Close the connection"));
    trust = make(tr("Tr&ust this address…"), tr("Send the password to an address that a server announced"));
    importConnections = make(tr("&Import connections…"), tr("Add the saved connections of a file"));
    exportConnections = make(tr("Ex&port connections…"), tr("Write the saved connections to a file"));
    openRecording = make(tr("Open recordin&g…"), tr("Play a file that lockscope-cli record wrote"),
                         {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)});
    fleet = make(tr("&Fleet…"), tr("All saved connections at once, the worst first"),
                 {QKeySequence(Qt::CTRL | Qt::Key_6)});
    for (const auto &[topology, letter] :
         {std::pair(SandboxTopology::Standalone, u'O'), std::pair(SandboxTopology::Replica, u'M'),
          std::pair(SandboxTopology::Sentinel, u'S'), std::pair(SandboxTopology::Cluster, u'C'),
          std::pair(SandboxTopology::RedLock, u'R')}) {
        sandboxes << make(tr("Sandbox: %1").arg(withMnemonic(text::topology(topology), letter)),
                          tr("Start a private Redis on this machine, with working locks"));
        sandboxes.last()->setData(int(topology));
    }
    copySandboxUrl = make(tr("Copy &URL of the sandbox"), tr("With its password, for other programs"));
    rescan = make(tr("&Refresh"), tr("Scan all keys for locks again"), {QKeySequence(Qt::Key_F5)});
    stopScan = make(tr("&Stop scan"), tr("Keep what was found so far"));
    health =
        make(tr("H&ealth of the deployment"), tr("Risks to locks, servers, and permissions of this user"),
             {QKeySequence(Qt::CTRL | Qt::Key_H)});
    health->setIconText(tr("Health…"));
    writable = make(tr("&Allow changes…"), tr("Acquire, renew and release locks on this connection"));
    acquire = make(tr("&Acquire…"), tr("Acquire a lock for this program"));
    release = make(tr("&Release…"), tr("Release options for the selected lock, safest first"),
                   {QKeySequence(Qt::CTRL | Qt::Key_R)});
    expire = make(tr("Set &expiry…"), tr("Set an expiry on the selected lock, or shorten the time left"));
    wake =
        make(tr("&Wake waiters…"), tr("Send the wake-up message to the waiters; the lock does not change"));
    removeShare = make(tr("Remo&ve one holder…"),
                       tr("Remove one holder, permit or queue entry of the selected lock; the others stay"));
    whoIs = make(tr("Who is &this?…"), tr("Find the client that holds the selected lock"));
    nameOwner = make(tr("&Name this owner…"), tr("Give the owner of the selected lock a name"));
    sameOwner = make(tr("Filter by &owner"), tr("Show all locks of the owner of the selected lock"));
    inTimeline = make(tr("&Show in timeline"), tr("The holds and waiters of the selected lock over time"));
    fullHistory = make(tr("F&ull history…"), tr("All remembered events of the selected lock"));
    holds = make(tr("Locks &held here…"), tr("Locks that this Lockscope holds, to release or renew them"));
    makeRule =
        make(tr("&Make rule from this key…"), tr("Define keys like this one as locks, and how to read them"));
    notLock = make(tr("Not a loc&k…"), tr("Ignore keys like this one"));
    rules = make(tr("Mana&ge rules…"), tr("View and remove your rules for keys"));
    pin = make(tr("&Pin"), tr("Notify when the selected lock becomes free or changes hands"),
               {QKeySequence(Qt::CTRL | Qt::Key_P)});
    pin->setCheckable(true);
    many =
        make(tr("&Bulk action…"),
             tr("Wake, set an expiry or release by force: the selected locks, or all that the filter shows"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)});
    incident = make(tr("Save &incident bundle…"),
                    tr("A folder for a ticket: all that is known of the selected lock, without secrets"));
    filter = make(tr("Go to the &filter"), tr("Type which locks to show"),
                  {QKeySequence::Find, QKeySequence(Qt::Key_Slash)});
    clear = make(tr("Clear"), tr("Clear the selection, then the filter"), {QKeySequence(Qt::Key_Escape)});
    clearFilter = make(tr("C&lear filter"), tr("Show all locks"));
    palette = make(tr("Comman&ds…"), tr("Find a command by name"), {QKeySequence(Qt::CTRL | Qt::Key_K)});
    copyText = make(tr("&Copy as text"), tr("Copy the selected locks as a table"), {QKeySequence::Copy});
    copyCommands =
        make(tr("Copy as redis-cli comman&ds"), tr("Copy the commands that show the selected locks"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)});
    system = make(tr("Theme: follow &system"), tr("Light or dark, like the system"));
    light = make(tr("Theme: &light"), tr("Dark text on a light background"));
    dark = make(tr("Theme: &dark"), tr("Light text on a dark background"));
    audit = make(tr("&Audit…"), tr("Changes made with Lockscope: who, when, why, and with what result"),
                 {QKeySequence(Qt::CTRL | Qt::Key_4)});
    lab =
        make(tr("La&b…"), tr("Contention demos with measured results"), {QKeySequence(Qt::CTRL | Qt::Key_L)});
    closeView = make(tr("Close vie&w"), tr("Close the panel or window with the focus"),
                     {QKeySequence(Qt::CTRL | Qt::Key_W)});
    reopen = make(tr("Reo&pen closed view"), tr("Reopen the last closed panel or window"),
                  {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)});
    resetLayout = make(tr("Re&set layout"), tr("Panels and columns as at the first start"));
    settings = make(tr("Sett&ings…"), tr("Appearance, language, window, verdicts, alerts, history and names"),
                    {QKeySequence(Qt::CTRL | Qt::Key_Comma)});
    help = make(tr("&Help"), tr("Help for the current view"), {QKeySequence(Qt::Key_F1)});
    keyboard = make(tr("&Keyboard shortcuts"), tr("All keyboard shortcuts"),
                    {QKeySequence(Qt::CTRL | Qt::Key_Question)});
    about = make(tr("&About Lockscope"), tr("Version, licence, and details for bug reports"));
    quit = make(tr("&Quit"), tr("Close the window and its connection"), {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    new WindowKeys(window, {help, closeView});
    appearances = new QActionGroup(window);
    for (QAction *action : {system, light, dark}) {
        action->setCheckable(true);
        appearances->addAction(action);
    }
    connectTo->setIcon(glyphIcon(Glyph::Connect));
    disconnect->setIcon(glyphIcon(Glyph::Disconnect));
    rescan->setIcon(glyphIcon(Glyph::Rescan));
    stopScan->setIcon(glyphIcon(Glyph::Stop));
    writable->setIcon(glyphIcon(Glyph::Padlock));
    acquire->setIcon(glyphIcon(Glyph::Add));
    filter->setIcon(glyphIcon(Glyph::Search));
    palette->setIcon(glyphIcon(Glyph::Command));
    health->setIcon(glyphIcon(Glyph::Pulse));
    pin->setIcon(glyphIcon(Glyph::Pin));
    holds->setIcon(glyphIcon(Glyph::Padlock));
    copyText->setIcon(glyphIcon(Glyph::Copy));
    copyCommands->setIcon(glyphIcon(Glyph::Terminal));
    incident->setIcon(glyphIcon(Glyph::Folder));
    closeView->setIcon(glyphIcon(Glyph::Close));
    reopen->setIcon(glyphIcon(Glyph::Reopen));
    settings->setIcon(glyphIcon(Glyph::Settings));
    help->setIcon(glyphIcon(Glyph::Help));
    keyboard->setIcon(glyphIcon(Glyph::Keyboard));
    about->setIcon(glyphIcon(Glyph::Info));
}

QAction *WindowActions::make(const QString &text, const QString &help, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(text, m_window);
    action->setShortcuts(keys);
    action->setIconText(withoutMnemonic(text)); // The text of buttons
    const QString key = keys.isEmpty() ? QString() : keys.first().toString(QKeySequence::NativeText);
    action->setToolTip(key.isEmpty() ? help : QStringLiteral("%1 (%2)").arg(help, key));
    action->setData(action->toolTip()); // The tool tip while enabled
    m_window->addAction(action);
    m_all << action;
    return action;
}

void WindowActions::fillMenus(QMenuBar *bar, const QList<QAction *> &panels)
{
    QMenu *connection = bar->addMenu(tr("&Connection"));
    connection->addActions({connectTo, editCurrent, writable, trust, reconnect, disconnect});
    QMenu *sandbox = connection->addMenu(tr("Tr&y the sandbox"));
    sandbox->addActions(sandboxes);
    sandbox->addSeparator();
    sandbox->addAction(copySandboxUrl);
    connection->addSeparator();
    connection->addAction(fleet);
    connection->addAction(openRecording);
    recentRecordings = connection->addMenu(tr("Recent recordi&ngs"));
    connection->addSeparator();
    connection->addActions({importConnections, exportConnections});
    connection->addSeparator();
    connection->addActions({rescan, stopScan});
    connection->addSeparator();
    connection->addAction(health);
    connection->addSeparator();
    connection->addAction(quit);
    QMenu *locks = bar->addMenu(tr("&Locks"));
    locks->addActions({release, expire, wake, removeShare});
    locks->addSeparator();
    locks->addActions({whoIs, nameOwner, sameOwner, inTimeline, fullHistory, pin});
    locks->addSeparator();
    locks->addActions({acquire, holds, makeRule, notLock, rules});
    locks->addSeparator();
    locks->addActions({many, incident});
    locks->addSeparator();
    locks->addActions({copyText, copyCommands});
    locks->addSeparator();
    locks->addActions({filter, clearFilter});
    QMenu *view = bar->addMenu(tr("&View"));
    view->addAction(palette);
    view->addSeparator();
    view->addActions(panels);
    view->addSeparator();
    view->addActions({audit, lab});
    view->addSeparator();
    view->addActions({closeView, reopen, resetLayout});
    view->addSeparator();
    view->addMenu(tr("Th&eme"))->addActions(appearances->actions());
    view->addAction(settings);
    QMenu *helping = bar->addMenu(tr("&Help"));
    helping->addActions({help, keyboard});
    helping->addSeparator();
    helping->addAction(about);
    for (QMenu *menu : bar->findChildren<QMenu *>())
        menu->setToolTipsVisible(true); // They say why an entry is disabled
}

QAction *WindowActions::of(Appearance appearance) const
{
    return appearance == Appearance::Light ? light : appearance == Appearance::Dark ? dark : system;
}

void WindowActions::allow(const DeploymentState &deployment)
{
    const bool connected = deployment.isReady();
    const bool scanning = deployment.scan.phase == ScanPhase::Running;
    const QString notConnected = tr("Not connected");
    set(disconnect, deployment.spec.has_value(), notConnected);
    set(reconnect, deployment.spec.has_value(), notConnected);
    set(trust, deployment.spec && deployment.untrusted(), tr("No address waits to be trusted"));
    set(editCurrent, deployment.spec.has_value(), notConnected);
    set(health, deployment.spec.has_value(), notConnected);
    set(filter, deployment.spec.has_value(), notConnected);
    set(clearFilter, deployment.spec.has_value(), notConnected);
    set(rescan, connected && !scanning, connected ? tr("A scan is running") : notConnected);
    set(stopScan, connected && scanning, tr("No scan is running"));
    set(makeRule, connected, notConnected);
    set(many, connected, notConnected);
    const bool readOnly = deployment.spec && deployment.spec->readOnly;
    writable->setText(readOnly ? tr("&Allow changes…") : tr("Make read-&only"));
    set(writable, deployment.spec.has_value(), notConnected);
    const bool denied = deployment.spec && deployment.spec->limits.denied.contains(ActKind::Acquire);
    set(acquire, deployment.canWrite() && !denied,
        !connected               ? notConnected
        : !deployment.canWrite() ? deployment.whyNoChanges()
                                 : tr("The profile %1 denies acquiring locks").arg(deployment.spec->name));
}

void WindowActions::set(QAction *action, bool allowed, const QString &why)
{
    action->setEnabled(allowed);
    action->setToolTip(allowed ? action->data().toString() : why);
}

void WindowActions::allowForLock(const DeploymentState &deployment, size_t locks, bool namesOwner,
                                 const LockPtr &ended, const std::function<QString(ActKind)> &whyNot)
{
    const QString whyNone = locks == 0 && ended ? tr("The lock is gone")
                            : locks == 0        ? tr("Select a lock")
                                                : tr("Select one lock, or use “Bulk action…”");
    const QString why = deployment.isReady() ? whyNone : tr("Not connected");
    const bool one = deployment.isReady() && locks == 1;
    const std::pair<QAction *, ActKind> acts[] = {{release, ActKind::ForceRelease},
                                                  {expire, ActKind::SetExpiry},
                                                  {wake, ActKind::Wake},
                                                  {removeShare, ActKind::RemoveShare}};
    for (const auto &[action, act] : acts) {
        const QString refused = !one ? why : deployment.canWrite() ? whyNot(act) : deployment.whyNoChanges();
        set(action, refused.isEmpty(), refused);
    }
    set(notLock, one, why);
    const QString noOwner = tr("The lock has no owner");
    set(whoIs, one && namesOwner, one ? noOwner : why);
    // These need no server, and are wanted most when it does not answer.
    for (QAction *copy : {copyText, copyCommands})
        set(copy, locks > 0, whyNone);
    set(pin, locks > 0, whyNone);
    set(nameOwner, locks == 1 && namesOwner, locks == 1 ? noOwner : whyNone);
    const bool isAny = locks == 1 || ended;
    for (QAction *past : {inTimeline, fullHistory, incident})
        set(past, isAny, whyNone);
    set(sameOwner, isAny && (namesOwner || (ended && !ended->owner().isEmpty())), isAny ? noOwner : whyNone);
}

QList<QAction *> WindowActions::all() const
{
    return m_all;
}

} // namespace lockscope
