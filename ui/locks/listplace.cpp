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
    if (!m_list.isVisible() || !m_list.viewport()->underMouse())
        return;
    QScrollBar *bar = m_list.verticalScrollBar();
    const int lift = std::max(0, m_lift + moved);
    const int value = bar->value() + lift - std::exchange(m_lift, lift);
    makeRoom(value);
    bar->setValue(value);
}

void ListPlace::drop()
{
    if (m_lift == 0)
        return;
    QScrollBar *bar = m_list.verticalScrollBar();
    bar->setValue(bar->value() - std::exchange(m_lift, 0));
}

// A list that fits has no room to scroll; while it is lifted, it needs some.
void ListPlace::makeRoom(int wish)
{
    QScrollBar *bar = m_list.verticalScrollBar();
    if (m_lift == 0 || wish <= bar->maximum())
        return;
    bar->setMaximum(wish);
    bar->setValue(wish);
}

} // namespace lockscope
