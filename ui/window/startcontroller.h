// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be connected to at once: the start page, the menu of saved and recent connections, and the sandbox
// of this window. Owner: the main window; GUI thread.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "ui/connections/shownconnection.h"
#include "ui/window/windowcontroller.h"

class QMenu;

namespace lockscope
{

class ConnectionController;
class ProfileKeeper;
class ReopenStack;
class StartPage;
class UiSettings;
class WindowActions;

class StartController final : public WindowController
{
    Q_OBJECT
public:
    // The page is a child of parent.
    StartController(QWidget *window, QWidget *parent, const WindowActions &actions,
                    const ProfileKeeper &profiles, const ConnectionController &connection,
                    UiSettings &settings, ReopenStack &closed, MayLeave mayLeave);

    StartPage &page() { return *m_page; }
    void refresh(); // what the page offers
    QMenu *menu() { return m_menu; }
    QList<QAction *> connectActions(); // of the menu, as they are now

    void awaitSandbox(SandboxTopology topology);
    void enterSandbox(const ConnectionSpec &spec); // unless that was given up
    void sandboxFailed(const Failure &failure);
    void giveUpSandbox();

    bool isShowing(const ShownConnection &wanted) const;
    // Where what it is connected to comes from; Nowhere: it is not, or to what cannot be asked for again.
    enum class Origin { Nowhere, Profile, Address, Sandbox };
    Origin origin() const;

signals:
    void connectWanted(const lockscope::ConnectionSpec &spec);
    void dialogWanted(const lockscope::ConnectionSpec &spec);
    void profileWanted(const QString &name);
    void editWanted(const QString &profile);
    void removeWanted(const QString &profile);
    void disconnectWanted();
    void sandboxWanted(lockscope::SandboxTopology topology); // instead of the one before
    void sandboxUnwanted();                                  // before it was there

private:
    void fillMenu();
    void addRecent();
    void connectToRecent(const QString &url);
    void forgetRecent(const QString &url); // empty: all
    void putBackRecent(const QStringList &urls, const QString &last);
    void wantSandbox(SandboxTopology topology);

    const WindowActions &m_actions;
    const ProfileKeeper &m_profiles;
    const ConnectionController &m_connection;
    UiSettings &m_settings;
    ReopenStack &m_closed;
    MayLeave m_mayLeave;
    StartPage *m_page;
    QMenu *m_menu;
    QMenu *m_forgetMenu = nullptr;             // in the menu; null: nothing was ever recent
    std::optional<ConnectionSpec> m_sandbox{}; // as long as it runs
    bool m_awaitsSandbox = false;
};

} // namespace lockscope
