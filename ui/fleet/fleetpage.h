// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The page Fleet: all saved connections, or those of a folder, the worst first; or the locks of all of them
// that match a filter. Follows them while it is visible. Owner: the main window; GUI thread.

#include "ui/bridges/fleetbridge.h"
#include "ui/fleet/fleetmodel.h"
#include "ui/fleet/fleettargets.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTreeView;

namespace lockscope
{

class EmptyState;
class FilterEdit;
class FilterProblem;
class FleetFoundPane;
class FleetTable;

class FleetPage final : public QWidget
{
    Q_OBJECT
public:
    struct Needs {
        QString configDir{}; // as for ProfileStore
        FleetModel::Clocks clocks{};
        FleetTargets::ReadSecrets readSecrets{}; // empty: from the keychain
        FleetTargets::Pins pins{};               // empty: none
    };
    FleetPage(FleetBridge &bridge, const Needs &needs, QWidget *parent = nullptr);

    void reload();                           // Profiles, rules or settings have changed
    void forgetSecrets(const QString &name); // The password of that connection was changed
    // The main window is connected; its password may have been typed.
    void learnSecrets(const ConnectionSpec &connected);
    void setFolder(const QString &folder); // Empty, or unknown: all connections
    QString folder() const;
    bool isSame(const QString &name, const ConnectionSpec &open) const
    {
        return m_targets.isSame(name, open);
    }
    QString nameOf(const ConnectionSpec &open) const { return m_targets.nameOf(open); } // See FleetTargets
    QString sorting() const;                                                            // See FleetTable
    void setSorting(const QString &sorting);
    QString selected() const; // The name of a connection; empty: none

    QTreeView &table() const;
    QComboBox &folders() const { return *m_folders; }
    EmptyState &empty() const { return *m_empty; }
    QPushButton &retryButton() const { return *m_retry; }
    FilterEdit &search() const { return *m_search; }
    FleetFoundPane &found() const { return *m_found; }
    QString problem() const; // With the filter; empty: none
    const FleetModel &model() const { return *m_model; }
    QString summary() const;
    QString details() const;
    bool isEmpty() const; // A sentence with the reason replaces the table
    QSize sizeHint() const override;

signals:
    void connectionWanted(const QString &name);
    // The connection lacks its password; why: the reason to show.
    void passwordWanted(const QString &name, const QString &why);
    void newConnectionWanted();
    // A lock that was found, to be shown in its connection.
    void lockWanted(const QString &connection, const lockscope::LockPtr &lock);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeTop();
    void makeActions();
    void wire();
    void wireSearch();
    void retry();
    void fillFolders();
    void follow();
    void take(const std::vector<FleetMember> &members);
    void openSelected();
    void find(const LockFilter &filter);
    void clearSearch();
    void goToRows();
    bool isSearching() const;
    void showProblem(const QString &problem);
    void explain();
    void showSummary();
    void showDetails();
    void applyTheme();

    QPointer<FleetBridge> m_bridge;
    FleetModel::Clocks m_clocks;
    FleetTargets m_targets;
    FleetModel *m_model;
    QComboBox *m_folders;
    QString m_wanted{}; // The folder to show, even if it does not exist now
    FilterEdit *m_search;
    LockFilter m_filter{}; // The last valid one; empty: no search
    FilterProblem *m_problem;
    QLabel *m_summary;
    QPushButton *m_retry;
    QStackedWidget *m_stack;
    FleetTable *m_table;
    FleetFoundPane *m_found;
    EmptyState *m_empty;
    QLabel *m_details;
    QAction *m_new = nullptr;
    QAction *m_clear = nullptr; // The search
    QTimer m_tick;
    QTimer m_patience; // With the rows of the filter before
    bool m_isFollowing = false;
    bool m_isNew = false;      // It was opened, and has shown no row yet
    bool m_isUpdating = false; // The selection changes with the rows
    bool m_isChosen = false;   // The user has selected a connection; until then, the worst is
};

} // namespace lockscope
