// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The middle of the window: how many locks there are and how they are, the list, and what to do next while it
// is empty. Owns the model. GUI thread.

#include "ui/bridges/deploymentstate.h"
#include "ui/locks/lockmodel.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace lockscope
{

class EmptyState;
class LockView;
class Notice;

class LockPane final : public QWidget
{
    Q_OBJECT
public:
    struct Actions { // offered while there is nothing to see
        QAction *connectTo = nullptr;
        QAction *reconnect = nullptr;
        QAction *editCurrent = nullptr;
        QAction *rescan = nullptr;
        QAction *clearFilter = nullptr;
        QAction *acquire = nullptr;
    };

    LockPane(const Actions &actions, LockModel::Clock clock = lockscope::now, QWidget *parent = nullptr);
    ~LockPane() override;

    LockModel &model() { return m_model; }
    LockView &view() { return *m_view; }
    const EmptyState &emptyState() const { return *m_empty; }
    bool isEmptyShown() const;
    // What is there instead while nothing is connected nor meant to be.
    void setStart(QWidget *start);
    const Notice &banner() const { return *m_banner; }
    // Something that nobody may overlook: it stays until it is put away.
    void alarm(const QString &sentence, const QString &advice);
    const Notice &alarmShown() const { return *m_alarm; }
    QString summary() const; // "Locks 1,284 · held 1,190 · …"

    void show(const DeploymentState &deployment);
    using QWidget::show;
    void apply(const LockDelta &delta);
    void setFilter(const LockFilter &filter);
    void setProblem(const QString &problem); // with the filter; empty: none
    void setGrouping(Grouping grouping);

signals:
    void filterWanted(const QString &text);
    void groupingChanged(lockscope::Grouping grouping);

protected:
    void changeEvent(QEvent *event) override;

private:
    QWidget *makeHeader();
    QToolButton *makeCount(VerdictLevel level);
    void showTotals();
    void showBanner();
    void showEmptyOrList();
    void sayWhyEmpty();
    void applyTheme();

    Actions m_actions;
    LockModel m_model;
    LockView *m_view;
    EmptyState *m_empty;
    QWidget *m_start = nullptr;
    QWidget *m_header = nullptr;
    Notice *m_banner;
    Notice *m_alarm;
    QStringList m_alarms{}; // since it was put away
    QLabel *m_totals = nullptr;
    QToolButton *m_warnings = nullptr;
    QToolButton *m_criticals = nullptr;
    QComboBox *m_grouping = nullptr;
    QLabel *m_problemIcon = nullptr;
    QLabel *m_problem = nullptr;
    QStackedLayout *m_stack;
    QTimer m_clock;
    DeploymentState m_deployment;
};

} // namespace lockscope
