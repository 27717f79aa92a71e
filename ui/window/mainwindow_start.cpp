// SPDX-License-Identifier: GPL-3.0-or-later
// The window before its first connection and between two: start page, sandbox, recent connections, links.
#include "ui/bridges/enginebridge.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/linkedconnection.h"
#include "ui/connections/startpage.h"
#include "ui/lab/labwords.h"
#include "ui/locks/lockpane.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
#include <QMenu>

namespace lockscope
{

void MainWindow::wireStart()
{
    m_start = new StartPage({.connectTo = m_actions.connectTo,
                             .sandboxes = m_actions.sandboxes,
                             .help = m_actions.help,
                             .keyboard = m_actions.keyboard},
                            m_locks);
    m_locks->setStart(m_start);
    for (QAction *sandbox : std::as_const(m_actions.sandboxes)) {
        connect(sandbox, &QAction::triggered, this,
                [this, topology = SandboxTopology(sandbox->data().toInt())] { wantSandbox(topology); });
    }
    connect(m_start, &StartPage::profileWanted, this, &MainWindow::connectToProfile);
    connect(m_start, &StartPage::recentWanted, this, &MainWindow::connectToRecent);
    connect(m_start, &StartPage::runningWanted, this, [this] {
        if (m_sandbox)
            connectTo(ConnectionSpec(*m_sandbox));
    });
    connect(m_start, &StartPage::editWanted, this, &MainWindow::editProfile);
    connect(m_start, &StartPage::removeWanted, this, &MainWindow::removeProfile);
    connect(m_start, &StartPage::forgetWanted, this, &MainWindow::forgetRecent);
    connect(m_start, &StartPage::cancelWanted, this, &MainWindow::giveUpSandbox);
}

void MainWindow::showStart()
{
    m_start->setKnown({.profiles = m_profiles,
                       .recentUrls = m_settings.recentUrls(),
                       .last = m_settings.lastConnection(),
                       .running = m_sandbox ? m_sandbox->name : QString()});
}

void MainWindow::hidePanels()
{
    m_detailDock->hide();
    for (QDockWidget *dock : bottomDocks())
        dock->hide();
}

// They are empty without a connection. Not as closed ones: nobody closed them.
void MainWindow::putPanelsAside()
{
    if (m_aside)
        return;
    m_aside = saveState();
    hidePanels();
}

// What was opened meanwhile stays open, and in front.
void MainWindow::bringPanelsBack()
{
    if (!m_aside)
        return;
    const QByteArray left = *std::exchange(m_aside, std::nullopt);
    const QPointer<QWidget> focus = focusWidget();
    const bool listShown = !m_connectionsDock->isHidden();
    const bool lockShown = !m_detailDock->isHidden();
    const int listWidth = m_connectionsDock->width();
    QList<QDockWidget *> opened = bottomDocks();
    opened.removeIf([](const QDockWidget *dock) { return dock->isHidden(); });
    const auto front = std::ranges::find_if(
        opened, [this](QDockWidget *dock) { return m_bottomActions[dock]->isChecked(); });
    QDockWidget *inFront = front == opened.end() ? nullptr : *front;
    const bool known = restoreState(left);
    if (!known) {
        openFirstPanels();
        m_sharesRoom = true;
    }
    m_connectionsDock->setVisible(listShown);
    if (lockShown || !known)
        m_detailDock->show();
    for (QDockWidget *dock : std::as_const(opened))
        showPanel(dock);
    if (inFront)
        inFront->raise();
    if (isVisible() && listShown && !m_sharesRoom) // it may have been dragged
        resizeDocks({m_connectionsDock}, {listWidth}, Qt::Horizontal);
    shareRoom();
    if (focus && focus->isVisible())
        focus->setFocus();
}

void MainWindow::connectToRecent(const QString &url)
{
    const auto spec = parseConnectionUrl(url);
    if (!spec)
        return showError(spec.failure());
    // A URL in the list has no password: the dialog is where it can be given.
    const auto hasUser = [](const ConnectionSpec &one) { return !one.user.isEmpty(); };
    if (hasUser(*spec) || std::ranges::any_of(spec->members, hasUser))
        openConnectionDialog(*spec);
    else
        connectTo(*spec);
}

// In no file any more; until this window ends it can be put back.
void MainWindow::forgetRecent(const QString &url)
{
    const QStringList gone = url.isEmpty() ? m_settings.recentUrls() : QStringList(url);
    if (url.isEmpty())
        m_settings.clearRecentUrls();
    else
        m_settings.removeRecentUrl(url);
    const QString last = m_settings.lastConnection();
    if (!isSaved(last) && (url.isEmpty() || url == last))
        m_settings.setLastConnection({});
    showStart();
    const QString key = m_actions.reopen->shortcut().toString(QKeySequence::NativeText);
    m_closed->remember(
        gone.join(u'\n'), ReopenStack::Of::Window, [this, gone, last] { putBackRecent(gone, last); },
        url.isEmpty() ? tr("&Put the recent connections back")
                      : tr("&Put %1 back").arg(QString(url).replace(u'&', QLatin1String("&&"))));
    m_status->showMessage(url.isEmpty()
                              ? tr("The recent connections are off the list; %1 puts them back").arg(key)
                              : tr("%1 is off the list; %2 puts it back").arg(url, key),
                          10'000);
}

void MainWindow::putBackRecent(const QStringList &urls, const QString &last)
{
    for (auto url = urls.crbegin(); url != urls.crend(); ++url)
        m_settings.addRecentUrl(*url);
    if (m_settings.lastConnection().isEmpty())
        m_settings.setLastConnection(last);
    showStart();
}

// Each in a menu of its own, as a menu has no other way to point at one of its entries.
void MainWindow::addRecent(QMenu *menu)
{
    const QStringList urls = m_settings.recentUrls();
    if (urls.isEmpty())
        return;
    menu->addSeparator();
    const auto shown = [](QString url) { return url.replace(u'&', QLatin1String("&&")); };
    for (const QString &url : urls)
        menu->addAction(tr("Connect to %1").arg(shown(url)), menu, [this, url] { connectToRecent(url); })
            ->setData(url);
    if (!m_forgetMenu)
        m_forgetMenu = new QMenu(tr("Forget a recent connection"), menu);
    m_forgetMenu->clear();
    for (const QString &url : urls)
        m_forgetMenu->addAction(shown(url), menu, [this, url] { forgetRecent(url); });
    m_forgetMenu->addSeparator();
    m_forgetMenu->addAction(tr("All of them"), menu, [this] { forgetRecent({}); });
    menu->addMenu(m_forgetMenu);
}

void MainWindow::wantSandbox(SandboxTopology topology)
{
    if (!mayLeave(tr("&Try the sandbox"), [this, topology] { wantSandbox(topology); }))
        return;
    if (m_deployment.spec)
        disconnectFromServer();
    m_sandbox.reset(); // the new one is instead of it
    showStart();
    awaitSandbox(topology);
    emit sandboxWanted(topology);
}

void MainWindow::awaitSandbox(SandboxTopology topology)
{
    m_awaitsSandbox = true;
    m_start->showBusy(tr("Starting the sandbox: %1 …").arg(text::topology(topology)));
}

void MainWindow::enterSandbox(const ConnectionSpec &spec)
{
    if (!m_awaitsSandbox)
        return;
    m_awaitsSandbox = false;
    m_sandbox = spec;
    m_start->showBusy({});
    connectTo(spec);
}

void MainWindow::sandboxFailed(const Failure &failure)
{
    m_awaitsSandbox = false;
    m_start->showProblem(tr("The sandbox could not be started: %1").arg(text::failure(failure)),
                         failure.remedy);
}

void MainWindow::giveUpSandbox()
{
    if (!m_awaitsSandbox)
        return;
    m_awaitsSandbox = false;
    m_start->showBusy({});
    emit sandboxUnwanted();
}

// It does not connect: a page in a browser may have written the address.
void MainWindow::openLink(const ConnectionSpec &spec, const HowToOpen &how)
{
    LinkedConnection linked = linkedConnection(spec);
    if (how)
        how(linked.spec);
    ConnectionDialog *dialog = openConnectionDialog(linked.spec);
    dialog->setNotice(linked.leftOut
                          ? tr("This address came from a link, and nothing is connected yet. What a link may "
                               "not say was left out: a tunnel, a proxy, files, unverified TLS, another "
                               "name for it.")
                          : tr("This address came from a link, and nothing is connected yet. Connect only if "
                               "you know the server."));
}

bool MainWindow::isShowing(const ShownConnection &wanted) const
{
    // How it will be opened is not known before it is.
    const bool anyhow = !wanted.readOnly && wanted.patterns.isEmpty();
    if (wanted.connection.isEmpty())
        return anyhow && !m_deployment.spec && m_opening.isEmpty() && !m_awaitsSandbox;
    if (!m_deployment.spec)
        return anyhow && wanted.connection == m_opening;
    const ConnectionSpec &spec = *m_deployment.spec;
    if (m_watchesLab || spec == m_sandbox)
        return false;
    return wanted.connection == (spec.name.isEmpty() ? connectionUrl(spec) : spec.name) &&
           (spec.readOnly || !wanted.readOnly) &&
           (wanted.patterns.isEmpty() || wanted.patterns == spec.patterns);
}

MainWindow::Origin MainWindow::origin() const
{
    if (!m_deployment.spec || m_watchesLab)
        return Origin::Nowhere;
    const ConnectionSpec &spec = *m_deployment.spec;
    if (spec == m_sandbox)
        return Origin::Sandbox;
    if (spec.name.isEmpty())
        return Origin::Address;
    return isSaved(spec.name) ? Origin::Profile : Origin::Nowhere;
}

} // namespace lockscope
