// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The dialog "Health of the deployment": findings, servers, and the rights of this user. Runs a check when
// opened, on request, and when another deployment is connected. Not modal; deletes itself when closed. Owner:
// the main window; GUI thread.

#include "core/values/healthreport.h"
#include "ui/bridges/deploymentstate.h"

#include <QDialog>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace lockscope
{

class EmptyState;
class HealthChecker;
class FindingsView;
class NodesView;
class RightsView;

class HealthDialog final : public QDialog
{
    Q_OBJECT
public:
    enum Page { FindingsPage, NodesPage, RightsPage };

    explicit HealthDialog(HealthChecker &examiner, QWidget *parent = nullptr);

    void show(const DeploymentState &deployment);
    using QDialog::show;
    void openPage(Page page, const NodeId &node = {});

    FindingsView *findings() const { return m_findings; }
    NodesView *nodes() const { return m_nodes; }
    RightsView *rights() const { return m_rights; }
    QTabWidget *pages() const { return m_pages; }
    EmptyState *emptyState(Page page) const;
    bool isEmptyShown(Page page) const;
    QString summary() const;
    QPushButton *checkButton() const { return m_check; }
    QPushButton *copyButton() const { return m_copy; }

protected:
    void changeEvent(QEvent *event) override;

private:
    // A page shows its view, or `empty` in its place.
    struct Part {
        QStackedWidget *stack = nullptr;
        EmptyState *empty = nullptr;
        QWidget *view = nullptr;
    };
    Part addPart(QWidget *view, const QString &title);
    void buildHead();
    void buildButtons();
    void take();
    void refresh();
    void showFindings();
    void showRights();
    void showHead();
    void copyPage();

    HealthChecker &m_health;
    DeploymentState m_deployment;
    std::optional<Instant> m_shownAt{};
    QLabel *m_icon;
    QLabel *m_summary;
    QLabel *m_age;
    QProgressBar *m_busy;
    QTabWidget *m_pages;
    FindingsView *m_findings;
    NodesView *m_nodes;
    RightsView *m_rights;
    Part m_parts[3];
    QPushButton *m_check = nullptr;
    QPushButton *m_copy = nullptr;
    QTimer m_clock; // Updates ages
};

} // namespace lockscope
