// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The most contended locks of a time range, updated every two seconds while visible; a click shows the lock.
// Escape ends the selection. Owner: a page; GUI thread.

#include "core/base/outcome.h"
#include "ui/bridges/historybridge.h"
#include "ui/contention/contentionmodel.h"
#include "ui/plots/timewindow.h"

#include <QTimer>
#include <QTreeView>

class QSortFilterProxyModel;

namespace lockscope
{

class ContentionTable final : public QTreeView
{
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds AskEvery{2'000};
    static constexpr std::chrono::milliseconds Patience{120}; // Wait until the user stops dragging

    ContentionTable(HistoryBridge &bridge, TimeWindow &window, qint64 most, QWidget *parent = nullptr);

    const ContentionModel &contention() const { return m_model; }
    void showCosts(const std::vector<WaitingCost> &costs) { m_model.showCosts(costs); } // Of locks
    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); }       // A query is due soon
    bool isWantedAgain() const { return m_again; } // Another query follows the pending one
    const QString &why() const { return m_why; }   // Why the table is empty; empty while unknown
    void allowSeveral();                           // To be selected
    // Selected locks; they stay selected while they are not listed.
    const std::vector<LockName> &selected() const { return m_selected; }
    void choose(const std::vector<LockName> &keys);
    Done save(const QString &fileName) const; // As CSV, in the order shown
    QSize sizeHint() const override;
    static constexpr int LeastRows = 3; // Kept visible before anything is placed above the table
    int heightWith(int rows) const;

signals:
    void lockWanted(const lockscope::LockName &key);
    void listed();        // The history has answered
    void choiceChanged(); // By the user, or by choose()

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void ask();
    void take(const std::vector<Contention> &locks);
    void select();
    void takeSelection();
    void fitColumns();
    void leaveRoomForNames();
    LockName lockOf(const QModelIndex &index) const;

    HistoryBridge &m_bridge;
    TimeWindow &m_window;
    qint64 m_most;
    ContentionModel m_model;
    QSortFilterProxyModel *m_sorted;
    QTimer m_clock;
    QTimer m_patience;
    std::vector<LockName> m_selected{};
    bool m_selecting = false; // The selection is restored, not changed by the user
    quint64 m_asked = 0;      // 0: no query pending
    bool m_again = false;     // The time range has changed since
    quint64 m_askedWhy = 0;
    HistoryRange m_range{};
    QString m_why{};
};

} // namespace lockscope
