// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/listplace.h"

#include <QScrollBar>
#include <QTreeView>

namespace lockscope
{

void ListPlace::hold()
{
    if (m_top.isValid() || m_list.verticalScrollBar()->value() == 0)
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

} // namespace lockscope
