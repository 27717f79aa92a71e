// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the visible rows were a moment ago. A press that comes just after a row has moved was aimed at the
// row before it. Owner: LockView; GUI thread.

#include "ui/locks/model/lockmodel.h"

#include <QHash>

#include <deque>

class QEvent;
class QPoint;
class QTreeView;

namespace lockscope
{

class RowMoves
{
public:
    RowMoves(const QTreeView &list, const LockModel &model) : m_list(list), m_model(model) {}

    void note();                        // Before rows may move by themselves
    void forget() { m_before.clear(); } // The user has moved them, or comes from elsewhere
    bool misses(const QEvent &event);   // A press on a row that has moved, and what follows up to its release
    void setTime(milliseconds time) { m_time = time; }

private:
    bool hasMoved(const QPoint &point) const; // The row that is there now
    struct Places {
        Instant until{};
        QHash<LockName, int> tops{};
    };

    const QTreeView &m_list;
    const LockModel &m_model;
    milliseconds m_time{500}; // That a person needs from the decision to the press
    std::deque<Places> m_before{};
    bool m_hasMissed = false; // With the last press
};

} // namespace lockscope
