// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lock list on screen: a tree with one or two levels. While locks come and go, the first visible row
// keeps its place; after a new arrangement, the current row stays in view if it was. Ten times a second,
// while visible, it repaints the visible part of the TTL column and nothing else. Owner: the lock pane; GUI
// thread.
//
// While the pointer or the keyboard is in it, it holds the model, so that a click meets the row that was
// aimed at. After ten seconds without a move it does not, so that an unattended window shows what is there. A
// press on a row that has just moved then selects nothing, and holds the list again.

#include "ui/locks/listplace.h"
#include "ui/locks/lockcolumns.h"
#include "ui/locks/model/lockmodel.h"
#include "ui/locks/rowmoves.h"

#include <QTimer>
#include <QTreeView>

namespace lockscope
{

class LockDelegate;

class LockView final : public QTreeView
{
    Q_OBJECT
public:
    LockView(LockModel &model, LockModel::Clock clock, QWidget *parent = nullptr);

    LockPtr currentLock() const;                       // Null if it ended
    LockPtr currentOrEnded() const;                    // As last known if it ended
    std::vector<LockPtr> selectedLocks() const;        // In the order of the rows, without those that ended
    void choose(const LockName &key);                  // Selects it now, or once it is listed
    bool chooseAll(const std::vector<LockName> &keys); // Those that are listed; false: none is
    void chooseWorst();                                // Unless a lock is selected, or was by the user
    void selectNone();
    // Selects a lock that went and came back, unless the user has selected another since.
    void rechoose();
    // After the filter was changed: see filteredOut().
    void leaveHidden();
    bool isTicking() const { return m_tick.isActive(); }
    QByteArray columnLayout() const { return m_columns.saved(); }
    bool restoreLayout(const QByteArray &header);
    void holdPlace(); // Call before locks come and go: keeps the first visible row in place
    void takeChange(const LockDelta &delta); // Call afterwards
    // Whether the list may be held: not before the first scan has filled it.
    void setSettled(bool settled);
    void letGo(); // Until the pointer or the keyboard moves in the list again
    void setIdleTime(milliseconds time) { m_idle.setInterval(time); }
    void setAimTime(milliseconds time) { m_moves.setTime(time); } // See RowMoves
    QSize sizeHint() const override;                              // With the first ten rows in sight

    void dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                     const QList<int> &roles = {}) override;

signals:
    void lockChosen(const lockscope::LockPtr &lock); // By the user, or because it came back
    void lockActivated(const lockscope::LockPtr &lock);
    // By the user, who selected the row of a lock that is gone. The delta says how it ended.
    void endedChosen(const lockscope::LockPtr &last, const lockscope::LockDelta &end);
    void noneChosen();           // By the user
    void filteredOut();          // The selected lock is no longer listed; it is selected again once it is
    void selectedLocksChanged(); // A selected lock ended or came back

protected:
    bool viewportEvent(QEvent *event) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void drawRow(QPainter *painter, const QStyleOptionViewItem &option,
                 const QModelIndex &index) const override;
    void drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void setUpHeader();
    void fitColumns() { m_columns.fit(viewport()->width()); }
    void measureColumns();
    QModelIndex firstOrCurrent() const;
    void noteMove();
    void updateHold();
    void noteRows() // With the pointer elsewhere, no click can hit the wrong row
    {
        if (m_pointerInside)
            m_moves.note();
    }
    void tick();
    void repaintColumn(LockColumn column);
    void arranged();
    void restorePlace();
    void forgetPlace(); // For a new order, where the old first row means nothing
    void applyTheme();
    void drawGroup(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;

    LockModel &m_model;
    LockDelegate *m_delegate;
    QTimer m_tick;
    int m_ticks = 0;
    Instant m_second{};  // Of which the column Held was painted
    int m_heldTicks = 0; // Since then
    ListPlace m_place;
    bool m_placeAsked = false; // A call of restorePlace() is queued
    bool m_currentInSight = false;
    Grouping m_grouping = Grouping::None;
    LockName m_selected; // Last selected by the user
    LockColumns m_columns;
    bool m_measureDue = true;
    bool m_measured = false; // Since the list was filled
    QSet<LockName> m_selectedEnded{};
    bool m_settled = false;
    bool m_pointerInside = false;
    RowMoves m_moves;
    QTimer m_idle; // Runs since the last move of pointer or keyboard in the list
};

} // namespace lockscope
