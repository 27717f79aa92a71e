// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/listplace.h"

#include <QScrollBar>
#include <QTreeView>

#include <algorithm>
#include <utility>

namespace lockscope
{

void ListPlace::hold()
{
    if (m_top.isValid() || m_list.verticalScrollBar()->value() <= m_lift)
        return;
    m_top = m_list.indexAt(QPoint(1, 1));
    m_topPlace = m_list.visualRect(m_top).top();
}

void ListPlace::restore()
{
    if (m_top.isValid()) {
        QScrollBar *bar = m_list.verticalScrollBar();
        m_list.scrollTo(m_top, QAbstractItemView::PositionAtTop);
        bar->setValue(bar->value() - m_topPlace);
    }
    forget();
}

void ListPlace::lift(int moved)
{
    QScrollBar *bar = m_list.verticalScrollBar();
    const bool isAtItsTop = m_lift == 0 && bar->value() == 0; // Its first row must stay visible
    if (!m_list.isVisible() || !m_list.viewport()->underMouse() || isAtItsTop)
        return;
    const int lift = std::max(0, m_lift + moved);
    const int value = bar->value() + lift - std::exchange(m_lift, lift);
    bar->setMaximum(std::max(bar->maximum(), value)); // The list becomes lower only after it has moved
    bar->setValue(value);
}

void ListPlace::drop()
{
    if (m_lift == 0)
        return;
    QScrollBar *bar = m_list.verticalScrollBar();
    bar->setValue(bar->value() - std::exchange(m_lift, 0));
}

} // namespace lockscope
