// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the rows of the list where they are on the screen while locks come and go. Owner: the list; GUI
// thread.

#include <QPersistentModelIndex>

class QTreeView;

namespace lockscope
{

class ListPlace
{
public:
    explicit ListPlace(QTreeView &list) : m_list(list) {}
    void hold(); // The first visible row, before rows come and go
    void restore();
    void forget() { m_top = QPersistentModelIndex(); }

private:
    QTreeView &m_list;
    QPersistentModelIndex m_top{};
    int m_topPlace = 0; // Where it is; negative if only its end is visible
};

} // namespace lockscope
