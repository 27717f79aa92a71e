// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fittedtree.h"

#include "ui/theme/metrics.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QStyle>
#include <QStyledItemDelegate>

namespace lockscope
{

namespace
{

class NameDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

} // namespace

void elideNames(QTreeView &tree, std::initializer_list<int> columns)
{
    for (const int column : columns)
        tree.setItemDelegateForColumn(column, new NameDelegate(&tree));
}

void showAsTable(QTreeView &tree)
{
    tree.setRootIsDecorated(false);
    tree.setUniformRowHeights(true);
    tree.setItemsExpandable(false);
    tree.setAlternatingRowColors(true);
}

FittedTree::FittedTree(int mostRows, QWidget *parent) : QTreeView(parent), m_mostRows(mostRows)
{
    showAsTable(*this);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    header()->setStretchLastSection(false);
}

void FittedTree::setModel(QAbstractItemModel *model)
{
    QTreeView::setModel(model);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &FittedTree::choiceChanged);
}

void FittedTree::fit()
{
    fitColumns();
    const int letters = fontMetrics().height();
    const int rows = model()->rowCount();
    const int row = rows > 0 ? rowHeight(model()->index(0, 0)) : letters + 4;
    setFixedHeight(header()->sizeHint().height() + std::clamp(rows, 1, m_mostRows) * std::max(row, letters) +
                   2 * frameWidth());
}

void FittedTree::fitColumn(int column, const QStringList &samples, int beside)
{
    const QFontMetrics metrics = fontMetrics();
    int widest = metrics.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString());
    if (isSortingEnabled()) // Room for the arrow, whichever column is sorted
        widest += style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header());
    for (const QString &sample : samples)
        widest = std::max(widest, metrics.horizontalAdvance(sample) + beside);
    header()->resizeSection(column, widest + characters(metrics, 2));
}

void FittedTree::repaintColumn(int column)
{
    if (model()->rowCount() > 0)
        viewport()->update(columnViewportPosition(column), 0, columnWidth(column), viewport()->height());
}

QModelIndex FittedTree::selectedRow() const
{
    const QModelIndex chosen = chosenRow();
    return chosen.isValid() || model()->rowCount() != 1 ? chosen : model()->index(0, 0);
}

QModelIndex FittedTree::chosenRow() const
{
    return selectionModel()->selectedRows().value(0);
}

void FittedTree::choose(int row)
{
    if (row == chosenRow().row())
        return;
    if (row < 0)
        return selectionModel()->clear();
    selectionModel()->setCurrentIndex(model()->index(row, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

// The style sheet sets the row height only now.
void FittedTree::showEvent(QShowEvent *event)
{
    QTreeView::showEvent(event);
    doItemsLayout();
    fit();
}

void FittedTree::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

void FittedTree::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && copyRow())
        return event->accept();
    QTreeView::keyPressEvent(event);
}

} // namespace lockscope
