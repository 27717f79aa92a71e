// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lock list on screen: a tree with one or two levels. While locks come and go, the first visible row
// keeps its place; after a new arrangement, the current row stays in view if it was. Ten times a second,
// while visible, it repaints the visible part of the TTL column and nothing else. Owner: the lock pane; GUI
// thread.

#include "ui/locks/lockmodel.h"

#include <QTimer>
#include <QTreeView>

#include <array>

namespace lockscope
{

class LockDelegate;

class LockView final : public QTreeView
{
    Q_OBJECT
public:
    LockView(LockModel &model, LockModel::Clock clock, QWidget *parent = nullptr);

    LockPtr currentLock() const;
    std::vector<LockPtr> selectedLocks() const; // In the order of the rows
    void choose(const LockName &key);           // Selects it now, or once it is listed
    void selectNone();
    // Selects a lock that went and came back, unless the user has selected another since.
    void rechoose();
    bool isTicking() const { return m_tick.isActive(); }
    QByteArray columnLayout();
    bool restoreLayout(const QByteArray &header);
    void holdPlace(); // Call before locks come and go: keeps the first visible row in place

    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                     const QList<int> &roles = {}) override;

signals:
    void lockChosen(const lockscope::LockPtr &lock); // By the user, or because it came back
    void lockActivated(const lockscope::LockPtr &lock);

protected:
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option,
                 const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUpHeader();
    void fitColumns();
    int canGive(int column) const;
    void setColumnShown(int column, bool shown);
    void tick();
    void repaintColumn(LockColumn column);
    void arranged();
    void restorePlace();
    void forgetPlace(); // For a new order, where the old first row means nothing
    void columnMenu(const QPoint &at);
    void applyTheme();
    void drawGroup(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    LockModel &m_model;
    LockDelegate *m_delegate;
    QTimer m_tick;
    int m_ticks = 0;
    QPersistentModelIndex m_top; // The first visible row, while rows come and go
    bool m_placeAsked = false;   // A call of restorePlace() is queued
    bool m_currentInSight = false;
    Grouping m_grouping = Grouping::None;
    LockName m_selected;                         // Last selected by the user
    std::array<int, LockColumnCount> m_wanted{}; // Preferred widths
    // Minimum widths; the preferred width, once the user resized the column.
    std::array<int, LockColumnCount> m_least{};
    bool m_fitting = false;
};

} // namespace lockscope
