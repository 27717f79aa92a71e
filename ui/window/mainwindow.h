// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The window: wires its panels to the link and to each other, and remembers how it was left. Never waits,
// never speaks Redis. Owner: the composition; GUI thread.

#include "core/config/keychain.h"
#include "core/config/observestore.h"
#include "core/config/profilestore.h"
#include "core/config/rulestore.h"
#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "ui/bridges/auditbridge.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/historybridge.h"
#include "ui/bridges/labbridge.h"
#include "ui/connections/shownconnection.h"
#include "ui/health/healthchecker.h"
#include "ui/plots/timewindow.h"
#include "ui/settings/uisettings.h"
#include "ui/status/alertbridge.h"
#include "ui/status/desktopnotifier.h"
#include "ui/window/reopenstack.h"
#include "ui/window/windowactions.h"

#include <QMainWindow>
#include <QPointer>

class QDialog;
class QDockWidget;
class QMenu;
class QToolButton;

namespace lockscope
{

class ApplicationTheme;
class AuditPage;
class Badge;
class ConnectionDialog;
class ConnectionsPane;
class ContentionPage;
class DetailPane;
class EngineBridge;
class FilterEdit;
class HealthDialog;
class HelpWindow;
class HoldsDialog;
class LabPage;
class LockPane;
class OverviewPage;
class OwnHolds;
class RedLockView;
class StartPage;
class SettingsDialog;
class StatusLine;
class TimelinePage;
class TrayStatus;
struct LockShare;

class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    // theme may be null: then the palette is left alone.
    MainWindow(EngineBridge &link, HistoryBridge &history, const QString &configDir,
               ApplicationTheme *theme = nullptr, QWidget *parent = nullptr);
    ~MainWindow() override;

    void connectTo(const ConnectionSpec &spec);
    void connectToProfile(const QString &name);
    // how: what else is asked of a connection, before it is opened or looked at.
    using HowToOpen = std::function<void(ConnectionSpec &spec)>;
    void openProfile(const QString &name, const HowToOpen &how);
    void disconnectFromServer();
    // problem: why a password is missing, to be shown there.
    ConnectionDialog *openConnectionDialog(const ConnectionSpec &spec, const QString &problem = {});
    void openLink(const ConnectionSpec &spec, const HowToOpen &how = {}); // in the dialog, to be looked at
    void leaveNoTraces() { m_leavesTraces = false; } // nobody is told later what was connected to
    // Whoever starts sandboxes answers sandboxWanted() with enterSandbox() or sandboxFailed(), and begins
    // with awaitSandbox() where it was asked for elsewhere.
    void awaitSandbox(SandboxTopology topology);
    void enterSandbox(const ConnectionSpec &spec); // unless that was given up
    void sandboxFailed(const Failure &failure);
    bool isShowing(const ShownConnection &wanted) const;
    // Where what it is connected to comes from; Nowhere: it is not, or to what cannot be asked for again.
    enum class Origin { Nowhere, Profile, Address, Sandbox };
    Origin origin() const;
    void bringToFront();                    // in front of all other windows
    void showError(const Failure &failure); // in a box that blocks nothing
    // Whether the list shows all that a whole scan found.
    bool isFilled() const;

    // The end comes anyway (a signal, the end of the session): gives back what it can within bound, and asks
    // nothing. then: once.
    void leave(milliseconds bound, const std::function<void()> &then);
    // The same when the session is about to end, which can still be called off, and nobody says so: what was
    // given back is told, and after doubt whatever ends the connection asks again.
    void leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then);
    OwnHolds &holds() { return *m_holds; }

    LockPane &locks() { return *m_locks; }
    StartPage &start() { return *m_start; }
    DetailPane &detail() { return *m_detail; }
    ConnectionsPane &connections() { return *m_connections; }
    StatusLine &status() { return *m_status; }
    HealthChecker &examiner() { return m_examiner; }
    LabBridge &lab() { return m_lab; }
    AlertBridge &alerts() { return m_alerts; }
    AuditBridge &audit() { return m_audit; }
    DesktopNotifier &teller() { return m_teller; }
    LabPage &labPage(); // made when it is first wanted
    void openLab();
    RedLockView &redLock() { return *m_redLock; }
    OverviewPage &overview() { return *m_overview; }
    ContentionPage &contention() { return *m_contention; }
    TimelinePage &timeline() { return *m_timeline; }
    AuditPage &auditPage() { return *m_auditPage; }
    TimeWindow &timeWindow() { return m_time; }
    enum class Page { Overview, Contention, Timeline, Audit };
    void openPage(Page page);
    FilterEdit &filter() { return *m_filter; }
    WindowActions &actions() { return m_actions; }
    const DeploymentState &deployment() const { return m_deployment; }

    ReopenStack &closedViews() { return *m_closed; }
    SettingsDialog *openSettings(int page); // of SettingsDialog::Page
    HelpWindow *openHelp(const QString &document);

    QMenu *createPopupMenu() override;

signals:
    void sandboxWanted(lockscope::SandboxTopology topology); // instead of the one before
    void sandboxUnwanted();                                  // before it was there
    void restartWanted();                                    // after it has closed

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void shareRoom();
    void makeDocks();
    // mainwindow_pages.cpp
    struct Panel;
    void makePages();
    QDockWidget *addPanel(const Panel &panel);
    void wirePages();
    void openFirstPanels();
    void openPanel(QDockWidget *dock);
    void showPanel(QDockWidget *dock);
    QList<QDockWidget *> bottomDocks() const; // from the left
    QList<QAction *> panelActions() const;
    void makeToolBar();
    void wireLink();
    void wireActions();
    void wirePanels();
    void restore();
    void remember();
    void setDeployment(DeploymentState deployment);
    void showBadges();
    void tellFailover(const FailoverReport &report);
    void fillConnectMenu();
    // mainwindow_start.cpp
    void wireStart();
    void showStart();
    void hidePanels();
    void putPanelsAside();
    void bringPanelsBack();
    void connectToRecent(const QString &url);
    void forgetRecent(const QString &url); // empty: all
    void putBackRecent(const QStringList &urls, const QString &last);
    void addRecent(QMenu *menu);
    void wantSandbox(SandboxTopology topology);
    void giveUpSandbox();
    void loadProfiles();
    void saveProfile(const ConnectionSpec &spec, const QString &formerName);
    void removeProfile(const QString &name);
    void editProfile(const QString &name);
    bool isSaved(const QString &name) const;
    void duplicateProfile(const QString &name);
    void chooseImport();
    void importFile(const QString &fileName);
    void chooseExport();
    // The profile with the passwords that the keychain has, and why it has none.
    using WithSecrets = std::function<void(const ConnectionSpec &spec, const QString &problem)>;
    void withSecrets(const QString &name, const WithSecrets &then);
    void keepSecrets(const ConnectionSpec &spec, const ConnectionSpec &former);
    void openAct(ActKind act, const LockPtr &lock);
    void openRemoval(const LockPtr &lock, const LockShare &share);
    void openAcquire();
    // mainwindow_holds.cpp
    void wireHolds();
    void showHolds();
    void tellFarewell(const std::vector<OwnHolding> &wanted);
    void tellLost(const OwnHolding &held, const Receipt &why, bool ranOut);
    // True: nothing is held, or it was settled; else it is asked first, and then done.
    bool mayLeave(const QString &going, const std::function<void()> &then);
    void openRule();
    HealthDialog *openHealth();
    void openConnection(const ConnectionSpec &spec, const LockName &watched); // besides all others
    void watchLab(const ConnectionSpec &lab, bool sandbox, bool asked);
    void loadRules();
    ObserveSettings observeSettings(); // the defaults where the file has a fault, of which it tells
    // mainwindow_observe.cpp
    void wireObserving();
    void showInTray();
    void showHistory(const HistoryStatus &status);
    void observe(const ObserveSettings &settings); // alerts and history, by these from now on
    // The same while connected, and how is judged and named: nothing that was learnt is lost.
    void observeAnew(const ObserveSettings &settings);
    void nameOwner(const OwnerAlias &alias);
    void pinChosen(bool pinned);
    void showPins();
    void goToLock(const LockName &key);
    void goToAudited(const LockName &key, const QString &profile);
    QDialog *openStory(const LockName &key);
    // mainwindow_many.cpp
    void wireMany();
    void openMany();
    bool stopSeries(); // false: none is under way
    void openContextMenu(const QPoint &at);
    void addShareCommands(QMenu *menu);
    void copyActCommands(ActKind act);
    void copyPlan(const ActRequest &request);
    void saveIncident(const LockName &key);
    void tellIncident(const QString &folder);
    void clearOneStep();
    void copyText();
    void copyCommands();
    // mainwindow_habits.cpp
    using ReopenMaker = std::function<std::function<QDialog *()>()>;
    void wireHabits();
    void wireSettings(SettingsDialog &dialog);
    void rememberClosing(QDialog *dialog, ReopenStack::Of of, const ReopenMaker &again);
    HoldsDialog *openHolds();
    void openFittingHelp();
    void openPalette();
    void closeView();
    void resetLayout();
    void restart();

    EngineBridge &m_link;
    HistoryBridge &m_history;
    TimeWindow m_time{}; // of all plots over time
    LabBridge m_lab;
    AlertBridge m_alerts;
    AuditBridge m_audit;
    DesktopNotifier m_teller;
    QSet<LockName> m_pins{}; // of this connection
    HistoryStatus m_historyStatus{};
    ProfileStore m_store;
    Keychain *m_secrets;
    RuleStore m_rules;
    ObserveStore m_observe;
    std::shared_ptr<const Registry> m_registry{}; // with the last good rules; null: there are none
    UiSettings m_settings;
    ApplicationTheme *m_theme;
    WindowActions m_actions;
    TrayStatus *m_tray;
    QList<ConnectionSpec> m_profiles;
    DeploymentState m_deployment;
    LockPane *m_locks;
    StartPage *m_start = nullptr;
    std::optional<ConnectionSpec> m_sandbox{}; // of this window, as long as it runs
    bool m_awaitsSandbox = false;
    bool m_leavesTraces = true;
    QString m_opening{}; // the profile whose passwords are being looked for
    OwnHolds *m_holds = nullptr;
    size_t m_heldCount = 0;
    bool m_holdsSettled = false; // what is held may be left, until more is
    QTimer m_sessionDoubt{};     // over: the session did not end
    DetailPane *m_detail;
    ConnectionsPane *m_connections;
    RedLockView *m_redLock;
    QWidget *m_labRoom = nullptr;
    LabPage *m_labPage = nullptr; // in its room; null: not wanted yet
    OverviewPage *m_overview = nullptr;
    ContentionPage *m_contention = nullptr;
    TimelinePage *m_timeline = nullptr;
    AuditPage *m_auditPage = nullptr;
    StatusLine *m_status;
    HealthChecker m_examiner;
    FilterEdit *m_filter;
    QPointer<HealthDialog> m_health; // while it is open
    QPointer<SettingsDialog> m_settingsDialog;
    QPointer<HelpWindow> m_help;
    QMenu *m_forgetMenu = nullptr; // in that of connections; null: nothing was ever recent
    ReopenStack *m_closed = nullptr;
    quint64 m_connection = 0;    // its number: what was opened with a former one has nothing to show
    QByteArray m_firstColumns{}; // as nobody has changed them
    QByteArray m_firstAuditColumns{};
    bool m_restarting = false; // once it has closed
    QDockWidget *m_connectionsDock = nullptr;
    QDockWidget *m_detailDock = nullptr;
    QDockWidget *m_redLockDock = nullptr; // while connected to a RedLock group
    QDockWidget *m_labDock = nullptr;
    std::array<QDockWidget *, 4> m_pageDocks{};        // by Page
    QHash<QDockWidget *, QAction *> m_bottomActions{}; // checked: its page can be seen
    bool m_watchesLab = false; // it is a sandbox of the lab that the window is connected to
    bool m_sharesRoom = true;  // until somebody drags a panel's edge
    // While the start page stands alone: how the panels come back. Empty: as at the first start.
    std::optional<QByteArray> m_aside{};
    QMenu *m_connectMenu = nullptr;
    QAction *m_filterField = nullptr; // shows and hides it
    QAction *m_badges = nullptr;      // shows and hides them all
    Badge *m_environment = nullptr;
    Badge *m_readOnly = nullptr;
    Badge *m_unverified = nullptr;
};

} // namespace lockscope
