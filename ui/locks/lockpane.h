// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The centre of the window: counts, the list, and what to do next while the list is empty. Owns the model.
// GUI thread.

#include "ui/bridges/deploymentstate.h"
#include "ui/locks/model/lockmodel.h"

#include <QWidget>

class QAction;
class QStackedLayout;
class QToolButton;

namespace lockscope
{

class EmptyState;
class ListHeader;
class LockView;
class Notice;

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
    // The page shown while there is no connection and none is being opened.
    void setStart(QWidget *start);
    const Notice &banner() const { return *m_banner; }
    // Shows an alarm that stays until the user dismisses it.
    void alarm(VerdictLevel level, const QString &sentence, const QStringList &points, const QString &advice);
    static constexpr milliseconds Linger{10'000}; // Of the row of a lock that ended
    QToolButton *heldButton() const;              // See ListHeader, for these three
    QToolButton *countButton(VerdictLevel level) const;
    QString summary() const;
    bool isUnknown() const; // How many locks there are
    const Notice &alarmShown() const { return *m_alarm; }
    const Notice &trustAsked() const { return *m_trust; } // Visible while a server is not trusted

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
    void retryWanted(); // The lost connection
    void trustWanted(const lockscope::NodeStatus &node);
    void filterWanted(const QString &text);
    void groupingChanged(lockscope::Grouping grouping);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QToolButton *addButton(Notice *notice, const QString &text);
    void showTotals();
    void showAlarm();
    void fitNotices();
    void settle();
    void showBanner();
    milliseconds sinceKnown() const;
    void showTrust();
    void showEmptyOrList();
    void sayWhyEmpty();
    void sayNoneMatches();
    void applyTheme();

    Actions m_actions;
    LockModel m_model;
    LockView *m_view;
    EmptyState *m_empty;
    QWidget *m_start = nullptr;
    ListHeader *m_header = nullptr;
    QWidget *m_notices; // Below the list
    Notice *m_banner;
    Notice *m_alarm;
    Notice *m_trust;
    QStringList m_alarms{}; // Since the last dismissal
    VerdictLevel m_alarmLevel = VerdictLevel::Critical;
    QStringList m_alarmPoints{}; // Of the last one
    QString m_alarmAdvice{};
    QStackedLayout *m_stack;
    QAction *m_retryNow; // On the empty page
    QTimer m_clock;
    DeploymentState m_deployment;
    std::optional<WallTime> m_knownAt{};
    Instant m_knownSince{};           // Since when they are shown
    QToolButton *m_retry = nullptr;   // In the banner
    QToolButton *m_dismiss = nullptr; // In the alarm
    QToolButton *m_change = nullptr;  // There: another login, for example
    bool m_bannerWasShown = false;
    bool m_isFilterNew = false;        // The rows are not yet filtered by it
    bool m_settled = false;            // The first scan of this connection has ended
    std::optional<Instant> m_lostAt{}; // Each try to reconnect begins a state of its own
};

} // namespace lockscope
