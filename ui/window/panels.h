// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The panels at the bottom of the window, each in its dock: pages over time and the RedLock matrix; and the
// windows Audit, Lab and Fleet. Owner: the main window; GUI thread.

#include "ui/bridges/auditbridge.h"
#include "ui/bridges/fleetbridge.h"
#include "ui/bridges/labbridge.h"
#include "ui/plots/timewindow.h"
#include "ui/window/docks.h"
#include "ui/window/windowcontroller.h"

#include <array>
#include <functional>

namespace lockscope
{

class AuditPage;
class BlockingPage;
class ContentionPage;
class EngineBridge;
class FleetPage;
class HistoryBridge;
class LabPage;
class LockPane;
class OverviewPage;
class PageWindow;
class RedLockView;
class TimelinePage;
class UiSettings;
struct DeploymentState;

class Panels final : public WindowController
{
    Q_OBJECT
public:
    enum class Page { Overview, Contention, Timeline, Blocking, Audit }; // Audit is a window of its own
    // configDir: as for ProfileStore.
    Panels(QWidget *window, Docks &docks, ReopenStack &closed, EngineBridge &engine, HistoryBridge &history,
           LockPane &locks, RedLockView &redLock, const DeploymentState &deployment, const QString &configDir,
           std::function<QSet<LockName>(const QString &connection)> pins);

    void openPage(Page page);
    void openLab();
    void openFleet();
    void reloadFleet();                            // Profiles, rules or settings have changed
    void forgetSecrets(const QString &connection); // They were changed
    // The connection of the fleet that this one is; empty: none.
    QString fleetName(const ConnectionSpec &open) const;
    // The same, if the fleet has the same locks.
    QString sameInFleet(const ConnectionSpec &open) const;
    void openFleetLock(const QString &connection, const LockPtr &lock); // Unless a dialog is open
    // Whether the page shows what was read since then. Pages that show each event as it comes always do.
    bool isFilled(Page page, Instant since) const;
    void restore(const UiSettings &settings);
    void remember(UiSettings &settings);
    void resetLayout();
    void closeWindows(); // Without a trace among the closed views
    void showDeployment();
    void clear();                 // The connection ends
    void showGroup(bool isGroup); // Only a RedLock group has the matrix

    OverviewPage &overview() { return *m_overview; }
    ContentionPage &contention() { return *m_contention; }
    TimelinePage &timeline() { return *m_timeline; }
    BlockingPage &blocking() { return *m_blocking; }
    AuditPage &auditPage() { return *m_auditPage; }
    LabPage &labPage(); // Created on first use
    QWidget &auditWindow();
    QWidget &labWindow();
    FleetPage &fleetPage(); // Created on first use
    QWidget &fleetWindow();
    TimeWindow &timeWindow() { return m_time; }
    LabBridge &lab() { return m_lab; }
    AuditBridge &audit() { return m_audit; }
    FleetBridge &fleet() { return m_fleet; }

signals:
    void filterWanted(const QString &text);
    void lockWanted(const lockscope::LockName &key);
    void auditedLockWanted(const lockscope::LockName &key, const QString &profile);
    // The lab has locks on this server. asked: the user wants to see them.
    void labLocksThere(const lockscope::ConnectionSpec &lab, bool sandbox, bool asked);
    void labBlockingWanted();
    // Of the fleet. why: the reason why its password is missing.
    void connectionWanted(const QString &name);
    void passwordWanted(const QString &name, const QString &why);
    void newConnectionWanted();
    void fleetLockWanted(const QString &connection, const lockscope::LockPtr &lock);

private:
    void addPanels(RedLockView &redLock);
    QWidget *makeLab(QWidget *parent);
    QWidget *makeFleet(QWidget *parent);
    void showTotals();
    QString whyWaitersUnknown() const;
    void tellFleet();
    bool raiseDialog() const;

    Docks &m_docks;
    const DeploymentState &m_deployment;
    LockPane &m_locks;
    TimeWindow m_time{}; // Shared by all plots over time
    LabBridge m_lab;
    AuditBridge m_audit;
    FleetBridge m_fleet;
    QString m_configDir;
    std::function<QSet<LockName>(const QString &connection)> m_pins;
    QString m_fleetFolder{};
    QString m_fleetSorting{};
    PageWindow *m_labWindow;
    PageWindow *m_auditWindow;
    PageWindow *m_fleetWindow;
    LabPage *m_labPage = nullptr;     // Null until first use
    FleetPage *m_fleetPage = nullptr; // Null until first use
    OverviewPage *m_overview;
    ContentionPage *m_contention;
    TimelinePage *m_timeline;
    BlockingPage *m_blocking;
    AuditPage *m_auditPage;
    QByteArray m_firstColumns{}; // Of the list
    QByteArray m_firstAuditColumns{};
    QByteArray m_firstBlockingSplit{};
    std::array<Docks::Bottom, 4> m_pages{}; // Indexed by Page, without Audit
    Docks::Bottom m_redLockPanel{};         // While connected to a RedLock group
};

} // namespace lockscope
