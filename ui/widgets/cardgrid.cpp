// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cardgrid.h"

#include <algorithm>

namespace lockscope
{

CardGrid::CardGrid(QWidget *parent) : QLayout(parent) {}

CardGrid::~CardGrid()
{
    qDeleteAll(m_items);
}

void CardGrid::addItem(QLayoutItem *item)
{
    m_items.append(item);
}

QLayoutItem *CardGrid::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem *CardGrid::takeAt(int index)
{
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

QSize CardGrid::cell() const
{
    QSize most;
    for (const QLayoutItem *item : m_items)
        most = most.expandedTo(item->minimumSize());
    return most;
}

int CardGrid::columnsFor(int width) const
{
    const int gap = std::max(0, spacing());
    const int each = std::max(1, cell().width() + gap);
    const int fit = std::clamp((width + gap) / each, 1, std::max(1, count()));
    // First as few rows as fit, then only as many columns as those rows need, so that the last row is not
    // half empty.
    const int rows = (count() + fit - 1) / fit;
    return rows > 0 ? (count() + rows - 1) / rows : 1;
}

int CardGrid::rowsFor(int width) const
{
    const int columns = columnsFor(width);
    return (count() + columns - 1) / columns;
}

int CardGrid::heightForWidth(int width) const
{
    const QMargins edges = contentsMargins();
    const int rows = rowsFor(width - edges.left() - edges.right());
    return rows * (cell().height() + spacing()) - spacing() + edges.top() + edges.bottom();
}

QSize CardGrid::sizeHint() const
{
    const int width = 5 * cell().width();
    return {width, heightForWidth(width)};
}

QSize CardGrid::minimumSize() const
{
    const QMargins edges = contentsMargins();
    return cell() + QSize(edges.left() + edges.right(), edges.top() + edges.bottom());
}

void CardGrid::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QRect room = rect.marginsRemoved(contentsMargins());
    const int columns = columnsFor(room.width());
    const int rows = rowsFor(room.width());
    const int width = (room.width() - (columns - 1) * spacing()) / columns;
    // Rows grow with the height, for the plots in the cards, but not beyond all proportion.
    const int least = cell().height();
    const int height =
        std::clamp((room.height() - (rows - 1) * spacing()) / std::max(1, rows), least, least * 3);
    for (int i = 0; i < count(); ++i)
        m_items[i]->setGeometry(QRect(room.left() + i % columns * (width + spacing()),
                                      room.top() + i / columns * (height + spacing()), width, height));
}

} // namespace lockscope
