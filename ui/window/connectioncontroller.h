// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connection of the window: opens and closes it, offers the connection dialog, and tracks the state of
// the deployment. Owner: the main window; GUI thread.

#include "ui/bridges/deploymentstate.h"
#include "ui/connections/shownconnection.h"
#include "ui/window/windowcontroller.h"

namespace lockscope
{

class ConnectionDialog;
class ConnectionsPane;
class EngineBridge;
class ProfileKeeper;
class SettingsFiles;
class UiSettings;
class WindowActions;
struct ObserveSettings;

class ConnectionController final : public WindowController
{
    Q_OBJECT
public:
    ConnectionController(QWidget *window, EngineBridge &bridge, ProfileKeeper &profiles, SettingsFiles &files,
                         UiSettings &settings, MayLeave mayLeave);

    void attach(const WindowActions &actions, ConnectionsPane &pane);
    const DeploymentState &deployment() const { return m_deployment; }
    // The profile whose passwords are being read; empty: none.
    const QString &awaited() const { return m_opening; }
    bool watchesLab() const { return m_watchesLab; } // Connected to a sandbox of the lab
    void leaveNoTraces() { m_leavesTraces = false; } // Save neither recent connections nor the layout
    bool leavesTraces() const { return m_leavesTraces; }

    // Asks the other windows for a connection. The one that shows it tries to come to the front; the desktop
    // may refuse. `then`, once: whether there is one.
    using Elsewhere =
        std::function<void(const ShownConnection &wanted, const std::function<void(bool)> &then)>;
    void setElsewhere(Elsewhere elsewhere) { m_elsewhere = std::move(elsewhere); } // None: no other windows

    // What the user selected from a list: opens it, unless another window shows it.
    void select(const ConnectionSpec &spec);
    void selectProfile(const QString &name);
    // watched: a lock to follow in addition to the patterns; empty: none. watchesLab: a sandbox of the lab.
    void open(const ConnectionSpec &spec, const LockName &watched = {}, bool watchesLab = false);
    void reopen(const LockName &watched = {});
    // Opens a run of the lab, but never replaces the user's connection unasked. False: it is open, or was not
    // opened.
    bool watchLab(const ConnectionSpec &lab, bool sandbox, bool asked);
    // adapt: changes the connection before it is opened or shown.
    using Adapt = std::function<void(ConnectionSpec &spec)>;
    void openProfile(const QString &name, const Adapt &adapt = {});
    void openLink(const ConnectionSpec &spec, const Adapt &adapt);
    void close();
    // Asks before changes are allowed; then they are, at once, until the connection closes. Back to
    // read-only, nothing is connected again either. The saved profile stays as it is.
    void toggleReadOnly();
    // Asks whether the password may be sent to an announced server, and remembers it in the saved connection.
    void askToTrust(const NodeStatus &node);

    // problem: why a password is missing; shown in the dialog.
    ConnectionDialog *openDialog(const ConnectionSpec &spec, const QString &problem = {});
    // A saved one that the fleet cannot open. why: its password is missing.
    void askForPassword(const QString &name, const QString &why);
    void editProfile(const QString &name);
    void duplicateProfile(const QString &name);

signals:
    void leaving(); // The current connection, if any, is about to close
    void opening(const lockscope::ConnectionSpec &spec);
    void deploymentChanged();
    void known(); // The list of recent connections has changed
    void observing(const lockscope::ObserveSettings &settings);
    void opened();
    void closed();
    void renamed(const QString &from, const QString &to); // A saved connection, perhaps the open one

private:
    void unlessElsewhere(const ShownConnection &wanted, const std::function<void()> &open);
    void setDeployment(DeploymentState deployment);
    void askToRun(const ConnectionSpec &spec, const QStringList &lines,
                  std::function<void(const ConnectionSpec &)> proceed);
    void askToAllowChanges();
    void allowChanges();
    void makeReadOnly();
    void trust(const QString &host, int member);
    void rename(const QString &from, const QString &to);
    void writeDown(const ConnectionSpec &spec, bool saved);

    EngineBridge &m_bridge;
    ProfileKeeper &m_profiles;
    SettingsFiles &m_files;
    UiSettings &m_settings;
    MayLeave m_mayLeave;
    DeploymentState m_deployment{};
    QString m_opening{};
    Elsewhere m_elsewhere{};
    quint64 m_selections = 0; // Only the latest one counts
    bool m_watchesLab = false;
    bool m_leavesTraces = true;
};

} // namespace lockscope
