// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Keeps the rows of the list where they are on the screen, while locks come and go and while the list itself
// is moved by the banner. Owner: the list; GUI thread.

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
    // The list has moved by so many pixels: the rows below the pointer stay where they are, unless its first
    // row is visible.
    void lift(int moved);
    void drop(); // Ends it: the rows go to where the list has them

private:
    QTreeView &m_list;
    QPersistentModelIndex m_top{};
    int m_topPlace = 0; // Where it is; negative if only its end is visible
    int m_lift = 0;
};

} // namespace lockscope
