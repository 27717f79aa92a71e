// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockdelegate.h"
#include "ui/locks/lockview.h"

#include <QAccessible>
#include <QPainter>

namespace lockscope
{

void LockView::drawRow(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const bool selected = selectionModel()->isSelected(index);
    if (m_model.lockAt(index)) {
        QTreeView::drawRow(painter, option, index);
        // The style paints the indentation of a selected row in full highlight colour.
        const int from = columnViewportPosition(0);
        if (selected)
            painter->fillRect(
                QRect(from, option.rect.top(), visualRect(index).left() - from, option.rect.height()),
                m_delegate->theme().selection);
    } else {
        drawGroup(painter, option, index);
    }
    if (selected)
        painter->fillRect(QRect(0, option.rect.top(), 3, option.rect.height()),
                          option.palette.color(QPalette::Highlight));
    if (index.row() == currentIndex().row() && index.parent() == currentIndex().parent() && hasFocus()) {
        // Dashed and grey unless the row is selected: only the selected lock is acted on.
        painter->setPen(selected ? QPen(option.palette.color(QPalette::Highlight))
                                 : QPen(m_delegate->theme().muted, 1, Qt::DashLine));
        painter->drawRect(QRect(0, option.rect.top(), viewport()->width() - 1, option.rect.height() - 1));
    }
}

// The base class repaints one cell; the frame is around the row.
void LockView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    for (const QModelIndex &index : {current, previous}) {
        const QRect cell = visualRect(index);
        viewport()->update(QRect(0, cell.top(), viewport()->width(), cell.height()));
    }
}

void LockView::drawGroup(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    const auto group = index.data(LockModel::GroupRole).value<GroupSummary>();
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    const bool selected = selectionModel()->isSelected(index);
    painter->fillRect(row, selected ? m_delegate->theme().selection : m_delegate->theme().barBackground);
    QTreeView::drawBranches(painter, QRect(0, row.top(), indentation(), row.height()), index);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(palette().color(QPalette::Text));
    m_delegate->paintGroup(painter, row.adjusted(indentation() + 4, 0, -8, 0), group);
    painter->restore();
}

void LockView::repaintColumn(LockColumn column)
{
    if (isColumnHidden(int(column)))
        return;
    const QRect rect(columnViewportPosition(int(column)), 0, columnWidth(int(column)), viewport()->height());
    viewport()->update(rect & viewport()->rect());
}

// The base classes visit every changed row (for new children, height, position). Rows here never change in
// these, and on a long list the visit takes longer than painting. Screen readers get the signal as usual.
void LockView::dataChanged(const QModelIndex &topLeft, const QModelIndex &bottomRight,
                           const QList<int> &roles)
{
    if (topLeft.row() == bottomRight.row() || QAccessible::isActive())
        QAbstractItemView::dataChanged(topLeft, bottomRight, roles);
    else
        viewport()->update();
}

// The lines that Fusion draws are noise.
void LockView::drawBranches(QPainter *, const QRect &, const QModelIndex &) const {}

} // namespace lockscope
