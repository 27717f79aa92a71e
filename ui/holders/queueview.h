// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The queue of one lock: place, waiter, running deadline, and by icon and word whether the waiter is alive.
// As high as its rows, up to a limit. Owner: the detail pane; GUI thread.

#include "core/values/lock.h"
#include "ui/widgets/fittedtree.h"

namespace lockscope
{

class QueueModel;

class QueueView final : public FittedTree
{
    Q_OBJECT
public:
    explicit QueueView(QWidget *parent = nullptr);
    void showLock(const LockPtr &lock);
    void tick(); // Repaints running times
    QueueModel *waiters() const { return m_model; }
    const QueuedWaiter *selected() const; // The current row, or the only one; null: none

signals:
    void removeWanted();

protected:
    void fitColumns() override;
    bool copyRow() override;
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QueueModel *m_model;
};

} // namespace lockscope
