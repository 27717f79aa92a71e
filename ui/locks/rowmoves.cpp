// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/rowmoves.h"

#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QTreeView>

#include <algorithm>

namespace lockscope
{

void RowMoves::note()
{
    const Instant at = now();
    while (!m_before.empty() && m_before.front().until < at - m_time)
        m_before.pop_front();
    Places places{.until = at};
    for (QModelIndex row = m_list.indexAt(QPoint(1, 1)); row.isValid(); row = m_list.indexBelow(row)) {
        const int top = m_list.visualRect(row).top();
        if (top > m_list.viewport()->height())
            break;
        if (const LockPtr lock = m_model.lockAt(row))
            places.tops.insert(lock->key, top);
    }
    m_before.push_back(std::move(places));
}

bool RowMoves::misses(const QEvent &event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
        m_hasMissed = hasMoved(static_cast<const QMouseEvent &>(event).position().toPoint());
        return m_hasMissed;
    case QEvent::MouseMove: // A view selects up to where a button is dragged
        return m_hasMissed && static_cast<const QMouseEvent &>(event).buttons() != Qt::NoButton;
    case QEvent::MouseButtonRelease:
        return std::exchange(m_hasMissed, false);
    case QEvent::ContextMenu:
        return static_cast<const QContextMenuEvent &>(event).reason() == QContextMenuEvent::Mouse &&
               hasMoved(static_cast<const QContextMenuEvent &>(event).pos());
    default:
        return false;
    }
}

bool RowMoves::hasMoved(const QPoint &point) const
{
    const QModelIndex row = m_list.indexAt(point);
    const LockPtr lock = m_model.lockAt(row);
    if (!lock)
        return false;
    const int top = m_list.visualRect(row).top();
    const Instant since = now() - m_time;
    return std::ranges::any_of(m_before, [&](const Places &places) {
        return places.until >= since && places.tops.value(lock->key, -1) != top;
    });
}

} // namespace lockscope
