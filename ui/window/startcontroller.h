// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Quick ways to connect: the start page, the menu of saved and recent connections, and the sandbox of this
// window. Owner: the main window; GUI thread.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "ui/connections/shownconnection.h"
#include "ui/settings/uisettings.h"
#include "ui/window/windowcontroller.h"

class QMenu;

namespace lockscope
{

class ConnectionController;
class ProfileKeeper;
class ReopenStack;
class StartPage;
class WindowActions;

class StartController final : public WindowController
{
    Q_OBJECT
public:
    // parent: the parent of the start page.
    StartController(QWidget *window, QWidget *parent, const WindowActions &actions,
                    const ProfileKeeper &profiles, const ConnectionController &connection,
                    UiSettings &settings, ReopenStack &closed, MayLeave mayLeave);

    StartPage &page() { return *m_page; }
    void refresh(); // Updates the start page
    QMenu *menu() { return m_menu; }
    QList<QAction *> connectActions(); // The current entries of the menu

    void awaitSandbox(SandboxTopology topology);
    void enterSandbox(const ConnectionSpec &spec); // Ignored if the user cancelled
    void sandboxFailed(const Failure &failure);
    void giveUpSandbox();

    bool isShowing(const ShownConnection &wanted) const;
    // The source of the current connection. Nowhere: not connected, or not reproducible by another start.
    enum class Origin { Nowhere, Profile, Address, Sandbox };
    Origin origin() const;

signals:
    void connectWanted(const lockscope::ConnectionSpec &spec);
    void dialogWanted(const lockscope::ConnectionSpec &spec);
    void profileWanted(const QString &name);
    void editWanted(const QString &profile);
    void removeWanted(const QString &profile);
    void disconnectWanted();
    void sandboxWanted(lockscope::SandboxTopology topology); // Replaces the current sandbox, if any
    void sandboxUnwanted();                                  // Cancelled before the sandbox was ready

private:
    void fillMenu();
    QString currentName() const; // Of the connection shown, as in the menu; empty if it is not there
    QString connectText(const QString &name) const;
    void addRecent();
    void connectToRecent(const QString &url);
    void forgetRecent(const QString &url); // Empty: all
    void putBackRecent(const QStringList &urls, const std::vector<UiSettings::ConnectionState> &states,
                       const QString &last);
    bool isInSandbox() const; // Of this window, read-only or not
    void enterRunning();      // The sandbox of this window, if it runs
    void wantSandbox(SandboxTopology topology);

    const WindowActions &m_actions;
    const ProfileKeeper &m_profiles;
    const ConnectionController &m_connection;
    UiSettings &m_settings;
    ReopenStack &m_closed;
    MayLeave m_mayLeave;
    StartPage *m_page;
    QMenu *m_menu;
    QStringList m_filledWith{};                // What the entries of m_menu were made from
    QMenu *m_forgetMenu = nullptr;             // Submenu of m_menu; null until there is a recent connection
    std::optional<ConnectionSpec> m_sandbox{}; // While it runs
    bool m_awaitsSandbox = false;
};

} // namespace lockscope
