// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Health of the deployment: what makes its locks unsafe, its servers, and what this user may do on them.
// Examines when it opens, when it is told to, and when another deployment is connected; the servers are as
// the window knows them. Blocks nothing. Deletes itself when closed. GUI thread.

#include "core/values/examination.h"
#include "ui/deploymentstate.h"

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
class EngineLink;
class FindingsView;
class NodesView;
class RightsView;

class HealthDialog final : public QDialog
{
    Q_OBJECT
public:
    enum Page { FindingsPage, NodesPage, RightsPage };

    explicit HealthDialog(EngineLink &link, QWidget *parent = nullptr);

    void show(const DeploymentState &deployment);
    using QDialog::show;
    void openPage(Page page, const NodeId &node = {});

    bool isExamining() const { return m_pending != 0; }
    FindingsView *findings() const { return m_findings; }
    NodesView *nodes() const { return m_nodes; }
    RightsView *rights() const { return m_rights; }
    QTabWidget *pages() const { return m_pages; }
    EmptyState *emptyState(Page page) const;
    bool isEmptyShown(Page page) const;
    QString summary() const;
    QPushButton *examineButton() const { return m_examine; }
    QPushButton *copyButton() const { return m_copy; }

protected:
    void changeEvent(QEvent *event) override;

private:
    // A page is a view, or what stands in its place.
    struct Part {
        QStackedWidget *stack = nullptr;
        EmptyState *empty = nullptr;
        QWidget *view = nullptr;
    };
    Part addPart(QWidget *view, const QString &title);
    void buildHead();
    void buildButtons();
    void examine();
    void take(quint64 id, const Examination &examination);
    void forget();
    void refresh();
    void showFindings();
    void showRights();
    void showHead();
    void copyPage();
    void tick();
    bool isSettled() const; // each server answers, or it is known why it does not
    int countOf(VerdictLevel level) const;

    EngineLink &m_link;
    DeploymentState m_deployment;
    Examination m_result;
    std::optional<Instant> m_examinedAt{};
    WallTime m_examinedWall{};
    int m_examinedNodes = 0;               // that answered
    QString m_examinedState{};             // of the servers, as stateOf() has it
    std::optional<Instant> m_waitsSince{}; // for all servers to be settled
    quint64 m_pending = 0;                 // number of the question under way
    QLabel *m_icon;
    QLabel *m_summary;
    QLabel *m_age;
    QProgressBar *m_busy;
    QTabWidget *m_pages;
    FindingsView *m_findings;
    NodesView *m_nodes;
    RightsView *m_rights;
    Part m_parts[3];
    QPushButton *m_examine = nullptr;
    QPushButton *m_copy = nullptr;
    QTimer m_clock;
};

} // namespace lockscope
