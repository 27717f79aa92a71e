// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the window is connected to: opens and ends connections, offers the dialog for one, and knows the state
// of the deployment. Owner: the main window; GUI thread.

#include "ui/bridges/deploymentstate.h"
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
    ConnectionController(QWidget *window, EngineBridge &link, ProfileKeeper &profiles, SettingsFiles &files,
                         UiSettings &settings, MayLeave mayLeave);

    void attach(const WindowActions &actions, ConnectionsPane &pane);
    const DeploymentState &deployment() const { return m_deployment; }
    const QString &awaited() const { return m_opening; } // the profile whose passwords are being looked for
    bool watchesLab() const { return m_watchesLab; }     // a sandbox of the lab is what it is connected to
    void leaveNoTraces() { m_leavesTraces = false; }     // what it was connected to is not written down

    // watched: a lock to be followed besides all others; empty: none.
    void open(const ConnectionSpec &spec, const LockName &watched = {});
    void openForLab(const ConnectionSpec &spec, bool sandbox);
    void reopen(const LockName &watched = {});
    // adapt: changes the connection before it is opened or shown in the dialog.
    using Adapt = std::function<void(ConnectionSpec &spec)>;
    void openProfile(const QString &name, const Adapt &adapt = {});
    void openLink(const ConnectionSpec &spec, const Adapt &adapt);
    void close();

    // problem: why a password is missing, to be shown there.
    ConnectionDialog *openDialog(const ConnectionSpec &spec, const QString &problem = {});
    void editProfile(const QString &name);
    void duplicateProfile(const QString &name);

signals:
    void leaving(); // the former connection, which may be none
    void opening(const lockscope::ConnectionSpec &spec);
    void deploymentChanged();
    void known(); // what was connected to is among the recent connections
    void observing(const lockscope::ObserveSettings &settings);
    void opened();
    void closed();

private:
    void setDeployment(DeploymentState deployment);
    void writeDown(const ConnectionSpec &spec, bool saved);

    EngineBridge &m_link;
    ProfileKeeper &m_profiles;
    SettingsFiles &m_files;
    UiSettings &m_settings;
    MayLeave m_mayLeave;
    DeploymentState m_deployment{};
    QString m_opening{};
    bool m_watchesLab = false;
    bool m_leavesTraces = true;
};

} // namespace lockscope
