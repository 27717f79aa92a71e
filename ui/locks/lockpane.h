// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The centre of the window: counts, the list, and what to do next while the list is empty. Owns the model.
// GUI thread.

#include "ui/bridges/deploymentstate.h"
#include "ui/locks/banner.h"
#include "ui/locks/model/lockmodel.h"

#include <QWidget>

class QAction;
class QStackedLayout;
class QTimer;
class QToolButton;

namespace lockscope
{

class BannerMessages;
class EmptyState;
class ListHeader;
class LockView;

class LockPane final : public QWidget
{
    Q_OBJECT
public:
    struct Actions { // Offered while the list is empty
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
    void focusList(Qt::FocusReason reason = Qt::OtherFocusReason);
    // The page shown while there is no connection and none is being opened.
    void setStart(QWidget *start);
    Banner &banner() { return *m_banner; } // A tool bar for the window
    // Shows an alarm that stays until the user dismisses it. locks: those it is about; at: when it happened.
    void alarm(VerdictLevel level, const QString &sentence, const QStringList &points, const QString &advice,
               std::vector<LockName> locks = {}, std::optional<WallTime> at = {});
    static constexpr milliseconds Linger{10'000}; // Of the row of a lock that ended
    QToolButton *heldButton() const;              // See ListHeader, for these three
    QToolButton *countButton(VerdictLevel level) const;
    QString summary() const;
    bool isUnknown() const; // How many locks there are

    void show(const DeploymentState &deployment);
    using QWidget::show;
    void apply(const LockDelta &delta);
    void setFilter(const LockFilter &filter, const QString &text); // text: what it was read from
    void setProblem(const QString &problem);                       // With the filter; empty: none
    void setGrouping(Grouping grouping);
    // Some locks were not read on this connection yet, and were known at that time; nullopt: none.
    void setKnownAt(std::optional<WallTime> at);
    QSize sizeHint() const override; // Of the list and what is above it

signals:
    void retryWanted();                        // The lost connection
    void momentWanted(lockscope::WallTime at); // Of an alarm whose locks are selected now
    void trustWanted(const lockscope::NodeStatus &node);
    void filterWanted(const QString &text);
    void groupingChanged(lockscope::Grouping grouping);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void act(const BannerMessage &message, BannerMessage::Act act);
    void showTotals();
    void settle();
    void showEmptyOrList();
    void yieldHeader(bool yields);
    void sayWhyEmpty();
    void sayNoneMatches();
    void applyTheme();

    Actions m_actions;
    LockModel m_model;
    LockView *m_view;
    EmptyState *m_empty;
    QWidget *m_start = nullptr;
    ListHeader *m_header = nullptr;
    Banner *m_banner;
    BannerMessages *m_messages;
    QStackedLayout *m_stack;
    QAction *m_retryNow;  // On the empty page
    QTimer *m_headerBack; // Runs while the header yields
    DeploymentState m_deployment;
    QString m_problem{};         // With the filter
    bool m_headerYields = false; // To the banner, see moveEvent()
    bool m_isFilterNew = false;  // The rows are not yet filtered by it
    bool m_settled = false;      // The first scan of this connection has ended
};

} // namespace lockscope
