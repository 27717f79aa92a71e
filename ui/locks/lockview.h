// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lock list on the screen: a tree with one or two levels. While locks come and go the first visible row
// stays where it is; when the rows are ordered anew, the current one stays in sight if it was. TTLs run down:
// ten times a second it repaints the visible part of the TTL column, and nothing else, while somebody can see
// it. Owner: the lock pane; GUI thread.

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
    std::vector<LockPtr> selectedLocks() const; // in the order of the rows
    void choose(const LockName &key);           // once it is listed
    void selectNone();
    // A lock that went and came back is still the one a person looks at, unless another was chosen since.
    void rechoose();
    bool isTicking() const { return m_tick.isActive(); }
    QByteArray columnLayout();
    bool restoreLayout(const QByteArray &header);
    void holdPlace(); // before locks come and go: the first visible row is to stay where it is

    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                     const QList<int> &roles = {}) override;

signals:
    void lockChosen(const lockscope::LockPtr &lock); // by a person, or because it came back
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
    void forgetPlace(); // the rows are in another order: the first one means nothing any more
    void columnMenu(const QPoint &at);
    void applyTheme();
    void drawGroup(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    LockModel &m_model;
    LockDelegate *m_delegate;
    QTimer m_tick;
    int m_ticks = 0;
    QPersistentModelIndex m_top; // the first visible row, while rows come and go
    bool m_placeAsked = false;   // restorePlace is under way
    bool m_currentInSight = false;
    Grouping m_grouping = Grouping::None;
    LockName m_selected;                         // last chosen by a person
    std::array<int, LockColumnCount> m_wanted{}; // widths, where there is room
    std::array<int, LockColumnCount> m_least{};  // where there is not; as wanted, once a person chose it
    bool m_fitting = false;
};

} // namespace lockscope
