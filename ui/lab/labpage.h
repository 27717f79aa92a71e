// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Lab page: select a scenario and its values, run it, watch it, compare results. Uses the lab through
// LabBridge only. Owner: the main window; GUI thread.

#include "core/lab/scenario.h"
#include "ui/bridges/deploymentstate.h"
#include "ui/bridges/labbridge.h"

#include <QPointer>
#include <QWidget>

class QAction;
class QLabel;
class QListWidget;
class QMessageBox;
class QPushButton;
class QTabWidget;

namespace lockscope
{

class LabForm;
class LabLive;
class LabPlace;
class LabRuns;
class Prose;

class LabPage final : public QWidget
{
    Q_OBJECT
public:
    enum Page { RunPage, RunsPage };

    explicit LabPage(LabBridge &bridge, QWidget *parent = nullptr);

    using QWidget::show;
    void show(const DeploymentState &deployment); // The current connection of the window
    void choose(const QByteArray &scenario);
    void openPage(Page page);
    LabOrder order() const;
    void run();
    void runAgain(const LabOutcome &outcome);

    QListWidget *scenarios() const { return m_list; }
    LabForm &form() { return *m_form; }
    LabPlace &place() { return *m_place; }
    LabLive &live() { return *m_live; }
    LabRuns &runs() { return *m_runs; }
    QTabWidget *pages() const { return m_pages; }
    QPushButton *runButton() const { return m_run; }
    QPushButton *cancelButton() const { return m_cancel; }
    QAction *watchAction() const { return m_watch; }
    QAction *blockingAction() const { return m_blocking; }
    QSize sizeHint() const override;

signals:
    // A run has locks to watch. asked: the user wants to see them now.
    void locksThere(const lockscope::ConnectionSpec &spec, bool sandbox, bool asked);
    void blockingWanted(); // Of these locks, which the window shows
    void failed(const lockscope::Failure &why);

private:
    QWidget *makeRunPage();
    QWidget *makeOrderPart();
    void wire();
    void fillList();
    void showScenario();
    void allow();
    void begin(const LabOrder &order);
    void take(const LabOutcome &outcome);
    void offerToWatch();
    void askToWatch(bool blocking);
    void closeQuestion();
    void tellOver();

    struct Watchable {
        ConnectionSpec spec{};
        bool sandbox = false;
    };

    LabBridge &m_bridge;
    const std::vector<Scenario> m_scenarios;
    DeploymentState m_deployment;
    std::optional<Watchable> m_watchable{};
    QPointer<QMessageBox> m_question{}; // Whether to leave the present connection
    QAction *m_watch;
    QAction *m_blocking;
    QListWidget *m_list;
    Prose *m_text;
    LabForm *m_form;
    LabPlace *m_place;
    QPushButton *m_run;
    QPushButton *m_cancel;
    QLabel *m_problem; // Why it cannot run, because the field may be out of view
    LabLive *m_live;
    LabRuns *m_runs;
    QTabWidget *m_pages;
};

} // namespace lockscope
